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
    /// A book that is to be added.
    case addition(BrowserAddition)
    /// A field of a book.
    case field(FieldPrompt)
    /// Whether to do something, as the message asks.
    case question(BrowserQuestion)
  }

  /// A field of a book that is being typed.
  struct FieldPrompt: Equatable, Sendable {
    var editor: LineEditor
    /// As it was when what is there was seen.
    var book: Book
    let field: BookField
    /// How people call it.
    let name: String
    /// While it is stored, keys wait.
    var isStoring = false
    /// Whether it is known to who types that it is being typed: one that could not be stored is there again.
    var isSeen = true

    init(_ field: BrowserField) {
      (editor, book, self.field, name) = (LineEditor(field.text), field.book, field.field, field.name)
    }
  }

  /// Other queries in the place of one.
  struct Suggestions: Equatable, Sendable {
    let query: String
    let texts: [String]
  }

  /// A line or two at the bottom, until the next key.
  struct Message: Equatable, Sendable {
    let text: String
    let isError: Bool
  }

  /// The orders that `s` offers.
  static let orders: [BookOrder] = [
    .newestFirst, BookOrder(.title), BookOrder(.author), BookOrder(.year, descending: true),
    BookOrder(.rating, descending: true), BookOrder(.average, descending: true), BookOrder(.pages, descending: true),
    BookOrder(.series),
  ]

  /// Which key means what.
  var keys = BrowserKeys.usual
  /// What rows of the list show besides marks; empty for the usual.
  var rowColumns: [BrowserColumn] = []
  var mode = Mode.list
  var list = ListScroll()
  var tree = ListScroll()
  /// How many lines the list or the tree has, as it is shown.
  var count = 0
  /// How many books are found, whatever of them is shown.
  var found = ListCount.exactly(0)
  var order = BookOrder.newestFirst
  /// What stands first of what is searched for.
  var matchOrder = BookOrder.bestMatch
  /// What the books must match, as the command line says; empty for all.
  var filter = ""
  /// What is searched for among them, as it was typed; empty for all.
  var query = ""
  /// The books that are selected to do something with them.
  var marks = BrowserMarks()
  /// What was searched for, the last one in front.
  var earlier: [String] = []
  /// What may have been meant by the query, where it finds nothing.
  var suggestions = Suggestions(query: "", texts: [])
  /// Whether nothing can be changed: who asks for it is told before anything is typed.
  var isReadOnly = false
  var prompt: Prompt?
  /// Whether books are being selected that have to be looked for first.
  var isSelecting = false
  /// Whether something was asked for that the next key may be about, and is not there yet: a page, or what an undo asks.
  var isAnswerAwaited = false
  /// What something is being taken from.
  var picker: BrowserPicker?
  /// The pages that are open, each over the one before it: what is in conflict, a book's page, help. The last one is seen.
  var pages: [BrowserPanel] = []
  /// The page of the book that is selected, beside the list where there is room.
  var preview: BrowserPanel?
  /// The cover of that book, where it is known and can be drawn.
  var cover: CellPicture?
  var message: Message?
  /// What a refresh under way has done; `nil` while there is none.
  var refreshing: String?
  var size = ScreenSize(rows: 24, columns: 80)

  /// Where the user is.
  var place: BrowserPlace {
    switch panel?.kind {
    case .book: .book
    case .conflicts: .conflicts
    case .text, .help, .missingBook: .text
    case nil: mode == .list ? .list : .tree
    }
  }

  /// What stands first of what is shown.
  var shownOrder: BookOrder { isRanked ? matchOrder : order }

  /// Whether what is searched for has words that some books fit better than others; what only leaves books out, as a facet
  /// does, keeps the order of the list.
  var isRanked: Bool { BookQuery(query).isRanked }

  /// The place in what is shown.
  var scroll: ListScroll {
    get { mode == .list ? list : tree }
    set { if mode == .list { list = newValue } else { tree = newValue } }
  }

  /// How many columns the list or the tree has; what is left of a wide screen is the preview's.
  var listColumns: Int { size.columns >= Self.previewedColumns ? size.columns * 3 / 5 : size.columns }

  /// How many columns the preview has, beside the line that divides it from the list.
  var previewColumns: Int { size.columns - listColumns - 3 }

  /// Screens of so many columns have a preview.
  static let previewedColumns = 120

  /// Whether there is room for a preview, and something to preview.
  var hasPreview: Bool { panel == nil && listColumns < size.columns }

  /// The lines of the message, as the screen is wide: at most three, and never all of the screen.
  var messageLines: [String] {
    guard let message else { return [] }
    return Array(BrowserPanel.broken(message.text, to: size.columns).prefix(min(3, max(0, size.rows - 3))))
  }

  /// How many lines the picker takes, with its title; none on a screen that has no room for them.
  var pickerLines: Int {
    guard let picker else { return 0 }
    return min(max(0, size.rows - 3 - messageLines.count), picker.height(in: size.rows) + 1)
  }

  /// How many lines the list, the tree or a panel has on the screen: what header, picker, message and footer leave.
  var height: Int {
    switch size.rows {
    case 1: 1
    case 2: 1
    default: max(1, size.rows - 2 - messageLines.count - pickerLines)
    }
  }

  /// Says something at the bottom; a question that stood there is taken back.
  mutating func say(_ text: String, isError: Bool = false) {
    if case .question = prompt { prompt = nil }
    message = Message(text: text, isError: isError)
    fit()
  }

  /// Asks something, unless something is being typed by now.
  mutating func ask(_ question: BrowserQuestion) {
    guard prompt == nil else { return }
    say(question.text)
    prompt = .question(question)
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

  /// Selects a line of what is shown.
  mutating func select(_ line: Int, of count: Int) {
    self.count = count
    let height = height
    scroll.select(line, count: count, height: height)
  }

  /// Stays with the selected book when lines came in or went above it.
  ///
  /// - Parameters:
  ///   - shifted: the list or the tree.
  ///   - count: how many lines it has now; nothing that is said meanwhile may go by the count of before.
  mutating func shift(_ shifted: Mode, by lines: Int, count: Int) {
    let height = height
    switch shifted {
    case .list: list.shift(by: lines, height: height)
    case .tree: tree.shift(by: lines, height: height)
    }
    if mode == shifted { setCount(count) }
  }

  /// Notes that what the state shows is on the screen.
  mutating func drawn() {
    let (height, columns) = (height, size.columns)
    panel?.drawn(height: height, columns: columns)
    switch prompt {
    case .question(var question):
      question.isSeen = true
      prompt = .question(question)
    case .field(var typed):
      typed.isSeen = true
      prompt = .field(typed)
    case .search, .addition, nil: break
    }
  }

  /// Takes up that a field was stored, or why it was not: then it can still be typed. What is being typed by now, for
  /// another book or anew, stays.
  ///
  /// - Parameter now: the book where somebody else has changed the field since it was seen: Enter replaces that.
  mutating func fieldStored(_ problem: String?, of stored: Book.ID, now: Book? = nil) {
    guard case .field(var typed) = prompt, typed.isStoring, typed.book.id == stored else { return }
    (typed.isStoring, typed.isSeen) = (false, false)
    typed.book = now ?? typed.book
    prompt = problem == nil ? nil : .field(typed)
    if let problem { say(problem, isError: true) }
  }

  /// Takes up that the books are others now: what was said of the earlier ones is put away.
  ///
  /// - Returns: the text that was being typed.
  mutating func leaveBooks() -> String? {
    (preview, cover) = (nil, nil)
    stopAsking()
    if case .online(let text) = picker?.purpose { leaveFound(text) }
    (pages, picker, marks, isAnswerAwaited) = ([], nil, BrowserMarks(), false)
    if case .question = prompt { prompt = nil }
    guard case .field(let typed) = prompt else { return nil }
    prompt = nil
    return typed.editor.text
  }

  /// Keeps what is selected on the screen.
  mutating func fit() {
    let (rows, columns) = (size.rows, size.columns)
    picker?.fit(rows: rows)
    let height = height
    scroll.fit(count: count, height: height)
    panel?.fit(height: height, columns: columns)
  }
}
