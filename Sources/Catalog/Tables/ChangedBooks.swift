/// The books that a transaction changes, collected while it runs.
struct ChangedBooks {
  /// The maximum number of changed books that are listed by id. If there are more, the change is `.many`.
  static let named = 1_000

  private var ids: Set<Book.ID> = []
  /// True if the books are not listed.
  private(set) var isMany = false

  mutating func insert(_ book: Book.ID) {
    guard !isMany else { return }
    ids.insert(book)
    if ids.count > Self.named { insertMany() }
  }

  /// Records that too many books change to list their ids.
  mutating func insertMany() {
    isMany = true
    ids = []
  }

  /// The change to report, or `nil` if nothing changed.
  var change: CatalogChange? {
    if isMany { return .many }
    return ids.isEmpty ? nil : .books(ids.sorted())
  }
}
