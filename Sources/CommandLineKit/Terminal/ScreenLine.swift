/// A line of a screen: pieces of text, each in a style.
package struct ScreenLine: Equatable, Sendable {
  /// A piece of text of one style. It is visible text of one line (``VisibleText``).
  package struct Piece: Equatable, Sendable {
    package let text: String
    package let style: Style
    /// Whether its text and background change places.
    package var isReversed = false
    /// The colours of a part of a picture; `nil` as the style says.
    package var colors: CellColors?
  }

  package private(set) var pieces: [Piece] = []
  /// The cells that all pieces take.
  package private(set) var width = 0
  /// Whether text and background change places: the line that is selected.
  package var isReversed = false

  /// Of one piece.
  package init(_ text: String = "", style: Style = .plain) { append(text, style: style) }

  /// The line without its styles.
  package var text: String { pieces.map(\.text).joined() }

  /// Adds visible text.
  package mutating func append(
    _ text: String, style: Style = .plain, isReversed: Bool = false, colors: CellColors? = nil
  ) {
    guard !text.isEmpty else { return }
    pieces.append(Piece(text: text, style: style, isReversed: isReversed, colors: colors))
    width += DisplayWidth.of(text)
  }

  /// Adds all pieces of another line.
  package mutating func append(_ line: ScreenLine) {
    pieces += line.pieces
    width += line.width
  }

  /// The line with text and background changed in what it has by now, and in nothing that is added.
  package var withReversedPieces: ScreenLine {
    var line = ScreenLine()
    for piece in pieces { line.append(piece.text, style: piece.style, isReversed: true, colors: piece.colors) }
    return line
  }

  /// Adds spaces up to a width.
  package mutating func pad(to cells: Int) {
    append(String(repeating: " ", count: max(0, cells - width)))
  }

  /// Adds text in a column of its own: cut, or filled up with spaces, to so many cells.
  package mutating func append(
    _ text: String, in cells: Int, alignment: DisplayWidth.Alignment = .left, style: Style = .plain, ellipsis: String
  ) {
    guard cells > 0 else { return }
    let cut = DisplayWidth.truncate(text, to: cells, ellipsis: ellipsis)
    append(DisplayWidth.pad(cut, to: cells, alignment: alignment), style: style)
  }

  /// As much of the line as fits.
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

/// All that a screen shows at a moment.
package struct ScreenFrame: Equatable, Sendable {
  /// A cell of the screen, counted from 0.
  package struct Place: Equatable, Sendable {
    package let row: Int
    package let column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// From the top; at most as many as the screen has rows.
  package var lines: [ScreenLine] = []
  /// Where the cursor blinks; nowhere where nothing can be written.
  package var cursor: Place?

  package init(lines: [ScreenLine] = [], cursor: Place? = nil) {
    self.lines = lines
    self.cursor = cursor
  }
}

/// How large a screen is, in cells; at least 1 by 1.
package struct ScreenSize: Equatable, Sendable {
  package let rows: Int
  package let columns: Int

  package init(rows: Int, columns: Int) { (self.rows, self.columns) = (max(1, rows), max(1, columns)) }
}
