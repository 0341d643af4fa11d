/// Some of the items below another one.
public struct OutlinePage<Item> {
  /// In order.
  public var items: [Item]
  /// Whether more come behind them.
  public var hasMore: Bool

  /// A page of its parts, each described at the property of the same name.
  public init(_ items: [Item], hasMore: Bool = false) { (self.items, self.hasMore) = (items, hasMore) }
}

extension OutlinePage: Sendable where Item: Sendable {}

/// Says that what was loaded last is not there any more, so that nothing can be behind it.
package struct OutlineMoved: Error {
  package init() {}
}
