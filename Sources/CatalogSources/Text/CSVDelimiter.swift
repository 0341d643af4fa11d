/// Detects the delimiter of a CSV file.
enum CSVDelimiter {
  private static let comma = UInt8(ascii: ",")
  private static let candidates = [comma, UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]
  private static let quote = UInt8(ascii: "\"")
  /// The length in bytes of a line such as `sep=;`, including its line end.
  private static let maxDeclarationLength = 8
  /// The maximum number of bytes of the header to examine.
  private static let maxHeaderLength = 64 * 1024

  /// Returns the delimiter that a line such as `sep=;` before the header declares for Excel, and the length of that
  /// line. Returns `nil` if there is no such line. Consumes nothing.
  static func declared(_ buffer: InputBuffer) throws(InputError) -> (delimiter: UInt8, length: Int)? {
    while buffer.count < maxDeclarationLength, try buffer.fill() {}
    let bytes = UnsafeBufferPointer(start: buffer.unread, count: min(buffer.count, maxDeclarationLength))
    guard let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }),
      let delimiter = bytes[..<end].last(where: { $0 != quote })
    else { return nil }
    let declaration = "sep=\(Character(Unicode.Scalar(delimiter)))"
    let line = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
    return line == declaration || line == "\"\(declaration)\"" ? (delimiter, end) : nil
  }

  /// Returns the delimiter that is most frequent outside quotes in the first row, or a comma if no delimiter occurs.
  /// Consumes nothing.
  static func guess(_ buffer: InputBuffer) throws(InputError) -> UInt8 {
    while buffer.count < maxHeaderLength, try buffer.fill() {}
    return guess(UnsafeBufferPointer(start: buffer.unread, count: min(buffer.count, maxHeaderLength)))
  }

  private static func guess(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
    var counts = [Int](repeating: 0, count: candidates.count)
    var isQuoted = false
    var isAtCellStart = true
    for byte in bytes.drop(while: { $0 == 0x0A || $0 == 0x0D }) {
      if isQuoted {
        // A doubled quote closes the cell here and opens it again.
        isQuoted = byte != quote
        isAtCellStart = !isQuoted
      } else if byte == quote, isAtCellStart {
        isQuoted = true
      } else if byte == 0x0A || byte == 0x0D {
        break
      } else {
        let candidate = candidates.firstIndex(of: byte)
        if let candidate { counts[candidate] += 1 }
        isAtCellStart = candidate != nil
      }
    }
    guard let maximum = counts.max(), maximum > 0, let index = counts.firstIndex(of: maximum) else { return comma }
    return candidates[index]
  }
}
