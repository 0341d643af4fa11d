import FoundationEssentials
import Testing

@testable import CatalogServer

/// A service made from a closure.
struct ClosureService: Service {
  let body: @Sendable (Request) throws -> Answer

  init(_ body: @escaping @Sendable (Request) throws -> Answer) { self.body = body }

  func answer(_ request: Request) throws -> Answer { try body(request) }
}

/// A server without sockets, from a request head to the reply.
struct ServerTrial {
  static let now = Date(timeIntervalSince1970: 1_000_000_000)
  let answerer: Answerer

  init(
    _ service: any Service, bodyLimit: Int = 100, failed: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    answerer = Answerer(
      service: service, policy: AccessPolicy(), bodyLimit: bodyLimit, failed: failed, now: { Self.now })
  }

  /// Creates a server that answers every request with one response.
  init(_ response: Response) { self.init(ClosureService { _ in .now(response) }) }

  init(_ answerer: Answerer) { self.answerer = answerer }

  func ask(
    _ method: String = "GET", _ target: String = "/", _ fields: HeaderFields = [:], body: [UInt8] = []
  ) async -> Reply {
    var fields = fields
    if fields["host"] == nil { fields.add("Host", "localhost") }
    return await ask(RequestHead(method, target, fields: fields, peer: .unix), body: body)
  }

  func ask(_ head: RequestHead, body: [UInt8]) async -> Reply {
    switch answerer.start(head) {
    case .refused(let reply): return reply
    case .request(var request):
      do { try Self.take(body, into: &request) } catch { return answerer.reply(error, to: request) }
      switch answerer.answer(request) {
      case .now(let reply): return reply
      case .later(let make): return await make()
      }
    }
  }
}

extension ServerTrial {
  /// Takes a body as the server does, reading a file in pieces.
  private static func take(_ body: [UInt8], into request: inout Request) throws {
    guard let offer = request.offer else {
      request.body = body
      return
    }
    var receiver = UploadReceiver(
      offer, into: try UploadedFile(in: FileManager.default.temporaryDirectory.path), name: request.fileName)
    for start in stride(from: 0, to: body.count, by: 1_000) {
      try body[start..<min(start + 1_000, body.count)].withUnsafeBytes { try receiver.take($0) }
    }
    request.upload = try receiver.finish()
  }
}

/// A form with a file, encoded as browsers send it.
struct MultipartForm {
  static let boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW"
  static let fields: HeaderFields = [
    "Content-Type": "multipart/form-data; boundary=\(boundary)", "Sec-Fetch-Site": "same-origin", "Accept": "text/html",
  ]

  static func body(_ file: [UInt8], name: String = "books.csv", _ fields: [(String, String)] = []) -> [UInt8] {
    let parts = fields.map {
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n"
    }
    let head =
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\nContent-Type: text/csv\r\n\r\n"
    return Array((parts.joined() + head).utf8) + file + Array("\r\n--\(boundary)--\r\n".utf8)
  }

  static func body(_ text: String, name: String = "books.csv", _ fields: [(String, String)] = []) -> [UInt8] {
    body(Array(text.utf8), name: name, fields)
  }
}

extension Reply {
  /// The body, if it is in memory.
  var text: String {
    if case .bytes(let bytes) = payload { String(decoding: bytes, as: UTF8.self) } else { "" }
  }

  var hasNoBody: Bool { if case .none = payload { true } else { false } }
}

extension BodyStream {
  /// Returns the whole body, including pieces that are made on demand.
  func wholeText() throws -> String {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_000, alignment: 1)
    defer { buffer.deallocate() }
    while case let count = try take(into: buffer), count > 0 { bytes += buffer.prefix(count) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
