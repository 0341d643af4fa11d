/// A boundary between two books of a run, at which a bucket of the page index begins.
///
/// A cut usually lies before or after all books with a key, so that one range of the order's index covers each side.
/// Only a key with more books than fit in a bucket has cuts at ids inside it. It then also has a cut before its first
/// book and after its last one, so that a bucket next to a cut at an id contains only this key.
enum PageCut: Hashable, Sendable {
  /// Before every book, including books added later.
  case start
  case before(SQLValue)
  /// Before the book with this key and id, after the books with the same key and smaller ids.
  case at(SQLValue, Int64)
  case after(SQLValue)

  /// The position of a cut relative to a key.
  enum Side: Int, CaseIterable { case start, before, at, after }

  var side: Side {
    switch self {
    case .start: .start
    case .before: .before
    case .at: .at
    case .after: .after
    }
  }

  /// The values of the columns `key` and `id`. Infinity sorts after any id, and minus infinity before any id and any
  /// key, whether text or number. Neither column converts its values (sqlite.org/stricttables.html, ANY).
  var values: [SQLValue] {
    switch self {
    case .start: [.real(-.infinity), .real(-.infinity)]
    case .before(let key): [key, .real(-.infinity)]
    case .at(let key, let id): [key, .integer(id)]
    case .after(let key): [key, .real(.infinity)]
    }
  }

  /// Reads a cut from two adjacent columns of a row. `column` is the index of the first of them.
  init(_ row: borrowing Statement, column: Int32) {
    let key = row.value(column)
    switch row.value(column + 1) {
    case .integer(let id): self = .at(key, id)
    case .real(let infinity) where infinity > 0: self = .after(key)
    default: self = key == .real(-.infinity) ? .start : .before(key)
    }
  }

  /// The key whose books are on both sides of the cut, if any.
  var keyWithin: SQLValue? {
    if case .at(let key, _) = self { key } else { nil }
  }
}
