import CMicroHTTPD
import CatalogModel
@preconcurrency import Dispatch
import FoundationEssentials
import Synchronization

/// An HTTP/1.1 server: sockets, threads and limits around a ``Service``.
///
/// ```swift
/// let server = try HTTPServer(at: [ListenAddress("127.0.0.1:8080")], CatalogSite(catalog))
/// print(server.addresses)
/// await server.stop()
/// ```
///
/// The server listens as soon as it is created. Keep a reference to it until you stop it. Without a reference, the
/// server continues to answer, but sends no heartbeats to event streams and sets no time limit for slow requests.
public final class HTTPServer: Sendable {
  /// The options of a server, in addition to its addresses.
  ///
  /// ```swift
  /// var options = HTTPServer.Options()
  /// options.hostNames = ["books.example"]
  /// options.log = { print($0) }
  /// ```
  public struct Options: Sendable {
    /// The host names of the server, in addition to `localhost` and the addresses that it listens on.
    public var hostNames: [String] = []
    /// The proxies whose forwarding headers the server trusts.
    public var proxies = TrustedProxies()
    /// The certificate and its key, for all sockets except Unix sockets.
    public var tls: TLSIdentity?
    /// The limits on clients and requests.
    public var limits = ServerLimits()
    /// The folder for uploaded files. The server removes the name of each file as soon as it creates the file. The
    /// default is the system's folder for temporary files.
    public var temporaryFolder = FileManager.default.temporaryDirectory.path
    /// A closure that creates the file for an upload; `nil` to create the file in ``temporaryFolder``.
    var newFile: (@Sendable () throws(Problem) -> UploadedFile)?
    /// A closure that is called with each request as a line in the common log format, without the line break. It runs
    /// on threads of the server.
    public var log: @Sendable (String) -> Void = { _ in }
    /// A closure that is called with errors of the service, which responses do not reveal. It runs on threads of the
    /// server.
    public var failed: @Sendable (any Error) -> Void = { _ in }

    /// Creates the default options.
    public init() {}
  }

  /// The addresses that the server listens on, with the ports that the system chose.
  public let addresses: [ListenAddress]
  let core: ServerCore
  private let daemons: [Daemon]
  private let isStopping = Mutex(false)
  private let timer: any DispatchSourceTimer

  /// Creates a server and starts listening.
  ///
  /// - Parameters:
  ///   - addresses: The addresses to listen on, at least one.
  ///   - service: The service that answers requests.
  /// - Throws: ``CatalogError`` if the server cannot listen on one of the addresses, the certificate and its key cannot
  ///   be used, or libmicrohttpd is not installed.
  public convenience init(
    at addresses: [ListenAddress], _ service: any Service, options: Options = Options()
  ) throws(CatalogError) {
    var sockets: [ListenSocket] = []
    do throws(CatalogError) {
      for address in addresses { sockets.append(try ListenSocket.open(address)) }
    } catch {
      for socket in sockets { socket.discard() }
      throw error
    }
    try self.init(sockets, service, options)
  }

  /// Creates a server for the sockets that systemd opened for this process.
  ///
  /// ```swift
  /// if let server = try HTTPServer.activated(site) { print(server.addresses) }
  /// ```
  ///
  /// - Returns: The server, or `nil` if systemd opened no sockets.
  /// - Throws: ``CatalogError``.
  public static func activated(_ service: any Service, options: Options = Options()) throws(CatalogError) -> HTTPServer?
  {
    let sockets = try ActivatedSockets.take { ProcessInfo.processInfo.environment[$0] }
    return sockets.isEmpty ? nil : try HTTPServer(sockets, service, options)
  }

  /// Creates a server for open sockets.
  ///
  /// - Parameter sockets: The sockets. They are closed if the server cannot start.
  init(_ sockets: [ListenSocket], _ service: any Service, _ options: Options) throws(CatalogError) {
    addresses = sockets.map(\.address)
    let networks = addresses.compactMap { if case .tcp(let network, _) = $0 { network } else { nil } }
    let policy = AccessPolicy(
      hosts: HostNames(options.hostNames, addresses: networks), proxies: options.proxies)
    let answerer = Answerer(
      service: service, policy: policy, bodyLimit: options.limits.bodySize, uploadLimit: options.limits.uploadSize,
      failed: options.failed)
    core = ServerCore(answerer, options.limits, newFile: Self.newFile(options), log: options.log)
    var options = options
    // Clients behind a proxy share its address, so connections from one address cannot be limited.
    if !options.proxies.isEmpty { options.limits.connectionsPerAddress = 0 }
    daemons = try Self.daemons(sockets, core, options)
    timer = Self.timer(core, options.limits)
  }

  private static func newFile(_ options: Options) -> @Sendable () throws(Problem) -> UploadedFile {
    if let newFile = options.newFile { return newFile }
    let folder = options.temporaryFolder
    return { () throws(Problem) in try UploadedFile(in: folder) }
  }

  private static func daemons(
    _ sockets: [ListenSocket], _ core: ServerCore, _ options: Options
  ) throws(CatalogError) -> [Daemon] {
    var daemons: [Daemon] = []
    var rest = sockets[...]
    do throws(CatalogError) {
      if let reason = cmicrohttpd_load() {
        throw CatalogError(
          .missing, "start", "the server", cause: String(cString: reason), hint: "install libmicrohttpd12")
      }
      while let socket = rest.popFirst() {
        daemons.append(try Daemon(socket, core, options.limits, tls: options.tls))
      }
    } catch {
      for socket in rest { socket.discard() }
      let started = daemons
      Task { for daemon in started { await daemon.stop() } }
      throw error
    }
    return daemons
  }

  /// Returns a timer that sends heartbeats to event streams and closes connections that never send a complete request.
  private static func timer(_ core: ServerCore, _ limits: ServerLimits) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "catalog.server.timer"))
    let seconds = max(min(limits.heartbeat, limits.requestTime) / .seconds(1), 0.01)
    timer.schedule(deadline: .now() + seconds, repeating: seconds, leeway: .milliseconds(500))
    timer.setEventHandler {
      core.streams.beat()
      core.connections.shutDown(waitingSinceBefore: .now - limits.requestTime)
    }
    timer.activate()
    return timer
  }

  /// Stops the server: refuses new requests, ends event streams, waits for the responses in progress, and then ends all
  /// connections. Further calls do nothing.
  ///
  /// ```swift
  /// await server.stop(within: .seconds(5))
  /// await site.stop()
  /// ```
  ///
  /// - Parameter limit: The maximum time to wait for responses in progress.
  public func stop(within limit: Duration = .seconds(10)) async {
    let isFirst = isStopping.withLock { isStopping in
      defer { isStopping = true }
      return !isStopping
    }
    guard isFirst else { return }
    timer.cancel()
    core.streams.end()
    await core.exchanges.drain(within: limit)
    core.releaseAll()
    await core.pieces.close()
    // The replies to interrupted requests are ready. Wait until they are sent.
    await core.exchanges.drain(within: .seconds(1))
    for daemon in daemons { await daemon.stop() }
  }
}
