import CCurl
import CatalogModel
import Synchronization

/// HTTP by libcurl, which is loaded with the first request. Connections are kept for the next requests of the same
/// transport; any number may be under way at a time.
///
/// Redirects are followed, at most five, to any host, but only to http and https, and never from https to http, where
/// others could read along and change what comes. Credentials go to the origin they are for and to no other, by Basic or
/// Digest as that asks. The User-Agent, with the contact in it, goes to whoever is asked, also by a redirect.
public final class CurlTransport: HTTPTransport {
  /// Limits, and what stands between us and a server.
  public struct Options: Sendable {
    /// The time that a connection may take to come about.
    public var connectTimeout = Duration.seconds(15)
    /// The time that a server may send nothing; rounded up to whole seconds. Time in which nobody reads is not
    /// counted.
    public var idleTimeout = Duration.seconds(120)
    /// The time that a request with all its redirects may take until the last byte was read.
    public var totalTimeout = Duration.seconds(1_800)
    /// The number of bytes that are held after they came, until they are read.
    public var bufferSize = 262_144
    /// The name that servers are told: the header `User-Agent`.
    public let userAgent: String
    let network: HTTPNetworkSettings

    /// The usual limits.
    ///
    /// - Parameters:
    ///   - version: of the program, for the User-Agent.
    ///   - contact: how the user can be reached by those who run a server: an address of mail or of the web. Characters
    ///     that a header cannot hold are left out.
    ///   - environment: where proxies stand (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`, as curl takes them) and
    ///     the file or folder of certificates (`CURL_CA_BUNDLE`, `SSL_CERT_FILE`, `SSL_CERT_DIR`).
    public init(version: String, contact: String? = nil, environment: [String: String]) {
      let contact = contact?.filter { $0.isASCII && ($0.isLetter || $0.isNumber || " @.:/+-_~?=&%#,".contains($0)) }
      userAgent = "catalog/\(version)" + (contact.map { $0.isEmpty ? "" : " (\($0))" } ?? "")
      network = HTTPNetworkSettings(environment)
    }
  }

  /// How many redirects are followed.
  static let mostRedirects = 5

  private let options: Options
  private let credentials: [HTTPOrigin: HTTPCredentials]
  private let loop = Mutex<CurlLoop?>(nil)

  /// A transport with connections of its own.
  ///
  /// - Parameter credentials: what is sent to which origin.
  public init(options: Options, credentials: [HTTPOrigin: HTTPCredentials] = [:]) {
    self.options = options
    self.credentials = credentials
  }

  /// Sends a request, follows redirects, and gives the answer once its headers are there.
  ///
  /// - Throws: ``SourceFailure``; `CancellationError` at once when the task is cancelled, also while the body is read.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var address = try HTTPAddress(request.url)
    let headers = try checked(request.headers, subject: request.subject)
    let loop = try startedLoop(subject: request.subject)
    let clock = ContinuousClock()
    let deadline = clock.now + min(options.totalTimeout, .seconds(1_000_000))
    var visited: Set<String> = []
    while true {
      try Task.checkCancellation()
      visited.insert(address.text)
      let setup = CurlSetup(
        method: request.method, address: address, subject: HTTPAddress.shown(address.text), headers: headers,
        bodyLimit: request.bodyLimit, credentials: credentials[address.origin], options: options,
        timeLeft: (deadline - clock.now) / .seconds(1))
      let body = CurlBody(CurlTransfer(setup, loop))
      let head = try await body.transfer.start()
      guard [301, 302, 303, 307, 308].contains(head.status), let location = head.fields["location"] else {
        return HTTPResponse(
          status: head.status, url: address.text, headers: head.fields,
          body: HTTPBody { try await body.transfer.next() })
      }
      try await body.discard(head)
      address = try Self.redirected(from: address, to: location, visited)
    }
  }

  /// Where a redirect leads, if it may be followed. libcurl must have been loaded.
  ///
  /// - Parameters:
  ///   - location: as the server says it, relative or not.
  ///   - visited: the addresses that were asked so far.
  static func redirected(
    from source: HTTPAddress, to location: String, _ visited: Set<String>
  ) throws(SourceFailure) -> HTTPAddress {
    func nonsense(_ cause: String) -> SourceFailure {
      SourceFailure(.nonsense, HTTPAddress.shown(source.text), cause: cause)
    }
    guard let text = ccurl_resolve(source.text, location) else {
      throw nonsense("it sends us on to what is no address")
    }
    defer { ccurl_free(text) }
    let address: HTTPAddress
    do { address = try HTTPAddress(String(cString: text)) } catch {
      throw nonsense("it sends us on to an address that cannot be used: \(error)")
    }
    guard !visited.contains(address.text) else { throw nonsense("it sends us round in a circle") }
    guard visited.count <= mostRedirects else { throw nonsense("it sends us on more than \(mostRedirects) times") }
    guard source.origin.scheme == "http" || address.origin.scheme == "https" else {
      throw nonsense("it sends us on from https to http, where others can read along")
    }
    return address
  }

  private func startedLoop(subject: String) throws(SourceFailure) -> CurlLoop {
    if let reason = ccurl_load() {
      throw SourceFailure(
        .failed, subject, cause: "nothing can be fetched: \(String(cString: reason))",
        hint: "install the package libcurl4, on Debian: sudo apt-get install libcurl4")
    }
    let started = loop.withLock { loop in
      if loop == nil { loop = CurlLoop() }
      return loop
    }
    guard let started else { throw SourceFailure(.failed, subject, cause: "libcurl cannot be set up") }
    return started
  }

  /// The headers without those that are the transport's own.
  private func checked(_ headers: [String: String], subject: String) throws(SourceFailure) -> [String: String] {
    for (name, value) in headers {
      let isName = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
      guard isName, !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
        throw SourceFailure(.failed, subject, cause: "a header of the request cannot be sent")
      }
    }
    return headers.filter {
      !["user-agent", "accept-encoding", "authorization", "proxy-authorization", "cookie", "host"]
        .contains($0.key.lowercased())
    }
  }
}

/// The body of an answer while somebody holds it: when nobody does any more, the transfer need not go on.
final class CurlBody: Sendable {
  let transfer: CurlTransfer

  init(_ transfer: CurlTransfer) { self.transfer = transfer }

  deinit { transfer.abandon() }

  /// Reads a short body to its end, so that the connection can be used again.
  func discard(_ head: HTTPHead) async throws {
    guard head.isShort else { return }
    do { while try await transfer.next() != nil {} } catch is SourceFailure {
      // Whatever is the matter with the text beside a redirect, its target is known.
    }
  }
}
