import Platform

/// A request as a server received it.
public struct ChaosRequest: Sendable {
  public let method: String
  /// The target as sent: a path with its query, or the whole address if the server acts as a proxy.
  public let target: String
  /// The headers by their lower-case names.
  public let headers: [String: String]
  /// The number of the server's connection that carried the request, from 1 on.
  public let connection: Int

  /// The path, percent-decoded.
  public var path: String { Self.decoded(target.prefix { $0 != "?" }) }

  /// The parameters of the query, percent-decoded.
  public var query: [String: String] {
    let parameters = target.drop { $0 != "?" }.dropFirst().split(separator: "&")
    return Dictionary(
      parameters.map { parameter in
        let name = parameter.prefix { $0 != "=" }
        return (Self.decoded(name), Self.decoded(parameter[name.endIndex...].dropFirst()))
      }
    ) { $1 }
  }

  /// Percent-decodes a part of an address.
  public static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A gate at which answers wait until the test opens it. Once opened, it stays open.
public final class ChaosGate: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  public init() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { fatalError("no pipe for the tests' server") }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  public func open() {
    // The byte is never read, so every later poll finds it.
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }
}

/// A connection that reads requests and answers each of them until it ends.
struct ChaosConnection {
  let socket: Int32
  let number: Int
  let core: ChaosCore

  /// The way an answer ended.
  private enum Outcome {
    case sent
    case closed
  }

  func serve() {
    defer { core.close(connection: socket) }
    var unread: [UInt8] = []
    while let request = read(&unread) {
      core.count { $0.requests.append(request) }
      guard answer(request, core.handler(request)) == .sent else { return }
    }
  }

  private func read(_ unread: inout [UInt8]) -> ChaosRequest? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let range = unread.firstRange(of: end) {
        let lines = String(decoding: unread[..<range.lowerBound], as: UTF8.self).split(separator: "\r\n")
        unread.removeSubrange(..<range.upperBound)
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        let fields = lines.dropFirst().map { line in
          let name = line.prefix { $0 != ":" }
          let value = line[name.endIndex...].dropFirst().drop { $0 == " " }
          return (name.lowercased(), String(value))
        }
        return ChaosRequest(
          method: String(words[0]), target: String(words[1]),
          headers: Dictionary(fields) { "\($0), \($1)" }, connection: number)
      }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = recv(socket, &bytes, bytes.count, 0)
      guard count > 0, unread.count < 1_048_576 else { return nil }
      unread += bytes[..<count]
      // A client that begins with TLS would wait for an answer for a long time.
      guard unread[0] >= 0x20 else { return nil }
    }
  }

  private func answer(_ request: ChaosRequest, _ answer: ChaosAnswer) -> Outcome {
    var steps = answer.before
    if answer.hasHead {
      let fields = answer.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
      steps.append(
        .send(Array("HTTP/1.1 \(answer.status) \(answer.status < 400 ? "Fine" : "Not Fine")\r\n\(fields)\r\n".utf8)))
    }
    if request.method != "HEAD" || !answer.hasHead {
      var body = answer.body[...]
      // A short body is sent together with its head, as servers do, so that the client receives both at once.
      if case .send(let head)? = steps.last, case .send(let piece)? = body.first, head.count + piece.count <= 4_096 {
        steps[steps.count - 1] = .send(head + piece)
        body = body.dropFirst()
      }
      steps += body
    }
    for step in steps {
      switch step {
      case .send(let bytes): if !send(bytes) { return hungUp() }
      case .sendForEver(let bytes):
        while send(bytes) {}
        return hungUp()
      case .wait(let gate): if !wait(for: gate) { return hungUp() }
      case .fault(let fault): core.count { $0.faults[fault, default: 0] += 1 }
      case .close: return .closed
      case .reset:
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        return .closed
      }
    }
    // A body whose end is not announced ends with its connection.
    let isFramed = answer.headers.contains { ["content-length", "transfer-encoding"].contains($0.name.lowercased()) }
    return isFramed && request.headers["connection"]?.lowercased() != "close" ? .sent : .closed
  }

  private func hungUp() -> Outcome {
    core.count { $0.hangUps += 1 }
    return .closed
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
      #else
        let flags = MSG_DONTWAIT
      #endif
      let count = rest.withUnsafeBytes { systemSend(socket, $0.baseAddress, $0.count, flags) }
      if count > 0 {
        rest = rest.dropFirst(count)
        core.count { $0.bytes += count }
      } else if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
        var event = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        if poll(&event, 1, 300) == 0 {
          core.count { $0.stalls += 1 }
          poll(&event, 1, -1)
        }
      } else if count == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }

  private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    #if canImport(Glibc)
      Glibc.send(socket, bytes, count, flags)
    #else
      Darwin.send(socket, bytes, count, flags)
    #endif
  }

  /// - Returns: True if the gate opened; false if the client hung up.
  private func wait(for gate: ChaosGate) -> Bool {
    var waited = [
      pollfd(fd: gate.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&waited, 2, -1) < 0, errno == EINTR {}
    return waited[0].revents != 0
  }
}
