import Catalog

/// A reload of an outline into a new tree, while the old tree is still shown. The reload requests as many children of
/// each open item as the old tree contains.
struct OutlineReload<Item: Identifiable & Equatable> {
  typealias Node = OutlineTree<Item>.Node

  /// The new tree with the items loaded so far.
  let tree: OutlineTree<Item>
  /// The items whose children may have to be loaded, in reverse order.
  private var rest: [Node]
  /// The item whose children are being loaded.
  private var node: Node

  init() {
    tree = OutlineTree()
    (rest, node) = ([tree.root], tree.root)
  }

  /// Advances to the next item whose children must be loaded.
  ///
  /// - Parameters:
  ///   - shown: The tree that is shown.
  ///   - pageSize: The minimum number of items to load.
  ///   - isOpen: A function that returns true if an item is open.
  /// - Returns: The item (`nil` for the root) and the number of items to load; `nil` if the tree is complete.
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

  /// Adds the loaded items to the tree.
  ///
  /// - Parameter hasChildren: A function that returns true if an item can have children.
  mutating func take(_ page: OutlinePage<Item>, hasChildren: (Item) -> Bool) {
    (node.isLoaded, node.hasMore) = (true, page.hasMore)
    rest += tree.append(page.items, to: node).filter { $0.item.map(hasChildren) == true }.reversed()
  }
}
