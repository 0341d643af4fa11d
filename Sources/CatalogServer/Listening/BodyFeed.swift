import CMicroHTTPD

/// A supplier of bytes to libmicrohttpd, for a body that is produced while it is sent. It belongs to one response and
/// is released with it.
final class BodyFeed {
  enum Source {
    case nothing
    case stream(BodyStream)
    case events(EventStream)
  }

  private static let end = -1
  private static let failure = -2

  private let source: Source
  private let connection: HTTPConnection
  private let pieces: PieceWork

  init(_ source: Source, _ connection: HTTPConnection, _ pieces: PieceWork) {
    self.source = source
    self.connection = connection
    self.pieces = pieces
  }

  func response() -> OpaquePointer? {
    cmicrohttpd_stream(
      4_096,
      { context, _, buffer, size in
        guard let context, let buffer, size > 0 else { return BodyFeed.failure }
        let feed = Unmanaged<BodyFeed>.fromOpaque(context).takeUnretainedValue()
        return feed.read(UnsafeMutableRawBufferPointer(start: buffer, count: size))
      }, Unmanaged.passRetained(self).toOpaque(),
      { context in
        guard let context else { return }
        Unmanaged<BodyFeed>.fromOpaque(context).takeRetainedValue().release()
      })
  }

  private func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    switch source {
    case .nothing: return Self.end
    case .stream(let stream):
      do {
        if let count = try stream.takeMade(into: buffer) { return count == 0 ? Self.end : count }
        if pieces.run(connection, { stream.make() }) { return 0 }
        let count = try stream.take(into: buffer)
        return count == 0 ? Self.end : count
      } catch { return Self.failure }
    case .events(let stream):
      // Suspend the connection. Otherwise libmicrohttpd would ask for bytes again immediately, in a busy loop.
      let taken = stream.take(into: buffer) { [connection] in
        connection.suspend()
        return { connection.resume() }
      }
      switch taken {
      case .bytes(let count): return count
      case .nothing: return 0
      case .end: return Self.end
      }
    }
  }

  private func release() { if case .events(let stream) = source { stream.end() } }
}
