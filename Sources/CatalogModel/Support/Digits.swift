extension UnsafeBufferPointer<UInt8> {
  /// Returns the number that the ASCII digits at the given offset represent; `nil` if any of the bytes is not a digit.
  ///
  /// - Parameters:
  ///   - offset: The offset of the first digit. All digits must be within the buffer.
  ///   - digits: The number of digits to read, at most eighteen.
  func number(at offset: Int, digits: Int) -> Int? {
    var number: Int = 0
    for byte in self[offset..<offset + digits] {
      guard (48...57).contains(byte) else { return nil }
      number = number * 10 + Int(byte - 48)
    }
    return number
  }
}
