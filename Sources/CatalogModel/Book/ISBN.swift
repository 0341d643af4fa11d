/// A validated International Standard Book Number. Two numbers are equal if their thirteen digits are equal. A number
/// is shown as it was given.
///
/// Ten-digit numbers belong to the 978 range (ISO 2108). Hyphens, dashes, spaces and an `ISBN` prefix are accepted.
/// Invisible characters, such as the direction marks that shops' pages put before a number, are ignored.
///
/// ```swift
/// let isbn = try ISBN("0-441-01359-7")
/// print(isbn, isbn.digits)  // 0-441-01359-7 9780441013593
/// print(try isbn == ISBN("978-0-441-01359-3"))  // true
/// ```
public struct ISBN: Sendable, CustomStringConvertible {
  /// The thirteen digits as a number, such as 9780441013593.
  public let number: Int64
  /// The text as it was given, if it differs from the thirteen digits.
  private let given: String?

  /// Creates an ISBN from a text.
  ///
  /// - Throws: ``InvalidValue`` if the text does not have ten or thirteen digits, or if its check digit is wrong.
  public init(_ text: String) throws {
    guard let number = try Self.number(in: text) else {
      throw InvalidValue("ISBN", text, "an ISBN has 10 or 13 digits")
    }
    self.number = number
    given = Self.withoutLabel(text)
  }

  /// Creates an ISBN from a number that was validated before it was stored.
  package init(checked number: Int64, asGiven: String? = nil) {
    self.number = number
    given = asGiven
  }

  /// The text as it was given, without an `ISBN` label: `0-441-01359-7`.
  public var asGiven: String { given ?? digits }

  /// The thirteen digits, without hyphens.
  public var digits: String { String(number) }

  /// The ten-digit form; `nil` for numbers that do not begin with 978.
  public var tenDigits: String? {
    let digits = digits.utf8.map { Int($0) - 48 }
    guard digits.count == 13, digits.starts(with: [9, 7, 8]) else { return nil }
    let body = digits[3..<12]
    let sum = zip(body, stride(from: 10, through: 2, by: -1)).reduce(0) { $0 + $1.0 * $1.1 }
    let check = (11 - sum % 11) % 11
    return body.map(String.init).joined() + (check == 10 ? "X" : String(check))
  }

  /// The number as it was given; see ``asGiven``.
  public var description: String { asGiven }

  private static func withoutLabel(_ text: String) -> String {
    var rest = visible(text).trimmed()[...]
    if rest.prefix(4).lowercased() == "isbn" {
      rest = rest.dropFirst(4)
      // In “ISBN-10:”, the 10 is a label; in “ISBN-1098134184”, it begins the number.
      let isOfKind = rest.hasPrefix("-10") || rest.hasPrefix("-13")
      if isOfKind, rest.dropFirst(3).first?.isWholeNumber != true { rest = rest.dropFirst(3) }
      rest = rest.drop { $0 == ":" || $0.unicodeScalars.allSatisfy(isSeparator) }
    }
    return String(rest)
  }

  /// Returns the text without invisible characters.
  private static func visible(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .format }))
  }

  /// Returns true for a dash or space of any kind, and for the minus sign.
  private static func isSeparator(_ character: Unicode.Scalar) -> Bool {
    switch character.properties.generalCategory {
    case .dashPunctuation, .spaceSeparator: true
    default: character == "\u{2212}"
    }
  }

  /// Returns the thirteen digits of a text that has the form of an ISBN; `nil` for any other text.
  private static func number(in text: String) throws -> Int64? {
    var digits: [Int] = []
    for character in withoutLabel(text).unicodeScalars {
      switch character {
      case "0"..."9": digits.append(Int(character.value) - 48)
      case "x", "X": digits.append(10)
      case _ where isSeparator(character): continue
      default: return nil
      }
      if digits.count > 13 { return nil }
    }
    guard digits.dropLast().allSatisfy({ $0 < 10 }) else { return nil }
    switch digits.count {
    case 10:
      let sum = zip(digits, stride(from: 10, through: 1, by: -1)).reduce(0) { $0 + $1.0 * $1.1 }
      guard sum % 11 == 0 else {
        let body = zip(digits.dropLast(), stride(from: 10, through: 2, by: -1)).reduce(0) { $0 + $1.0 * $1.1 }
        let check = (11 - body % 11) % 11
        throw InvalidValue("ISBN", text, "its check digit should be \(check == 10 ? "X" : String(check))")
      }
      let body = [9, 7, 8] + digits.dropLast()
      return value(of: body + [checkDigit(of: body)])
    case 13:
      guard digits[12] < 10, digits[0] == 9, digits[1] == 7, digits[2] == 8 || digits[2] == 9 else {
        throw InvalidValue("ISBN", text, "an ISBN of 13 digits begins with 978 or 979")
      }
      let check = checkDigit(of: Array(digits.dropLast()))
      guard digits[12] == check else { throw InvalidValue("ISBN", text, "its check digit should be \(check)") }
      return value(of: digits)
    default:
      return nil
    }
  }

  private static func checkDigit(of twelve: [Int]) -> Int {
    let sum = twelve.enumerated().reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3) }
    return (10 - sum % 10) % 10
  }

  private static func value(of digits: [Int]) -> Int64 { digits.reduce(0) { $0 * 10 + Int64($1) } }
}

extension ISBN: Codable {
  /// Decodes an ISBN from a text.
  ///
  /// - Throws: ``InvalidValue`` if the text is not an ISBN.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the number as it was given.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(asGiven)
  }
}

extension ISBN: Equatable, Hashable {
  /// Returns true if two ISBNs have the same thirteen digits. The ten-digit and the thirteen-digit form of a number are
  /// equal, however they are written.
  public static func == (one: ISBN, other: ISBN) -> Bool { one.number == other.number }
  /// Hashes the thirteen digits.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
