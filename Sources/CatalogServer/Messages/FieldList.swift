import CatalogModel

/// A header field that contains a list (RFC 9110, section 5.6): members separated by commas, each with parameters after
/// semicolons. Quoted strings may contain both separators. Parsing takes time proportional to the length of the field,
/// whatever it contains, and keeps a bounded number of members.
struct FieldList {
  struct Member: Equatable {
    var value: String
    /// The parameters: names in lower case, values without quotes.
    var parameters: [(name: String, value: String)] = []

    static func == (one: Member, other: Member) -> Bool {
      one.value == other.value && one.parameters.elementsEqual(other.parameters) { $0 == $1 }
    }

    subscript(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// The weight of the member (RFC 9110, section 12.4.2), in thousandths: 1,000 if the member has no weight, and 0 if
    /// the weight is malformed.
    var quality: Int {
      guard let text = self["q"] else { return 1_000 }
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count <= 2, parts[0] == "0" || parts[0] == "1" else { return 0 }
      let digits = parts.count == 2 ? parts[1] : ""
      guard digits.utf8.count <= 3, digits.isDigits else { return 0 }
      let thousandths = digits.isEmpty ? 0 : Int(digits + String(repeating: "0", count: 3 - digits.utf8.count)) ?? 0
      return parts[0] == "1" ? 1_000 : thousandths
    }
  }

  /// The maximum number of members to read. Later members are ignored.
  static let maxMembers = 64

  let members: [Member]

  init(_ text: String) {
    var members: [Member] = []
    for part in Self.split(text[...], at: UInt8(ascii: ",")) {
      let pieces = Self.split(part, at: UInt8(ascii: ";"))
      guard let value = pieces.first.map({ HeaderFields.trimmed($0) }) else { continue }
      var member = Member(value: String(value))
      for piece in pieces.dropFirst().prefix(16) {
        let name = HeaderFields.trimmed(piece.prefix { $0 != "=" })
        guard HeaderFields.isToken(name) else { continue }
        member.parameters.append((name.lowercased(), Self.unquoted(piece.drop { $0 != "=" }.dropFirst())))
      }
      if !member.value.isEmpty || !member.parameters.isEmpty { members.append(member) }
      if members.count == Self.maxMembers { break }
    }
    self.members = members
  }

  /// Returns the members as written, at most ``maxMembers``.
  static func parts(_ text: String) -> [String] {
    Array(
      split(text[...], at: UInt8(ascii: ",")).lazy.map { String(HeaderFields.trimmed($0)) }.filter { !$0.isEmpty }
        .prefix(maxMembers))
  }

  /// Returns the value of a parameter: a token, or a quoted string without its quotes and backslashes.
  static func unquoted(_ text: Substring) -> String {
    let text = HeaderFields.trimmed(text)
    guard text.hasPrefix("\""), text.hasSuffix("\""), text.utf8.count >= 2 else { return String(text) }
    var value = ""
    var isEscaped = false
    for scalar in text.unicodeScalars.dropFirst().dropLast() {
      if scalar == "\\", !isEscaped {
        isEscaped = true
      } else {
        value.unicodeScalars.append(scalar)
        isEscaped = false
      }
    }
    return value
  }

  /// Splits a text at separators outside quoted strings.
  private static func split(_ text: Substring, at separator: UInt8) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    var isEscaped = false
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if isEscaped {
        isEscaped = false
      } else if isQuoted {
        if byte == UInt8(ascii: "\\") { isEscaped = true } else if byte == UInt8(ascii: "\"") { isQuoted = false }
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = true
      } else if byte == separator {
        parts.append(text[start..<index])
        start = text.utf8.index(after: index)
      }
    }
    parts.append(text[start...])
    return parts
  }
}
