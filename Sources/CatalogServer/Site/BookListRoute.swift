import Catalog
import CatalogSources
import Synchronization

/// The books that a query finds: a page of them as JSON, all of them as lines.
struct BookListRoute {
  /// How many books are read at a time of a list that is sent whole.
  private static let pieceSize = 200

  let pages: PageMaker
  private var catalog: ServedCatalog { pages.catalog }

  var route: Route {
    Route(
      .get, "/", formats: [.json, .jsonLines, .csv, .html],
      query: [.query, .sort, .page, .size, .after, .fields], answers: .books,
      summary: "The books that a query finds: a page for people or as JSON, all as JSON Lines or CSV."
    ) { try answer($0) }
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    if request.format == .jsonLines || request.format == .csv { return try lines(request) }
    if request.format == .html { return try pages.page(request) { try BookListHTML($0).bytes() } }
    return try catalog.answer(request) { view, fields in
      let own = view.own
      let address = try ListAddress(request.request.target, own: own)
      let page = try view.page(address.query, at: address.position, size: address.size)
      let count = try view.count(of: address.query)
      fields.set("X-Total-Count", String(count))
      fields.set("Link", Self.links(address, page, of: count))
      var json = JSONWriter(layout: .compact)
      json.beginArray()
      for book in page.books { BookJSON.write(book, keys: address.keys, own: own, to: &json) }
      json.endArray()
      json.endLine()
      return json.bytes
    }
  }

  /// Where the other pages are (RFC 8288).
  private static func links(_ address: ListAddress, _ page: BookPage, of count: Int) -> String {
    let last = max(1, (count + address.size - 1) / address.size)
    var links = [("first", address.link(page: 1)), ("last", address.link(page: last))]
    if let number = address.page {
      if number > 1 { links.append(("prev", address.link(page: min(number - 1, last)))) }
      if page.next != nil { links.append(("next", address.link(page: number + 1))) }
    } else if let next = page.next {
      links.append(("next", address.link(after: next)))
    }
    return links.map { "<\($1)>; rel=\"\($0)\"" }.joined(separator: ", ")
  }

  /// All books of the query, read piece by piece while they are sent: a change meanwhile shows in what is left.
  private func lines(_ request: RoutedRequest) throws -> Answer {
    let isCSV = request.format == .csv
    return try catalog.stream(request) { view in
      let own = view.own
      let address = try ListAddress(request.request.target, own: own)
      let export = BookExport(format: .csv, fields: own)
      // What is wrong with the query is said before anything is sent.
      let first = try view.page(address.query, size: Self.pieceSize)
      let pages = Mutex(Pages.unread(first))
      return BodyStream { [catalog] in
        try pages.withLock { pages in
          let page: BookPage
          var piece: [UInt8] = []
          switch pages {
          case .unread(let first):
            page = first
            if isCSV { piece = export.beginning }
          case .behind(let last):
            guard let last else { return nil }
            page = try catalog.read(request) { try $0.page(address.query, at: .after(last), size: Self.pieceSize) }
          }
          pages = .behind(page.next)
          for book in page.books {
            piece += isCSV ? export.line(for: book) : Self.line(of: book, address.keys, own)
          }
          return piece
        }
      }
    }
  }

  /// How far a list was read that is sent whole.
  private enum Pages {
    /// Its first page was, and is not sent yet.
    case unread(BookPage)
    /// As far as a cursor; `nil` at the end.
    case behind(PageCursor?)
  }

  private static func line(of book: Book, _ keys: [BookJSON.Key], _ own: OwnFields) -> [UInt8] {
    var json = JSONWriter(layout: .compact)
    BookJSON.write(book, keys: keys, own: own, to: &json)
    json.endLine()
    return json.bytes
  }
}
