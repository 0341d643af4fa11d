import CNcurses

/// The whole terminal as a screen to draw on. While it is shown, signals and traps put the terminal back before they end
/// the process. There is one at a time.
@MainActor package final class Screen {
  /// What stands on the terminal, to draw only lines that differ.
  private var shown: [ScreenLine] = []

  /// Wants a terminal for which ``require(_:)`` has passed.
  ///
  /// - Throws: ``TerminalError`` for one that cannot be set up.
  package init(_ console: Console) throws {
    try console.output.flush()
    try? console.diagnostics.stream.flush()
    guard cncurses_begin(console.outputSettings.usesColor) else {
      throw Self.failure("it cannot be set up", console)
    }
  }

  /// Finds out whether a screen can be shown on standard input and output.
  ///
  /// - Throws: ``TerminalError`` where nobody sits at a terminal, or the terminal cannot show one.
  package nonisolated static func require(_ console: Console) throws {
    guard Question(console: console).canBeAsked else {
      throw TerminalError.nobodyThere
    }
    if let problem = cncurses_load() {
      throw TerminalError.noLibrary(terminal: name(console), problem: String(cString: problem))
    }
    switch cncurses_terminal() {
    case CNCURSES_USABLE: return
    case CNCURSES_DUMB: throw failure("it cannot move its cursor", console)
    default: throw failure("nobody described it", console)
    }
  }

  /// Writes what puts a terminal back that was left in disorder, by whichever program.
  package static func reset() { cncurses_reset() }

  private nonisolated static func failure(_ cause: String, _ console: Console) -> TerminalError {
    .unusable(terminal: name(console), cause: cause)
  }

  private nonisolated static func name(_ console: Console) -> String { console.environment["TERM", default: ""] }

  package var size: ScreenSize { ScreenSize(rows: Int(cncurses_rows()), columns: Int(cncurses_columns())) }

  /// Whether pictures can be drawn (``CellPicture``).
  package var showsPictures: Bool { cncurses_has_256_colors() }

  /// Shows a frame; only lines that changed are written.
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

  /// Takes up another size of the window, or what another program has written over the screen.
  package func resume() {
    shown = []
    cncurses_resume()
  }

  /// Stops the process, as Ctrl-Z asks for, and goes on when somebody lets it.
  package func stop() {
    shown = []
    cncurses_stop()
  }

  /// Gives the terminal to another program for as long as that runs.
  package func lend<Result>(_ body: () -> Result) -> Result {
    shown = []
    cncurses_leave()
    defer { cncurses_resume() }
    return body()
  }

  /// Puts the terminal back.
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
          // ncurses would take other cells for it than we do: it stands alone, so that what follows keeps its place. Of a
          // joined emoji, which is too wide then, the first one is shown.
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
