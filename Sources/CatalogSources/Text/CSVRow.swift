/// One row of a CSV file.
struct CSVRow: Equatable {
  /// The number of the row. Data rows are numbered from 1, including rejected rows. The header is number 0.
  let number: Int
  /// The number of the line at which the row starts. The first line of the file is number 1.
  let line: Int
  /// The decoded cells. A valid row has as many cells as the header. In an invalid row, these are the cells that could
  /// be recognised.
  let cells: [String]
  /// The row as it is in the file, including quotes and delimiters but without its line end, converted to UTF-8. It can
  /// be written to a file of rejected rows. Empty if the row was too long to keep.
  let raw: [UInt8]
  /// The reason why the row is invalid, worded to follow “row 5”; `nil` if it is valid.
  let problem: String?
  /// True if the row's encoding differs from that of most rows in the file.
  var isInOtherEncoding = false
}
