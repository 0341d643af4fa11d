import Catalog
import FoundationEssentials

/// The books selected for an action. These are either individual books, in the order of selection, or all books that
/// match the current search.
struct BrowserSelection: Equatable, Sendable {
  /// A selected book. It includes the UUID, because the id may belong to a different book after a backup is restored.
  struct Item: Hashable, Sendable {
    let id: Book.ID
    let uuid: UUID
    /// The title of the book at the time of selection.
    let title: String

    init(_ book: Book) { (id, uuid, title) = (book.id, book.uuid, book.title) }
  }

  /// The maximum number of books selected individually or as a range.
  static let maxSingle = 10_000

  private(set) var items: [Item] = []
  private var ids: Set<Book.ID> = []
  /// The selected books that have been removed from the catalog. They count as selected again if they are restored.
  private var gone: Set<Item> = []
  /// The query whose results are all selected; `nil` if the selection consists of individual books.
  private(set) var all: BookQuery?

  var isEmpty: Bool { items.isEmpty && all == nil }

  /// The individually selected books that were still in the catalog at the last check.
  var present: [Item] { gone.isEmpty ? items : items.filter { !gone.contains($0) } }

  func contains(_ book: Book.ID) -> Bool { all != nil || ids.contains(book) }

  /// Selects a book, or deselects it if it is already selected.
  mutating func toggle(_ book: Book) {
    guard ids.remove(book.id) == nil else { return items.removeAll { $0.id == book.id } }
    add([Item(book)])
  }

  /// Adds books to the selection, skipping those already selected.
  mutating func add(_ new: [Item]) {
    all = nil
    for item in new where ids.insert(item.id).inserted { items.append(item) }
  }

  /// Records which of the selected books are still in the catalog.
  ///
  /// - Parameters:
  ///   - present: The selected books found in the catalog.
  ///   - looked: The selected books that were looked up. Books selected since then are not affected.
  mutating func setPresent(_ present: [Item], of looked: [Item]) { gone = Set(looked).subtracting(present) }

  init() {}

  init(allOf query: BookQuery) { all = query }
}
