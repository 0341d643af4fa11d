/// Reads numbers from the bytes of a header. The methods return `nil` if a number is beyond the end of the bytes.
struct HeaderBytes {
  let bytes: [UInt8]

  func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Returns a big-endian number.
  func big(_ count: Int, at index: Int) -> Int? {
    guard index + count <= bytes.count else { return nil }
    return bytes[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns a little-endian number.
  func little(_ count: Int, at index: Int) -> Int? {
    guard index + count <= bytes.count else { return nil }
    return bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  func isText(_ text: String, at index: Int) -> Bool { bytes.dropFirst(index).starts(with: text.utf8) }
}
