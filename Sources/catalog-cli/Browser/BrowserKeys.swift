import CommandLineKit

/// The bindings of keys to commands. The handling of keys, the help and the footer all use this table.
struct BrowserKeys: Equatable, Sendable {
  /// A command with its keys and texts.
  struct Binding: Equatable, Sendable {
    let command: BrowserCommand
    fileprivate(set) var keys: [Key]
    /// The places in which the binding applies.
    let places: [BrowserPlace]
    /// The text for the footer, shown after the key; empty if the footer omits it.
    let hint: String
    /// The text for the help.
    let help: String
    /// A collective name for the keys, if that is shorter than listing them.
    fileprivate(set) var shortLabel: String?
    /// Keys that settings cannot remove, so that the user can always leave.
    var fixed: [Key] = []

    /// The names of all keys, such as “→ j”.
    var label: String { shortLabel ?? (keys + fixed).map(\.words).joined(separator: " ") }

    func means(_ key: Key, in place: BrowserPlace) -> Bool {
      places.contains(place) && (keys.contains(key) || fixed.contains(key))
    }
  }

  static let usual = BrowserKeys(bindings: table)

  let bindings: [Binding]

  /// Returns the command bound to a key.
  func command(of key: Key, in place: BrowserPlace) -> BrowserCommand? {
    bindings.first { $0.means(key, in: place) }?.command
  }

  /// Returns these bindings with other keys for some commands, in all places where they apply.
  func with(_ keys: [BrowserCommand: [Key]]) -> BrowserKeys {
    BrowserKeys(
      bindings: bindings.map { binding in
        guard let keys = keys[binding.command] else { return binding }
        var binding = binding
        binding.keys = keys.filter { !binding.fixed.contains($0) }
        binding.shortLabel = nil
        return binding
      })
  }

  /// Returns the name of the first key for a command; empty if there is none.
  func name(of command: BrowserCommand) -> String {
    bindings.first { $0.command == command }.flatMap { $0.keys.first ?? $0.fixed.first }?.words ?? ""
  }

  /// Returns a help page that lists the keys of a place.
  func help(of place: BrowserPlace) -> BrowserPanel {
    let entries = bindings.filter { $0.places.contains(place) && !$0.help.isEmpty }
      .map { BrowserPanel.Entry(label: $0.label, text: $0.help) }
    let title =
      switch place {
      case .list: "Keys"
      case .tree: "Keys in the tree"
      case .book: "Keys on a book's page"
      case .conflicts: "Keys on the conflicts page"
      case .text: "Keys on a text page"
      }
    return BrowserPanel(title: title, entries: entries, kind: .help)
  }

  /// Returns the hints for the footer in a place: help and leaving, preceded by as many others as fit.
  ///
  /// - Parameter cells: The available width in cells.
  func hints(of place: BrowserPlace, in cells: Int) -> String {
    let told = bindings.filter { $0.places.contains(place) && !$0.hint.isEmpty }
    func text(_ binding: Binding) -> String { "\(binding.shortLabel ?? name(of: binding.command)) \(binding.hint)" }
    let last: [BrowserCommand] = [.help, .leave]
    let end = told.filter { last.contains($0.command) }.map(text).joined(separator: "  ")
    guard DisplayWidth.of(end) <= cells else { return "" }
    var hints = ""
    for binding in told where !last.contains(binding.command) {
      let longer = hints + text(binding) + "  "
      guard DisplayWidth.of(longer + end) <= cells else { break }
      hints = longer
    }
    return hints + end
  }
}

extension BrowserKeys {
  private static let lists: [BrowserPlace] = [.list, .tree]
  /// The places in which keys refer to one book.
  private static let books: [BrowserPlace] = [.list, .tree, .book]
  private static let everywhere: [BrowserPlace] = [.list, .tree, .book, .conflicts, .text]

  /// The bindings in the order of the help. The footer shows the first ones.
  private static let table: [Binding] = [
    Binding(command: .up, keys: [.up, .character("k")], places: lists + [.text], hint: "", help: "one line up"),
    Binding(command: .up, keys: [.up], places: [.book], hint: "", help: "one line up"),
    Binding(command: .down, keys: [.down, .character("j")], places: lists + [.text], hint: "", help: "one line down"),
    Binding(command: .down, keys: [.down], places: [.book], hint: "", help: "one line down"),
    Binding(
      command: .pageUp, keys: [.pageUp, .control("b")], places: everywhere, hint: "",
      help: "one page up; the mouse wheel scrolls, too"),
    Binding(
      command: .pageDown, keys: [.pageDown, .control("f")], places: books + [.conflicts], hint: "",
      help: "one page down"),
    Binding(
      command: .pageDown, keys: [.pageDown, .control("f"), .character(" ")], places: [.text], hint: "",
      help: "one page down"),
    Binding(command: .first, keys: [.home, .character("g")], places: everywhere, hint: "", help: "the beginning"),
    Binding(command: .last, keys: [.end, .character("G")], places: everywhere, hint: "", help: "the end"),
    Binding(
      command: .next, keys: [.character("j"), .right], places: [.book], hint: "next", help: "the next book"),
    Binding(
      command: .previous, keys: [.character("k"), .left], places: [.book], hint: "previous", help: "the previous book"),
    Binding(
      command: .next, keys: [.down, .character("j"), .right], places: [.conflicts], hint: "next",
      help: "the next conflict"),
    Binding(
      command: .previous, keys: [.up, .character("k"), .left], places: [.conflicts], hint: "previous",
      help: "the previous conflict"),
    Binding(
      command: .mine, keys: [.character("m")], places: [.conflicts], hint: "keep mine",
      help: "keep your value until the source changes again; a book that its source removed becomes your own"),
    Binding(
      command: .theirs, keys: [.character("t")], places: [.conflicts], hint: "use theirs",
      help: "use the source's value; a book that the source removed is hidden"),
    Binding(
      command: .search, keys: [.character("/")], places: lists, hint: "search",
      help: "search as you type; Enter keeps the result, Esc cancels, ↑ shows earlier searches"),
    Binding(
      command: .filter, keys: [.character("f")], places: lists, hint: "filter",
      help: "filter by reading status, tag, author, series, year, language or rating"),
    Binding(
      command: .searches, keys: [.character("@")], places: lists, hint: "",
      help: "saved searches; type a name to save the current search"),
    Binding(
      command: .suggestion, keys: [.control("i")], places: lists, hint: "",
      help: "if nothing matches, search for the suggestion"),
    Binding(command: .drop, keys: [.escape], places: lists, hint: "", help: "clear the selection; clear the search"),
    Binding(
      command: .open, keys: [.enter], places: lists, hint: "", help: "show the book, or open or close a group"),
    Binding(command: .open, keys: [.enter], places: [.conflicts], hint: "", help: "show the book"),
    Binding(
      command: .pick, keys: [.character("p")], places: [.list], hint: "", help: "go to a random book in the list"),
    Binding(
      command: .file, keys: [.character("o")], places: books, hint: "",
      help: "open the book's file in its default program"),
    Binding(command: .expand, keys: [.right], places: [.tree], hint: "", help: "open the group"),
    Binding(command: .collapse, keys: [.left], places: [.tree], hint: "", help: "close the group"),
    Binding(
      command: .rate, keys: "012345".unicodeScalars.map(Key.character), places: books, hint: "rate",
      help: "your rating: 1 to 5 stars, 0 removes it", shortLabel: "0-5"),
    Binding(command: .more, keys: [.character("+")], places: books, hint: "", help: "half a star more"),
    Binding(command: .less, keys: [.character("-")], places: books, hint: "", help: "half a star less"),
    Binding(
      command: .mark, keys: [.character("m")], places: books, hint: "state",
      help: "reading status: want, reading, paused, read, abandoned, with today's date"),
    Binding(
      command: .read, keys: [.character(" ")], places: books, hint: "",
      help: "toggle read / unread (no date is stored)"),
    Binding(
      command: .tags, keys: [.character("T")], places: books, hint: "tags",
      help: "add or remove tags, with suggestions"),
    Binding(
      command: .title, keys: [.character("e")], places: books, hint: "title",
      help: "edit the title; Enter saves, Esc cancels"),
    Binding(
      command: .form, keys: [.character("E")], places: books, hint: "fields",
      help: "edit any field, including custom fields; long texts open in your editor"),
    Binding(
      command: .review, keys: [.character("w")], places: books, hint: "",
      help: "write the review in your editor (VISUAL or EDITOR)"),
    Binding(command: .notes, keys: [.character("n")], places: books, hint: "", help: "write the notes in your editor"),
    Binding(
      command: .select, keys: [.character("v")], places: [.list], hint: "select",
      help: "select or deselect the book; changes apply to all selected books"),
    Binding(
      command: .range, keys: [.character("V")], places: [.list], hint: "",
      help: "select from the last selected book to this one"),
    Binding(
      command: .all, keys: [.character("*")], places: [.list], hint: "", help: "select all matching books, or none"),
    Binding(
      command: .add, keys: [.character("a")], places: lists, hint: "",
      help: "add a book by its ISBN, or search for it online"),
    Binding(
      command: .merge, keys: [.character("M")], places: [.list], hint: "",
      help: "merge the selected books into the first one; asks first"),
    Binding(
      command: .remove, keys: [.character("d")], places: books, hint: "", help: "remove from the catalog; asks first"),
    Binding(
      command: .undo, keys: [.character("u")], places: books + [.conflicts], hint: "undo",
      help: "undo the last change; asks first for several books or changes made elsewhere"),
    Binding(
      command: .redo, keys: [.character("U"), .control("r")], places: books + [.conflicts], hint: "",
      help: "redo the last undone change; asks first in the same cases"),
    Binding(
      command: .sort, keys: [.character("s")], places: lists, hint: "sort", help: "change the sort order"),
    Binding(
      command: .tree, keys: [.character("t")], places: lists, hint: "",
      help: "switch between the list and the tree of authors"),
    Binding(
      command: .conflicts, keys: [.character("c")], places: lists, hint: "",
      help: "show and resolve conflicts between you and the sources"),
    Binding(
      command: .refresh, keys: [.character("r")], places: lists, hint: "",
      help: "refresh: get new and changed books from the sources"),
    Binding(
      command: .reload, keys: [.character("R")], places: lists, hint: "", help: "reload the list"),
    Binding(command: .help, keys: [.character("?")], places: everywhere, hint: "help", help: "show the keys"),
    Binding(
      command: .leave, keys: [.character("q")], places: lists, hint: "quit", help: "quit", fixed: [.control("c")]),
    Binding(
      command: .leave, keys: [.character("q")], places: [.book, .text], hint: "close",
      help: "back to the list", fixed: [.escape, .enter]),
    Binding(
      command: .leave, keys: [.character("q")], places: [.conflicts], hint: "close", help: "back to the list",
      fixed: [.escape]),
    Binding(command: .redraw, keys: [.control("l")], places: everywhere, hint: "", help: "redraw the screen"),
  ]
}
