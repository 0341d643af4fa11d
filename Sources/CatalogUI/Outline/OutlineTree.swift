/// The loaded items of an outline, with the lines that they occupy. The children of closed items are not kept.
///
/// Opening, closing or finding an item takes time proportional to its depth, to the logarithm of the number of
/// siblings, and to the number of lines that are inserted or removed.
final class OutlineTree<Item: Identifiable & Equatable> {
  final class Node {
    /// The item; `nil` for the root, which has no line.
    let item: Item?
    /// The parent node. The tree keeps the parent alive as long as this node.
    fileprivate(set) weak var parent: Node?
    fileprivate(set) var index = 0
    fileprivate(set) var children: [Node] = []
    fileprivate var counts = LineCounts()
    /// True if the first children, or all children, were loaded.
    var isLoaded = false
    /// True if the item has more children than were loaded.
    var hasMore = false
    /// The progress of loading the children.
    var end = ListEnd.idle

    fileprivate init(_ item: Item?) { self.item = item }
  }

  let root = Node(nil)
  private var nodes: [Item.ID: Node] = [:]

  /// The number of lines.
  var count: Int { root.counts.total }

  func node(_ id: Item.ID) -> Node? { nodes[id] }

  /// Appends children to an item. Children whose ids are already in the tree are skipped, so that no item can become
  /// its own ancestor.
  ///
  /// - Returns: The nodes that were added.
  @discardableResult
  func append(_ items: [Item], to parent: Node) -> [Node] {
    let added = attach(items, to: parent)
    tell(added.count, above: parent)
    return added
  }

  /// Adds the children of an item and of all open items below it. Takes time proportional to the number of added items,
  /// whatever their depth.
  ///
  /// - Parameter children: A function that returns the children of an item, or `nil` if the item is closed.
  func fill(_ top: Node, _ children: (Item) -> [Item]?) {
    var opened: [Node] = []
    var rest = [top]
    while let node = rest.popLast() {
      guard let item = node.item, !node.isLoaded, let items = children(item) else { continue }
      node.isLoaded = true
      opened.append(node)
      rest += attach(items, to: node).reversed()
    }
    // Counts are added from the bottom up. In `opened`, ancestors come before their descendants.
    for node in opened.dropFirst().reversed() { node.parent?.counts.add(node.counts.total, at: node.index) }
    if !opened.isEmpty { tell(top.counts.total, above: top) }
  }

  private func attach(_ items: [Item], to parent: Node) -> [Node] {
    let first = parent.children.count
    for item in items where nodes[item.id] == nil {
      let node = Node(item)
      node.parent = parent
      node.index = parent.children.count
      nodes[item.id] = node
      parent.children.append(node)
      parent.counts.append(1)
    }
    return Array(parent.children[first...])
  }

  /// Removes everything below an item.
  func removeChildren(of parent: Node) {
    tell(-parent.counts.total, above: parent)
    // Release nodes one by one. Releasing a chain of 100,000 nodes recursively would overflow the stack.
    var rest = parent.children
    while let node = rest.popLast() {
      if let item = node.item { nodes[item.id] = nil }
      rest += node.children
      node.children = []
    }
    parent.children = []
    parent.counts = LineCounts()
    (parent.isLoaded, parent.hasMore, parent.end) = (false, false, .idle)
  }

  private func tell(_ difference: Int, above node: Node) {
    guard difference != 0 else { return }
    var child = node
    while let parent = child.parent {
      parent.counts.add(difference, at: child.index)
      child = parent
    }
  }

  /// Returns the number of lines below an item's own line.
  func lines(below node: Node) -> Int { node.counts.total }

  /// Returns the zero-based index of the line that shows an item.
  func line(of node: Node) -> Int {
    var (line, child) = (-1, node)
    while let parent = child.parent {
      line += 1 + parent.counts.before(child.index)
      child = parent
    }
    return line
  }

  /// Returns the item that a line shows, and the number of the item's ancestors. The line must exist.
  func node(at line: Int) -> (node: Node, depth: Int) {
    var (node, depth, rest) = (root, 0, line)
    while true {
      let (index, line) = node.counts.find(rest)
      node = node.children[index]
      if line == 0 { return (node, depth) }
      rest = line - 1
      depth += 1
    }
  }

  /// Returns the items whose further children must be loaded when the given line comes into view. These are the
  /// ancestors of the line's item for which the line is near the end of the loaded children.
  func ends(at line: Int) -> [Node] {
    guard (0..<count).contains(line) else { return [] }
    var (ends, node): ([Node], Node) = ([], self.node(at: line).node)
    while let parent = node.parent, node.index >= parent.children.count - 3 {
      if parent.hasMore, case .idle = parent.end { ends.append(parent) }
      node = parent
    }
    return ends
  }

  deinit { for node in nodes.values { node.children = [] } }
}
