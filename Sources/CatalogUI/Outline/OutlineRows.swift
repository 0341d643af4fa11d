/// The lines of an outline, for a view. More of them are loaded as the last ones are read. Not to be kept: they change with
/// the outline.
public struct OutlineRows<Item: Identifiable & Equatable & Sendable>: RandomAccessCollection where Item.ID: Sendable {
  let lines: OutlineLines<Item>
  let outline: OutlineList<Item>

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of lines that are loaded.
  public var endIndex: Int { lines.endIndex }

  /// The row at a place. Finding it costs the depth and the logarithm of how many lines there are.
  public subscript(index: Int) -> OutlineRow<Item> { OutlineRow(loaded: lines[index], outline: outline) }
}

/// A row of an outline, which loads more of it when its line is read.
public struct OutlineRow<Item: Identifiable & Equatable & Sendable>: Identifiable where Item.ID: Sendable {
  let loaded: OutlineLine<Item>
  let outline: OutlineList<Item>

  /// The item's. Reading it loads nothing.
  public var id: Item.ID { loaded.id }

  /// The line. Reading it loads more below the items at whose end it stands.
  @MainActor public var line: OutlineLine<Item> {
    outline.lineRead(id)
    return loaded
  }
}
