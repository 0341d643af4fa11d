#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A persistent connection to a server on loopback or a Unix socket. It does nothing but read the responses, so that it
/// hardly affects the measurement.
final class HTTPClient {
  struct Answer {
    let status: Int
    /// With names in small letters.
    let fields: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  private let descriptor: Int32
  private var received: [UInt8] = []
  private var piece = [UInt8](repeating: 0, count: 65_536)

  /// - Parameter port: on 127.0.0.1.
  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = LoopbackSocket.place(port: port)
    try connect(&place, MemoryLayout<sockaddr_in>.size)
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// - Parameter path: of a Unix socket.
  init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    try connect(&place, MemoryLayout<sockaddr_un>.size)
  }

  private func connect<Place>(_ place: inout Place, _ size: Int) throws {
    let code = withUnsafeMutableBytes(of: &place) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { place in
        place.baseAddress.map { systemConnect(descriptor, $0, socklen_t(size)) } ?? -1
      }
    }
    guard code == 0 else {
      let error = BenchError(errno: "connect to", "a server of this machine")
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Asks for an address and reads the whole answer.
  func get(_ target: String, _ fields: [String] = []) throws -> Answer { try ask("GET", target, fields) }

  /// Asks for something, by an object of JSON where there is one, and reads the whole answer.
  func ask(_ method: String, _ target: String, _ fields: [String] = [], json: String? = nil) throws -> Answer {
    try send(method, target, fields, json)
    let head = try readHead()
    let body: [UInt8]
    if head.status == 304 || head.status == 204 {
      body = []
    } else if head.fields["transfer-encoding"] == "chunked" {
      body = try readChunks()
    } else {
      body = try take(head.fields["content-length"].flatMap { Int($0) } ?? 0)
    }
    return Answer(status: head.status, fields: head.fields, body: body)
  }

  /// Asks for an address, and reads the head of the answer alone: what follows goes on without end.
  func follow(_ target: String) throws -> Int {
    try send("GET", target, [], nil)
    return try readHead().status
  }

  /// Waits until a text occurs in the followed response.
  func wait(for text: String) throws {
    _ = try take(through: Array(text.utf8))
  }

  private func send(_ method: String, _ target: String, _ fields: [String], _ json: String?) throws {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + fields
    if let json { lines += ["Content-Type: application/json", "Content-Length: \(json.utf8.count)"] }
    let text = (lines + ["", json ?? ""]).joined(separator: "\r\n")
    try FileWriter.write(Array(text.utf8)[...], to: descriptor, target)
  }

  private func readHead() throws -> (status: Int, fields: [String: String]) {
    let lines = try take(through: [13, 10, 13, 10]).split(separator: 13).map { String(decoding: $0, as: UTF8.self) }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let name = line.prefix { $0 != ":" }
      fields[name.lowercased().filter { $0 != "\n" }] = line.dropFirst(name.count + 2).description
    }
    return (lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0, fields)
  }

  private func readChunks() throws -> [UInt8] {
    var body: [UInt8] = []
    while true {
      let line = String(decoding: try take(through: [13, 10]).dropLast(2), as: UTF8.self)
      guard let size = Int(line.prefix { $0 != ";" }, radix: 16) else {
        throw BenchError("a chunk without a size: \(line)")
      }
      body += try take(size)
      _ = try take(2)
      if size == 0 { return body }
    }
  }

  private func take(_ count: Int) throws -> [UInt8] {
    while received.count < count { try receive() }
    defer { received.removeFirst(count) }
    return Array(received[..<count])
  }

  private func take(through end: [UInt8]) throws -> [UInt8] {
    var start = 0
    while true {
      if let found = received[start...].firstRange(of: end) { return try take(found.upperBound) }
      start = max(0, received.count - end.count)
      try receive()
    }
  }

  private func receive() throws {
    let count = recv(descriptor, &piece, piece.count, 0)
    guard count > 0 || count < 0 && errno == EINTR else { throw BenchError("the server ended the connection") }
    received += piece[..<max(count, 0)]
  }
}

private func systemConnect(_ descriptor: Int32, _ place: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
  connect(descriptor, place, size)
}
