import Catalog
import CatalogSources
import CatalogTestSupport

@testable import CatalogServer

/// Requests for each route. They are made from the router's own list, so new routes are included automatically.
struct PlantedRequests {
  let planted: PlantedCatalog

  /// The routes to read, without those of static files, which are equal for all viewers.
  var routes: [Route] {
    planted.site.router.routes.filter { $0.method == .get && !$0.pattern.description.hasPrefix("/assets/") }
  }

  /// Returns the paths of a route for some books, for nonexistent books and for steps.
  func paths(of route: Route, _ random: inout SeededGenerator) -> [String] {
    let pattern = route.pattern.description
    guard !route.pattern.parameters.isEmpty else { return [pattern] }
    let books = [true, false].flatMap { isForChildren in
      planted.books.filter { $0.isForChildren == isForChildren }.shuffled(using: &random).prefix(2)
    }
    let ids = books.map { String($0.id) } + [String(PlantedCatalog.noBook)]
    return ids.map { id in
      pattern.replacing(":id", with: id).replacing(/:(\w+)/) { match in
        match.1 == "fingerprint" ? "\(id)-0123456789abcdef" : match.1 == "step" ? id : "1"
      }
    }
  }

  /// Searches for a word in every parameter. `W` is replaced with the word.
  static let searches = [
    "q=W", "q=title:W", "q=author:%22=W%22", "q=tag:%22=W%22", "q=series:W", "q=-W", "q=W+OR+is:unread", "q=%22W",
    "q=publisher:W&sort=title", "q=title~/W/", "query=W", "author=W", "series=W", "tag=W", "in-tag=tag:%22=W%22",
    "in-language=W", "q=W&facet=tag", "q=W&view=wall", "q=year:1000..+W&sort=match", "isbn=W", "title=W",
    // A pattern that needs too many steps on texts that contain the word, and only on those.
    "q=title~/^(?=.*W)((.|.|.|.)%2B)%2B[%23~]$/", "q=-description~/^(?=.*W)((.|.|.|.)%2B)%2B[%23~]$/&sort=title",
  ]

  /// Queries that may escape another query.
  var ways: [String] {
    let many = String(repeating: "@open+", count: 70)
    return [
      "tag:\(planted.adult)", "OR+tag:\(planted.adult)", "tag:\(planted.adult)+OR", "a+OR+tag:\(planted.adult)",
      "-tag:\(planted.children)", "%22+OR+tag:\(planted.adult)", "tag:%22\(planted.adult)", "@young", "@grown",
      "@open", "-@open", "\(many)tag:\(planted.adult)", "\(many)-@grown", "-@nosuch", ")+OR+(tag:\(planted.adult)",
      "shelf:cellar", "has:notes", "is:unread+OR+is:read", "tag:~.", "title~/z/", "-title:xyz",
    ]
  }

  /// Returns further parameters: each order, page and facet, and values that may escape a query.
  func parameters(_ random: inout SeededGenerator) -> [String] {
    let book = random.pick(planted.books)
    let orders = BookOrder.names().flatMap { ["sort=\($0)", "sort=-\($0)&page=2&size=3"] }
    let facets = BookFacet.all.flatMap { ["facet=\($0.name)", "q=tag:\(planted.shared)&facet=\($0.name)"] }
    return [
      "", "page=2&size=2", "size=1000", "after=", "view=wall", "year=2001", "sort=newest", "letter=z&sort=title",
      "letter=0&sort=author", "book=\(book.id)", "book=\(book.id)&q=tag:\(planted.shared)", "step=\(book.id)",
      "limit=5", "fields=id,uuid,title,tags", "from=a", "from=z&through=zz", "field=tags",
      "field=authors&q=a", "books=\(book.id)", "page=3", "book=\(book.id)&sort=title",
    ] + orders + facets + ways.map { "q=\($0)" } + ways.map { "query=\($0)" }
      + ways.map { "in-tag=\($0)&tag=\(planted.shared)" }
  }

  /// Returns the header fields that select each format of a route.
  func forms(of route: Route) -> [HeaderFields] {
    (route.formats.isEmpty ? [Format.json] : route.formats).map { ["Accept": $0.type] }
  }
}
