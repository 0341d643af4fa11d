/// A fault that a server injects on purpose.
public enum ChaosFault: String, Sendable, Hashable, CaseIterable {
  /// The answer, or the rest of it, is held back until a gate opens.
  case latency
  /// The connection is reset midway.
  case reset
  /// The connection is closed before the announced end.
  case truncation
  /// More bytes are sent than announced.
  case wrongLength
  /// The connection is closed without an answer.
  case noAnswer
  /// Bytes that are not HTTP are sent.
  case garbage
  /// A body without an end is sent.
  case endless
  /// A compressed body without an end is sent that unpacks to more than a hundred times its size.
  case bomb
  /// A compressed body that cannot be unpacked is sent.
  case badCompression
  /// The request is redirected to another address.
  case redirect
  /// Credentials are requested.
  case challenge
  /// The client is asked to come back later.
  case busy
  /// Headers without an end are sent.
  case endlessHeaders
}

/// The answer to a request: a head, and the steps that send the body.
public struct ChaosAnswer: Sendable, CustomStringConvertible {
  /// A step of an answer.
  public enum Step: Sendable {
    case send([UInt8])
    /// Sends the same bytes again and again until the client hangs up.
    case sendForEver([UInt8])
    case wait(ChaosGate)
    /// Counts a fault as injected.
    case fault(ChaosFault)
    case close
    case reset
  }

  public var status: Int
  public var headers: [(name: String, value: String)]
  /// The steps before the head.
  public var before: [Step] = []
  /// The steps after the head; skipped for `HEAD`.
  public var body: [Step]
  /// True if a head is sent.
  public var hasHead = true

  public init(_ status: Int, headers: [String: String] = [:], body: [Step] = []) {
    self.status = status
    self.headers = headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    self.body = body
  }
}

extension ChaosAnswer {
  /// The status and the faults.
  public var description: String {
    let faults = (before + body).compactMap { if case .fault(let fault) = $0 { fault.rawValue } else { nil } }
    return (["\(status)"] + faults).joined(separator: " ")
  }

  /// Returns an answer whose body has the announced length.
  public static func bytes(
    _ bytes: [UInt8], status: Int = 200, type: String = "application/json", headers: [String: String] = [:]
  ) -> ChaosAnswer {
    announcing(bytes.count, bytes, status: status, headers: headers.merging(["Content-Type": type]) { $1 })
  }

  /// Returns an answer whose text has the announced length.
  public static func text(
    _ text: String, status: Int = 200, type: String = "application/json", headers: [String: String] = [:]
  ) -> ChaosAnswer { bytes(Array(text.utf8), status: status, type: type, headers: headers) }

  /// Returns a status without a body.
  public static func status(_ status: Int, headers: [String: String] = [:]) -> ChaosAnswer {
    announcing(0, [], status: status, headers: headers)
  }

  /// Returns an answer whose body is sent in chunks (RFC 9112, section 7.1).
  public static func chunked(_ pieces: [[UInt8]], headers: [String: String] = [:]) -> ChaosAnswer {
    ChaosAnswer(
      200, headers: headers.merging(["Transfer-Encoding": "chunked"]) { $1 },
      body: pieces.map { .send(chunk($0)) } + [.send(Array("0\r\n\r\n".utf8))])
  }

  /// Returns an answer whose body is compressed with gzip.
  public static func gzip(_ bytes: [UInt8], type: String = "application/json") -> ChaosAnswer {
    self.bytes(ChaosCompression.gzip(bytes), type: type, headers: ["Content-Encoding": "gzip"])
  }

  /// Returns an answer in pieces, each except the first held back until its gate opens.
  public static func held(_ pieces: [[UInt8]], by gates: [ChaosGate]) -> ChaosAnswer {
    var answer = announcing(pieces.reduce(0) { $0 + $1.count }, pieces.first ?? [])
    for (piece, gate) in zip(pieces.dropFirst(), gates) {
      answer.body += [.fault(.latency), .wait(gate), .send(piece)]
    }
    return answer
  }

  /// Returns this answer, held back entirely until a gate opens.
  public func held(by gate: ChaosGate) -> ChaosAnswer {
    var answer = self
    answer.before = [.fault(.latency), .wait(gate)]
    return answer
  }

  /// Returns an answer whose body is shorter than announced, after which the connection is closed.
  public static func truncated(_ bytes: [UInt8], announcing length: Int) -> ChaosAnswer {
    var answer = announcing(length, bytes)
    answer.body += [.fault(.truncation), .close]
    return answer
  }

  /// Returns an answer in chunks without the last one.
  public static func truncatedChunks(_ pieces: [[UInt8]]) -> ChaosAnswer {
    var answer = chunked(pieces)
    answer.body.removeLast()
    answer.body += [.fault(.truncation), .close]
    return answer
  }

  /// Returns an answer whose body is longer than announced.
  public static func tooLong(_ bytes: [UInt8], announcing length: Int) -> ChaosAnswer {
    var answer = announcing(length, bytes)
    answer.body.insert(.fault(.wrongLength), at: 0)
    return answer
  }

  /// Returns an answer that resets the connection after the first bytes of the body.
  public static func reset(after bytes: [UInt8], announcing length: Int) -> ChaosAnswer {
    var answer = announcing(length, bytes)
    answer.body += [.fault(.reset), .reset]
    return answer
  }

  /// An answer that closes the connection without sending anything.
  public static var noAnswer: ChaosAnswer {
    var answer = ChaosAnswer(0, body: [.fault(.noAnswer), .close])
    answer.hasHead = false
    return answer
  }

  /// Returns an answer that is not HTTP.
  public static func garbage(_ text: String) -> ChaosAnswer {
    var answer = ChaosAnswer(0, body: [.fault(.garbage), .send(Array(text.utf8)), .close])
    answer.hasHead = false
    return answer
  }

  /// Returns an answer whose chunked body has no end.
  public static func endless(_ piece: [UInt8], type: String = "application/json") -> ChaosAnswer {
    ChaosAnswer(
      200, headers: ["Content-Type": type, "Transfer-Encoding": "chunked"],
      body: [.fault(.endless), .sendForEver(chunk(piece))])
  }

  /// An answer whose head has no end.
  public static var endlessHeaders: ChaosAnswer {
    var answer = ChaosAnswer(
      0,
      body: [
        .fault(.endlessHeaders), .send(Array("HTTP/1.1 200 OK\r\n".utf8)),
        .sendForEver(Array("X-Filler: \(String(repeating: "x", count: 1_000))\r\n".utf8)),
      ])
    answer.hasHead = false
    return answer
  }

  /// An answer whose body is gzip-compressed zeros without an end.
  public static var bomb: ChaosAnswer {
    let (start, rest) = ChaosCompression.endlessZeros
    // Each step sends many of them, so that the server is not the bottleneck.
    return ChaosAnswer(
      200, headers: ["Content-Type": "application/json", "Content-Encoding": "gzip", "Transfer-Encoding": "chunked"],
      body: [
        .fault(.bomb), .send(chunk(start)),
        .sendForEver(chunk(Array([[UInt8]](repeating: rest, count: 1_000).joined()))),
      ])
  }

  /// Returns an answer whose body claims to be gzip and is not.
  public static func badGzip(_ text: String) -> ChaosAnswer {
    var answer = bytes(Array(text.utf8), headers: ["Content-Encoding": "gzip"])
    answer.body.insert(.fault(.badCompression), at: 0)
    return answer
  }

  /// Returns a redirect to another address.
  public static func redirect(to location: String, status: Int = 302, body: String = "elsewhere") -> ChaosAnswer {
    var answer = text(body, status: status, type: "text/html", headers: ["Location": location])
    answer.before = [.fault(.redirect)]
    return answer
  }

  /// Returns a 429 or 503 answer with the given `Retry-After`.
  public static func busy(_ status: Int = 503, retryAfter: String?) -> ChaosAnswer {
    var answer = self.status(status, headers: retryAfter.map { ["Retry-After": $0] } ?? [:])
    answer.before = [.fault(.busy)]
    return answer
  }

  static func announcing(
    _ length: Int, _ bytes: [UInt8], status: Int = 200, headers: [String: String] = [:]
  ) -> ChaosAnswer {
    ChaosAnswer(
      status, headers: headers.merging(["Content-Length": "\(length)"]) { $1 },
      body: bytes.isEmpty ? [] : [.send(bytes)])
  }

  private static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + Array("\r\n".utf8)
  }
}
