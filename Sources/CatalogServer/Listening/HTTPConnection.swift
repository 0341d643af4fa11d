import CMicroHTTPD

/// A connection of libmicrohttpd.
///
/// `@unchecked Sendable`: any thread may resume a connection. Everything else is called within the connection's own
/// callbacks. The connection is alive whenever this value is used, because it is suspended or one of its callbacks is
/// running.
struct HTTPConnection: @unchecked Sendable, Hashable {
  let pointer: OpaquePointer

  func suspend() { cmicrohttpd_suspend(pointer) }
  func resume() { cmicrohttpd_resume(pointer) }

  /// The valid header fields of the request. `isBad` is true if an invalid field was left out.
  var fields: (fields: HeaderFields, isBad: Bool) {
    var taken = (fields: HeaderFields(), isBad: false)
    withUnsafeMutablePointer(to: &taken) { taken in
      cmicrohttpd_fields(pointer, taken) { context, name, nameSize, value, valueSize in
        guard let context else { return }
        let taken = context.assumingMemoryBound(to: (fields: HeaderFields, isBad: Bool).self)
        let isField = taken.pointee.fields.add(
          String(decoding: UnsafeRawBufferPointer(start: name, count: nameSize), as: UTF8.self),
          String(decoding: UnsafeRawBufferPointer(start: value, count: valueSize), as: UTF8.self))
        if !isField { taken.pointee.isBad = true }
      }
    }
    return taken
  }

  /// The address of the peer; `nil` at a Unix socket.
  var address: NetworkAddress? { cmicrohttpd_peer(pointer).flatMap { SocketCalls.address($0)?.0 } }

  /// Sends a reply. Returns true if libmicrohttpd accepts it.
  func send(_ reply: Reply, _ pieces: PieceWork) -> Bool {
    guard let response = response(reply.payload, pieces) else { return false }
    for line in reply.fields.lines { _ = cmicrohttpd_add_field(response, Self.spelled(line.name), line.value) }
    // For HEAD with a body of unknown length, libmicrohttpd sends the final chunk after the head. Close the connection,
    // so that no client takes that chunk for the beginning of the next response.
    if case .length(nil) = reply.payload { _ = cmicrohttpd_add_field(response, "Connection", "close") }
    return cmicrohttpd_answer(pointer, UInt32(reply.status), response)
  }

  private func response(_ payload: Reply.Payload, _ pieces: PieceWork) -> OpaquePointer? {
    switch payload {
    case .none: cmicrohttpd_bytes(nil, 0)
    case .length(let length?): cmicrohttpd_length(UInt64(max(length, 0)))
    case .length(nil): BodyFeed(.nothing, self, pieces).response()
    case .bytes(let bytes): bytes.withUnsafeBytes { cmicrohttpd_bytes($0.baseAddress, $0.count) }
    case .file(let file, let range):
      file.duplicate().flatMap { cmicrohttpd_file($0, UInt64(range.lowerBound), UInt64(range.count)) }
    case .stream(let stream): BodyFeed(.stream(stream), self, pieces).response()
    case .events(let stream): BodyFeed(.events(stream), self, pieces).response()
    }
  }

  /// Returns a field name in its conventional spelling: `content-type` becomes `Content-Type`.
  private static func spelled(_ name: String) -> String {
    name == "etag"
      ? "ETag"
      : name.split(separator: "-", omittingEmptySubsequences: false)
        .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
  }
}
