import Catalog
import Synchronization

/// A list of books that is read and written in pieces while it is sent. The number of books and the lengths of their
/// texts therefore do not affect the memory needed.
final class BookPieces: Sendable {
  /// The format of a list: the text before, between and after its books, and how each book is written.
  struct Form: Sendable {
    var beginning: [UInt8] = []
    var separator: [UInt8] = []
    var ending: [UInt8] = []
    let write: @Sendable (Book, inout [UInt8]) -> Void

    /// Returns the given books as a complete list in one piece.
    func bytes(of books: [Book]) -> [UInt8] {
      var bytes = beginning
      for (index, book) in books.enumerated() {
        if index > 0 { bytes += separator }
        write(book, &bytes)
      }
      return bytes + ending
    }
  }

  /// The size in bytes at which a piece ends. A piece always ends with a complete book.
  private static let size = 262_144
  /// The number of books that are read at once if the list contains all books of a query.
  static let pageSize = 200

  private struct State {
    var ids: ArraySlice<Book.ID>
    var next: PageCursor?
    var isBegun = false
    var hasBooks = false
    var isOver = false
  }

  private let query: BookQuery
  private let form: Form
  private let state: Mutex<State>

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - query: The query that finds the books.
  ///   - page: The first books.
  ///   - isWholeList: True to continue with the books after this page.
  init(_ query: BookQuery, _ page: BookPage, isWholeList: Bool, _ form: Form) {
    (self.query, self.form) = (query, form)
    state = Mutex(State(ids: page.books.map(\.id)[...], next: isWholeList ? page.next : nil))
  }

  /// True if the last piece has been returned.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Returns the next piece; `nil` at the end. Leaves out books that were removed after their page was read.
  func next(in view: ServedView) throws -> [UInt8]? {
    try state.withLock { state in
      guard !state.isOver else { return nil }
      var piece = state.isBegun ? [] : form.beginning
      state.isBegun = true
      while piece.count < Self.size {
        if state.ids.isEmpty, let cursor = state.next {
          let page = try view.page(query, at: .after(cursor), size: Self.pageSize, isBrief: true)
          (state.ids, state.next) = (page.books.map(\.id)[...], page.next)
        }
        guard let id = state.ids.popFirst() else {
          piece += form.ending
          state.isOver = true
          break
        }
        guard let book = try view.book(id) else { continue }
        if state.hasBooks { piece += form.separator }
        form.write(book, &piece)
        state.hasBooks = true
      }
      return piece
    }
  }
}
