extension Int {
  /// The number with thousands separators: `1,000,000`.
  package var grouped: String {
    guard magnitude >= 1_000 else { return String(self) }
    return (self / 1_000).grouped + "," + String(String(magnitude % 1_000 + 1_000).dropFirst())
  }

  /// Returns the number with a noun: `1 book`, `1,000 books`.
  package func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}

extension Double {
  /// The shortest text that reads back as the same number, without a fraction for whole numbers: `4`, `4.25`.
  package var shortest: String {
    self == rounded() && magnitude < 1e15 ? String(Int64(self)) : description
  }

  /// The number rounded to at most one decimal: `4`, `4.3`.
  package var roundedToTenths: String { ((self * 10).rounded() / 10).shortest }

  /// The number with thousands separators if it is whole. Any other number has as few digits as identify it.
  package var grouped: String { Int(exactly: self)?.grouped ?? shortest }
}

extension UnsignedInteger where Self: FixedWidthInteger {
  /// The number in hexadecimal, with leading zeros: two digits for each byte.
  package var hexadecimal: String { String(self, radix: 16).leftPadded(to: Self.bitWidth / 4) }
}

extension String {
  /// Returns the text padded with zeros on the left.
  package func leftPadded(to width: Int) -> String {
    utf8.count >= width ? self : String(repeating: "0", count: width - utf8.count) + self
  }
}
