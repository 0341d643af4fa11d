import CatalogSources

/// A server that has one answer, in pieces that cut anything.
struct SameAnswer: HTTPTransport {
  let body: [UInt8]

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    HTTPResponse(status: 200, url: request.url, headers: [:], body: HTTPBody(pieces: body))
  }
}

extension HTTPBody {
  fileprivate init(pieces body: [UInt8]) {
    let position = Position()
    self.init {
      let start = await position.advance()
      return start < body.count ? Array(body[start...].prefix(Position.step)) : nil
    }
  }
}

private actor Position {
  static let step = 61
  private var value = 0

  func advance() -> Int {
    defer { value += Self.step }
    return value
  }
}
