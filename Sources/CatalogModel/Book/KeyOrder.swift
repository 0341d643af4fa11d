/// An order by a key that is stored with each book, from either end. Books for which the key is not known stand last,
/// whichever way it goes; the id breaks ties, so that pages neither skip nor repeat.
package struct KeyOrder: Hashable, Sendable {
  /// What decides the order, before the id.
  package let key: BookOrder.Key
  /// Whether the largest key comes first.
  package let isDescending: Bool

  /// The order by a key, the smallest first unless `descending`.
  package init(_ key: BookOrder.Key, descending: Bool = false) { (self.key, isDescending) = (key, descending) }

  /// What came in last stands first.
  package static let newestFirst = KeyOrder(.added, descending: true)

  /// `title`, or `-title` when descending.
  package var name: String { (isDescending ? "-" : "") + key.rawValue }
}
