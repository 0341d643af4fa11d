/// The rows of a table, from the first to the last: those of a file of CSV, or of what is read as if it were one.
protocol TableRows: AnyObject {
  /// The first row, as number 0; without cells when the input is empty.
  var headerRow: CSVRow { get }
  /// What separates the cells of ``CSVRow/raw``.
  var delimiter: UInt8 { get }
  /// How the encoding of a row is told.
  var encoding: RowEncoding { get }
  /// The next row, or nil at the end of the input.
  func next() throws(InputError) -> CSVRow?
}

extension CSVReader: TableRows {}
