/// An entity tag, which identifies one state of a resource (RFC 9110, section 8.8.3).
public struct EntityTag: Sendable, Equatable, CustomStringConvertible {
  /// The text between the quotes.
  public let value: String
  /// True if equal tags mean equivalent content, but not necessarily the same bytes.
  public var isWeak: Bool

  /// Creates a tag.
  ///
  /// - Parameter value: The text of the tag. Characters that a tag cannot contain are removed.
  public init(_ value: String, isWeak: Bool = false) {
    self.value = String(String.UnicodeScalarView(value.unicodeScalars.filter { Self.isAllowed($0) }))
    self.isWeak = isWeak
  }

  /// Creates a tag from the notation of a header field; returns `nil` for any other text.
  init?(field text: some StringProtocol) {
    isWeak = text.hasPrefix("W/")
    let quoted = text.dropFirst(isWeak ? 2 : 0)
    guard quoted.utf8.count >= 2, quoted.hasPrefix("\""), quoted.hasSuffix("\"") else { return nil }
    value = String(quoted.dropFirst().dropLast())
    guard value.unicodeScalars.allSatisfy(Self.isAllowed) else { return nil }
  }

  /// The notation of a header field.
  public var description: String { "\(isWeak ? "W/" : "")\"\(value)\"" }

  /// Returns true if both tags mean equivalent content (RFC 9110, section 8.8.3.2, weak comparison).
  func matches(_ other: EntityTag) -> Bool { value == other.value }

  /// Returns true if both tags mean the same bytes (strong comparison).
  func isSame(as other: EntityTag) -> Bool { !isWeak && !other.isWeak && value == other.value }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x21 || (0x23...0x7E).contains(scalar.value)
  }
}
