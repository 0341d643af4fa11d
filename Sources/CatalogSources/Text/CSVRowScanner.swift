/// Finds the cells of one CSV row (RFC 4180). When more bytes arrive, the scanner continues where it stopped.
///
/// All positions are relative to the row's first byte. The scanner is more lenient than the RFC: a quote is an ordinary
/// character in a cell that does not start with a quote, and text after a closing quote is kept.
struct CSVRowScanner {
  enum Outcome {
    /// The end of the row is not within the bytes.
    case needsMore
    /// A line end at `position` ends the row.
    case rowEnd
    /// A quoted cell contains a line end, and text follows its closing quote. That quote in fact opens a cell of a
    /// later row, and the quote that opened this cell was never closed.
    case strayQuote
  }

  /// A cell, by its position in the row.
  struct Cell {
    let start: Int
    let end: Int
    /// True if the range includes the opening quote and doubled quotes, and perhaps text after the closing quote.
    let isEscaped: Bool
  }

  private enum State { case cellStart, plain, quoted, afterQuote, trailingText }

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D

  private let delimiter: UInt8
  private var state = State.cellStart
  private var cellStart = 0
  private var isEscaped = false
  /// The position of the first line end in the current quoted cell. `lineEndsBefore` is the number of line ends in the
  /// row before that cell.
  private var firstLineEnd: Int?
  private var lineEndsBefore = 0

  /// The cells that are complete.
  private(set) var cells: [Cell] = []
  /// The number of bytes that were scanned.
  private(set) var position = 0
  /// The number of line ends inside quoted cells.
  private(set) var lineEnds = 0

  init(delimiter: UInt8) { self.delimiter = delimiter }

  /// True if the current cell was opened with a quote that has not been closed.
  var isInsideQuotes: Bool { state == .quoted }

  /// The position at which to end a row with an unclosed quote: the first line end after the opening quote. `lineEnds`
  /// is the number of line ends in the row before that position.
  var recovery: (end: Int, lineEnds: Int)? { firstLineEnd.map { ($0, lineEndsBefore) } }

  /// Starts a new row.
  mutating func reset() {
    cells.removeAll(keepingCapacity: true)
    (state, position, cellStart, lineEnds) = (.cellStart, 0, 0, 0)
    isEscaped = false
    firstLineEnd = nil
  }

  /// Scans the row's first `count` bytes, starting at `position`.
  mutating func scan(_ bytes: UnsafePointer<UInt8>, count: Int) -> Outcome {
    while position < count {
      let byte = bytes[position]
      switch state {
      case .cellStart: startCell(with: byte)
      case .plain:
        skipPlain(bytes, count: count)
        if position == count { return .needsMore }
        if endCell(at: bytes[position]) { return .rowEnd }
      case .quoted: skipQuoted(bytes, count: count)
      case .afterQuote where byte == Self.quote:
        (state, isEscaped) = (.quoted, true)
        position += 1
      case .afterQuote, .trailingText:
        if byte == delimiter || byte == Self.lineFeed || byte == Self.carriageReturn {
          if endCell(at: byte) { return .rowEnd }
        } else if firstLineEnd != nil, byte != UInt8(ascii: " ") {
          return .strayQuote
        } else {
          (state, isEscaped) = (.trailingText, true)
          position += 1
        }
      }
    }
    return .needsMore
  }

  /// Ends the last cell, because the input ends at `position`. This position must not be inside quotes.
  mutating func finish() { addCell() }

  private mutating func startCell(with byte: UInt8) {
    firstLineEnd = nil
    lineEndsBefore = lineEnds
    if byte == Self.quote {
      state = .quoted
      position += 1
    } else {
      state = .plain
    }
  }

  private mutating func skipPlain(_ bytes: UnsafePointer<UInt8>, count: Int) {
    var index = position
    while index < count {
      let byte = bytes[index]
      if byte == delimiter || byte == Self.lineFeed || byte == Self.carriageReturn { break }
      index += 1
    }
    position = index
  }

  private mutating func skipQuoted(_ bytes: UnsafePointer<UInt8>, count: Int) {
    var index = position
    while index < count {
      let byte = bytes[index]
      if byte == Self.quote {
        state = .afterQuote
        index += 1
        break
      }
      if byte == Self.lineFeed || byte == Self.carriageReturn {
        if firstLineEnd == nil { firstLineEnd = index }
        // The two bytes of CR LF are one line end.
        if byte == Self.carriageReturn || bytes[index - 1] != Self.carriageReturn { lineEnds += 1 }
      }
      index += 1
    }
    position = index
  }

  /// Ends the cell at the delimiter or line end `byte`. Returns true if the row ends as well.
  @inline(__always)
  private mutating func endCell(at byte: UInt8) -> Bool {
    addCell()
    guard byte == delimiter else { return true }
    position += 1
    (state, cellStart, isEscaped) = (.cellStart, position, false)
    return false
  }

  @inline(__always)
  private mutating func addCell() {
    // If a quoted cell contains no quotes, its text is the range between the two outer quotes.
    let isQuotedWhole = state == .afterQuote && !isEscaped
    cells.append(
      Cell(
        start: isQuotedWhole ? cellStart + 1 : cellStart, end: isQuotedWhole ? position - 1 : position,
        isEscaped: isEscaped))
  }
}
