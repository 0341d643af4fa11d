/// The loaded lines of an outline, for a view. When the view reads the last lines, more lines are loaded. Do not store
/// this collection: it changes with the outline.
public struct OutlineRows<Item: Identifiable & Equatable & Sendable>: RandomAccessCollection where Item.ID: Sendable {
  let lines: OutlineLines<Item>
  let outline: OutlineList<Item>

  public var startIndex: Int { 0 }
  /// The number of lines that are loaded.
  public var endIndex: Int { lines.endIndex }

  /// The row at the given index. Finding it takes time proportional to its depth and to the logarithm of the number of
  /// lines.
  public subscript(index: Int) -> OutlineRow<Item> { OutlineRow(loaded: lines[index], outline: outline) }
}

/// A row of an outline. Reading its line may load more lines.
public struct OutlineRow<Item: Identifiable & Equatable & Sendable>: Identifiable where Item.ID: Sendable {
  let loaded: OutlineLine<Item>
  let outline: OutlineList<Item>

  /// The id of the item. Reading it does not load anything.
  public var id: Item.ID { loaded.id }

  /// The line. If it is near the end of its siblings, reading it loads more items.
  @MainActor public var line: OutlineLine<Item> {
    outline.lineRead(id)
    return loaded
  }
}
