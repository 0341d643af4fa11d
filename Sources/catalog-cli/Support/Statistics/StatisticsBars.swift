import CommandLineKit

/// Lines with a name, a number, a bar as long as the number is high, and maybe a note at the end. All bars of a part are to
/// one scale, and no line is wider than the terminal.
struct StatisticsBars {
  /// What a line says.
  struct Row {
    /// Visible on a terminal.
    let name: String
    let number: Int
    var note = ""
  }

  let settings: TerminalSettings

  /// The longest bar, in cells, and the shortest for which there has to be room.
  private static let (longest, shortest) = (40, 6)
  /// One is no longer than that: a bar of few that fills the line looks like many.
  private static let unit = 4
  private static let gap = 2
  /// So many cells of a name are shown, however narrow the terminal is.
  private static let shortName = 6

  func lines(_ rows: [Row]) -> [String] {
    let numbers = rows.map(\.number.grouped)
    let numberWidth = numbers.map(\.count).max() ?? 0
    var noteWidth = rows.map { DisplayWidth.of($0.note) }.max() ?? 0
    var fixed = numberWidth + Self.gap * 2
    var names = rows.map { DisplayWidth.of($0.name) }.max() ?? 0
    // Notes are left out first, then long names give way to the bar.
    if fixed + Self.shortName + Self.shortest + noteWidth + Self.gap > settings.width { noteWidth = 0 }
    if noteWidth > 0 { fixed += noteWidth + Self.gap }
    names = min(names, max(Self.shortName, settings.width - fixed - Self.shortest))
    let most = max(1, rows.map(\.number).max() ?? 1)
    let room = max(0, min(min(most, Self.longest) * Self.unit, Self.longest, settings.width - fixed - names))
    return zip(rows, numbers).map { row, number in
      let name = DisplayWidth.truncate(row.name, to: names, ellipsis: settings.symbols.ellipsis)
      let cells = length(row.number, most, room)
      let bar = String(repeating: settings.symbols.barDone, count: cells)
      let gap = String(repeating: " ", count: Self.gap)
      var line = DisplayWidth.pad(name, to: names, alignment: .left) + gap
      line += DisplayWidth.pad(number, to: numberWidth, alignment: .right)
      if cells > 0 { line += gap + Style.cyan.applied(to: bar, when: settings.usesColor) }
      if noteWidth > 0, !row.note.isEmpty {
        line += String(repeating: " ", count: room - cells + (cells > 0 ? 0 : Self.gap) + Self.gap)
        line += Style.dim.applied(
          to: DisplayWidth.pad(row.note, to: noteWidth, alignment: .right), when: settings.usesColor)
      }
      return line
    }
  }

  /// What is not nothing has a cell at least. In floating point, where no number is too large.
  private func length(_ number: Int, _ most: Int, _ room: Int) -> Int {
    guard number > 0, room > 0 else { return 0 }
    return min(room, max(1, Int((Double(number) / Double(most) * Double(room)).rounded())))
  }
}
