/// A line of an outline.
public struct OutlineLine<Item: Identifiable & Equatable>: Identifiable {
  /// The item that the line shows.
  public let item: Item
  /// The number of ancestors; 0 for top-level items.
  public let depth: Int
  /// True if the item is open: its children are shown, or will be shown once they are loaded.
  public let isOpen: Bool
  /// True if the item can be opened.
  public let hasChildren: Bool
  /// The state of loading the items below this item.
  public let end: ListEnd

  /// The id of the item.
  public var id: Item.ID { item.id }
}

/// A view of the current lines of an outline. Do not store it: it changes with the outline.
public struct OutlineLines<Item: Identifiable & Equatable>: RandomAccessCollection, ListContent {
  let tree: OutlineTree<Item>
  let isOpen: (Item) -> Bool
  let hasChildren: (Item) -> Bool

  public var startIndex: Int { 0 }
  /// The number of lines.
  public var endIndex: Int { tree.count }

  /// The line at the given index. Finding it takes time proportional to its depth and to the logarithm of the number of
  /// lines.
  public subscript(index: Int) -> OutlineLine<Item> {
    let (node, depth) = tree.node(at: index)
    guard let item = node.item else { preconditionFailure("the root has no line") }
    return OutlineLine(
      item: item, depth: depth, isOpen: isOpen(item), hasChildren: hasChildren(item), end: node.end)
  }
}

/// A change to an outline. Listeners receive it after the change was made.
public enum OutlineUpdate: Equatable, Sendable {
  /// These lines were inserted.
  case inserted(Range<Int>)
  /// These lines were removed.
  case removed(Range<Int>)
  /// This line changed: its item was opened or closed, or loading below the item started or ended.
  case changed(Int)
  /// Too much changed to be described line by line.
  case reloaded
}
