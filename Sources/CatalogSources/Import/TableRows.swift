/// The rows of a table in order. They are read from a CSV file, or from an input that is converted to a table.
protocol TableRows: AnyObject {
  /// The header, which is row number 0. It has no cells if the input is empty.
  var headerRow: CSVRow { get }
  /// The separator between the cells of ``CSVRow/raw``.
  var delimiter: UInt8 { get }
  /// The way in which the encoding of each row is determined.
  var encoding: RowEncoding { get }
  /// Returns the next row, or `nil` at the end of the input.
  func next() throws(InputError) -> CSVRow?
}

extension CSVReader: TableRows {}
