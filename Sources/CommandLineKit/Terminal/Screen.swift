import CNcurses

/// The whole terminal as a drawing surface. The terminal is restored when the screen is closed, and also if a signal or
/// a trap ends the process. At most one screen can exist at a time.
@MainActor package final class Screen {
  /// The lines currently on the terminal. A line is drawn only if it differs from the current line.
  private var shown: [ScreenLine] = []

  /// Takes over the terminal. ``require(_:)`` must have succeeded for this console.
  ///
  /// - Throws: ``TerminalError`` if the terminal cannot be set up.
  package init(_ console: Console) throws {
    try console.output.flush()
    try? console.diagnostics.stream.flush()
    guard cncurses_begin(console.outputSettings.usesColor) else {
      throw Self.failure("the terminal could not be set up", console)
    }
  }

  /// Checks that standard input and output can show a screen.
  ///
  /// - Throws: ``TerminalError`` if either of them is not a terminal, or if the terminal cannot show a screen.
  package nonisolated static func require(_ console: Console) throws {
    guard Question(console: console).isInteractive else {
      throw TerminalError.notATerminal
    }
    if let problem = cncurses_load() {
      throw TerminalError.noLibrary(terminal: name(console), problem: String(cString: problem))
    }
    switch cncurses_terminal() {
    case CNCURSES_USABLE: return
    case CNCURSES_DUMB: throw failure("the terminal cannot move its cursor", console)
    default: throw failure("the system has no description of it", console)
    }
  }

  /// Resets a terminal that a program has left in an unusable state.
  package static func reset() { cncurses_reset() }

  private nonisolated static func failure(_ cause: String, _ console: Console) -> TerminalError {
    .unusable(terminal: name(console), cause: cause)
  }

  private nonisolated static func name(_ console: Console) -> String { console.environment["TERM", default: ""] }

  package var size: ScreenSize { ScreenSize(rows: Int(cncurses_rows()), columns: Int(cncurses_columns())) }

  /// True if pictures can be drawn (``CellPicture``).
  package var showsPictures: Bool { cncurses_has_256_colors() }

  /// Draws a frame. Writes only the lines that have changed.
  package func draw(_ frame: ScreenFrame) {
    let rows = size.rows
    for row in 0..<rows {
      let line = row < frame.lines.count ? frame.lines[row] : ScreenLine()
      guard row >= shown.count || shown[row] != line else { continue }
      cncurses_clear(Int32(row))
      put(line, row)
    }
    shown = (0..<rows).map { $0 < frame.lines.count ? frame.lines[$0] : ScreenLine() }
    cncurses_show(frame.cursor.map { Int32($0.row) } ?? -1, frame.cursor.map { Int32($0.column) } ?? 0)
  }

  /// Adapts to a new window size, and redraws everything in case another program has drawn over it.
  package func resume() {
    shown = []
    cncurses_resume()
  }

  /// Suspends the process, as Ctrl-Z does in other programs. Returns when the process is resumed.
  package func stop() {
    shown = []
    cncurses_stop()
  }

  /// Lets another program use the terminal for the duration of `body`.
  package func lend<Result>(_ body: () -> Result) -> Result {
    shown = []
    cncurses_leave()
    defer { cncurses_resume() }
    return body()
  }

  /// Restores the terminal.
  package func end() { cncurses_end() }

  private func put(_ line: ScreenLine, _ row: Int) {
    var column = 0
    for piece in line.pieces {
      let look = Self.look(piece.style, isReversed: line.isReversed || piece.isReversed)
      var scalars: [UInt32] = []
      var start = column
      func flush() {
        guard !scalars.isEmpty else { return }
        let (line, column, count) = (Int32(row), Int32(start), Int32(scalars.count))
        if let colors = piece.colors {
          cncurses_put_colored(line, column, scalars, count, Int32(colors.foreground), Int32(colors.background))
        } else {
          cncurses_put(line, column, scalars, count, Int32(look))
        }
        scalars.removeAll(keepingCapacity: true)
      }
      for character in piece.text {
        let cells = DisplayWidth.of(String(character))
        let own = character.unicodeScalars.map(\.value)
        let measured = own.count == 1 && own[0] < 0x7F ? 1 : own.reduce(0) { $0 + max(0, Int(cncurses_width($1))) }
        if measured == cells {
          scalars += own
        } else {
          // ncurses computes a different width for this character. The character is drawn separately, so that the
          // following text starts in the right column. If ncurses considers a joined emoji too wide, only its first
          // code point is drawn.
          flush()
          start = column
          scalars = measured < cells ? own : Array(own.prefix(1))
          flush()
          start = column + cells
        }
        column += cells
      }
      flush()
    }
  }

  private static func look(_ style: Style, isReversed: Bool) -> UInt32 {
    let look =
      switch style {
      case .plain: CNCURSES_PLAIN
      case .bold: CNCURSES_BOLD
      case .dim: CNCURSES_DIM
      case .red: CNCURSES_RED
      case .green: CNCURSES_GREEN
      case .yellow: CNCURSES_YELLOW
      case .cyan: CNCURSES_CYAN
      }
    return look.rawValue | (isReversed ? CNCURSES_REVERSE.rawValue : 0)
  }
}
