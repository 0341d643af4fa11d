/// A line of an outline.
public struct OutlineLine<Item: Identifiable & Equatable>: Identifiable {
  /// The item that the line shows.
  public let item: Item
  /// The number of ancestors; 0 for top-level items.
  public let depth: Int
  /// True if the item's children are shown, or will be shown once they are loaded.
  public let isOpen: Bool
  /// True if the item can be opened.
  public let hasChildren: Bool
  /// The state of loading items below this one.
  public let end: ListEnd

  /// The id of the item.
  public var id: Item.ID { item.id }
}

/// The current lines of an outline, created on access. Do not keep this collection: it changes with the outline.
public struct OutlineLines<Item: Identifiable & Equatable>: RandomAccessCollection, ListContent {
  let tree: OutlineTree<Item>
  let isOpen: (Item) -> Bool
  let hasChildren: (Item) -> Bool

  public var startIndex: Int { 0 }
  /// The number of lines.
  public var endIndex: Int { tree.count }

  /// The line at an index. Finding it takes time proportional to its depth and the logarithm of the number of lines.
  public subscript(index: Int) -> OutlineLine<Item> {
    let (node, depth) = tree.node(at: index)
    guard let item = node.item else { preconditionFailure("the root has no line") }
    return OutlineLine(
      item: item, depth: depth, isOpen: isOpen(item), hasChildren: hasChildren(item), end: node.end)
  }
}

/// A change to an outline, sent to listeners after it was made.
public enum OutlineUpdate: Equatable, Sendable {
  /// These lines were inserted.
  case inserted(Range<Int>)
  /// These lines were removed.
  case removed(Range<Int>)
  /// This line changed: it was opened or closed, or loading below it started or ended.
  case changed(Int)
  /// Too much changed to be described line by line.
  case reloaded
}
