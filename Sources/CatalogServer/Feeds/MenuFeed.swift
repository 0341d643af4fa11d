import Catalog

/// The menus of authors, series and tags.
enum MenuFeed {
  static let groupings: [BookGrouping] = [.author, .series, .tag]

  static func path(of grouping: BookGrouping) -> String {
    grouping == .series ? "/opds/series" : "/opds/\(grouping.rawValue)s"
  }

  static func title(of grouping: BookGrouping) -> String { "By \(grouping.rawValue)" }

  static func address(of grouping: BookGrouping, _ stretch: GroupStretch, _ basePath: String) -> String {
    let ends = stretch == .everything ? [] : [("from", stretch.from), ("through", stretch.through)]
    return FeedAddress.text(basePath, path(of: grouping), ends)
  }

  /// Returns the navigation entry for a menu entry; `nil` if no address can contain its name. Other feeds still contain
  /// the books of such a group.
  static func entry(_ entry: GroupMenuEntry, of grouping: BookGrouping, _ basePath: String) -> NavigationEntry? {
    switch entry {
    case .group(let label, let count):
      guard FeedAddress.canHold(label) else { return nil }
      var books = BooksAddress(basePath: basePath)
      books.group = BookGroupPart(grouping: grouping, label: label)
      return NavigationEntry(title: FeedText.title(label), address: books.text, kind: .acquisition, count: count)
    case .stretch(let stretch, let name):
      guard FeedAddress.canHold(stretch.from), FeedAddress.canHold(stretch.through) else { return nil }
      return NavigationEntry(
        title: FeedText.title(name), address: address(of: grouping, stretch, basePath), kind: .navigation)
    }
  }
}
