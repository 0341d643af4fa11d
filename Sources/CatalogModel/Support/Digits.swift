extension UnsafeBufferPointer<UInt8> {
  /// The number that digits of ASCII are at a place; `nil` where something else stands among them.
  ///
  /// - Parameters:
  ///   - place: of the first one. All of them lie within the bytes.
  ///   - digits: how many they are, at most eighteen.
  func number(at place: Int, digits: Int) -> Int? {
    var number: Int = 0
    for byte in self[place..<place + digits] {
      guard (48...57).contains(byte) else { return nil }
      number = number * 10 + Int(byte - 48)
    }
    return number
  }
}
