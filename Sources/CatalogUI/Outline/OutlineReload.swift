import Catalog

/// The loading of an outline anew, beside the tree that is shown: as much as that has of what is open.
struct OutlineReload<Item: Identifiable & Equatable> {
  typealias Node = OutlineTree<Item>.Node

  /// The new tree, as far as it is loaded.
  let tree: OutlineTree<Item>
  /// The items below which is still to be looked, the next one last.
  private var rest: [Node]
  /// The item below which is being loaded.
  private var node: Node

  init() {
    tree = OutlineTree()
    (rest, node) = ([tree.root], tree.root)
  }

  /// Goes on to the next item below which is to be loaded.
  ///
  /// - Parameters:
  ///   - shown: the tree that is shown.
  ///   - pageSize: how many are loaded at least.
  ///   - isOpen: whether an item is open.
  /// - Returns: the item, `nil` for the root, and how many are to be loaded; `nil` where the tree is whole.
  mutating func next(
    like shown: OutlineTree<Item>, pageSize: Int, isOpen: (Item.ID) -> Bool
  ) -> (parent: Item?, limit: Int)? {
    while let node = rest.popLast() {
      let old: Node?
      if let item = node.item {
        guard isOpen(item.id) else { continue }
        old = shown.node(item.id)
        guard old?.isLoaded == true else { continue }
      } else {
        old = shown.root
      }
      self.node = node
      var count = old?.children.count ?? 0
      if case .loadingMore = old?.end { count += pageSize }
      return (node.item, max(count, pageSize))
    }
    return nil
  }

  /// Takes in what was loaded.
  ///
  /// - Parameter hasChildren: whether something can be below an item.
  mutating func take(_ page: OutlinePage<Item>, hasChildren: (Item) -> Bool) {
    (node.isLoaded, node.hasMore) = (true, page.hasMore)
    rest += tree.append(page.items, to: node).filter { $0.item.map(hasChildren) == true }.reversed()
  }
}
