import Platform

/// A user whom a server requires to log in with Basic (RFC 7617) or Digest (RFC 7616, MD5 and `qop=auth`).
public struct ChaosAuthentication: Sendable {
  public enum Scheme: Sendable {
    case basic
    case digest
  }

  private let scheme: Scheme
  private let user: String
  private let password: String
  private static let realm = "chaos"
  private static let nonce = "0a1b2c3d4e5f"

  public init(_ scheme: Scheme, user: String, password: String) {
    self.scheme = scheme
    self.user = user
    self.password = password
  }

  /// Returns the answer to a request without the right credentials; `nil` if they are right. Like calibre, it answers
  /// credentials of another scheme with 400.
  public func refusal(_ request: ChaosRequest) -> ChaosAnswer? {
    guard let given = request.headers["authorization"] else { return challenge }
    switch scheme {
    case .basic:
      guard given.hasPrefix("Basic ") else { return .status(400) }
      return given == "Basic " + Self.base64(Array("\(user):\(password)".utf8)) ? nil : challenge
    case .digest:
      guard given.hasPrefix("Digest ") else { return .status(400) }
      return isRight(Self.parameters(given.dropFirst(7)), request) ? nil : challenge
    }
  }

  private var challenge: ChaosAnswer {
    let value =
      switch scheme {
      case .basic: #"Basic realm="\#(Self.realm)", charset="UTF-8""#
      case .digest: #"Digest realm="\#(Self.realm)", nonce="\#(Self.nonce)", qop="auth", algorithm=MD5"#
      }
    var answer = ChaosAnswer.text(
      "<p>who are you?", status: 401, type: "text/html", headers: ["WWW-Authenticate": value])
    answer.before = [.fault(.challenge)]
    return answer
  }

  private func isRight(_ given: [String: String], _ request: ChaosRequest) -> Bool {
    guard given["username"] == user, given["realm"] == Self.realm, given["nonce"] == Self.nonce,
      given["uri"] == request.target, given["qop"] == "auth", let count = given["nc"], let own = given["cnonce"]
    else { return false }
    let who = Self.md5("\(user):\(Self.realm):\(password)")
    let what = Self.md5("\(request.method):\(request.target)")
    return given["response"] == Self.md5("\(who):\(Self.nonce):\(count):\(own):auth:\(what)")
  }

  private static func parameters(_ text: Substring) -> [String: String] {
    let pairs = text.split(separator: ",").map { part in
      let pair = part.drop { $0 == " " }
      let name = pair.prefix { $0 != "=" }
      return (String(name), pair[name.endIndex...].dropFirst().filter { $0 != "\"" })
    }
    return Dictionary(pairs) { $1 }
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let value = (0..<3).reduce(0) { $0 << 8 | ($1 < part.count ? Int(part[start + $1]) : 0) }
      for index in 0..<4 { text.append(index <= part.count ? letters[value >> (18 - 6 * index) & 63] : "=") }
    }
    return text
  }

  /// Returns the MD5 (RFC 1321) of a text in hexadecimal digits.
  static func md5(_ text: String) -> String {
    var message = Array(text.utf8)
    let length = UInt64(message.count) * 8
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    withUnsafeBytes(of: length.littleEndian) { message += $0 }
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
    for start in stride(from: 0, to: message.count, by: 64) {
      let words = (0..<16).map { word -> UInt32 in
        message[start + word * 4..<start + word * 4 + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      for round in 0..<64 {
        let (mixed, word): (UInt32, Int) =
          switch round / 16 {
          case 0: (b & c | ~b & d, round)
          case 1: (d & b | ~d & c, (5 * round + 1) % 16)
          case 2: (b ^ c ^ d, (3 * round + 5) % 16)
          default: (c ^ (b | ~d), 7 * round % 16)
          }
        let sum = mixed &+ a &+ constants[round] &+ words[word]
        let shift = shifts[round / 16][round % 4]
        (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
      }
      state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d]
    }
    return state.map { word -> String in
      let digits = String(word.byteSwapped, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static let shifts: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
  private static let constants: [UInt32] = (1...64).map { number -> UInt32 in
    let sine: Double = sin(Double(number))
    return UInt32(abs(sine) * 4_294_967_296)
  }
}
