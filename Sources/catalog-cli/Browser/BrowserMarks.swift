import Catalog
import FoundationEssentials

/// The books that are selected to do something with them: single ones in the order in which they were selected, or all that
/// match what is shown.
struct BrowserMarks: Equatable, Sendable {
  /// A book as it was seen: a backup that is restored may have another book of that number.
  struct Mark: Hashable, Sendable {
    let id: Book.ID
    let uuid: UUID
    /// What it was called.
    let title: String

    init(_ book: Book) { (id, uuid, title) = (book.id, book.uuid, book.title) }
  }

  /// How many books are selected one by one, or as a range, at most.
  static let mostSingle = 10_000

  private(set) var marks: [Mark] = []
  private var ids: Set<Book.ID> = []
  /// Those that are not in the catalog any more. One comes back where its removal is undone.
  private var gone: Set<Mark> = []
  /// All that this query finds, in the place of single ones.
  private(set) var all: BookQuery?

  var isEmpty: Bool { marks.isEmpty && all == nil }

  /// The single books that are in the catalog, as far as is known.
  var present: [Mark] { gone.isEmpty ? marks : marks.filter { !gone.contains($0) } }

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

  /// Notes which of the single books are in the catalog by now.
  ///
  /// - Parameters:
  ///   - present: those that are, of the ones that were looked for.
  ///   - looked: these; others were selected meanwhile.
  mutating func setPresent(_ present: [Mark], of looked: [Mark]) { gone = Set(looked).subtracting(present) }

  init() {}

  init(allOf query: BookQuery) { all = query }
}
