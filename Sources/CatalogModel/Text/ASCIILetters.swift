extension UInt8 {
  /// Whether it is a letter from A to Z, in either case, or a digit, in ASCII.
  package var isASCIILetterOrDigit: Bool {
    (48...57).contains(self) || (97...122).contains(self) || (65...90).contains(self)
  }
}
