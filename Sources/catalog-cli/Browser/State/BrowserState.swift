import Catalog
import CommandLineKit

/// The state of the browser's display and input, without the books. It is a value: ``handle(_:on:)`` changes it with
/// each key, and ``BrowserView`` draws it. It does not depend on a terminal or a catalog.
struct BrowserState: Equatable, Sendable {
  /// The main view: the list of books, or the tree.
  enum Mode: Equatable, Sendable {
    case list, tree
  }

  /// The text input or question at the bottom.
  enum Prompt: Equatable, Sendable {
    /// The input for a search, and the search to return to if the user cancels.
    case search(LineEditor, before: String)
    /// The input for adding a book.
    case addition(BrowserAddition)
    /// The input for a field of a book.
    case field(FieldPrompt)
    /// A question that waits for an answer. Its text is shown as the message.
    case question(BrowserQuestion)
  }

  /// A field of a book that the user is editing.
  struct FieldPrompt: Equatable, Sendable {
    var editor: LineEditor
    /// The book as the user last saw it.
    var book: Book
    let field: BookField
    /// The name of the field as shown to the user.
    let name: String
    /// True while the text is being stored. Keys wait until it is stored.
    var isStoring = false
    /// True if the input line has been visible since the last attempt to store its text.
    var isSeen = true

    init(_ field: BrowserField) {
      (editor, book, self.field, name) = (LineEditor(field.text), field.book, field.field, field.name)
    }
  }

  /// Suggested alternatives to a query without results.
  struct Suggestions: Equatable, Sendable {
    let query: String
    let texts: [String]
  }

  /// A message of up to three lines at the bottom, shown until the user presses a key.
  struct Message: Equatable, Sendable {
    let text: String
    let isError: Bool
  }

  /// The sort orders that the user can choose.
  static let orders: [BookOrder] = [
    .newestFirst, BookOrder(.title), BookOrder(.author), BookOrder(.year, descending: true),
    BookOrder(.edition, descending: true), BookOrder(.rating, descending: true), BookOrder(.average, descending: true),
    BookOrder(.pages, descending: true), BookOrder(.series),
  ]

  /// The key bindings.
  var keys = BrowserKeys.standard
  /// The columns that the user chose for the list, in addition to the marks for selection and read state; empty for the
  /// default layout.
  var rowColumns: [BrowserColumn] = []
  var mode = Mode.list
  var list = ListScroll()
  var tree = ListScroll()
  /// The number of rows known so far in the list or tree, whichever is shown.
  var count = 0
  /// The number of books that match the query, whether the list or the tree is shown.
  var found = ListCount.exactly(0)
  var order = BookOrder.newestFirst
  /// The sort order of ranked search results.
  var matchOrder = BookOrder.bestMatch
  /// The query from the command line, which all displayed books must match; empty for all books.
  var filter = ""
  /// The current search within the books of `filter`, as typed; empty for all of them.
  var query = "" { didSet { isRanked = BookQuery(query).isRanked } }
  /// True if the results of the search are ranked, because it contains words that match some books better than others.
  /// Conditions that only exclude books, such as facets, do not affect the order. Every frame asks for this, so the
  /// search is parsed only when it changes.
  private(set) var isRanked = false
  /// The books selected for an action.
  var selectedBooks = BrowserSelection()
  /// The search history, latest first.
  var earlier: [String] = []
  /// Suggested alternatives if the query has no results.
  var suggestions = Suggestions(query: "", texts: [])
  /// True if the catalog is read-only. Commands that would change it are then refused before the user types any text.
  var isReadOnly = false
  var prompt: Prompt?
  /// True while the books to select are being looked up.
  var isSelecting = false
  /// True while a page, or the question before an undo or redo, is still being prepared. The next key may be meant for
  /// it, so it must wait.
  var isAnswerAwaited = false
  /// The open pick list.
  var picker: BrowserPicker?
  /// The open pages, each on top of the previous page: conflicts, a book, help. The last page is visible.
  var pages: [BrowserPanel] = []
  /// The page of the selected book, shown next to the list if there is room.
  var preview: BrowserPanel?
  /// The cover of the previewed book; `nil` if it has not arrived or cannot be drawn.
  var cover: CellPicture?
  var message: Message?
  /// The progress of a running refresh; `nil` if there is none.
  var refreshing: String?
  var size = ScreenSize(rows: 24, columns: 80)

  /// The part of the browser that receives typed keys.
  var context: BrowserFocus {
    switch panel?.kind {
    case .book: .book
    case .conflicts: .conflicts
    case .text, .help, .missingBook: .text
    case nil: mode == .list ? .list : .tree
    }
  }

  /// The sort order of the displayed books.
  var shownOrder: BookOrder { isRanked ? matchOrder : order }

  /// The scroll position of the list or tree, whichever is shown.
  var scroll: ListScroll {
    get { mode == .list ? list : tree }
    set { if mode == .list { list = newValue } else { tree = newValue } }
  }

  /// The width of the list or tree in columns. On a wide screen, the remaining columns show the preview.
  var listColumns: Int { size.columns >= Self.previewedColumns ? size.columns * 3 / 5 : size.columns }

  /// The width of the preview in columns, excluding the dividing line.
  var previewColumns: Int { size.columns - listColumns - 3 }

  /// The minimum width of a screen with a preview, in columns.
  static let previewedColumns = 120

  /// True if there is room for a preview and no page is open.
  var hasPreview: Bool { panel == nil && listColumns < size.columns }

  /// The lines of the message, wrapped to the width of the screen. There are at most three lines, and fewer on a screen
  /// with few rows.
  var messageLines: [String] {
    guard let message else { return [] }
    return Array(BrowserPanel.broken(message.text, to: size.columns).prefix(min(3, max(0, size.rows - 3))))
  }

  /// The number of lines for the pick list and its title; 0 if there is no room.
  var pickerLines: Int {
    guard let picker else { return 0 }
    return min(max(0, size.rows - 3 - messageLines.count), picker.height(in: size.rows) + 1)
  }

  /// The number of lines for the list, the tree or a page. The other lines show the header, pick list, message and
  /// footer.
  var height: Int {
    switch size.rows {
    case 1: 1
    case 2: 1
    default: max(1, size.rows - 2 - messageLines.count - pickerLines)
    }
  }

  /// Shows a message at the bottom. The message replaces an open question.
  mutating func say(_ text: String, isError: Bool = false) {
    if case .question = prompt { prompt = nil }
    message = Message(text: text, isError: isError)
    fit()
  }

  /// Asks a question, unless an input line or another question is already open.
  mutating func ask(_ question: BrowserQuestion) {
    guard prompt == nil else { return }
    say(question.text)
    prompt = .question(question)
  }

  /// Sets the size of the screen.
  mutating func resize(_ size: ScreenSize) {
    self.size = size
    fit()
  }

  /// Sets the number of displayed rows.
  mutating func setCount(_ count: Int) {
    self.count = count
    fit()
  }

  /// Selects a row.
  mutating func select(_ line: Int, of count: Int) {
    self.count = count
    let height = height
    scroll.select(line, count: count, height: height)
  }

  /// Moves the selection together with its line after lines were inserted or removed above it.
  ///
  /// - Parameters:
  ///   - shifted: The list or tree whose lines have moved.
  ///   - count: The new number of lines.
  mutating func shift(_ shifted: Mode, by lines: Int, count: Int) {
    let height = height
    switch shifted {
    case .list: list.shift(by: lines, height: height)
    case .tree: tree.shift(by: lines, height: height)
    }
    if mode == shifted { setCount(count) }
  }

  /// Records that the state was drawn.
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

  /// Ends the editing of a field if its text was stored; lets the user continue if storing failed. Does nothing if the
  /// user is now editing another field.
  ///
  /// - Parameters:
  ///   - problem: The reason for the failure, shown to the user; `nil` if the text was stored.
  ///   - now: The book's current values, if someone else has changed the field. If the user presses Enter again, the
  ///     typed text replaces that change.
  mutating func fieldStored(_ problem: String?, of stored: Book.ID, now: Book? = nil) {
    guard case .field(var typed) = prompt, typed.isStoring, typed.book.id == stored else { return }
    (typed.isStoring, typed.isSeen) = (false, false)
    typed.book = now ?? typed.book
    prompt = problem == nil ? nil : .field(typed)
    if let problem { say(problem, isError: true) }
  }

  /// Discards all state that refers to the previous books. Call this after the catalog's file was replaced.
  ///
  /// - Returns: The text of the field that the user was editing; `nil` if there was none.
  mutating func leaveBooks() -> String? {
    (preview, cover) = (nil, nil)
    stopAsking()
    if case .online(let text) = picker?.purpose { leaveFound(text) }
    (pages, picker, selectedBooks, isAnswerAwaited) = ([], nil, BrowserSelection(), false)
    if case .question = prompt { prompt = nil }
    guard case .field(let typed) = prompt else { return nil }
    prompt = nil
    return typed.editor.text
  }

  /// Adjusts the scroll positions so that the selections stay visible.
  mutating func fit() {
    let (rows, columns) = (size.rows, size.columns)
    picker?.fit(rows: rows)
    let height = height
    scroll.fit(count: count, height: height)
    panel?.fit(height: height, columns: columns)
  }
}
