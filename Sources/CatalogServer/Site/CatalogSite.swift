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
/// | `/statistics?q=…&year=…` | what was read, in a year or in all |
/// | `/position?q=…&sort=…&book=…` | where in a list a book is, or a letter (`letter=`) begins |
///
/// Browsers get pages for people there, and at `/history`, `/conflicts`, `/duplicates`, `/sources` and `/facets`.
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
    router = Router(
      basePath: basePath,
      [
        BookListRoute(catalog: served).route, BookRoute(catalog: served).route, StatisticsRoute(catalog: served).route,
        PositionRoute(catalog: served).route,
      ] + PageRoutes(catalog: served).routes)
  }

  /// Answers by the route of the path.
  public func answer(_ request: Request) throws -> Answer { try router.answer(request) }

  /// A problem as a page that looks like the others.
  public func page(of problem: Problem) -> [UInt8]? { ProblemHTML(problem: problem, basePath: router.basePath).bytes() }
}
