/// The source of an outline's items: data that are there, or a loader.
enum OutlineSource<Item> {
  case data([Item], children: (Item) -> [Item]?)
  case loader(hasChildren: (Item) -> Bool, pageSize: Int)

  /// Whether something can be below an item.
  func hasChildren(_ item: Item) -> Bool {
    switch self {
    case .data(_, let children): children(item) != nil
    case .loader(let hasChildren, _): hasChildren(item)
    }
  }
}

/// The items to be loaded below one, or the outermost ones: so many, behind one that is loaded already.
struct OutlineRequest<Item> {
  let number: Int
  let parent: Item?
  let last: Item?
  let limit: Int
}
