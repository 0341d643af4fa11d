/// What tells one state of something from another (RFC 9110, section 8.8.3).
public struct EntityTag: Sendable, Equatable, CustomStringConvertible {
  /// Between the quotes.
  public let value: String
  /// Whether equal tags mean the same to a reader only, and not the same bytes.
  public var isWeak: Bool

  /// - Parameter value: characters that no tag may hold are left out.
  public init(_ value: String, isWeak: Bool = false) {
    self.value = String(String.UnicodeScalarView(value.unicodeScalars.filter { Self.isAllowed($0) }))
    self.isWeak = isWeak
  }

  /// As a field has it; `nil` for any other text.
  init?(field text: some StringProtocol) {
    isWeak = text.hasPrefix("W/")
    let quoted = text.dropFirst(isWeak ? 2 : 0)
    guard quoted.utf8.count >= 2, quoted.hasPrefix("\""), quoted.hasSuffix("\"") else { return nil }
    value = String(quoted.dropFirst().dropLast())
    guard value.unicodeScalars.allSatisfy(Self.isAllowed) else { return nil }
  }

  /// As a field has it.
  public var description: String { "\(isWeak ? "W/" : "")\"\(value)\"" }

  /// Whether both mean the same to a reader (RFC 9110, section 8.8.3.2, weak comparison).
  func matches(_ other: EntityTag) -> Bool { value == other.value }

  /// Whether both mean the same bytes (strong comparison).
  func isSame(as other: EntityTag) -> Bool { !isWeak && !other.isWeak && value == other.value }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x21 || (0x23...0x7E).contains(scalar.value)
  }
}
