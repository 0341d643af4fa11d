/// A writer for rows: an aligned table on a terminal, and tab-separated fields elsewhere.
///
/// - On a terminal, the table has a header and aligned columns. No line is wider than the terminal: a text that is too
///   wide for its column is truncated or, if ``TableColumn/wraps`` is true, continued on the next line. Control
///   characters are made visible. The widths are computed from the first ``pageSize`` rows. Later rows are written
///   immediately, with the same widths.
/// - Elsewhere, there are no headers, headings or truncation. Each row is one line, with its cells separated by tabs
///   (``VisibleText/appendField(_:to:)``).
///
/// The writer uses constant memory for any number of rows. For a table without rows, it writes nothing, not even the
/// header.
package struct TableWriter {
  /// The number of rows that are buffered to compute the column widths.
  package static let pageSize = 200

  private let columns: [TableColumn]
  private let stream: StandardStream
  private let settings: TerminalSettings
  private var page: [Line] = []
  private var layout: TableLayout?

  /// A row, or a heading of one or more lines.
  private enum Line {
    case row([TableCell])
    case heading([TableCell])

    var row: [TableCell]? { if case .row(let cells) = self { cells } else { nil } }
  }

  package init(columns: [TableColumn], stream: StandardStream, settings: TerminalSettings) {
    self.columns = columns
    self.stream = stream
    self.settings = settings
  }

  /// Adds a row. It must have one cell for each column.
  package mutating func write(_ cells: [TableCell]) throws(OutputError) {
    precondition(cells.count == columns.count, "a row has a cell for every column")
    guard settings.isTerminal else { return try writeFields(cells) }
    let row = cells.map { TableCell(VisibleText.forTerminal($0.text), style: $0.style, marks: $0.marks) }
    try add(.row(row))
  }

  /// Adds heading lines above the rows that follow. Headings appear only on a terminal.
  package mutating func writeHeading(_ lines: [String], style: Style) throws(OutputError) {
    guard settings.isTerminal else { return }
    try add(.heading(lines.map { TableCell(VisibleText.forTerminal($0), style: style) }))
  }

  private mutating func add(_ line: Line) throws(OutputError) {
    if let layout { return try write(line, in: layout) }
    page.append(line)
    if page.count == Self.pageSize { try writePage(moreMayFollow: true) }
  }

  /// Writes the buffered rows and flushes the stream. Call this exactly once, after the last row.
  package mutating func finish() throws(OutputError) {
    try writePage(moreMayFollow: false)
    try stream.flush()
  }

  private func writeFields(_ cells: [TableCell]) throws(OutputError) {
    var line: [UInt8] = []
    line.reserveCapacity(256)
    for (index, cell) in cells.enumerated() {
      if index > 0 { line.append(UInt8(ascii: "\t")) }
      let text = cell.styled(cell.text, when: settings.usesColor)
      VisibleText.appendField(text, to: &line)
    }
    line.append(UInt8(ascii: "\n"))
    try stream.write(line)
  }

  private mutating func writePage(moreMayFollow: Bool) throws(OutputError) {
    guard !page.isEmpty else { return }
    let header = columns.map { TableCell($0.title, style: .bold) }
    let rows = page.compactMap(\.row)
    let natural = columns.indices.map { column -> Int? in
      // Later rows may have values in a column that is empty so far.
      if columns[column].isOptional, !moreMayFollow, rows.allSatisfy({ $0[column].text.isEmpty }) { return nil }
      return rows.reduce(DisplayWidth.of(header[column].text)) { max($0, DisplayWidth.of($1[column].text)) }
    }
    let layout = TableLayout(columns: columns, natural: natural, width: settings.width, fillsWidth: moreMayFollow)
    self.layout = layout
    try writeAligned(header, in: layout)
    for line in page { try write(line, in: layout) }
    page = []
  }

  private func write(_ line: Line, in layout: TableLayout) throws(OutputError) {
    switch line {
    case .row(let cells): try writeAligned(cells, in: layout)
    case .heading(let lines):
      for line in lines { try stream.write(line.styled(line.text, when: settings.usesColor) + "\n") }
    }
  }

  private func writeAligned(_ cells: [TableCell], in layout: TableLayout) throws(OutputError) {
    let texts = columns.indices.map { index -> [String] in
      guard let width = layout.widths[index] else { return [] }
      let lines = columns[index].wraps ? wrapped(cells[index].text, width: width) : [cells[index].text]
      return lines.map { DisplayWidth.truncate($0, to: width, ellipsis: settings.symbols.ellipsis) }
    }
    for number in 0..<max(1, texts.reduce(0) { max($0, $1.count) }) {
      try writeLine(texts.map { number < $0.count ? $0[number] : "" }, of: cells, in: layout)
    }
  }

  /// Writes one line of a row.
  ///
  /// - Parameters:
  ///   - texts: The text of each column in this line, which fits the column's width.
  ///   - cells: The cells of the row, which determine the styles.
  ///   - layout: The widths of the columns.
  private func writeLine(_ texts: [String], of cells: [TableCell], in layout: TableLayout) throws(OutputError) {
    var line = ""
    var owedSpaces = 0
    for (index, width) in layout.widths.enumerated() {
      guard let width else { continue }
      let text = texts[index]
      let room = max(0, width - DisplayWidth.of(text))
      let isRight = columns[index].alignment == .right
      if !text.isEmpty {
        line += String(repeating: " ", count: owedSpaces + (isRight ? room : 0))
        line += cells[index].styled(text, when: settings.usesColor)
        owedSpaces = isRight ? 0 : room
      } else {
        owedSpaces += width
      }
      owedSpaces += TableLayout.gap
    }
    try stream.write(line + "\n")
  }
}
