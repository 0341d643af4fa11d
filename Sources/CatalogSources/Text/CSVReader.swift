/// Reads the rows of a CSV file (RFC 4180) in constant memory.
///
/// Quoted cells may contain delimiters, line ends and doubled quotes. Lines end with LF, CR LF or CR. Empty lines are
/// skipped. An invalid row is delivered with its `problem`, and reading continues after the row. For example, an
/// unclosed quote invalidates only its own line.
final class CSVReader {
  /// The delimiter of the cells.
  let delimiter: UInt8
  /// The header, which is row number 0. It has no cells if the input is empty.
  private(set) var headerRow = CSVRow(number: 0, line: 1, cells: [], raw: [], problem: nil)
  /// The names of the columns.
  var header: [String] { headerRow.cells }

  /// Determines the encoding of each row.
  let encoding: RowEncoding

  private let buffer: InputBuffer
  private let rowLimit: Int
  private var scanner: CSVRowScanner
  private var line = 1
  private var rowNumber = 0
  /// True if the last line end was a carriage return. A line feed that follows it belongs to the same line end.
  private var skipsLineFeed = false

  /// Reads the header.
  ///
  /// - Parameters:
  ///   - delimiter: The delimiter. If `nil`, the delimiter is declared in a line such as `sep=;` before the header, or
  ///     else is guessed from the header: comma, semicolon, tab or pipe.
  ///   - rowLimit: The maximum length of a row in bytes, without its line end; `nil` for no limit, at the cost of
  ///     memory.
  ///   - chunkSize: The number of bytes to read at a time.
  init(
    _ input: TextInput, delimiter: UInt8? = nil, rowLimit: Int? = InputBuffer.defaultRecordLimit,
    chunkSize: Int = ByteStream.chunkSize
  ) throws(InputError) {
    buffer = InputBuffer(input.source, chunkSize: chunkSize)
    encoding = RowEncoding(input.detection)
    // Replace an unlimited length with a limit that no input reaches, so that adding to the limit does not overflow.
    self.rowLimit = min(rowLimit ?? .max, Int.max / 2)
    let declared = try CSVDelimiter.declared(buffer)
    self.delimiter =
      if let delimiter { delimiter } else if let declared { declared.delimiter } else { try CSVDelimiter.guess(buffer) }
    scanner = CSVRowScanner(delimiter: self.delimiter)
    if let declared {
      buffer.consume(declared.length)
      consumeLineEnd()
    }
    if let row = try readRow() { headerRow = row }
  }

  /// Returns the next row, or `nil` at the end of the input.
  func next() throws(InputError) -> CSVRow? {
    rowNumber += 1
    return try readRow()
  }

  private func readRow() throws(InputError) -> CSVRow? {
    guard try skipEmptyLines() else { return nil }
    scanner.reset()
    while true {
      // The window is one byte longer than the limit, for the line end.
      let window = min(buffer.count, rowLimit + 1)
      switch scanner.scan(buffer.unread, count: window) {
      case .rowEnd: return takeRow(length: scanner.position, lineEnds: scanner.lineEnds)
      case .strayQuote: return takeUnclosedRow()
      case .needsMore: break
      }
      if window > rowLimit { return try skipLongRow() }
      if try !buffer.fill() { return takeLastRow() }
    }
  }

  /// Skips empty lines. Returns false at the end of the input.
  private func skipEmptyLines() throws(InputError) -> Bool {
    while true {
      if buffer.count == 0, try !buffer.fill() { return false }
      let byte = buffer.unread[0]
      guard byte == 0x0A || byte == 0x0D else { break }
      consumeLineEnd()
    }
    skipsLineFeed = false
    return true
  }

  /// Consumes the next line end, unless the input ends here. Only the first byte of CR LF is consumed, since the second
  /// byte may not have been read yet.
  private func consumeLineEnd() {
    guard buffer.count > 0 else { return }
    let byte = buffer.unread[0]
    buffer.consume(1)
    if byte == 0x0D || !skipsLineFeed { line += 1 }
    skipsLineFeed = byte == 0x0D
  }

  /// Delivers the first `length` bytes as a row, and consumes the line end after the row. `lineEnds` is the number of
  /// line ends in quotes within the row.
  private func takeRow(length: Int, lineEnds: Int, unclosedQuote: String? = nil) -> CSVRow {
    let bytes = UnsafeBufferPointer(start: buffer.unread, count: length)
    let spans = scanner.cells
    let decoder = CSVCellDecoder(of: bytes, encoding)
    var cells = [String]()
    cells.reserveCapacity(spans.count)
    for span in spans { cells.append(decoder.string(span, in: bytes)) }
    let problem = unclosedQuote ?? decoder.problem(bytes, cells: spans) ?? fit(&cells, isLast: buffer.count == length)
    let row = CSVRow(
      number: rowNumber, line: line, cells: cells, raw: decoder.utf8(bytes), problem: problem,
      isInOtherEncoding: decoder.isOther(bytes, encoding))
    buffer.consume(length)
    line += lineEnds
    consumeLineEnd()
    return row
  }

  /// Delivers the row up to the first line end after the quote that was never closed.
  private func takeUnclosedRow() -> CSVRow {
    let end = scanner.recovery ?? (end: scanner.position, lineEnds: scanner.lineEnds)
    let location = rowNumber == 0 ? "the header" : "row \(rowNumber)"
    return takeRow(length: end.end, lineEnds: end.lineEnds, unclosedQuote: "quote opened in \(location) never closed")
  }

  /// Delivers the rest of the input as a row.
  private func takeLastRow() -> CSVRow {
    if scanner.isInsideQuotes { return takeUnclosedRow() }
    scanner.finish()
    return takeRow(length: scanner.position, lineEnds: scanner.lineEnds)
  }

  /// Skips a row that exceeds the limit, up to its next line end. If an unclosed quoted cell has absorbed further
  /// lines, skips only the line with the opening quote.
  private func skipLongRow() throws(InputError) -> CSVRow {
    if scanner.isInsideQuotes, scanner.recovery != nil { return takeUnclosedRow() }
    let row = CSVRow(
      number: rowNumber, line: line, cells: [], raw: [], problem: "is longer than \(rowLimit) bytes")
    line += scanner.lineEnds
    buffer.consume(scanner.position)
    try buffer.skipToLineEnd(orCarriageReturn: true)
    consumeLineEnd()
    return row
  }

  /// Adjusts the number of `cells` to the number of cells in the header, if no data is lost. Otherwise returns the
  /// problem.
  ///
  /// Spreadsheets append empty columns, and omit empty cells at the end of a row. A row without a line end may come
  /// from a truncated file, so its missing cells are not assumed to be empty.
  ///
  /// - Parameter isLast: True if the input ends with the row's last byte.
  private func fit(_ cells: inout [String], isLast: Bool) -> String? {
    let expected = header.count
    guard rowNumber > 0, cells.count != expected else { return nil }
    if cells.count < expected, !isLast {
      cells += Array(repeating: "", count: expected - cells.count)
      return nil
    }
    if cells.count > expected, cells[expected...].allSatisfy(\.isEmpty) {
      cells.removeLast(cells.count - expected)
      return nil
    }
    return "has \(cells.count) \(cells.count == 1 ? "cell" : "cells"), the header \(expected)"
  }
}
