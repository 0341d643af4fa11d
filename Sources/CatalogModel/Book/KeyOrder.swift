/// An ascending or descending order by a key that is stored with each book. Books without a value for the key come last
/// in either direction. The id breaks ties, so that pages neither skip nor repeat books.
package struct KeyOrder: Hashable, Sendable {
  /// The key that books are sorted by.
  package let key: BookOrder.Key
  /// True if the largest key comes first.
  package let isDescending: Bool

  /// Creates an order by a key, with the smallest key first unless `descending` is true.
  package init(_ key: BookOrder.Key, descending: Bool = false) { (self.key, isDescending) = (key, descending) }

  /// The order by the time of addition, newest first.
  package static let newestFirst = KeyOrder(.added, descending: true)

  /// The name of the order: `title`, or `-title` if descending.
  package var name: String { (isDescending ? "-" : "") + key.rawValue }
}
