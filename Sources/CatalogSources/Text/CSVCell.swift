/// Writes cells of CSV (RFC 4180, 2.5 to 2.7). Works on bytes, since a quote next to a combining mark is not a
/// `Character` of its own.
package enum CSVCell {
  private static let quote = UInt8(ascii: "\"")

  /// Appends a cell, in quotes if it contains a comma, a quote or a line end.
  static func append(_ text: String, to row: inout [UInt8]) {
    if text.utf8.contains(where: isSyntax) { appendQuoted(text, to: &row) } else { row.append(contentsOf: text.utf8) }
  }

  /// Appends a cell in quotes. Every reader accepts a quoted cell, no matter which delimiter the reader expects.
  static func appendQuoted(_ text: String, to row: inout [UInt8]) {
    row.append(quote)
    for byte in text.utf8 {
      if byte == quote { row.append(quote) }
      row.append(byte)
    }
    row.append(quote)
  }

  /// Returns a row including its line end.
  package static func row(_ cells: [String]) -> [UInt8] {
    var row: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      if index > 0 { row.append(UInt8(ascii: ",")) }
      append(cell, to: &row)
    }
    row.append(UInt8(ascii: "\n"))
    return row
  }

  private static func isSyntax(_ byte: UInt8) -> Bool {
    byte == quote || byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D
  }
}
