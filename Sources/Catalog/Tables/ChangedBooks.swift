/// The books changed by a transaction that is still running.
struct ChangedBooks {
  /// The maximum number of ids to list. If more books change, the change is reported as `.many`.
  static let named = 1_000

  private var ids: Set<Book.ID> = []
  /// True if so many books have changed that their ids are not listed.
  private(set) var isMany = false

  mutating func insert(_ book: Book.ID) {
    guard !isMany else { return }
    ids.insert(book)
    if ids.count > Self.named { insertMany() }
  }

  /// Records that so many books have changed that their ids are not listed.
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
