/// One row of a CSV file.
struct CSVRow: Equatable {
  /// The number of the row among the data rows, starting at 1 and including rejected rows; 0 is the header.
  let number: Int
  /// The number of the line in the file at which the row starts, starting at 1.
  let line: Int
  /// The decoded cells. Their number equals that of the header unless there is a problem; then these are the cells that
  /// could be recognised.
  let cells: [String]
  /// The row as in the file, for a file of rejected rows: without its line end, with quotes and delimiters, in UTF-8.
  /// Empty if the row was too long to keep.
  let raw: [UInt8]
  /// The reason why the row is invalid, worded to follow “row 5”; `nil` if it is valid.
  let problem: String?
  /// True if the row's encoding differs from that of most rows in the file.
  var isInOtherEncoding = false
}
