import Catalog
import Platform

/// The books that a change applies to.
enum BrowserTarget: Equatable, Sendable {
  /// One book as the user saw it. Its UUID identifies it, because its id may belong to a different book after a backup
  /// is restored.
  case book(Book)
  /// Books that the user selected individually. Books that have been removed since then are skipped.
  case selected([BrowserSelection.Item])
  /// All books that match a query when the change is made.
  ///
  /// - Parameter expected: The number of books that the user confirmed; `nil` if it was unknown.
  case all(of: BookQuery, expected: Int? = nil)

  /// True if the change applies to one book only.
  var isSingle: Bool {
    switch self {
    case .book: true
    case .selected(let items): items.count == 1
    case .all: false
    }
  }

  /// Returns the ids of the books.
  ///
  /// - Throws: ``CommandError/bookMissing(title:)``; ``CommandError/unclearQuery(_:)``.
  func ids(_ snapshot: CatalogSnapshot) throws -> [Book.ID] {
    switch self {
    case .book(let book):
      guard try snapshot.book(book.id)?.uuid == book.uuid else { throw CommandError.bookMissing(title: book.title) }
      return [book.id]
    case .selected(let items): return try Self.present(items, snapshot).map(\.id)
    case .all(let query, _):
      try snapshot.refuseUnclear(query)
      return try snapshot.ids(of: query)
    }
  }

  /// Returns the selected books that are still in the catalog.
  static func present(_ items: [BrowserSelection.Item], _ snapshot: CatalogSnapshot) throws -> [BrowserSelection.Item] {
    try items.filter { try snapshot.book($0.id)?.uuid == $0.uuid }
  }

  /// The book if the target is a single book; otherwise `nil`.
  var book: Book? { if case .book(let book) = self { book } else { nil } }
}

/// A change that a key makes to books. Each change is one step.
enum BrowserChange: Equatable, Sendable {
  /// Sets the user's rating; `nil` removes it.
  case rate(Double?)
  /// Raises or lowers each rating to the next half star.
  case rateByHalf(up: Bool)
  /// Sets the read state. The day of a single book is today; that of several books stays unknown.
  case mark(ReadState)
  /// Marks the books as read. If all of them are already read, marks them as unread.
  case turnRead
  /// Adds and removes tags.
  case tag(give: [String], take: [String])
  /// Removes the books from all lists.
  case remove
  /// Merges the books into the first of them.
  case merge

  /// True if the change needs confirmation even for a single book.
  var alwaysNeedsConfirmation: Bool { self == .remove || self == .merge }

  /// Makes the change.
  ///
  /// - Parameter day: The day that counts as today.
  func make(
    _ target: BrowserTarget, _ transaction: CatalogTransaction, on day: PartialDate
  ) throws -> ChangeOutcome {
    let ids = try target.ids(transaction.snapshot)
    switch target {
    case .all(let query, let expected?) where ids.count != expected:
      throw BrowserWrites.Recounted(change: self, target: .all(of: query, expected: ids.count), count: ids.count)
    // If one of the books is gone, merging the others could keep the wrong book or leave nothing to merge.
    case .selected(let items) where self == .merge && ids.count < items.count: throw CommandError.selectedBooksGone
    case .selected where ids.isEmpty: throw CommandError.selectedBooksGone
    default: if ids.isEmpty { return ChangeOutcome() }
    }
    switch self {
    case .rate(let stars): return try transaction.edit(ids) { $0.rating = stars }
    case .rateByHalf(let up): return try transaction.edit(ids) { $0.rating = Self.half(up: up, of: $0.rating) }
    case .mark(let state): return try transaction.edit(ids) { $0.mark(state, on: nil, oneOf: ids.count, today: day) }
    case .turnRead:
      let isRead = try ids.allSatisfy { try transaction.snapshot.book($0)?.readState == .read }
      let state = isRead ? ReadState.unread : .read
      return try transaction.edit(ids) { $0.mark(state, on: nil, oneOf: ids.count, today: day) }
    case .tag(let given, let taken):
      let changes: [FieldChange] = [
        taken.isEmpty ? nil : .remove(.tags, taken), given.isEmpty ? nil : .add(.tags, given),
      ].compactMap(\.self)
      return try transaction.edit(ids, changes)
    case .remove: return try transaction.remove(ids)
    case .merge: return try transaction.merge(ids)
    }
  }

  /// Returns the next higher or lower rating in half stars; `nil` (no rating) if it would be below half a star.
  static func half(up: Bool, of rating: Double?) -> Double? {
    let halves = (rating ?? 0) * 2
    let next = up ? min(halves.rounded(.down) + 1, 10) : halves.rounded(.up) - 1
    return next < 1 ? nil : next / 2
  }

  /// Returns the question to confirm before the change, such as “Mark 12 books as reading?”.
  ///
  /// - Parameter books: The books to change, such as “12 books”.
  func words(_ books: String) -> String {
    switch self {
    case .rate(nil): "Remove your rating from \(books)?"
    case .rate(let stars?): "Give \(books) \(stars.shortest) \(stars == 1 ? "star" : "stars")?"
    case .rateByHalf(let up): "Give \(books) half a star \(up ? "more" : "less")?"
    case .mark(let state): "Mark \(books) as \(state)?"
    case .turnRead: "Mark \(books) as read, or as unread if all are read?"
    case .tag(let given, let taken):
      "Change tags of \(books): "
        + (given.map { "add “\($0)”" } + taken.map { "remove “\($0)”" }).joined(separator: ", ") + "?"
    case .remove: "Remove \(books)?"
    case .merge: "Merge \(books)?"
    }
  }
}
