import Catalog
import CatalogSources
import CatalogTestSupport

@testable import CatalogServer

/// What is asked of each route: made of the router's own list, so that a new route is asked, too.
struct PlantedRequests {
  let planted: PlantedCatalog

  /// The routes that are read; not those of files of ours, which are the same for all.
  var routes: [Route] {
    planted.site.router.routes.filter { $0.method == .get && !$0.pattern.description.hasPrefix("/assets/") }
  }

  /// The paths of a route: of some books, of none, and of steps.
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

  /// How a word is looked for, in whichever parameter: `W` stands for it.
  static let searches = [
    "q=W", "q=title:W", "q=author:%22=W%22", "q=tag:%22=W%22", "q=series:W", "q=-W", "q=W+OR+is:unread", "q=%22W",
    "q=publisher:W&sort=title", "q=title~/W/", "query=W", "author=W", "series=W", "tag=W", "in-tag=tag:%22=W%22",
    "in-language=W", "q=W&facet=tag", "q=W&view=wall", "q=year:1000..+W&sort=match", "isbn=W", "title=W",
    // A pattern that needs too many steps on the texts that hold the word, and on no others.
    "q=title~/^(?=.*W)((.|.|.|.)%2B)%2B[%23~]$/", "q=-description~/^(?=.*W)((.|.|.|.)%2B)%2B[%23~]$/&sort=title",
  ]

  /// Queries that may lead out of another one.
  var ways: [String] {
    let many = String(repeating: "@open+", count: 70)
    return [
      "tag:\(planted.adult)", "OR+tag:\(planted.adult)", "tag:\(planted.adult)+OR", "a+OR+tag:\(planted.adult)",
      "-tag:\(planted.children)", "%22+OR+tag:\(planted.adult)", "tag:%22\(planted.adult)", "@young", "@grown",
      "@open", "-@open", "\(many)tag:\(planted.adult)", "\(many)-@grown", "-@nosuch", ")+OR+(tag:\(planted.adult)",
      "shelf:cellar", "has:notes", "is:unread+OR+is:read", "tag:~.", "title~/z/", "-title:xyz",
    ]
  }

  /// Further parameters: of each order, page and facet, and what may lead out of a query.
  func parameters(_ random: inout SeededGenerator) -> [String] {
    let book = random.pick(planted.books)
    let orders = BookOrder.names().flatMap { ["sort=\($0)", "sort=-\($0)&page=2&size=3"] }
    let facets = BookFacet.all.flatMap { ["facet=\($0.name)", "q=tag:\(planted.shared)&facet=\($0.name)"] }
    return [
      "", "page=2&size=2", "size=1000", "after=", "view=wall", "year=2001", "sort=newest", "letter=z&sort=title",
      "letter=0&sort=author", "book=\(book.id)", "book=\(book.id)&q=tag:\(planted.shared)", "step=\(book.id)",
      "limit=5", "fields=id,uuid,title,tags", "from=a", "from=z&through=zz", "page=3", "book=\(book.id)&sort=title",
    ] + orders + facets + ways.map { "q=\($0)" } + ways.map { "query=\($0)" }
      + ways.map { "in-tag=\($0)&tag=\(planted.shared)" }
  }

  /// The fields that ask for each form of a route.
  func forms(of route: Route) -> [HeaderFields] {
    (route.formats.isEmpty ? [Format.json] : route.formats).map { ["Accept": $0.type] }
  }
}
