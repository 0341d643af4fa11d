import CCurl
import CatalogModel
import Synchronization

/// An HTTP transport that uses libcurl, which is loaded at the first request. Connections are reused by later requests
/// of the same transport. Any number of requests may run at the same time.
///
/// The transport follows a few redirects, to any host, but only to http and https. It never follows a redirect
/// from https to http, which would expose the data to reading and tampering. Credentials are sent only to the origin
/// that they belong to, with Basic or Digest authentication, as the server requests. The User-Agent, including the
/// contact, is sent to every server, including the targets of redirects.
///
/// ```swift
/// let environment = ProcessInfo.processInfo.environment
/// let options = CurlTransport.Options(version: "1.0", contact: "you@example.org", environment: environment)
/// let transport = CurlTransport(options: options)
/// ```
public final class CurlTransport: HTTPTransport {
  /// Limits and network settings.
  public struct Options: Sendable {
    /// The time limit for establishing a connection.
    public var connectTimeout = Duration.seconds(15)
    /// The time limit for silence from the server, rounded up to whole seconds. Time during which the caller reads
    /// nothing is not included.
    public var idleTimeout = Duration.seconds(120)
    /// The time limit for a request with all its redirects, up to the last byte read.
    public var totalTimeout = Duration.seconds(1_800)
    /// The maximum number of received bytes that are buffered until they are read.
    public var bufferSize = 262_144
    /// The value of the `User-Agent` header.
    public let userAgent: String
    let network: HTTPNetworkSettings
    /// The peers to which the transport may connect; `nil` for any peer.
    var peers: PeerPolicy?
    /// The maximum number of redirects to follow.
    var maxRedirects = 5

    /// Creates options with the default limits.
    ///
    /// - Parameters:
    ///   - version: The version of the program, for the User-Agent.
    ///   - contact: The user's mail or web address, so that server operators can reach them. Characters that are not
    ///     allowed in a header are removed.
    ///   - environment: The environment variables. The proxy variables (`http_proxy`, `https_proxy`, `all_proxy`,
    ///     `no_proxy`) are interpreted as curl interprets them. Other variables name the file or folder of certificates
    ///     (`CURL_CA_BUNDLE`, `SSL_CERT_FILE`, `SSL_CERT_DIR`).
    public init(version: String, contact: String? = nil, environment: [String: String]) {
      let contact = contact?.filter { $0.isASCII && ($0.isLetter || $0.isNumber || " @.:/+-_~?=&%#,".contains($0)) }
      userAgent = "catalog/\(version)" + (contact.map { $0.isEmpty ? "" : " (\($0))" } ?? "")
      network = HTTPNetworkSettings(environment)
    }
  }

  private let options: Options
  private let credentials: [HTTPOrigin: HTTPCredentials]
  private let loop = Mutex<CurlLoop?>(nil)

  /// Creates a transport with its own connections.
  ///
  /// - Parameter credentials: The credentials to send to each origin.
  public init(options: Options, credentials: [HTTPOrigin: HTTPCredentials] = [:]) {
    self.options = options
    self.credentials = credentials
  }

  /// Sends a request, follows redirects, and returns the response once its headers have arrived.
  ///
  /// - Throws: ``SourceFailure``; `CancellationError` as soon as the task is cancelled, even while the body is being
  ///   read.
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
      if options.peers?.allows(port: address.origin.port) == false {
        throw SourceFailure(
          .failed, HTTPAddress.shown(address.text),
          cause: "only the ports 80 and 443 are allowed, not "
            + String(address.origin.port))
      }
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
      address = try Self.redirected(from: address, to: location, visited, atMost: options.maxRedirects)
    }
  }

  /// Returns the target of a redirect. Throws if following the redirect is not allowed. libcurl must be loaded.
  ///
  /// - Parameters:
  ///   - location: The location that the server sent, absolute or relative.
  ///   - visited: The addresses requested so far.
  ///   - maxRedirects: The maximum number of redirects to follow.
  static func redirected(
    from source: HTTPAddress, to location: String, _ visited: Set<String>, atMost maxRedirects: Int = 5
  ) throws(SourceFailure) -> HTTPAddress {
    func malformed(_ cause: String) -> SourceFailure {
      SourceFailure(.malformed, HTTPAddress.shown(source.text), cause: cause)
    }
    guard let text = ccurl_resolve(source.text, location) else {
      throw malformed("it redirects to an invalid address")
    }
    defer { ccurl_free(text) }
    let address: HTTPAddress
    do { address = try HTTPAddress(String(cString: text)) } catch {
      throw malformed("it redirects to an address that cannot be used: \(error)")
    }
    guard !visited.contains(address.text) else { throw malformed("it redirects in a loop") }
    guard visited.count <= maxRedirects else { throw malformed("it redirects more than \(maxRedirects) times") }
    guard source.origin.scheme == "http" || address.origin.scheme == "https" else {
      throw malformed("it redirects from https to http, which is not encrypted")
    }
    return address
  }

  private func startedLoop(subject: String) throws(SourceFailure) -> CurlLoop {
    if let reason = ccurl_load() {
      throw SourceFailure(
        .failed, subject, cause: "nothing can be downloaded: \(String(cString: reason))",
        hint: "install the package libcurl4, on Debian: sudo apt-get install libcurl4")
    }
    let started = loop.withLock { loop in
      if loop == nil { loop = CurlLoop() }
      return loop
    }
    guard let started else { throw SourceFailure(.failed, subject, cause: "libcurl cannot be set up") }
    return started
  }

  /// Returns the headers to send, without the headers that the transport sets itself.
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

/// Keeps the transfer of a response body running while the body is in use, and abandons the transfer when the body is
/// released.
final class CurlBody: Sendable {
  let transfer: CurlTransfer

  init(_ transfer: CurlTransfer) { self.transfer = transfer }

  deinit { transfer.abandon() }

  /// Reads a short body to its end, so that the connection can be reused.
  func discard(_ head: HTTPHead) async throws {
    guard head.isShort else { return }
    do { while try await transfer.next() != nil {} } catch is SourceFailure {
      // Errors in the body of a redirect do not matter, because the target is known.
    }
  }
}

extension CurlTransport.Options {
  /// Returns options for addresses that strangers may have chosen, such as those of covers in an imported file. The
  /// transport connects only to public addresses, at the ports 80 and 443, and checks each address when it connects to
  /// it, also after redirects. It uses no proxy, because a proxy would connect in its place, and sends no contact.
  /// Requests have short time limits and at most three redirects.
  public static func publicHosts(version: String, environment: [String: String]) -> Self {
    publicHosts(version: version, environment: environment, peers: PeerPolicy())
  }

  /// Returns options for the covers of a metadata provider, for which pages wait.
  ///
  /// The redirects of a well-known host lead only to public addresses. With a proxy, which connects in place of this
  /// program, addresses cannot be checked. A provider at an address of the user's choice, such as a mirror in the own
  /// network, may not redirect.
  ///
  /// - Parameter isWellKnown: True for the default host.
  public static func coversOfProvider(
    isWellKnown: Bool, version: String, contact: String?, environment: [String: String]
  ) -> Self {
    var options = Self(version: version, contact: contact, environment: environment)
    (options.connectTimeout, options.idleTimeout, options.totalTimeout) = (.seconds(5), .seconds(10), .seconds(20))
    options.maxRedirects = isWellKnown ? 3 : 0
    let proxies = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    if isWellKnown, !proxies.contains(where: { environment[$0]?.isEmpty == false }) { options.peers = PeerPolicy() }
    return options
  }

  package static func publicHosts(version: String, environment: [String: String], peers: PeerPolicy) -> Self {
    let certificates = ["CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"]
    var options = Self(version: version, environment: environment.filter { certificates.contains($0.key) })
    (options.connectTimeout, options.idleTimeout, options.totalTimeout) = (.seconds(5), .seconds(5), .seconds(20))
    (options.peers, options.maxRedirects) = (peers, 3)
    return options
  }
}
