/// A line of an outline.
public struct OutlineLine<Item: Identifiable & Equatable>: Identifiable {
  /// The item that the line shows.
  public let item: Item
  /// The number of items above it: 0 for the outermost ones.
  public let depth: Int
  /// Whether what is below it is shown, or about to be.
  public let isOpen: Bool
  /// Whether it can be opened.
  public let hasChildren: Bool
  /// Whether items below it are being loaded, or could not be.
  public let end: ListEnd

  /// The item's.
  public var id: Item.ID { item.id }
}

/// The lines of an outline as they are now; made one by one, as they are asked for. Not to be kept: they change with the
/// outline.
public struct OutlineLines<Item: Identifiable & Equatable>: RandomAccessCollection, ListContent {
  let tree: OutlineTree<Item>
  let isOpen: (Item) -> Bool
  let hasChildren: (Item) -> Bool

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of lines.
  public var endIndex: Int { tree.count }

  /// A line. Finding it costs the depth and the logarithm of how many lines there are.
  public subscript(index: Int) -> OutlineLine<Item> {
    let (node, depth) = tree.node(at: index)
    guard let item = node.item else { preconditionFailure("the root takes no line") }
    return OutlineLine(
      item: item, depth: depth, isOpen: isOpen(item), hasChildren: hasChildren(item), end: node.end)
  }
}

/// A change of an outline, as those who show it are told after it.
public enum OutlineUpdate: Equatable, Sendable {
  /// These lines came in.
  case inserted(Range<Int>)
  /// These lines went.
  case removed(Range<Int>)
  /// This line is different: what is below it is being loaded, or is not, or it was opened or closed.
  case changed(Int)
  /// So much is different that it is not told line by line.
  case reloaded
}
