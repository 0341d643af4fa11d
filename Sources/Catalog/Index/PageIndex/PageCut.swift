import CatalogDatabase

/// A boundary between two books in a sorted list of books (``PageRun``). Each bucket of the page index begins at a cut.
///
/// A cut usually lies before or after all books with a certain sort key. The books on each side of the cut then form
/// one range of a database index. If more books have the same key than fit into one bucket, there are also cuts between
/// these books, at certain ids. In that case, there is always a cut before the first and a cut after the last book with
/// the key, so that the buckets of this key contain no other keys.
enum PageCut: Hashable, Sendable {
  /// The cut before all books, including books added later.
  case start
  case before(SQLValue)
  /// The cut before the book with this key and id. Books with the same key and smaller ids are before the cut.
  case at(SQLValue, Int64)
  case after(SQLValue)

  /// The position of a cut relative to the books with a key.
  enum Side: Int, CaseIterable { case start, before, at, after }

  var side: Side {
    switch self {
    case .start: .start
    case .before: .before
    case .at: .at
    case .after: .after
    }
  }

  /// The values that represent the cut in the columns `key` and `id`. In `id`, infinity sorts after any id and minus
  /// infinity before any id. In `key`, minus infinity sorts before any key, whether text or number. Neither column
  /// converts its values (sqlite.org/stricttables.html, ANY).
  var values: [SQLValue] {
    switch self {
    case .start: [.real(-.infinity), .real(-.infinity)]
    case .before(let key): [key, .real(-.infinity)]
    case .at(let key, let id): [key, .integer(id)]
    case .after(let key): [key, .real(.infinity)]
    }
  }

  /// Reads a cut from two adjacent columns of a row.
  ///
  /// - Parameter column: The index of the first column.
  init(_ row: borrowing Statement, column: Int32) {
    let key = row.value(column)
    switch row.value(column + 1) {
    case .integer(let id): self = .at(key, id)
    case .real(let infinity) where infinity > 0: self = .after(key)
    default: self = key == .real(-.infinity) ? .start : .before(key)
    }
  }

  /// The key of the books on both sides of the cut, or `nil` if the cut separates two keys.
  var keyWithin: SQLValue? {
    if case .at(let key, _) = self { key } else { nil }
  }
}
