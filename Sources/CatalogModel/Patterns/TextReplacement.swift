/// A rule that replaces parts of texts, in the notation of `sed` and Perl: `/pattern/replacement/`.
///
/// - The pattern is a ``RegularExpression``. Any ASCII character may be used in place of the slash, except a letter, a
///   digit, a space or a backslash. A backslash before the delimiter makes it part of the pattern or the replacement.
/// - In the replacement, `$1`, `${1}` and `\1` denote the match of the first group, `$0` and `\0` the whole match, and
///   `\n` a line break. `$$` and `\$` denote a dollar sign, and `\\` a backslash.
/// - After the last delimiter, `g` replaces every match instead of only the first, and `i` ignores case.
package struct TextReplacement: Equatable, Sendable {
  /// A part of the replacement.
  private enum Piece: Equatable {
    case text(String)
    /// The match of a capture group; 0 denotes the whole match.
    case group(Int)
  }

  /// The text as it was typed.
  package let text: String
  private let expression: RegularExpression
  private let pieces: [Piece]
  private let replacesAll: Bool

  /// Creates a replacement.
  ///
  /// - Throws: ``InvalidValue`` if the text is not a replacement, and the errors of
  ///   ``RegularExpression/init(_:ignoresCase:)``.
  package init(_ text: String) throws {
    func problem(_ reason: String) -> InvalidValue { InvalidValue("replacement", text, reason) }
    // Unicode scalars are used, because a delimiter followed by a combining mark is not a `Character` of its own.
    let scalars = text.unicodeScalars
    guard let stroke = scalars.first, Self.isDivider(stroke) else {
      throw problem("write it as /pattern/replacement/")
    }
    let parts = Self.parts(of: scalars.dropFirst(), dividedBy: stroke)
    guard parts.count == 3 else {
      throw problem("write it as \(stroke)pattern\(stroke)replacement\(stroke)")
    }
    let flags = Set(parts[2].unicodeScalars)
    guard flags.isSubset(of: ["g", "i"]) else {
      throw problem("only g and i may follow the last \(stroke)")
    }
    guard !parts[0].isEmpty else { throw problem("the pattern is empty") }
    let expression = try RegularExpression(parts[0], ignoresCase: flags.contains("i"))
    let pieces = try Self.pieces(of: parts[1], dividedBy: stroke, problem)
    for case .group(let number) in pieces where number > expression.groupCount {
      throw problem("the pattern has no group \(number)")
    }
    (self.text, self.expression, self.pieces, replacesAll) = (text, expression, pieces, flags.contains("g"))
  }

  package static func == (one: TextReplacement, other: TextReplacement) -> Bool { one.text == other.text }

  /// Returns a text with its matches replaced.
  ///
  /// - Throws: ``InvalidValue`` if matching takes too many steps.
  package func replacing(in text: String) throws -> String {
    var text = text
    let replaced = try text.withUTF8 { bytes -> [UInt8]? in
      var result: [UInt8] = []
      var (copied, start) = (0, 0)
      while start <= bytes.count, let groups = try expression.firstMatch(in: bytes, from: start),
        case let match?? = groups.first
      {
        result += bytes[copied..<match.lowerBound]
        for piece in pieces {
          switch piece {
          case .text(let text): result += text.utf8
          case .group(let number): if let range = groups[number] { result += bytes[range] }
          }
        }
        (copied, start) = (match.upperBound, match.upperBound)
        if !replacesAll { break }
        // After an empty match, one character is skipped. Otherwise the same match would be found again.
        if match.isEmpty { repeat { start += 1 } while start < bytes.count && bytes[start] & 0xC0 == 0x80 }
      }
      guard copied > 0 || !result.isEmpty else { return nil }
      return result + bytes[copied...]
    }
    return replaced.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  private static func isDivider(_ scalar: UnicodeScalar) -> Bool {
    scalar.value < 0x7F && scalar.value > 0x20 && scalar != "\\" && !scalar.properties.isAlphabetic
      && scalar.properties.numericType == nil
  }

  /// Returns the texts between the delimiters. A delimiter after a backslash is part of a text.
  private static func parts(of text: Substring.UnicodeScalarView, dividedBy stroke: UnicodeScalar) -> [String] {
    var parts = [String.UnicodeScalarView()]
    var isEscaped = false
    for scalar in text {
      if scalar == stroke, !isEscaped, parts.count < 3 {
        parts.append(String.UnicodeScalarView())
        continue
      }
      parts[parts.count - 1].append(scalar)
      isEscaped = scalar == "\\" && !isEscaped
    }
    return parts.map(String.init)
  }

  private static func pieces(
    of replacement: String, dividedBy stroke: UnicodeScalar, _ problem: (String) -> InvalidValue
  ) throws -> [Piece] {
    var pieces: [Piece] = []
    var literal = String.UnicodeScalarView()
    var rest = Substring(replacement).unicodeScalars
    func take(while condition: (UnicodeScalar) -> Bool) -> Substring {
      let taken = rest.prefix(while: condition)
      rest = rest[taken.endIndex...]
      return Substring(taken)
    }
    while let scalar = rest.popFirst() {
      guard scalar == "\\" || scalar == "$" else {
        literal.append(scalar)
        continue
      }
      let isBraced = scalar == "$" && rest.first == "{"
      if isBraced { rest.removeFirst() }
      let digits = String(take { ("0"..."9").contains($0) })
      if isBraced {
        guard !digits.isEmpty, rest.popFirst() == "}" else { throw problem("digits and a } must follow ${") }
      }
      if !digits.isEmpty {
        pieces.append(.text(String(literal)))
        literal.removeAll()
        // A number that is too large for an integer exceeds the number of groups in any pattern.
        pieces.append(.group(Int(digits) ?? .max))
        continue
      }
      switch (scalar, rest.popFirst()) {
      case ("\\", "n"): literal.append("\n")
      case ("\\", let next?) where next == stroke || next == "\\" || next == "$": literal.append(next)
      case ("$", "$"): literal.append("$")
      case (_, let next):
        throw problem(
          "\(scalar)\(next.map(String.init) ?? "") is not valid in a replacement; "
            + "write \(scalar)\(scalar) for \(scalar)")
      }
    }
    pieces.append(.text(String(literal)))
    return pieces
  }
}
