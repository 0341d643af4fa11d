/// One row of a CSV file.
struct CSVRow: Equatable {
  /// The row's number among the data rows, counted from 1, rejected rows included; 0 is the header.
  let number: Int
  /// The number of the line in the file on which the row starts, counted from 1.
  let line: Int
  /// The decoded cells; as many as the header has, if there is no problem. With one, those that could be told.
  let cells: [String]
  /// The row as it stands in the file, for a file of rejected rows: without its line end, with quotes and delimiters,
  /// in UTF-8. Empty if the row was too long to keep.
  let raw: [UInt8]
  /// Why the row must not be taken as it is, to be read after “row 5”; nil if it is sound.
  let problem: String?
  /// Whether it was read in another encoding than most rows of its file.
  var isInOtherEncoding = false
}
