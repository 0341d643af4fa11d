extension StringProtocol {
  /// True if the text contains only ASCII digits; also true for an empty text. Plus and minus signs and the digits of
  /// other scripts are rejected, because protocols do not allow them.
  package var isDigits: Bool { utf8.allSatisfy { (48...57).contains($0) } }
}
