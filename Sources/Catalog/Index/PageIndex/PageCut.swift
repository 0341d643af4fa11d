/// A place between two books of a run, where a bucket of the page index begins.
///
/// A cut lies before all books of a key or behind them, so that one range of the key's index leads from it either way.
/// Only a key of more books than a bucket holds is cut at ids within; cuts before and behind that key then set it apart,
/// so that a bucket that touches a cut at an id holds one key only.
enum PageCut: Hashable, Sendable {
  /// Before every book, also those that are still to come.
  case start
  case before(SQLValue)
  /// Before the book of the key with this id, and behind those of the key with smaller ones.
  case at(SQLValue, Int64)
  case behind(SQLValue)

  /// On which side of a key, or where among its books, a cut lies.
  enum Side: Int, CaseIterable { case start, before, at, behind }

  var side: Side {
    switch self {
    case .start: .start
    case .before: .before
    case .at: .at
    case .behind: .behind
    }
  }

  /// The columns `key` and `id`. Infinities stand beyond any id, and minus infinity before any key, be it text or number:
  /// neither column converts what it is given (sqlite.org/stricttables.html, ANY).
  var values: [SQLValue] {
    switch self {
    case .start: [.real(-.infinity), .real(-.infinity)]
    case .before(let key): [key, .real(-.infinity)]
    case .at(let key, let id): [key, .integer(id)]
    case .behind(let key): [key, .real(.infinity)]
    }
  }

  /// Reads the two columns of a row, the first of which is given.
  init(_ row: borrowing Statement, column: Int32) {
    let key = row.value(column)
    switch row.value(column + 1) {
    case .integer(let id): self = .at(key, id)
    case .real(let place) where place > 0: self = .behind(key)
    default: self = key == .real(-.infinity) ? .start : .before(key)
    }
  }

  /// The key that lies on both sides of the cut.
  var keyWithin: SQLValue? {
    if case .at(let key, _) = self { key } else { nil }
  }
}
