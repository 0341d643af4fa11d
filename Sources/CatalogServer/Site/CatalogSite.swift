import Catalog
import CatalogSources

/// Serves a catalog over HTTP: web pages, JSON, and feeds for e-readers.
///
/// Guests can only read. Accounts may edit as their role allows. If `allowsEdits` is true, anyone who uses this machine
/// may edit, too.
///
/// ```swift
/// let site = CatalogSite(try await BookCatalog.open(path))
/// let server = try HTTPServer(at: [ListenAddress("127.0.0.1:8080")], site)
/// ```
///
/// | Address | Contents |
/// | --- | --- |
/// | `/?q=…&sort=…&page=…&size=…&fields=…` | the books of a query, by page; all of them in `/.jsonl` and `/.csv` |
/// | `/book/42` | a book |
/// | `/book/42/why`, `/book/42/history` | the provenance of its values, and its changes |
/// | `/book/42/reviews` | reviews that people share with everyone who has an account |
/// | `/statistics?q=…&year=…` | reading statistics of one year or of all years |
/// | `/facets?q=…`, `/searches` | values to filter by, and saved searches, with counts |
/// | `/history`, `/history/7` | the changes to the catalog, step by step |
/// | `/conflicts`, `/duplicates`, `/sources` | conflicts and duplicates to decide, and the sources of books |
/// | `/import` | imports a file of books, with a preview of the changes |
/// | `/book/42/cover` | the cover of a book, and its replacement |
/// | `/events` | a stream of events, one for each change |
/// | `/position?q=…&sort=…&book=…` | the position of a book in a list, or of the first book for a letter (`letter=`) |
/// | `/openapi.json` | a description of these routes as OpenAPI 3.1 |
/// | `/opds` | the catalog for e-readers, as OPDS 2.0 or 1.2, whichever the client accepts |
/// | `/online?q=…` | search results from Open Library, for viewers who may add books |
/// | `/login`, `/logout`, `/devices` | logging in and out, and device tokens, if the catalog has accounts |
/// | `/book/42/file/1`, `/book/42/card`, `/cover/…` | files, record cards and covers, which feeds link to |
///
/// Browsers get HTML pages at the addresses of JSON documents.
///
/// A client that already has the current version gets a 304 response. For this, the site compares the number of the
/// catalog's last change, without running the query.
///
/// ## Routes of an app
///
/// An app can add its own routes. For each request, the site first determines the viewer from the account, token or
/// session, and refuses guests if a login is required. Then it calls the handler of the route. The handler reads the
/// catalog for the ``Viewer/audience`` of the viewer, and so gets only the books and fields that the viewer may see.
///
/// ```swift
/// let picks = Route(.get, "/picks", formats: [.json], summary: "The number of staff picks.") { request in
///   let count = try catalog.seen(by: request.viewer.audience).read { try $0.count(of: "tag:staff-pick") }
///   return request.answer { _ in Array("{\"picks\":\(count)}\n".utf8) }
/// }
/// let site = CatalogSite(catalog, requiresLogin: true, routes: [picks])
/// let server = try HTTPServer(at: [ListenAddress("127.0.0.1:8080")], site)
/// ```
public struct CatalogSite: UploadService, RoutedService {
  package let router: Router
  /// The routes of the site, including those of the app.
  public var routes: [Route] { router.routes }
  /// The path under which the site is served: empty, or for example `/books`.
  public var basePath: String { router.basePath }
  private let admission: Admission
  private let refreshes: SourceRefreshes
  let imports: ServedImports
  let coverQueue: CoverQueue?
  private let gate: LoginGate

  /// Creates a site.
  ///
  /// - Parameters:
  ///   - catalog: The catalog to serve. It must stay open while the site serves it.
  ///   - basePath: The path under which a proxy forwards requests to the site; empty if the site is at the root.
  ///   - covers: The cache that stores and fetches covers; `nil` to serve no covers.
  ///   - coverHost: The prefix of the addresses from which covers may be fetched. Without it, no covers are fetched.
  ///   - bookCovers: The means to fetch covers at other addresses that books name; `nil` to fetch none of them. Needs
  ///     `covers`.
  ///   - images: Decodes photographs of bar codes in helper processes; `nil` to accept no photographs.
  ///   - online: The provider to search for books to add; `nil` to turn off the online search.
  ///   - allowsEdits: True to let anyone who uses this machine edit the catalog.
  ///   - requiresLogin: True to show guests on other machines only the login page.
  ///   - roles: The roles in addition to reader, editor and owner. An account with an unknown role sees no books.
  ///   - connect: Returns a source of the catalog that is ready to refresh; `nil` if the source cannot be refreshed.
  ///   - completer: Identifies imported rows without a title; `nil` to leave such rows waiting. A book added by its
  ///     ISBN alone shows the data that the completer knows offline until its metadata arrives.
  ///   - command: Returns the serving program's command for an action, or `nil` if there is none. The command must not
  ///     contain paths of this machine unless the second argument is true.
  ///   - routes: The routes of an app. If a route has the same path and method as a route of the site, the route of the
  ///     site answers. Guests may request paths below `/assets` and `/cover` even if a login is required.
  public init(
    _ catalog: BookCatalog, basePath: String = "", covers: CoverCache? = nil, coverHost: String? = nil,
    bookCovers: BookCovers? = nil, images: ImageHelper? = nil, online: OpenLibraryProvider? = nil,
    allowsEdits: Bool = false,
    requiresLogin: Bool = false,
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
    let events = CatalogEvents(served)
    let queue = bookCovers.map { means in
      CoverQueue(catalog, means, excluding: ServedCovers.provider(at: coverHost)) {
        served.countCovers()
        events.reloadAll()
      }
    }
    coverQueue = covers == nil ? nil : queue
    let pages = PageMaker(
      served, covers: covers.map { ServedCovers(cache: $0, host: coverHost, queue: queue) },
      online: online.map(OnlineBooks.init), images: images, command: command)
    refreshes = SourceRefreshes(catalog, connect: connect) { events.reloadAll() }
    imports = ServedImports(served, completer: completer) { sent in
      if sent.viewer.role == .owner { queue?.fill() }
    } ended: {
      events.reloadAll()
    }
    let add = AddRoutes(pages: pages, completer: completer)
    let documents =
      [
        BookListRoute(pages: pages).route, StatisticsRoute(pages: pages).route,
        EventsRoute(events: events, admission: admission).route, PositionRoute(catalog: served).route,
        CompletionRoute(catalog: served).route, ThumbnailRoute(pages: pages).route,
      ] + BookRoute(pages: pages).routes + HistoryRoute(pages: pages).routes + DecisionRoutes(pages: pages).routes
      + SourcesRoute(pages: pages, refreshes: refreshes).routes
      + SearchRoutes(pages: pages).routes + EditRoutes(pages: pages).routes + UndoRoutes(pages: pages).routes
      + BulkEditRoutes(pages: pages).routes + add.routes
      + (images.map { [PhotoRoute(add: add, images: $0).route] } ?? [])
      + ReviewRoutes(pages: pages).routes
      + (pages.online.map { [OnlineRoute(pages: pages, online: $0).route] } ?? [])
      + ImportRoutes(pages: pages, imports: imports).routes + BookCoverRoutes(pages: pages).routes
      + (pages.covers?.queue.map { [CoverConsentRoute(catalog: served, queue: $0).route] } ?? [])
    let feeds =
      FeedRoutes(catalog: served, covers: pages.covers).routes + BookFileRoutes(catalog: served).routes
      + (pages.covers.map { [CoverRoute(catalog: served, covers: $0).route] } ?? [])
    let logins =
      AccountRoutes(accounts: accounts).routes
      + DeviceRoutes(pages: pages, accounts: accounts).routes + [AuthenticationDocument.route]
    let own = documents + feeds + logins + WebAsset.all.map(\.route)
    // The OpenAPI document leaves out feeds and pages, because those contain their own links.
    router = Router(basePath: basePath, own + [OpenAPIRoute(documents + routes).route] + routes)
    gate = LoginGate(basePath: router.basePath)
    coverQueue?.fill()
  }

  /// Answers a request with the route that matches its path, limited to what the viewer may see and do.
  public func answer(_ request: Request) throws -> Answer {
    try gate.answer(request) {
      switch try admission.outcome(of: request, isForAll: gate.isForAll(request)) {
      case .now(let viewer): return try answer(request, for: viewer)
      case .later(let find): return .later { try await answer(request, for: find()).response() }
      }
    }
  }

  /// Returns the limits for receiving the file of a request. Passwords are not checked at this point: a request with a
  /// password is received into memory first, like any other body.
  func upload(_ request: Request) throws -> ExpectedUpload? {
    try gate.explainingLogin(request) {
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
      case .later(let make):
        return .later { do { return try await make() } catch { throw ServedCatalog.reported(error, to: viewer) } }
      }
    } catch { throw ServedCatalog.reported(error, to: viewer) }
  }

  /// Stops refreshes, imports and requests for covers in progress, and discards uploaded files that wait for a
  /// decision. Data already stored is kept.
  public func stop() async {
    await imports.stop()
    await refreshes.stop()
    await coverQueue?.stop()
  }

  /// Returns a problem as a page in the style of the site.
  public func page(of problem: Problem) -> [UInt8]? { ProblemHTML(problem: problem, basePath: router.basePath).bytes() }
}
