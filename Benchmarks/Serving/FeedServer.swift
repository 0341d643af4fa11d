import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Serves books as a feed (docs/feed-protocol.md) on loopback: the lines of a file unchanged, and changes that a
/// measure makes. The cursor is the number of objects sent so far. The server does little more than write, so that it
/// hardly affects the measurement.
final class FeedServer: Sendable {
  private struct State {
    /// Books that were said again since, behind the file's.
    var changes: [[UInt8]] = []
    var requests = 0
  }

  private let lines: FileLines
  private let listener: Int32
  private let state = Mutex(State())
  /// The URL of the feed.
  let address: String

  /// - Parameters:
  ///   - path: JSON Lines whose objects have ids.
  ///   - count: how many of its lines are served.
  init(lines path: String, count: Int) throws {
    lines = try FileLines(path: path, count: count)
    let (listener, port) = try LoopbackSocket.bound()
    self.listener = listener
    guard listen(listener, 16) == 0 else { throw BenchError(errno: "listen on", "loopback") }
    address = "http://127.0.0.1:\(port)/feed"
    Self.inBackground { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        guard let self else {
          close(connection)
          return
        }
        Self.inBackground { self.serve(connection) }
      }
    }
  }

  /// Ends it: connections that are open end with their clients.
  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  /// The number of answered requests.
  var requests: Int { state.withLock(\.requests) }

  /// The number of objects that a client receives if it reads from the beginning.
  var count: Int { lines.count + state.withLock(\.changes.count) }

  /// Says something else of so many books from now on.
  func change(_ books: Int, turn: Int) {
    let changed = (0..<books).map { index in
      let line = lines[(turn * 7_919 + index * 104_729) % lines.count]
      // The first of members with one name counts.
      return Array("{\"pages\":\(1 + (turn * 31 + index) % 2_000),".utf8) + line.dropFirst()
    }
    state.withLock { $0.changes += changed }
  }

  private static func inBackground(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "feed").async(execute: body)
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var flag: Int32 = 1
    setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &flag, socklen_t(MemoryLayout<Int32>.size))
    var pending: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 8_192)
    while true {
      let count = read(connection, &piece, piece.count)
      guard count > 0 else { return }
      pending += piece[..<count]
      guard pending.suffix(4) == [13, 10, 13, 10] else { continue }
      let answer = answer(to: String(decoding: pending, as: UTF8.self))
      pending.removeAll(keepingCapacity: true)
      guard (try? FileWriter.write(answer[...], to: connection, "a client")) != nil else { return }
    }
  }

  private func answer(to request: String) -> [UInt8] {
    state.withLock { $0.requests += 1 }
    let target = request.split(separator: " ", maxSplits: 2).dropFirst().first ?? ""
    var parameters: [Substring: Int] = [:]
    for pair in (target.split(separator: "?").dropFirst().first ?? "").split(separator: "&") {
      let parts = pair.split(separator: "=")
      if parts.count == 2, let number = Int(parts[1]) { parameters[parts[0]] = number }
    }
    let (start, total) = (parameters["cursor"] ?? 0, count)
    let end = min(total, start + (parameters["limit"] ?? 500))
    if start == total, request.contains("\"\(total)\"") {
      return Array("HTTP/1.1 304 Not Modified\r\nETag: \"\(total)\"\r\n\r\n".utf8)
    }
    var body = Array("{\"format\":\"catalog-feed\",\"version\":1,\"epoch\":\"bench\",\"books\":[".utf8)
    body.reserveCapacity((end - start) * 300 + 200)
    for index in start..<max(start, end) {
      if index > start { body.append(UInt8(ascii: ",")) }
      if index < lines.count {
        body += lines[index]
      } else {
        body += state.withLock { $0.changes[index - lines.count] }
      }
    }
    body += Array("],\"cursor\":\"\(end)\",\"more\":\(end < total)}".utf8)
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nETag: \"\(end)\"\r\nContent-Length: \(body.count)\r\n\r\n"
    return Array(head.utf8) + body
  }
}
