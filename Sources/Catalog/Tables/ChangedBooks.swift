/// The books that a transaction changes, collected while it runs.
struct ChangedBooks {
  /// How many books are named; more are told as many.
  static let named = 1_000

  private var ids: Set<Book.ID> = []
  /// Whether they are not named.
  private(set) var isMany = false

  mutating func insert(_ book: Book.ID) {
    guard !isMany else { return }
    ids.insert(book)
    if ids.count > Self.named { insertMany() }
  }

  /// Says that so many change that they are not worth naming.
  mutating func insertMany() {
    isMany = true
    ids = []
  }

  /// What is to be told; `nil` where nothing changed.
  var change: CatalogChange? {
    if isMany { return .many }
    return ids.isEmpty ? nil : .books(ids.sorted())
  }
}
