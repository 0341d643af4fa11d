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
/// It listens as soon as it is made, and is to be held until it is stopped: one that nobody holds goes on answering, without the
/// heartbeats of event streams and the limit of slow requests.
public final class HTTPServer: Sendable {
  /// What a server is told besides where it listens.
  public struct Options: Sendable {
    /// Names by which it may be asked, besides `localhost` and the addresses that it listens at.
    public var hostNames: [String] = []
    /// The proxies whose word counts.
    public var proxies = TrustedProxies()
    /// A certificate, for all but Unix sockets.
    public var tls: TLSIdentity?
    /// What it takes at most.
    public var limits = ServerLimits()
    /// Where the bytes are of files that are being sent; they have no names there. By default the usual folder for temporary files.
    public var temporaryFolder = FileManager.default.temporaryDirectory.path
    /// Makes a file for what is sent, in the place of ``temporaryFolder``.
    var newFile: (@Sendable () throws(Problem) -> UploadedFile)?
    /// Hears of each request, in a line of the common log format without the line break. Called on threads of the server.
    public var log: @Sendable (String) -> Void = { _ in }
    /// Hears of errors of the service, whose answers say nothing of them. Called on threads of the server.
    public var failed: @Sendable (any Error) -> Void = { _ in }

    /// The usual options.
    public init() {}
  }

  /// Where it listens: with the ports that the system chose.
  public let addresses: [ListenAddress]
  let core: ServerCore
  private let daemons: [Daemon]
  private let isStopping = Mutex(false)
  private let timer: any DispatchSourceTimer

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - addresses: where; at least one.
  ///   - service: answers the requests.
  /// - Throws: ``CatalogError`` where one of the addresses cannot be listened at, the certificate and its key cannot be used, or
  ///   libmicrohttpd is not installed.
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

  /// Begins to serve the sockets that systemd opened for this process.
  ///
  /// - Returns: `nil` where it opened none.
  /// - Throws: ``CatalogError``.
  public static func activated(_ service: any Service, options: Options = Options()) throws(CatalogError) -> HTTPServer?
  {
    let sockets = try ActivatedSockets.take { ProcessInfo.processInfo.environment[$0] }
    return sockets.isEmpty ? nil : try HTTPServer(sockets, service, options)
  }

  /// - Parameter sockets: are closed where the server cannot start.
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
    // All clients of a proxy have its address.
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

  /// Beats for event streams, and looks for connections that never send a whole request.
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

  /// Stops: takes no new requests, ends event streams, waits for the answers under way, and then ends all connections. Called again,
  /// it does nothing.
  ///
  /// - Parameter limit: how long answers are waited for.
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
    // What is said to those whose answers are cut off takes no longer than it takes to send it.
    await core.exchanges.drain(within: .seconds(1))
    for daemon in daemons { await daemon.stop() }
  }
}
