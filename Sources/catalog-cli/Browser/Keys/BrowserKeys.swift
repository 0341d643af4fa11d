import CommandLineKit

/// The bindings of keys to commands. Key handling, help and the footer all use this table.
struct BrowserKeys: Equatable, Sendable {
  /// A command with its keys and the texts that describe it.
  struct Binding: Equatable, Sendable {
    let command: BrowserCommand
    fileprivate(set) var keys: [Key]
    /// The contexts in which the binding applies.
    let contexts: [BrowserFocus]
    /// The text that follows the key in the footer; empty if the footer omits the command.
    let hint: String
    /// The text that describes the command in help.
    let help: String
    /// A short name for all keys of the command, such as “0-5”; `nil` to list the keys.
    fileprivate(set) var shortLabel: String?
    /// Keys that the settings cannot reassign, so that the user can always leave.
    var fixed: [Key] = []

    /// The names of all keys, such as “→ j”.
    var label: String { shortLabel ?? (keys + fixed).map(\.words).joined(separator: " ") }

    func means(_ key: Key, in context: BrowserFocus) -> Bool {
      contexts.contains(context) && (keys.contains(key) || fixed.contains(key))
    }
  }

  static let standard = BrowserKeys(bindings: table)

  let bindings: [Binding]

  /// Returns the command bound to a key.
  func command(of key: Key, in context: BrowserFocus) -> BrowserCommand? {
    bindings.first { $0.means(key, in: context) }?.command
  }

  /// Returns these bindings with different keys for some commands. The new keys apply in every context of the command.
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

  /// Returns a help page that lists the keys of a context.
  func help(of context: BrowserFocus) -> BrowserPanel {
    let entries = bindings.filter { $0.contexts.contains(context) && !$0.help.isEmpty }
      .map { BrowserPanel.Entry(label: $0.label, text: $0.help) }
    let title =
      switch context {
      case .list: "Keys"
      case .tree: "Keys in the tree"
      case .book: "Keys on a book's page"
      case .conflicts: "Keys on the conflicts page"
      case .text: "Keys on a text page"
      }
    return BrowserPanel(title: title, entries: entries, kind: .help)
  }

  /// Returns the hints for the footer in a context. The hints for help and for leaving come last, after as many other
  /// hints as fit.
  ///
  /// - Parameter cells: The available width in cells.
  func hints(of context: BrowserFocus, in cells: Int) -> String {
    let hinted = bindings.filter { $0.contexts.contains(context) && !$0.hint.isEmpty }
    func text(_ binding: Binding) -> String { "\(binding.shortLabel ?? name(of: binding.command)) \(binding.hint)" }
    let last: [BrowserCommand] = [.help, .leave]
    let end = hinted.filter { last.contains($0.command) }.map(text).joined(separator: "  ")
    guard DisplayWidth.of(end) <= cells else { return "" }
    var hints = ""
    for binding in hinted where !last.contains(binding.command) {
      let longer = hints + text(binding) + "  "
      guard DisplayWidth.of(longer + end) <= cells else { break }
      hints = longer
    }
    return hints + end
  }
}

extension BrowserKeys {
  private static let lists: [BrowserFocus] = [.list, .tree]
  /// The contexts in which keys act on a single book.
  private static let books: [BrowserFocus] = [.list, .tree, .book]
  private static let everywhere: [BrowserFocus] = [.list, .tree, .book, .conflicts, .text]

  /// The bindings in the order in which help lists them. The footer shows as many of them as fit.
  private static let table: [Binding] = [
    Binding(command: .up, keys: [.up, .character("k")], contexts: lists + [.text], hint: "", help: "one line up"),
    Binding(command: .up, keys: [.up], contexts: [.book], hint: "", help: "one line up"),
    Binding(
      command: .down, keys: [.down, .character("j")], contexts: lists + [.text], hint: "", help: "one line down"),
    Binding(command: .down, keys: [.down], contexts: [.book], hint: "", help: "one line down"),
    Binding(
      command: .pageUp, keys: [.pageUp, .control("b")], contexts: everywhere, hint: "",
      help: "one page up; the mouse wheel scrolls, too"),
    Binding(
      command: .pageDown, keys: [.pageDown, .control("f")], contexts: books + [.conflicts], hint: "",
      help: "one page down"),
    Binding(
      command: .pageDown, keys: [.pageDown, .control("f"), .character(" ")], contexts: [.text], hint: "",
      help: "one page down"),
    Binding(command: .first, keys: [.home, .character("g")], contexts: everywhere, hint: "", help: "the beginning"),
    Binding(command: .last, keys: [.end, .character("G")], contexts: everywhere, hint: "", help: "the end"),
    Binding(
      command: .next, keys: [.character("j"), .right], contexts: [.book], hint: "next", help: "the next book"),
    Binding(
      command: .previous, keys: [.character("k"), .left], contexts: [.book], hint: "previous",
      help: "the previous book"),
    Binding(
      command: .next, keys: [.down, .character("j"), .right], contexts: [.conflicts], hint: "next",
      help: "the next conflict"),
    Binding(
      command: .previous, keys: [.up, .character("k"), .left], contexts: [.conflicts], hint: "previous",
      help: "the previous conflict"),
    Binding(
      command: .mine, keys: [.character("m")], contexts: [.conflicts], hint: "keep mine",
      help: "keep your value until the source changes again; if the source removed the book, keep it as your own"),
    Binding(
      command: .theirs, keys: [.character("t")], contexts: [.conflicts], hint: "use theirs",
      help: "use the source's value; a book that the source removed is hidden"),
    Binding(
      command: .search, keys: [.character("/")], contexts: lists, hint: "search",
      help: "search as you type; Enter keeps the result, Esc cancels, ↑ shows earlier searches"),
    Binding(
      command: .filter, keys: [.character("f")], contexts: lists, hint: "filter",
      help: "filter by reading status, tag, author, series, year, language or rating"),
    Binding(
      command: .searches, keys: [.character("@")], contexts: lists, hint: "",
      help: "saved searches; type a name to save the current search"),
    Binding(
      command: .suggestion, keys: [.control("i")], contexts: lists, hint: "",
      help: "if nothing matches, search for the suggestion"),
    Binding(
      command: .drop, keys: [.escape], contexts: lists, hint: "", help: "clear the selection, or else the search"),
    Binding(
      command: .open, keys: [.enter], contexts: lists, hint: "", help: "show the book, or open or close a group"),
    Binding(command: .open, keys: [.enter], contexts: [.conflicts], hint: "", help: "show the book"),
    Binding(
      command: .pick, keys: [.character("p")], contexts: [.list], hint: "", help: "go to a random book in the list"),
    Binding(
      command: .file, keys: [.character("o")], contexts: books, hint: "",
      help: "open the book's file in its default program"),
    Binding(command: .expand, keys: [.right], contexts: [.tree], hint: "", help: "open the group"),
    Binding(command: .collapse, keys: [.left], contexts: [.tree], hint: "", help: "close the group"),
    Binding(
      command: .rate, keys: "012345".unicodeScalars.map(Key.character), contexts: books, hint: "rate",
      help: "your rating: 1 to 5 stars, 0 removes it", shortLabel: "0-5"),
    Binding(command: .more, keys: [.character("+")], contexts: books, hint: "", help: "half a star more"),
    Binding(command: .less, keys: [.character("-")], contexts: books, hint: "", help: "half a star less"),
    Binding(
      command: .mark, keys: [.character("m")], contexts: books, hint: "state",
      help: "reading status: want, reading, paused, read, abandoned, with today's date"),
    Binding(
      command: .read, keys: [.character(" ")], contexts: books, hint: "",
      help: "toggle read (finished today) / unread"),
    Binding(
      command: .tags, keys: [.character("T")], contexts: books, hint: "tags",
      help: "add or remove tags, with suggestions"),
    Binding(
      command: .title, keys: [.character("e")], contexts: books, hint: "title",
      help: "edit the title; Enter saves, Esc cancels"),
    Binding(
      command: .form, keys: [.character("E")], contexts: books, hint: "fields",
      help: "edit any field, including custom fields; long texts open in your editor"),
    Binding(
      command: .review, keys: [.character("w")], contexts: books, hint: "",
      help: "write the review in your editor (VISUAL or EDITOR)"),
    Binding(
      command: .notes, keys: [.character("n")], contexts: books, hint: "", help: "write the notes in your editor"),
    Binding(
      command: .select, keys: [.character("v")], contexts: [.list], hint: "select",
      help: "select or deselect the book; changes apply to all selected books"),
    Binding(
      command: .range, keys: [.character("V")], contexts: [.list], hint: "",
      help: "select from the last selected book to this one"),
    Binding(
      command: .all, keys: [.character("*")], contexts: [.list], hint: "", help: "select all matching books, or none"),
    Binding(
      command: .add, keys: [.character("a")], contexts: lists, hint: "",
      help: "add a book by its ISBN, or search for it online"),
    Binding(
      command: .merge, keys: [.character("M")], contexts: [.list], hint: "",
      help: "merge the selected books into the first one, after confirmation"),
    Binding(
      command: .remove, keys: [.character("d")], contexts: books, hint: "",
      help: "remove the book from the catalog, after confirmation"),
    Binding(
      command: .undo, keys: [.character("u")], contexts: books + [.conflicts], hint: "undo",
      help: "undo the last change; if it affects several books or was made elsewhere, you are asked to confirm"),
    Binding(
      command: .redo, keys: [.character("U"), .control("r")], contexts: books + [.conflicts], hint: "",
      help: "redo the last undone change; you are asked to confirm as for undo"),
    Binding(
      command: .sort, keys: [.character("s")], contexts: lists, hint: "sort", help: "change the sort order"),
    Binding(
      command: .tree, keys: [.character("t")], contexts: lists, hint: "",
      help: "switch between the list and the tree of authors"),
    Binding(
      command: .conflicts, keys: [.character("c")], contexts: lists, hint: "",
      help: "show and resolve conflicts between you and the sources"),
    Binding(
      command: .refresh, keys: [.character("r")], contexts: lists, hint: "",
      help: "refresh: get new and changed books from the sources"),
    Binding(
      command: .reload, keys: [.character("R")], contexts: lists, hint: "", help: "reload the list"),
    Binding(command: .help, keys: [.character("?")], contexts: everywhere, hint: "help", help: "show the keys"),
    Binding(
      command: .leave, keys: [.character("q")], contexts: lists, hint: "quit", help: "quit", fixed: [.control("c")]),
    Binding(
      command: .leave, keys: [.character("q")], contexts: [.book, .text], hint: "close",
      help: "back to the list", fixed: [.escape, .enter]),
    Binding(
      command: .leave, keys: [.character("q")], contexts: [.conflicts], hint: "close", help: "back to the list",
      fixed: [.escape]),
    Binding(command: .redraw, keys: [.control("l")], contexts: everywhere, hint: "", help: "redraw the screen"),
  ]
}
