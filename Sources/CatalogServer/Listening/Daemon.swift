import CMicroHTTPD
import CatalogModel
import Dispatch

/// The threads of libmicrohttpd that serve one socket.
///
/// `@unchecked Sendable`: the pointers are set once, before the object is shared, and libmicrohttpd accepts them from
/// any thread.
final class Daemon: @unchecked Sendable {
  /// The context passed to libmicrohttpd's callbacks. It lives as long as the daemon.
  private final class Context: Sendable {
    let core: ServerCore
    let isUnix: Bool
    let isSecure: Bool

    init(_ core: ServerCore, isUnix: Bool, isSecure: Bool) {
      self.core = core
      self.isUnix = isUnix
      self.isSecure = isSecure
    }
  }

  private let daemon: OpaquePointer
  private let context: Unmanaged<Context>
  private let socket: ListenSocket

  /// Creates a daemon that serves a socket. It closes the socket when it stops or fails to start.
  ///
  /// - Throws: ``CatalogError``.
  init(_ socket: ListenSocket, _ core: ServerCore, _ limits: ServerLimits, tls: TLSIdentity?) throws(CatalogError) {
    let isUnix = if case .unix = socket.address { true } else { false }
    let tls = isUnix ? nil : tls
    let context = Unmanaged.passRetained(Context(core, isUnix: isUnix, isSecure: tls != nil))
    var settings = cmicrohttpd_settings()
    settings.listener = socket.descriptor
    settings.threads = UInt32(clamping: limits.threads)
    settings.connections = UInt32(clamping: limits.connections)
    settings.connections_per_address = isUnix ? 0 : UInt32(clamping: limits.connectionsPerAddress)
    settings.memory = max(limits.memory, 4_096)
    settings.timeout = UInt32(clamping: max(limits.idleTime.components.seconds, 1))
    settings.callbacks = Self.callbacks
    settings.context = context.toOpaque()
    let room = 512
    var reason = [CChar](repeating: 0, count: room)
    // libmicrohttpd reads the certificate and key only while the daemon starts.
    let started = Self.withTexts(tls) { certificate, key in
      settings.certificate = certificate
      settings.key = key
      return cmicrohttpd_start(&settings, &reason, room)
    }
    guard let started else {
      context.release()
      socket.discard()
      throw Self.failure(socket.address, reason, isSecure: tls != nil)
    }
    daemon = started
    self.context = context
    self.socket = socket
  }

  /// Ends all connections and threads. Call this only when no connection is suspended.
  func stop() async {
    await withCheckedContinuation { continuation in
      // Stopping blocks until libmicrohttpd's threads end, so it must not run on a thread of the task pool.
      DispatchQueue.global().async { [self] in
        // Remove the file before the socket closes. Otherwise, another server could take the file for a leftover and
        // replace it.
        socket.file?.remove()
        cmicrohttpd_stop(daemon)
        context.release()
        continuation.resume()
      }
    }
  }

  private static func withTexts<Result>(
    _ tls: TLSIdentity?, _ body: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Result
  ) -> Result {
    guard let tls else { return body(nil, nil) }
    return tls.certificate.withCString { certificate in tls.key.withCString { body(certificate, $0) } }
  }

  private static func failure(_ address: ListenAddress, _ reason: [CChar], isSecure: Bool) -> CatalogError {
    let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if isSecure, text.contains("key") || text.contains("cert") || text.contains("TLS") {
      return TLSIdentity.failure(
        "the certificate and its key", text.isEmpty ? "the key does not match the certificate" : text)
    }
    return CatalogError(
      .failed, "listen on", address.description, cause: text.isEmpty ? "the HTTP library failed to start" : text)
  }

  private static var callbacks: cmicrohttpd_callbacks {
    cmicrohttpd_callbacks(
      begin: { context, target, pointer in
        guard let context = Daemon.context(context), let target, let pointer else { return nil }
        let connection = HTTPConnection(pointer: pointer)
        // If the system does not report the peer's address, treat the peer as a client on another machine.
        let unknown = NetworkAddress(bytes: [0, 0, 0, 0]).map(Peer.address) ?? .unix
        let peer = context.isUnix ? .unix : connection.address.map(Peer.address) ?? unknown
        let head = RequestHead(
          "", String(cString: target), fields: HeaderFields(), peer: peer, isSecure: context.isSecure)
        return Unmanaged.passRetained(Exchange(connection, head)).toOpaque()
      },
      take: { context, pointer, method, version, piece, size, request in
        guard let context = Daemon.context(context), let request, let method, let version, let size else {
          return false
        }
        let exchange = Unmanaged<Exchange>.fromOpaque(request).takeUnretainedValue()
        let count = size.pointee
        size.pointee = 0
        let bytes = count > 0 ? UnsafeRawBufferPointer(start: piece, count: count) : nil
        return context.core.take(exchange, method: String(cString: method), version: String(cString: version), bytes)
      },
      end: { context, request, _ in
        guard let context = Daemon.context(context), let request else { return }
        context.core.end(Unmanaged<Exchange>.fromOpaque(request).takeRetainedValue())
      },
      accept: { context in Daemon.context(context).map { !$0.core.exchanges.isDraining } ?? false },
      connection: { context, pointer, descriptor, isOpen in
        guard let context = Daemon.context(context), let pointer else { return }
        let connection = HTTPConnection(pointer: pointer)
        if isOpen {
          context.core.connections.open(connection, descriptor)
        } else {
          context.core.connections.close(connection)
        }
      })
  }

  private static func context(_ pointer: UnsafeMutableRawPointer?) -> Context? {
    pointer.map { Unmanaged<Context>.fromOpaque($0).takeUnretainedValue() }
  }
}
