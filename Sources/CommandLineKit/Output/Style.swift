/// How a piece of text looks on a terminal with colours.
///
/// Only the sixteen colours that every theme defines, so that the text stays legible on light and dark backgrounds.
/// The raw value is the parameter of the "select graphic rendition" sequence (ECMA-48, 8.3.117).
package enum Style: UInt8, CaseIterable, Sendable {
  case plain = 0
  case bold = 1
  case dim = 2
  case red = 31
  case green = 32
  case yellow = 33
  case cyan = 36

  /// What a search matched.
  package static let match = Style.yellow

  /// The text in this style, or the text alone when it is plain, empty or colours are off.
  package func applied(to text: String, when usesColor: Bool) -> String {
    guard usesColor, self != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
