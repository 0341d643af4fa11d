import Catalog
import CatalogSources

/// The data that a page is made from: a view of the catalog, and the request.
struct PageContext {
  /// The name of the query parameter for the step that led to a page.
  static let stepParameter = "step"

  let view: ServedView
  let request: RoutedRequest
  /// A closure that returns the command for an action; `nil` if there is none. Only viewers at the server's machine see
  /// commands, and only the owner of the catalog sees commands that contain its path.
  let command: (CommandHint) -> String?
  /// The viewer's step that led to the page; `nil` if there is none.
  let step: HistoryStep?
  private let covers: ServedCovers?
  private let catalog: ServedCatalog
  /// True if books can be searched online.
  let asksOnline: Bool
  /// True if photographs of bar codes are read.
  let readsPhotos: Bool
  /// The number of conflicts that wait for a decision; 0 if the viewer may not see them.
  let conflicts: Int

  init(view: ServedView, request: RoutedRequest, maker: PageMaker) throws {
    (self.view, self.request, covers) = (view, request, maker.covers)
    let viewer = view.viewer
    command = { [command = maker.command] hint in
      viewer.isAtServer && viewer.audience.fields == .everything ? command(hint, viewer.seesPaths) : nil
    }
    (catalog, asksOnline, readsPhotos) = (maker.catalog, maker.online != nil, maker.images != nil)
    conflicts = try view.waitingConflicts()
    step = try request.request.target[Self.stepParameter].flatMap { try StepReference.step($0, in: view) }
  }

  /// Returns a parameter of the request; empty if it is missing.
  subscript(_ name: String) -> String { request.request.target[name] ?? "" }

  /// Returns an address of this site.
  func address(_ path: String..., query: [(name: String, value: String)] = [], fragment: String? = nil) -> PageAddress {
    PageAddress(basePath: request.basePath, path: path, query: query, fragment: fragment)
  }

  /// The address of the page, without the parameter for the step that led to the page.
  var ownAddress: PageAddress {
    let target = request.request.target
    let items = target.query.filter { $0.name != Self.stepParameter && !$0.value.isEmpty }
    let query = items.map { "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))" }
    return PageAddress(own: target.encodedPath + (query.isEmpty ? "" : "?" + query.joined(separator: "&")))
  }

  /// Returns the address of the list for a query.
  func search(_ query: String) -> PageAddress { address("", query: [("q", query)]) }

  /// Returns the address of a book's page, which includes the list from which the book was opened.
  func book(_ id: Book.ID, in list: ListParameters = ListParameters()) -> PageAddress {
    address("book", String(id), query: list.items)
  }

  /// Returns the address of a book's cover; `nil` if the book has no cover that may be served.
  ///
  /// - Parameter locations: The locations whose files may be sent, looked up once for each page.
  func cover(of book: Book, in locations: ServedPlaces) throws -> PageAddress? {
    try covers?.link(of: book, view, locations, basePath: request.basePath).map { PageAddress(own: $0.address) }
  }

  /// Returns the names and addresses of all covers of a book that may be served.
  func coverLinks(of book: Book, in locations: ServedPlaces) throws -> [(name: String, address: PageAddress)] {
    try covers?.links(of: book, view, locations, basePath: request.basePath).map {
      ($0.name, PageAddress(own: $0.address))
    } ?? []
  }

  /// The widths at which covers are also available; empty if they are available only as they are.
  var coverWidths: [Int] { covers?.hasSizes == true ? ServedCovers.widths : [] }

  /// Returns the failure to fetch the cover that a book names on the web; `nil` if there is none,
  /// or if the viewer is not an owner.
  func coverFailure(of cover: OwnCover) -> CoverFailure? {
    view.viewer.role == .owner ? cover.address.flatMap { covers?.failure(at: $0) } : nil
  }

  /// True if the viewer is to decide whether the server fetches the covers that books name on the web.
  var asksAboutCovers: Bool { view.viewer.role == .owner && mayEdit && covers?.queue?.asks == true }

  /// Returns a hash that identifies a book's own cover.
  func coverMark(_ cover: OwnCover, of book: Book.ID) -> String { catalog.coverMark(cover, of: book) }

  /// Returns the address of a book's file, on the web or on this site; `nil` if the file is not served.
  ///
  /// - Parameter locations: The locations whose files may be sent, looked up once for each page.
  func file(_ numbered: ServedView.NumberedFile, of book: Book, in locations: ServedPlaces) -> PageAddress? {
    let (number, file, isAttached) = numbered
    if file.path == nil { return PageAddress(web: file.address) }
    guard locations.path(of: file, isAttached: isAttached) != nil else { return nil }
    return address("book", String(book.id), "file", String(number))
  }

  /// True if the viewer may change the shared data of books.
  var mayEdit: Bool { view.viewer.mayEdit }

  /// True if the viewer may change anything.
  var mayChange: Bool { view.viewer.mayChange }

  /// True if the personal values shown, such as read states and ratings, are the viewer's own. Guests see the owner's.
  var isOwnReading: Bool {
    view.viewer.audience.person != nil || view.viewer.role == .owner || showsEverything
  }

  /// True if private data may be shown.
  var showsEverything: Bool { view.viewer.audience.fields == .everything }
}

/// The parameters of the list that a page belongs to. The page's links include these parameters.
struct ListParameters: Equatable {
  /// The query of the list; empty for all books.
  var query = ""
  /// The requested order; empty for the default.
  var sort = ""

  /// The parameters as they appear in addresses.
  var items: [(name: String, value: String)] { [("q", query), ("sort", sort)] }
}

extension RoutedRequest {
  /// The list that the request belongs to.
  var list: ListParameters {
    ListParameters(query: request.target["q"] ?? "", sort: request.target["sort"] ?? "")
  }
}

extension PageContext {
  /// The list that the request belongs to.
  var list: ListParameters { request.list }

  /// Returns the address of another list in the view of this one.
  func address(of list: ListParameters) -> PageAddress {
    address("", query: list.items + [("view", self["view"])])
  }
}
