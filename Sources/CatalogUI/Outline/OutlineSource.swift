/// The source of an outline's items: data in memory, or a loader.
enum OutlineSource<Item> {
  case data([Item], children: (Item) -> [Item]?)
  case loader(hasChildren: (Item) -> Bool, pageSize: Int)

  /// Returns true if an item can have children.
  func hasChildren(_ item: Item) -> Bool {
    switch self {
    case .data(_, let children): children(item) != nil
    case .loader(let hasChildren, _): hasChildren(item)
    }
  }
}

/// A request for up to `limit` items below `parent`, starting after the item `last`. If `parent` is `nil`, top-level
/// items are requested.
struct OutlineRequest<Item> {
  let number: Int
  let parent: Item?
  let last: Item?
  let limit: Int
}
