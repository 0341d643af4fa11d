/// The string literals of a Swift source without their interpolations. Literals inside interpolations are separate.
/// Comments are skipped.
struct StringLiterals {
  private(set) var found: [String] = []
  private let bytes: [UInt8]
  private var index = 0

  init(in source: String) {
    bytes = Array(source.utf8)
    readCode(isInterpolation: false)
  }

  private mutating func readCode(isInterpolation: Bool) {
    var depth = 0
    while index < bytes.count {
      if skips("//") {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
      } else if skips("/*") {
        skipComment()
      } else if let hashes = hashesBeforeQuote {
        index += hashes
        readLiteral(hashes: hashes)
      } else if skips("(") {
        depth += 1
      } else if skips(")") {
        if isInterpolation, depth == 0 { return }
        depth -= 1
      } else {
        index += 1
      }
    }
  }

  /// Skips a comment. Block comments may be nested.
  private mutating func skipComment() {
    var depth = 1
    while index < bytes.count, depth > 0 {
      if skips("*/") { depth -= 1 } else if skips("/*") { depth += 1 } else { index += 1 }
    }
  }

  /// The number of number signs before the quotation mark of a literal that begins here, or `nil` if none begins.
  private var hashesBeforeQuote: Int? {
    let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
    let quote = index + hashes
    return quote < bytes.count && bytes[quote] == UInt8(ascii: "\"") ? hashes : nil
  }

  private mutating func readLiteral(hashes: Int) {
    let quote = skips("\"\"\"") ? "\"\"\"" : "\""
    if quote.utf8.count == 1 { index += 1 }
    let delimiter = String(repeating: "#", count: hashes)
    var text: [UInt8] = []
    while index < bytes.count, !skips(quote + delimiter) {
      if skips("\\" + delimiter) {
        if skips("(") { readCode(isInterpolation: true) } else { index += 1 }
        text += Array("…".utf8)
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    found.append(String(decoding: text, as: UTF8.self))
  }

  /// Skips a text if it is next, and returns true if it was.
  private mutating func skips(_ text: String) -> Bool {
    guard bytes[index...].starts(with: text.utf8) else { return false }
    index += text.utf8.count
    return true
  }
}
