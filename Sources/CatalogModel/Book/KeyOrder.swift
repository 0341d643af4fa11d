/// An order by a key that is stored with each book, in either direction. Books without a value for the key are last in
/// either direction. The id breaks ties, so that pages neither skip nor repeat books.
package struct KeyOrder: Hashable, Sendable {
  /// The key that decides the order, before the id.
  package let key: BookOrder.Key
  /// True if the largest key comes first.
  package let isDescending: Bool

  /// Creates the order by a key, smallest first unless `descending`.
  package init(_ key: BookOrder.Key, descending: Bool = false) { (self.key, isDescending) = (key, descending) }

  /// Most recently added first.
  package static let newestFirst = KeyOrder(.added, descending: true)

  /// The name of the order: `title`, or `-title` if descending.
  package var name: String { (isDescending ? "-" : "") + key.rawValue }
}
