extension StringProtocol {
  /// Whether nothing is in it but digits of ASCII, which is true of an empty text, too. A number may have a sign besides, and digits
  /// of other writings, which texts of protocols have not.
  package var isDigits: Bool { utf8.allSatisfy { (48...57).contains($0) } }
}
