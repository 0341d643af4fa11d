/// What a server does wrong on purpose.
public enum ChaosFault: String, Sendable, Hashable, CaseIterable {
  /// The answer, or its rest, is held back until a gate opens.
  case latency
  /// The connection is reset in the middle.
  case reset
  /// The connection is closed before the announced end.
  case truncation
  /// More is sent than was announced.
  case wrongLength
  /// The connection is closed without an answer.
  case noAnswer
  /// What is sent is not HTTP.
  case garbage
  /// A body without an end.
  case endless
  /// A compressed body that unpacks to more than a hundred times its size, without an end.
  case bomb
  /// A compressed body that cannot be unpacked.
  case badCompression
  /// The request is sent on to another address.
  case redirect
  /// Credentials are asked for.
  case challenge
  /// An answer that says to come back later.
  case busy
  /// Headers without an end.
  case endlessHeaders
}

/// The answer to a request: a head and the steps by which the body is sent.
public struct ChaosAnswer: Sendable, CustomStringConvertible {
  /// A part of an answer.
  public enum Step: Sendable {
    case send([UInt8])
    /// The same again and again, until the client hangs up.
    case sendForEver([UInt8])
    case wait(ChaosGate)
    /// Is counted from here on.
    case fault(ChaosFault)
    case close
    case reset
  }

  public var status: Int
  public var headers: [(name: String, value: String)]
  /// What comes before the head.
  public var before: [Step] = []
  /// What comes behind the head; left out for `HEAD`.
  public var body: [Step]
  /// Whether there is a head at all.
  public var hasHead = true

  public init(_ status: Int, headers: [String: String] = [:], body: [Step] = []) {
    self.status = status
    self.headers = headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    self.body = body
  }
}

extension ChaosAnswer {
  /// Its status and its faults.
  public var description: String {
    let faults = (before + body).compactMap { if case .fault(let fault) = $0 { fault.rawValue } else { nil } }
    return (["\(status)"] + faults).joined(separator: " ")
  }

  /// A body of the length that is announced.
  public static func bytes(
    _ bytes: [UInt8], status: Int = 200, type: String = "application/json", headers: [String: String] = [:]
  ) -> ChaosAnswer {
    announcing(bytes.count, bytes, status: status, headers: headers.merging(["Content-Type": type]) { $1 })
  }

  /// A text of the length that is announced.
  public static func text(
    _ text: String, status: Int = 200, type: String = "application/json", headers: [String: String] = [:]
  ) -> ChaosAnswer { bytes(Array(text.utf8), status: status, type: type, headers: headers) }

  /// A status without a body.
  public static func status(_ status: Int, headers: [String: String] = [:]) -> ChaosAnswer {
    announcing(0, [], status: status, headers: headers)
  }

  /// A body in chunks (RFC 9112, section 7.1).
  public static func chunked(_ pieces: [[UInt8]], headers: [String: String] = [:]) -> ChaosAnswer {
    ChaosAnswer(
      200, headers: headers.merging(["Transfer-Encoding": "chunked"]) { $1 },
      body: pieces.map { .send(chunk($0)) } + [.send(Array("0\r\n\r\n".utf8))])
  }

  /// A body packed by gzip.
  public static func gzip(_ bytes: [UInt8], type: String = "application/json") -> ChaosAnswer {
    self.bytes(ChaosCompression.gzip(bytes), type: type, headers: ["Content-Encoding": "gzip"])
  }

  /// Pieces of a body, each but the first held back until its gate opens.
  public static func held(_ pieces: [[UInt8]], by gates: [ChaosGate]) -> ChaosAnswer {
    var answer = announcing(pieces.reduce(0) { $0 + $1.count }, pieces.first ?? [])
    for (piece, gate) in zip(pieces.dropFirst(), gates) {
      answer.body += [.fault(.latency), .wait(gate), .send(piece)]
    }
    return answer
  }

  /// This answer, held back whole until a gate opens.
  public func held(by gate: ChaosGate) -> ChaosAnswer {
    var answer = self
    answer.before = [.fault(.latency), .wait(gate)]
    return answer
  }

  /// A body that is shorter than announced, behind which the connection is closed.
  public static func truncated(_ bytes: [UInt8], announcing length: Int) -> ChaosAnswer {
    var answer = announcing(length, bytes)
    answer.body += [.fault(.truncation), .close]
    return answer
  }

  /// A body in chunks whose last one is missing.
  public static func truncatedChunks(_ pieces: [[UInt8]]) -> ChaosAnswer {
    var answer = chunked(pieces)
    answer.body.removeLast()
    answer.body += [.fault(.truncation), .close]
    return answer
  }

  /// A body that is longer than announced.
  public static func tooLong(_ bytes: [UInt8], announcing length: Int) -> ChaosAnswer {
    var answer = announcing(length, bytes)
    answer.body.insert(.fault(.wrongLength), at: 0)
    return answer
  }

  /// A reset of the connection behind the first bytes of the body.
  public static func reset(after bytes: [UInt8], announcing length: Int) -> ChaosAnswer {
    var answer = announcing(length, bytes)
    answer.body += [.fault(.reset), .reset]
    return answer
  }

  /// A closed connection in place of an answer.
  public static var noAnswer: ChaosAnswer {
    var answer = ChaosAnswer(0, body: [.fault(.noAnswer), .close])
    answer.hasHead = false
    return answer
  }

  /// What is not HTTP.
  public static func garbage(_ text: String) -> ChaosAnswer {
    var answer = ChaosAnswer(0, body: [.fault(.garbage), .send(Array(text.utf8)), .close])
    answer.hasHead = false
    return answer
  }

  /// A body without an end, in chunks.
  public static func endless(_ piece: [UInt8], type: String = "application/json") -> ChaosAnswer {
    ChaosAnswer(
      200, headers: ["Content-Type": type, "Transfer-Encoding": "chunked"],
      body: [.fault(.endless), .sendForEver(chunk(piece))])
  }

  /// A head without an end.
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

  /// A body of zeros that are packed by gzip and have no end.
  public static var bomb: ChaosAnswer {
    let (start, rest) = ChaosCompression.endlessZeros
    // Many at a time, so that the server is not what takes long.
    return ChaosAnswer(
      200, headers: ["Content-Type": "application/json", "Content-Encoding": "gzip", "Transfer-Encoding": "chunked"],
      body: [
        .fault(.bomb), .send(chunk(start)),
        .sendForEver(chunk(Array([[UInt8]](repeating: rest, count: 1_000).joined()))),
      ])
  }

  /// A body that claims to be packed by gzip and is not.
  public static func badGzip(_ text: String) -> ChaosAnswer {
    var answer = bytes(Array(text.utf8), headers: ["Content-Encoding": "gzip"])
    answer.body.insert(.fault(.badCompression), at: 0)
    return answer
  }

  /// Sends the client on to another address.
  public static func redirect(to location: String, status: Int = 302, body: String = "elsewhere") -> ChaosAnswer {
    var answer = text(body, status: status, type: "text/html", headers: ["Location": location])
    answer.before = [.fault(.redirect)]
    return answer
  }

  /// 429 or 503, with what `Retry-After` says.
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
