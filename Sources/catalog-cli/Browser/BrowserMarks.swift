import Catalog
import FoundationEssentials

/// The books that are selected to do something with them: single ones in the order in which they were selected, or all that
/// match what is shown.
struct BrowserMarks: Equatable, Sendable {
  /// A book as it was seen: a backup that is restored may have another book of that number.
  struct Mark: Equatable, Sendable {
    let id: Book.ID
    let uuid: UUID
    /// What it was called.
    let title: String

    init(_ book: Book) { (id, uuid, title) = (book.id, book.uuid, book.title) }
  }

  private(set) var marks: [Mark] = []
  private var ids: Set<Book.ID> = []
  /// All that this query finds, in the place of single ones.
  private(set) var all: BookQuery?

  var isEmpty: Bool { marks.isEmpty && all == nil }

  func contains(_ book: Book.ID) -> Bool { all != nil || ids.contains(book) }

  /// Selects a book, or leaves it again.
  mutating func toggle(_ book: Book) {
    guard ids.remove(book.id) == nil else { return marks.removeAll { $0.id == book.id } }
    add([Mark(book)])
  }

  /// Selects books, those aside that are selected.
  mutating func add(_ new: [Mark]) {
    all = nil
    for mark in new where ids.insert(mark.id).inserted { marks.append(mark) }
  }

  mutating func selectAll(of query: BookQuery) { self = BrowserMarks(all: query) }

  init() {}

  private init(all query: BookQuery) { all = query }
}
