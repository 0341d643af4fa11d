import Catalog
import CatalogSources

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
/// | `/book/42/reviews` | what others say of it who let all read it who have an account |
/// | `/statistics?q=…&year=…` | what was read, in a year or in all |
/// | `/facets?q=…`, `/searches` | by what books can be told apart, and the saved searches, with counts |
/// | `/history`, `/history/7` | what was done, step by step |
/// | `/conflicts`, `/duplicates`, `/sources` | what waits for the user's word, and where books come from |
/// | `/import` | takes a file of books, and tells first what would change |
/// | `/book/42/cover` | the cover of a book, and the image that takes its place |
/// | `/events` | a stream of events, one for each change |
/// | `/position?q=…&sort=…&book=…` | where in a list a book is, or a letter (`letter=`) begins |
/// | `/openapi.json` | all of these as OpenAPI 3.1 |
/// | `/opds` | the catalog for e-readers: OPDS 2.0 or 1.2, as they ask |
/// | `/online?q=…` | what Open Library has, for who may add books |
/// | `/login`, `/logout`, `/devices` | who asks, where the catalog has accounts |
/// | `/book/42/file/1`, `/book/42/card`, `/cover/…` | files, record cards and covers, to which feeds lead |
///
/// Browsers get pages for people at the addresses of documents.
///
/// Who has a page is told that it is the same still (304) by the number of the catalog's last change, without a query.
///
/// ## Routes of an app
///
/// An app adds routes of its own. The site finds the viewer of each request first, by account, token or session, and
/// refuses guests if a login is required; only then does it call the handler. The handler decides what this viewer is
/// shown: ``ViewedBooks/limiting(_:in:)`` keeps it to the books of a limited role, and private parts of books are for
/// viewers whose ``Viewer/visibility`` is ``Visibility/everything``.
///
/// ```swift
/// let picks = Route(.get, "/picks", formats: [.json], summary: "The number of staff picks.") { request in
///   let count = try catalog.read { snapshot in
///     try snapshot.count(of: request.viewer.books.limiting("tag:staff-pick", in: snapshot))
///   }
///   return request.answer { _ in Array("{\"picks\":\(count)}\n".utf8) }
/// }
/// let site = CatalogSite(catalog, requiresLogin: true, routes: [picks])
/// let server = try HTTPServer(at: [ListenAddress("127.0.0.1:8080")], site)
/// ```
public struct CatalogSite: UploadService, RoutedService {
  package let router: Router
  /// The routes of the site, those of the app included.
  public var routes: [Route] { router.routes }
  /// The path below which the site is: empty, or `/books`.
  public var basePath: String { router.basePath }
  private let admission: Admission
  private let refreshes: SourceRefreshes
  let imports: ServedImports
  private let gate: LoginGate

  /// - Parameters:
  ///   - catalog: is open for as long as it is served.
  ///   - basePath: where a proxy passes on what stands below a path.
  ///   - covers: the covers that were fetched, and by which others are; `nil` where none are served.
  ///   - coverHost: the beginning of the addresses that covers are fetched from; nothing is
  ///     fetched from elsewhere, and without it nothing at all.
  ///   - online: where books are searched that are to be added; `nil` where nobody is asked.
  ///   - allowsEdits: whether whoever uses this machine may change the catalog.
  ///   - requiresLogin: whether guests of other machines are shown nothing but the way in.
  ///   - roles: those besides reader, editor and owner. An account of any other role sees no book.
  ///   - connect: makes a source of the catalog ready to be refreshed; `nil` for one that cannot be.
  ///   - completer: is asked in imports which books those rows are that have no title; `nil`: they wait. What it knows
  ///     without asking anybody is shown of a book that is added by its ISBN alone, until its metadata comes.
  ///   - command: returns the command of the program that does what a page shows, or `nil` if there is none. The
  ///     command must not hold paths of this machine unless the second argument is true.
  ///   - routes: those of an app, after the site's own: of two routes of a path and a method the first one answers.
  ///     Paths below `/assets` and `/cover` are open to guests, whether a login is required or not.
  public init(
    _ catalog: BookCatalog, basePath: String = "", covers: CoverCache? = nil, coverHost: String? = nil,
    online: OpenLibraryProvider? = nil, allowsEdits: Bool = false, requiresLogin: Bool = false,
    roles: LimitedRoles = LimitedRoles(),
    connect: @escaping @Sendable (CatalogSource) -> (any BookSource)? = { _ in nil },
    completer: (any RecordCompleter)? = nil,
    command: @escaping @Sendable (CommandHint, _ showsPaths: Bool) -> String? = { _, _ in nil },
    routes: [Route] = []
  ) {
    let accounts = ServedAccounts(catalog)
    admission = Admission(
      allowsEdits: allowsEdits, accounts: accounts, roles: roles, requiresLogin: requiresLogin)
    let served = ServedCatalog(catalog)
    let pages = PageMaker(
      served, covers: covers.map { ServedCovers(cache: $0, host: coverHost) }, online: online.map(OnlineBooks.init),
      command: command)
    let events = CatalogEvents(served)
    refreshes = SourceRefreshes(catalog, connect: connect) { events.reloadAll() }
    imports = ServedImports(served, completer: completer) { events.reloadAll() }
    let documents =
      [
        BookListRoute(pages: pages).route, StatisticsRoute(pages: pages).route,
        EventsRoute(events: events, admission: admission).route, PositionRoute(catalog: served).route,
      ] + BookRoute(pages: pages).routes + HistoryRoute(pages: pages).routes + DecisionRoutes(pages: pages).routes
      + SourcesRoute(pages: pages, refreshes: refreshes).routes
      + SearchRoutes(pages: pages).routes + EditRoutes(pages: pages).routes + UndoRoutes(pages: pages).routes
      + BulkEditRoutes(pages: pages).routes + AddRoutes(pages: pages, completer: completer).routes
      + ReviewRoutes(pages: pages).routes
      + (pages.online.map { [OnlineRoute(pages: pages, online: $0).route] } ?? [])
      + ImportRoutes(pages: pages, imports: imports).routes + BookCoverRoutes(pages: pages).routes
    let feeds =
      FeedRoutes(catalog: served, covers: pages.covers).routes + BookFileRoutes(catalog: served).routes
      + (pages.covers.map { [CoverRoute(catalog: served, covers: $0).route] } ?? [])
    let logins =
      AccountRoutes(accounts: accounts).routes
      + DeviceRoutes(pages: pages, accounts: accounts).routes + [AuthenticationDocument.route]
    let own = documents + feeds + logins + WebAsset.all.map(\.route)
    // Feeds say themselves where they lead, and so do pages.
    router = Router(basePath: basePath, own + [OpenAPIRoute(documents + routes).route] + routes)
    gate = LoginGate(basePath: router.basePath)
  }

  /// Answers by the route of the path, as much as who asks may have and do.
  public func answer(_ request: Request) throws -> Answer {
    try gate.answer(request) {
      switch try admission.outcome(of: request, isForAll: gate.isForAll(request)) {
      case .now(let viewer): return try answer(request, for: viewer)
      case .later(let find): return .later { try await answer(request, for: find()).response() }
      }
    }
  }

  /// How a file is taken. A password is not compared for it: what comes with one is taken into memory first, like other bodies.
  func upload(_ request: Request) throws -> UploadOffer? {
    try gate.told(request) {
      try router.upload(request) {
        if case .now(let viewer) = try admission.outcome(of: request, isForAll: false) { viewer } else { nil }
      }
    }
  }

  package func allow(at target: RequestTarget) -> String? { router.allow(at: target) }

  private func answer(_ request: Request, for viewer: Viewer) throws -> Answer {
    var request = request
    request.viewer = viewer
    do {
      switch try router.answer(request) {
      case .now(let response): return .now(response)
      case .later(let make): return .later { do { return try await make() } catch { throw ServedCatalog.told(error) } }
      }
    } catch { throw ServedCatalog.told(error) }
  }

  /// Ends what goes on without a request: refreshes and imports, of which what was stored stands; and lets go of files that wait.
  public func stop() async {
    await imports.stop()
    await refreshes.stop()
  }

  /// A problem as a page that looks like the others.
  public func page(of problem: Problem) -> [UInt8]? { ProblemHTML(problem: problem, basePath: router.basePath).bytes() }
}
