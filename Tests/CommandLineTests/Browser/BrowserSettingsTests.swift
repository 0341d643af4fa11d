import CatalogSources
import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CommandLineKit
@testable import catalog_cli

@Suite("Settings of the browser")
struct BrowserSettingsTests: BrowserTyping {
  /// Returns the keys and the problems of lines, which are numbered from 1.
  private func settled(_ lines: KeyValuePairs<String, String>) -> (keys: BrowserKeys, problems: [String]) {
    var problems: [String] = []
    let lines = lines.enumerated().map { Settings.Line(number: $0 + 1, name: $1.key, value: $1.value) }
    let keys = BrowserKeys.settled(lines) { problems.append($0) }
    return (keys, problems)
  }

  @Test("a command has the keys of its line everywhere, also in the help and in the last line")
  func remapped() {
    let (keys, problems) = settled([
      "undo": "z Ctrl-U", "search": "Ctrl-F", "page-down": "PgDn", "Leave": "Q", "up": "Up p", "pick": "P",
    ])
    expectEqual(problems, [])
    #expect(
      keys.command(of: .character("z"), in: .list) == .undo && keys.command(of: .control("u"), in: .book) == .undo)
    #expect(keys.command(of: .character("u"), in: .list) == nil && keys.name(of: .undo) == "z")
    expectEqual(keys.hints(of: .list, in: 60), "Ctrl-F search  f filter  0-5 rate  m state  ? help  Q quit")
    #expect(keys.help(of: .book).entries.contains { $0.label == "z Ctrl-U" })
    // The user can always leave.
    #expect(keys.command(of: .control("c"), in: .list) == .leave && keys.command(of: .escape, in: .book) == .leave)
    var state = state()
    state.keys = keys
    state.select(5, of: 100)
    #expect(type(letters("pzu"), into: &state) == [.replay(.undo, confirmed: nil)] && state.list.selected == 4)
    expectEqual(type(letters("q") + [.control("c")], into: &state), [.quit(atOnce: true)])
  }

  @Test("two commands may swap their keys")
  func swapped() {
    let (keys, problems) = settled(["undo": "U", "redo": "u"])
    #expect(problems == [] && keys.command(of: .character("u"), in: .list) == .redo)
  }

  @Test("an invalid setting is reported with its line, and the default keys stay")
  func problems() {
    let (keys, problems) = settled([
      "undoo": "z", "sort": "F5", "rate": "a b", "tags": "n", "merge": "x", "remove": "x", "open": "Ctrl-Z",
    ])
    expectEqual(
      problems,
      [
        "line 1: unknown command 'undoo'; did you mean 'undo'?",
        "line 2: 'F5' is not a valid key (examples: x, Space, Tab, Up, PgDn, Ctrl-R)",
        "line 3: rate always uses the number keys",
        "line 7: 'Ctrl-Z' is not a valid key (examples: x, Space, Tab, Up, PgDn, Ctrl-R)",
        "line 4: n would be both tags and notes in the list; using the default for tags",
        "lines 5 and 6: x would be both merge and remove in the list; using the default for merge and remove",
      ])
    expectEqual(keys, .standard)
  }

  @Test("a later line of a command replaces an earlier one, and keys are shown as they are typed")
  func names() {
    expectEqual(settled(["undo": "x", "UNDO": "y"]).keys.name(of: .undo), "y")
    for key in [
      Key.character("ü"), .character("="), .control("r"), .control("i"), .up, .pageDown, .character(" "), .delete,
    ] {
      expectEqual(Key(named: key.words), key, "\(key.words)")
    }
    #expect(Key(named: "ctrl-m") == .enter && Key(named: "esc") == .escape && Key(named: "\u{1B}") == .escape)
    #expect(["", "xy", "Ctrl-", "Ctrl-1", "\u{202E}", "F1"].allSatisfy { Key(named: $0) == nil })
  }

  @Test("a letter that redraws the screen can still be typed")
  func typed() {
    var state = state()
    state.keys = settled(["redraw": "l"]).keys
    expectEqual(type(letters("/al"), into: &state), [.find("a", .bestMatch), .find("al", .bestMatch)])
    expectEqual(type([.escape] + letters("l"), into: &state).last, .redraw)
  }

  private func columns(_ names: String) throws -> [BrowserColumn] {
    try ListColumn.columns(names, OwnFields()) { _ in }.map { BrowserColumn($0, OwnFields()) }
  }

  private func row(_ columns: [BrowserColumn], in cells: Int, stars: Double? = nil) -> String {
    var book = Book.row(7, "The Left Hand of Darkness", by: "Ursula K. Le Guin", pages: 304, average: 4)
    (book.tags, book.rating) = (["classic", "space\u{1B}[2J"], stars)
    let view = BrowserRowView(columns: cells, symbols: .unicode, growth: BarGrowth(), chosen: columns)
    let line = view.line(.book(book, .notAsked), isSelected: true)
    #expect(line.width <= cells)
    return line.text
  }

  @Test("rows show as many of the chosen columns as fit, in order of preference")
  func shown() throws {
    let columns = try columns("title,authors:12,pages,tags,mine,average")
    expectEqual(
      row(columns, in: 120, stars: 4.5),
      "›   The Left Hand of Darkness                        Ursula K. L…      304  classic, space·[2J      ★★★★½ 4.5  ░░░░░ 4.0"
        .replacing("·", with: VisibleText.forTerminal("\u{1B}")))
    expectEqual(row(columns, in: 40), "›   The Left Hand of Darkne…  Ursula K.…")
    #expect(BrowserColumn.widths(columns, in: 76).compactMap(\.self).count >= 4)
    #expect(row(try self.columns("id"), in: 40).hasPrefix("›         7"))
    for cells in [1, 2, 3, 5, 12, 40, 80, 119] { _ = row(columns, in: cells) }
  }
}
