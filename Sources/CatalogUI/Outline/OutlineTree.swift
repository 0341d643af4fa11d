/// The items of an outline that are loaded, and at which line each of them stands. What is below a closed item is not held.
/// Opening, closing and finding cost the depth and the logarithm of how many neighbours there are, beside the lines that
/// come or go.
final class OutlineTree<Item: Identifiable & Equatable> {
  final class Node {
    /// `nil` of the root, which takes no line.
    let item: Item?
    /// Held by the tree, as long as this one is.
    fileprivate(set) weak var parent: Node?
    fileprivate(set) var index = 0
    fileprivate(set) var children: [Node] = []
    fileprivate var counts = LineCounts()
    /// Whether what is below it was loaded, at least the first of it.
    var isLoaded = false
    /// Whether more is below it than was loaded.
    var hasMore = false
    /// Whether items below it are being loaded, or could not be.
    var end = ListEnd.idle

    fileprivate init(_ item: Item?) { self.item = item }
  }

  let root = Node(nil)
  private var nodes: [Item.ID: Node] = [:]

  /// How many lines there are.
  var count: Int { root.counts.total }

  func node(_ id: Item.ID) -> Node? { nodes[id] }

  /// Adds items below another one, behind those that are there. One whose id is in the tree already is left out: so no
  /// item is its own ancestor, whatever the data say.
  ///
  /// - Returns: what was added.
  @discardableResult
  func append(_ items: [Item], to parent: Node) -> [Node] {
    let added = attach(items, to: parent)
    tell(added.count, above: parent)
    return added
  }

  /// Adds what is below an item, and below that, at the cost of what is added, however deep it stands.
  ///
  /// - Parameter children: what is below an item; `nil` where that is not to be shown.
  func fill(_ top: Node, _ children: (Item) -> [Item]?) {
    var opened: [Node] = []
    var rest = [top]
    while let node = rest.popLast() {
      guard let item = node.item, !node.isLoaded, let items = children(item) else { continue }
      node.isLoaded = true
      opened.append(node)
      rest += attach(items, to: node).reversed()
    }
    // Each is told of once it has all its lines: those below stand behind those above.
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

  /// Drops what is below an item.
  func removeChildren(of parent: Node) {
    tell(-parent.counts.total, above: parent)
    // One after the other: a chain of a hundred thousand would release each other on a stack that is too short.
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

  /// How many lines are below an item.
  func lines(below node: Node) -> Int { node.counts.total }

  /// The line of an item, counted from 0.
  func line(of node: Node) -> Int {
    var (line, child) = (-1, node)
    while let parent = child.parent {
      line += 1 + parent.counts.before(child.index)
      child = parent
    }
    return line
  }

  /// The item of a line, which there must be, and how many stand above it.
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

  /// The items below which more is to be loaded when a line comes into view: it is among the last ones that are.
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
