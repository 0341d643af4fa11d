import Catalog
import CommandLineKit

/// What the browser shows and what is being typed, apart from the books: a value that keys change (``handle(_:on:)``), that is
/// drawn by ``BrowserView``, and that knows nothing of a terminal or a catalog.
struct BrowserState: Equatable, Sendable {
  /// What stands in the window.
  enum Mode: Equatable, Sendable {
    case list, tree
  }

  /// What is being typed.
  enum Prompt: Equatable, Sendable {
    /// A search, and the one to go back to.
    case search(LineEditor, before: String)
    /// A book's title; while it is stored, keys wait.
    case title(LineEditor, book: Book, isStoring: Bool)
    /// Whether to take back a step that was not made here, as the message asks.
    case undo(HistoryStep)
  }

  /// A line or two at the bottom, until the next key.
  struct Message: Equatable, Sendable {
    let text: String
    let isError: Bool
  }

  /// The orders that `s` goes through.
  static let orders: [BookOrder] = [
    .newestFirst, BookOrder(.title), BookOrder(.author), BookOrder(.year, descending: true),
    BookOrder(.rating, descending: true), BookOrder(.average, descending: true), BookOrder(.pages, descending: true),
    BookOrder(.series),
  ]

  var mode = Mode.list
  var list = ListScroll()
  var tree = ListScroll()
  /// How many lines the list or the tree has, as it is shown.
  var count = 0
  var order = BookOrder.newestFirst
  /// What stands first of what is searched for.
  var matchOrder = BookOrder.bestMatch
  /// What the books must match, as the command line says; empty for all.
  var filter = ""
  /// What is searched for among them, as it was typed; empty for all.
  var query = ""
  var prompt: Prompt?
  var panel: BrowserPanel?
  /// The page that the help stands over.
  var covered: BrowserPanel?
  var message: Message?
  /// What a refresh under way has done; `nil` while there is none.
  var refreshing: String?
  var size = ScreenSize(rows: 24, columns: 80)

  /// What stands first of what is shown.
  var shownOrder: BookOrder { query.isEmpty ? order : matchOrder }

  /// The place in what is shown.
  var scroll: ListScroll {
    get { mode == .list ? list : tree }
    set { if mode == .list { list = newValue } else { tree = newValue } }
  }

  /// The lines of the message, as the screen is wide: at most three, and never all of the screen.
  var messageLines: [String] {
    guard let message else { return [] }
    return Array(BrowserPanel.broken(message.text, to: size.columns).prefix(min(3, max(0, size.rows - 3))))
  }

  /// How many lines the list, the tree or a panel has on the screen: what header, message and footer leave.
  var height: Int {
    switch size.rows {
    case 1: 1
    case 2: 1
    default: max(1, size.rows - 2 - messageLines.count)
    }
  }

  /// Says something at the bottom; a question that stood there is taken back.
  mutating func say(_ text: String, isError: Bool = false) {
    if case .undo = prompt { prompt = nil }
    message = Message(text: text, isError: isError)
    fit()
  }

  /// Asks whether to take back a step, unless something is being typed by now.
  mutating func askToUndo(_ step: HistoryStep) {
    guard prompt == nil else { return }
    // A long summary may leave no room for what follows it.
    say("y undoes \u{201C}\(step.summary)\u{201D}; any other key leaves it")
    prompt = .undo(step)
  }

  /// Takes up another size of the screen.
  mutating func resize(_ size: ScreenSize) {
    self.size = size
    fit()
  }

  /// Takes up another length of what is shown.
  mutating func setCount(_ count: Int) {
    self.count = count
    fit()
  }

  /// Stays with the selected book when lines came in or went above it; at the very top it stays at the top, to see what
  /// comes in.
  mutating func shift(by lines: Int) {
    if list.selected > 0 { list.shift(by: lines) }
  }

  /// Takes up that a title was stored, or why it was not: then it can still be typed. What is being typed by now, for
  /// another book or anew, stays.
  mutating func titleStored(_ problem: String?, of stored: Book.ID) {
    guard case .title(let editor, let book, isStoring: true) = prompt, book.id == stored else { return }
    prompt = problem == nil ? nil : .title(editor, book: book, isStoring: false)
    if let problem { say(problem, isError: true) }
  }

  /// Takes up that the books are others now: what was said of the earlier ones is put away.
  ///
  /// - Returns: the title that was being typed.
  mutating func leaveBooks() -> String? {
    (panel, covered) = (nil, nil)
    if case .undo = prompt { prompt = nil }
    guard case .title(let editor, _, _) = prompt else { return nil }
    prompt = nil
    return editor.text
  }

  /// Keeps what is selected on the screen.
  mutating func fit() {
    let height = height
    scroll.fit(count: count, height: height)
    let columns = size.columns
    panel?.fit(height: height, columns: columns)
  }
}
