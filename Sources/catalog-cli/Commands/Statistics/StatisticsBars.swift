import CommandLineKit
import Platform

/// Lines that consist of a name, a number, a bar of proportional length, and an optional note. All bars of a section
/// have the same scale, and no line is wider than the terminal.
struct StatisticsBars {
  /// The content of one line.
  struct Row {
    /// The name, with control characters already made visible.
    let name: String
    let number: Int
    var note = ""
  }

  let settings: TerminalSettings

  /// The maximum length of a bar (`maxLength`), and the room to keep free for bars on a narrow terminal (`minLength`),
  /// in cells.
  private static let (maxLength, minLength) = (40, 6)
  /// The maximum number of cells that a bar may have for each counted item. Without this limit, the bars for small
  /// numbers would be misleadingly long.
  private static let unit = 4
  private static let gap = 2
  /// The minimum number of cells kept for a name, even on a narrow terminal.
  private static let shortName = 6

  func lines(_ rows: [Row]) -> [String] {
    let numbers = rows.map(\.number.grouped)
    let numberWidth = numbers.map(\.count).max() ?? 0
    var noteWidth = rows.map { DisplayWidth.of($0.note) }.max() ?? 0
    var fixed = numberWidth + Self.gap * 2
    var names = rows.map { DisplayWidth.of($0.name) }.max() ?? 0
    // If there is little room, notes are omitted first. Next, long names are truncated to keep room for the bars.
    if fixed + Self.shortName + Self.minLength + noteWidth + Self.gap > settings.width { noteWidth = 0 }
    if noteWidth > 0 { fixed += noteWidth + Self.gap }
    names = min(names, max(Self.shortName, settings.width - fixed - Self.minLength))
    let largest = max(1, rows.map(\.number).max() ?? 1)
    let room = max(0, min(min(largest, Self.maxLength) * Self.unit, Self.maxLength, settings.width - fixed - names))
    return zip(rows, numbers).map { row, number in
      let name = DisplayWidth.truncate(row.name, to: names, ellipsis: settings.symbols.ellipsis)
      let cells = length(row.number, largest, room)
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

  /// Returns the length of a bar, which is at least one cell for a positive number. Floating-point arithmetic avoids
  /// overflow.
  private func length(_ number: Int, _ largest: Int, _ room: Int) -> Int {
    guard number > 0, room > 0 else { return 0 }
    return min(room, max(1, Int((Double(number) / Double(largest) * Double(room)).rounded())))
  }
}
