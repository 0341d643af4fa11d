/// Finds the cells of one CSV row (RFC 4180), going on where it stopped when more bytes have arrived.
///
/// All positions count from the row's first byte. More lenient than the RFC: a quote inside a cell that does not start
/// with one is an ordinary character, and so is what follows a closing quote.
struct CSVRowScanner {
  enum Outcome {
    /// The bytes end before the row does.
    case needsMore
    /// A line end stands at `position`.
    case rowEnd
    /// A quoted cell goes over a line end, and text follows its closing quote. Such a “closing” quote opens a cell of a
    /// later row: the quote that opened this one was never closed.
    case strayQuote
  }

  /// Where a cell's text stands.
  struct Cell {
    let start: Int
    let end: Int
    /// The range still holds the opening quote, doubled quotes, and perhaps text after the closing one.
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
  /// Of the quoted cell at hand: its first line end, and how many the row had before.
  private var firstLineEnd: Int?
  private var lineEndsBefore = 0

  /// The cells that have ended.
  private(set) var cells: [Cell] = []
  /// How far the row was looked at.
  private(set) var position = 0
  /// How many line ends stand inside quoted cells.
  private(set) var lineEnds = 0

  init(delimiter: UInt8) { self.delimiter = delimiter }

  /// Whether the cell at hand was opened with a quote that has not been closed.
  var isInsideQuotes: Bool { state == .quoted }

  /// Where to end a row whose quoted cell runs away: the first line end after the opening quote, and how many line ends
  /// the row has before that one.
  var recovery: (end: Int, lineEnds: Int)? { firstLineEnd.map { ($0, lineEndsBefore) } }

  /// Starts a new row.
  mutating func reset() {
    cells.removeAll(keepingCapacity: true)
    (state, position, cellStart, lineEnds) = (.cellStart, 0, 0, 0)
    isEscaped = false
    firstLineEnd = nil
  }

  /// Looks at what follows `position` in the row's first `count` bytes.
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

  /// The input ends at `position`: ends the last cell. Not for a cell inside quotes.
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

  /// Ends the cell at the delimiter or line end `byte`; true if the row ends with it.
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
    // Without quotes inside, a quoted cell's text is what stands between its two quotes.
    let isQuotedWhole = state == .afterQuote && !isEscaped
    cells.append(
      Cell(
        start: isQuotedWhole ? cellStart + 1 : cellStart, end: isQuotedWhole ? position - 1 : position,
        isEscaped: isEscaped))
  }
}
