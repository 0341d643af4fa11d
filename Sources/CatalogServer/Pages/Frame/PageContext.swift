import Catalog
import CatalogSources

/// What a page is made from: the catalog at one moment, as the client may see it, and what it asked for.
struct PageContext {
  /// The parameter by which a page is told of the step that led to it.
  static let stepParameter = "step"

  let view: ServedView
  let request: RoutedRequest
  /// Returns the command that does something; `nil` if there is none. Commands are for viewers at the server's
  /// machine, and only its owner sees the path of the catalog in them.
  let command: (CommandHint) -> String?
  /// The step that led to the page; `nil` where none of the viewer's did.
  let step: HistoryStep?
  private let covers: ServedCovers?
  private let catalog: ServedCatalog
  /// Whether somebody can be asked for books.
  let asksOnline: Bool

  init(view: ServedView, request: RoutedRequest, maker: PageMaker) throws {
    (self.view, self.request, covers) = (view, request, maker.covers)
    let viewer = view.viewer
    command = { [command = maker.command] hint in
      viewer.isAtServer && viewer.visibility == .everything ? command(hint, viewer.seesPaths) : nil
    }
    (catalog, asksOnline) = (maker.catalog, maker.online != nil)
    step = try request.request.target[Self.stepParameter].flatMap { try StepReference.step($0, in: view) }
  }

  /// A parameter of the request; empty where there is none.
  subscript(_ name: String) -> String { request.request.target[name] ?? "" }

  /// An address of ours.
  func address(_ path: String..., query: [(name: String, value: String)] = [], fragment: String? = nil) -> PageAddress {
    PageAddress(basePath: request.basePath, path: path, query: query, fragment: fragment)
  }

  /// The address of the page, without the step that led to it.
  var ownAddress: PageAddress {
    let target = request.request.target
    let items = target.query.filter { $0.name != Self.stepParameter && !$0.value.isEmpty }
    let query = items.map { "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))" }
    return PageAddress(own: target.encodedPath + (query.isEmpty ? "" : "?" + query.joined(separator: "&")))
  }

  /// The list that finds a query.
  func search(_ query: String) -> PageAddress { address("", query: [("q", query)]) }

  /// The page of a book, which knows the list that it was opened from.
  func book(_ id: Book.ID, in list: ListParameters = ListParameters()) -> PageAddress {
    address("book", String(id), query: list.items)
  }

  /// Where the cover of a book is served; `nil` where it is known to have none that is.
  ///
  /// - Parameter places: asked for once a page.
  func cover(of book: Book, in places: ServedPlaces) throws -> PageAddress? {
    try covers?.link(of: book, view, places, basePath: request.basePath).map { PageAddress(own: $0.address) }
  }

  /// Tells the cover that a book has itself from others.
  func coverMark(_ cover: OwnCover, of book: Book.ID) -> String { catalog.coverMark(cover, of: book) }

  /// Where a file of a book is: an address of the web as it is, or of ours; `nil` where it is not sent.
  ///
  /// - Parameter places: asked for once a page.
  func file(_ numbered: ServedView.NumberedFile, of book: Book, in places: ServedPlaces) -> PageAddress? {
    let (number, file, isAttached) = numbered
    if file.path == nil { return PageAddress(web: file.address) }
    guard places.path(of: file, isAttached: isAttached) != nil else { return nil }
    return address("book", String(book.id), "file", String(number))
  }

  /// Whether the viewer may change what all see of books.
  var mayEdit: Bool { view.viewer.mayEdit }

  /// Whether the viewer may change anything of books.
  var mayChange: Bool { view.viewer.mayChange }

  /// Whether read states, ratings and what else people say for themselves are those of whoever looks: guests see the owner's.
  var isOwnReading: Bool {
    view.viewer.person != nil || view.viewer.role == .owner || view.viewer.visibility == .everything
  }

  /// Whether what is private may be shown.
  var showsEverything: Bool { view.visibility == .everything }
}

/// Which list a page is about, in the words of addresses; links carry it along.
struct ListParameters: Equatable {
  /// What was searched for.
  var query = ""
  /// The order as it was asked for; empty for the usual one.
  var sort = ""

  /// As parameters of an address.
  var items: [(name: String, value: String)] { [("q", query), ("sort", sort)] }
}

extension PageContext {
  /// The list that the request is about.
  var list: ListParameters { ListParameters(query: self["q"], sort: self["sort"]) }
}
