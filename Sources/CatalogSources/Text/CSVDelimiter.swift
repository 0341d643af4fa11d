/// Finds out what separates the cells of a CSV file.
enum CSVDelimiter {
  private static let comma = UInt8(ascii: ",")
  private static let candidates = [comma, UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]
  /// How much of the file is looked at for its header.
  private static let longestHeader = 64 * 1024

  /// The candidate that stands most often outside quotes in the first row; a comma if none does. Consumes nothing.
  static func guess(_ buffer: InputBuffer) throws(InputError) -> UInt8 {
    while buffer.count < longestHeader, try buffer.fill() {}
    return guess(UnsafeBufferPointer(start: buffer.unread, count: min(buffer.count, longestHeader)))
  }

  private static func guess(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
    var counts = [Int](repeating: 0, count: candidates.count)
    var isQuoted = false
    var isAtCellStart = true
    for byte in bytes.drop(while: { $0 == 0x0A || $0 == 0x0D }) {
      if isQuoted {
        // A doubled quote closes the cell here and opens it again.
        isQuoted = byte != UInt8(ascii: "\"")
        isAtCellStart = !isQuoted
      } else if byte == UInt8(ascii: "\""), isAtCellStart {
        isQuoted = true
      } else if byte == 0x0A || byte == 0x0D {
        break
      } else {
        let candidate = candidates.firstIndex(of: byte)
        if let candidate { counts[candidate] += 1 }
        isAtCellStart = candidate != nil
      }
    }
    guard let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) else { return comma }
    return candidates[index]
  }
}
