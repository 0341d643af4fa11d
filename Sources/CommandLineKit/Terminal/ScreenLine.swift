/// A line of a screen. It consists of pieces of text, each in one style.
package struct ScreenLine: Equatable, Sendable {
  /// A piece of text in one style. The text contains only visible characters and no line breaks (``VisibleText``).
  package struct Piece: Equatable, Sendable {
    package let text: String
    package let style: Style
    /// True if the text and background colours are swapped.
    package var isReversed = false
    /// The colours of the two half cells if this piece belongs to a picture; `nil` to use the style.
    package var colors: CellColors?
  }

  package private(set) var pieces: [Piece] = []
  /// The total width of all pieces in cells.
  package private(set) var width = 0
  /// True if the text and background colours of the whole line are swapped, as for the selected line.
  package var isReversed = false

  /// Creates a line with one piece.
  package init(_ text: String = "", style: Style = .plain) { append(text, style: style) }

  /// The text of the line without styles.
  package var text: String { pieces.map(\.text).joined() }

  /// Appends text, which must contain only visible characters and no line breaks.
  package mutating func append(
    _ text: String, style: Style = .plain, isReversed: Bool = false, colors: CellColors? = nil
  ) {
    guard !text.isEmpty else { return }
    pieces.append(Piece(text: text, style: style, isReversed: isReversed, colors: colors))
    width += DisplayWidth.of(text)
  }

  /// Appends all pieces of another line.
  package mutating func append(_ line: ScreenLine) {
    pieces += line.pieces
    width += line.width
  }

  /// A copy of this line with the text and background colours swapped in all current pieces. Pieces appended later keep
  /// their colours.
  package var withReversedPieces: ScreenLine {
    var line = ScreenLine()
    for piece in pieces { line.append(piece.text, style: piece.style, isReversed: true, colors: piece.colors) }
    return line
  }

  /// Pads the line with spaces to a width.
  package mutating func pad(to cells: Int) {
    append(String(repeating: " ", count: max(0, cells - width)))
  }

  /// Appends text as a column with a width of `cells`. The text is truncated or padded with spaces to that width.
  package mutating func append(
    _ text: String, in cells: Int, alignment: DisplayWidth.Alignment = .left, style: Style = .plain, ellipsis: String
  ) {
    guard cells > 0 else { return }
    let cut = DisplayWidth.truncate(text, to: cells, ellipsis: ellipsis)
    append(DisplayWidth.pad(cut, to: cells, alignment: alignment), style: style)
  }

  /// Returns the line truncated to a width.
  package func cut(to cells: Int, ellipsis: String) -> ScreenLine {
    guard width > cells else { return self }
    var line = ScreenLine()
    line.isReversed = isReversed
    for piece in pieces where line.width < cells {
      line.append(
        DisplayWidth.truncate(piece.text, to: cells - line.width, ellipsis: ellipsis), style: piece.style,
        isReversed: piece.isReversed, colors: piece.colors)
    }
    return line
  }
}

/// The complete contents of a screen at one moment.
package struct ScreenFrame: Equatable, Sendable {
  /// The position of a cell on the screen, counted from 0.
  package struct Position: Equatable, Sendable {
    package let row: Int
    package let column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The lines from top to bottom, at most as many as the screen has rows.
  package var lines: [ScreenLine] = []
  /// The position of the blinking cursor; `nil` if there is no text input.
  package var cursor: Position?

  package init(lines: [ScreenLine] = [], cursor: Position? = nil) {
    self.lines = lines
    self.cursor = cursor
  }
}

/// The size of a screen in cells, at least 1 by 1.
package struct ScreenSize: Equatable, Sendable {
  package let rows: Int
  package let columns: Int

  package init(rows: Int, columns: Int) { (self.rows, self.columns) = (max(1, rows), max(1, columns)) }
}
