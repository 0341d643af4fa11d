import Catalog

/// The catalog as others ask for it by HTTP: a service of its routes, which reads and changes nothing.
///
/// ```swift
/// let site = CatalogSite(try await BookCatalog.open(path))
/// let server = try HTTPServer(at: [ListenAddress("127.0.0.1:8080")], site)
/// ```
///
/// | address | answers |
/// | --- | --- |
/// | `/?q=…&sort=…&page=…&size=…&fields=…` | a page of the books that a query finds, in JSON; all of them in `/.jsonl` and `/.csv` |
/// | `/book/42` | a book |
/// | `/book/42/why`, `/book/42/history` | where its values come from, and what was done to it |
/// | `/statistics?q=…&year=…` | what was read, in a year or in all |
/// | `/facets?q=…`, `/searches` | by what books can be told apart, and the saved searches, with counts |
/// | `/history`, `/history/7` | what was done, step by step |
/// | `/conflicts`, `/duplicates`, `/sources` | what waits for the user's word, and where books come from |
/// | `/events` | a stream of events, one for each change |
/// | `/openapi.json` | all of these as OpenAPI 3.1 |
///
/// Who has a page is told that it is the same still (304) by the number of the catalog's last change, without a query.
public struct CatalogSite: Service {
  /// Leads to the routes, which it can list.
  public let router: Router

  /// - Parameters:
  ///   - catalog: is open for as long as it is served.
  ///   - basePath: where a proxy passes on what stands below a path.
  public init(_ catalog: BookCatalog, basePath: String = "") {
    let served = ServedCatalog(catalog)
    let routes =
      [
        BookListRoute(catalog: served).route, StatisticsRoute(catalog: served).route,
        SourcesRoute(catalog: served).route,
        EventsRoute(CatalogEvents(served)).route,
      ] + BookRoute(catalog: served).routes + HistoryRoute(catalog: served).routes
      + DecisionRoutes(catalog: served).routes + SearchRoutes(catalog: served).routes
    router = Router(basePath: basePath, routes + [OpenAPIRoute(routes).route])
  }

  /// Answers by the route of the path.
  public func answer(_ request: Request) throws -> Answer { try router.answer(request) }
}
