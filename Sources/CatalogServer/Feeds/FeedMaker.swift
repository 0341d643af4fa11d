import Catalog
import FoundationEssentials

/// A maker of feeds from a snapshot of the catalog.
struct FeedMaker {
  static let rootPath = "/opds"
  static let languagesPath = "/opds/languages"

  let view: ServedView
  let basePath: String
  /// The served covers; `nil` if no covers are served.
  let covers: ServedCovers?
  /// The time of the last visible change.
  let updated: Date

  func address(_ path: String) -> String { basePath + path }

  var start: FeedLink { FeedLink(relation: "start", address: address(Self.rootPath), kind: .navigation) }

  private func link(up path: String) -> FeedLink {
    FeedLink(relation: "up", address: address(path), kind: .navigation)
  }

  func root() throws -> Feed {
    var feed = Feed(
      kind: .navigation, title: "Catalog", address: address(Self.rootPath), updated: updated, links: [start])
    var books = BooksAddress(basePath: basePath)
    let total = try view.count(of: "")
    books.isNewest = true
    feed.entries.append(
      NavigationEntry(title: "Newest", address: books.text, kind: .acquisition, count: total, isNewest: true))
    books.isNewest = false
    feed.entries.append(NavigationEntry(title: "All books", address: books.text, kind: .acquisition, count: total))
    for grouping in MenuFeed.groupings {
      feed.entries.append(
        NavigationEntry(
          title: MenuFeed.title(of: grouping), address: address(MenuFeed.path(of: grouping)), kind: .navigation))
    }
    feed.entries.append(NavigationEntry(title: "By language", address: address(Self.languagesPath), kind: .navigation))
    for (state, title) in [(ReadState.reading, "Reading"), (.want, "To read")] {
      let condition = "is:\(state.rawValue)"
      feed.entries.append(
        NavigationEntry(
          title: title, address: books.narrowed(by: .state, condition), kind: .acquisition,
          count: try view.count(of: BookQuery(condition))))
    }
    return feed
  }

  func languages() throws -> Feed {
    var feed = Feed(
      kind: .navigation, title: "By language", address: address(Self.languagesPath), updated: updated,
      links: [start, link(up: Self.rootPath)])
    let books = BooksAddress(basePath: basePath)
    feed.entries = try view.values(of: .group(.language), in: "").values.compactMap { value in
      guard FeedAddress.canHold(value.condition) else { return nil }
      return NavigationEntry(
        title: FeedText.title(value.words), address: books.narrowed(by: .language, value.condition), kind: .acquisition,
        count: value.count)
    }
    return feed
  }

  func menu(of grouping: BookGrouping, _ request: RoutedRequest) throws -> Feed {
    let target = request.request.target
    let stretch = GroupStretch(from: target["from"] ?? "", through: target["through"] ?? "")
    var feed = Feed(
      kind: .navigation, title: MenuFeed.title(of: grouping),
      address: MenuFeed.address(of: grouping, stretch, basePath),
      updated: updated, links: [start, link(up: stretch == .everything ? Self.rootPath : MenuFeed.path(of: grouping))])
    feed.entries = try view.menu(of: grouping, in: stretch).compactMap { entry in
      MenuFeed.entry(entry, of: grouping, basePath)
    }
    return feed
  }

  func books(_ books: BooksAddress) throws -> Feed {
    let query = books.query
    let total = try view.count(of: query, in: books.group)
    let page: BookPage
    let position = PagePosition.offset((books.page - 1) * FeedPage.size)
    if let group = books.group {
      page = try view.page(of: group, query, order: books.groupOrder, at: position, size: FeedPage.size)
    } else {
      page = try view.page(query, at: position, size: FeedPage.size)
    }
    var feed = Feed(kind: .acquisition, title: title(of: books), address: books.text, updated: updated)
    let feedPage = FeedPage(number: books.page, total: total)
    feed.page = feedPage
    feed.links = [start, link(up: books.group.map { MenuFeed.path(of: $0.grouping) } ?? Self.rootPath)]
    feed.links += links(books, feedPage)
    feed.publications = try publications(page.books)
    feed.facets = try FacetMaker(view: view, books: books, total: total).groups()
    return feed
  }

  private func links(_ books: BooksAddress, _ page: FeedPage) -> [FeedLink] {
    var pages = [("first", 1)]
    if page.number > 1 { pages.append(("previous", min(page.number - 1, page.last))) }
    if page.number < page.last { pages.append(("next", page.number + 1)) }
    pages.append(("last", page.last))
    return pages.map { FeedLink(relation: $0.0, address: books.page($0.1), kind: .acquisition) }
  }

  private func title(of books: BooksAddress) -> String {
    if let search = books.search { return FeedText.title("Search: \(search)") }
    if let label = books.group?.label { return FeedText.title(label) }
    return books.isNewest ? "Newest" : "All books"
  }

  private func publications(_ books: [Book]) throws -> [Publication] {
    guard !books.isEmpty else { return [] }
    let locations = try ServedPlaces(view)
    let files = BookFileLinks(view, locations, basePath: basePath)
    return try books.map { book in
      Publication(
        book: book, files: try files.links(of: book),
        cover: try covers?.link(of: book, view, locations, basePath: basePath))
    }
  }
}
