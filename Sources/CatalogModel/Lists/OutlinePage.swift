/// A page of the child items of an outline item.
public struct OutlinePage<Item> {
  /// The items, in order.
  public var items: [Item]
  /// True if there are more items after these.
  public var hasMore: Bool

  /// Creates a page of items.
  public init(_ items: [Item], hasMore: Bool = false) { (self.items, self.hasMore) = (items, hasMore) }
}

extension OutlinePage: Sendable where Item: Sendable {}

/// The error thrown if the last loaded item of an outline no longer exists. Without that item, the position of the next
/// items is unknown.
package struct OutlineMoved: Error {
  package init() {}
}
