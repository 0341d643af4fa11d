import Catalog
import CatalogSources

/// The routes of the catalog for e-readers. Each feed has one address, and is sent in OPDS 2.0 (JSON) or 1.2 (Atom),
/// whichever the client accepts. The default is Atom, which all e-readers support.
struct FeedRoutes {
  static let openSearchPath = "/opds/opensearch"

  let catalog: ServedCatalog
  /// The served covers; `nil` if no covers are served.
  let covers: ServedCovers?

  var routes: [Route] {
    [
      feed(FeedMaker.rootPath, .navigation, "Returns the start feed of the OPDS catalog.") { request, maker in
        try maker.root()
      },
      feed(
        BooksAddress.path, .acquisition,
        "Returns a feed of all books, of the newest books, or of a group, optionally filtered by facets."
      ) {
        request, maker in
        try maker.books(BooksAddress(request, isSearch: false))
      },
      feed(BooksAddress.searchPath, .acquisition, "Returns a feed of the books that match a query.") {
        request, maker in
        try maker.books(BooksAddress(request, isSearch: true))
      },
      feed(MenuFeed.path(of: .author), .navigation, "Returns a feed of authors, by surname.") {
        try $1.menu(of: .author, $0)
      },
      feed(MenuFeed.path(of: .series), .navigation, "Returns a feed of series.") { try $1.menu(of: .series, $0) },
      feed(MenuFeed.path(of: .tag), .navigation, "Returns a feed of tags.") { try $1.menu(of: .tag, $0) },
      feed(FeedMaker.languagesPath, .navigation, "Returns a feed of languages.") { request, maker in
        try maker.languages()
      },
      Route(
        .get, Self.openSearchPath,
        summary: "Returns a description of the catalog's search (OpenSearch 1.1)."
      ) { request in
        try catalog.answer(request, type: FeedTypes.openSearch) { _, _ in Self.openSearch(request) }
      },
    ]
  }

  private func feed(
    _ path: String, _ kind: Feed.Kind, _ summary: String,
    _ make: @escaping @Sendable (RoutedRequest, FeedMaker) throws -> Feed
  ) -> Route {
    Route(.get, path, formats: [.atom, .opds], summary: summary) { request in
      // The format is always `atom` or `opds`.
      let isAtom = request.format != .opds
      return try catalog.answer(request, type: isAtom ? FeedTypes.atom(kind) : nil) { view, _ in
        let maker = FeedMaker(
          view: view, basePath: request.basePath, covers: covers, updated: try catalog.lastChange(view))
        let feed = try make(request, maker)
        return isAtom
          ? AtomWriter.bytes(of: feed, basePath: request.basePath)
          : OPDSWriter.bytes(of: feed, basePath: request.basePath)
      }
    }
  }

  /// Returns the OpenSearch 1.1 (draft 6) description. Its templates are absolute addresses, which readers require.
  private static func openSearch(_ request: RoutedRequest) -> [UInt8] {
    let template = request.request.client.origin + request.basePath + BooksAddress.searchPath + "?query={searchTerms}"
    return Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>Catalog</ShortName>\
      <Description>Search the catalog</Description><InputEncoding>UTF-8</InputEncoding>\
      <OutputEncoding>UTF-8</OutputEncoding><Url type="\(FeedTypes.atom(.acquisition))" \
      template="\(MarkupEscape.text(template))"/></OpenSearchDescription>

      """.utf8)
  }
}
