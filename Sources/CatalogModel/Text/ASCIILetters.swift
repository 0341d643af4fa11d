extension UInt8 {
  /// True if the byte is an ASCII letter, in either case, or an ASCII digit.
  package var isASCIILetterOrDigit: Bool {
    (48...57).contains(self) || (97...122).contains(self) || (65...90).contains(self)
  }
}
