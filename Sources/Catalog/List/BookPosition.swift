import CatalogDatabase

/// The position of a book in a sort order.
struct BookPosition: Hashable, Sendable {
  /// The book's stored sort key, or null if the book has no key in this order.
  let key: SQLValue
  let id: Book.ID

  /// Returns true if this position comes before another position. Keys are compared as in SQLite.
  func precedes(_ other: BookPosition, descending isDescending: Bool) -> Bool {
    if (key == .null) != (other.key == .null) { return other.key == .null }
    if key != .null, other.key != .null {
      if Self.isLess(key, other.key) { return !isDescending }
      if Self.isLess(other.key, key) { return isDescending }
    }
    return isDescending ? id > other.id : id < other.id
  }

  /// Returns true if the first key is less than the second. Numbers are less than texts. Numbers are compared by value,
  /// texts byte by byte (sqlite.org/datatype3.html, section 4.1).
  private static func isLess(_ one: SQLValue, _ other: SQLValue) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): one < other
    case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
    case (.text, _): false
    case (_, .text): true
    default: number(one) < number(other)
    }
  }

  private static func number(_ value: SQLValue) -> Double {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .null, .text, .blob: 0
    }
  }
}
