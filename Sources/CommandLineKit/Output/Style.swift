/// A text style for terminals with colours.
///
/// Only the sixteen colours that every theme defines are used, so that text is legible on light and dark backgrounds.
/// The raw value is the parameter of the "select graphic rendition" sequence (ECMA-48, 8.3.117).
package enum Style: UInt8, CaseIterable, Sendable {
  case plain = 0
  case bold = 1
  case dim = 2
  case red = 31
  case green = 32
  case yellow = 33
  case cyan = 36

  /// The style of search matches.
  package static let match = Style.yellow

  /// Returns the text in this style. The text is unchanged if the style is plain, the text is empty or colours are off.
  package func applied(to text: String, when usesColor: Bool) -> String {
    guard usesColor, self != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
