import Catalog
import CatalogSources
import Synchronization

/// The route for the books of a query: one page as JSON, or all of them as lines.
struct BookListRoute {
  /// The keys of the long texts. A page that does not contain them is sent in one piece.
  private static let longTexts = [BookField.description, .review, .notes].map(BookJSON.Key.field)

  let pages: PageMaker
  private var catalog: ServedCatalog { pages.catalog }

  var route: Route {
    Route(
      .get, "/", formats: [.json, .jsonLines, .csv, .html],
      query: [.query, .sort, .page, .size, .after, .fields], answers: .books,
      summary: "Returns the books that match a query: one page as HTML or JSON, or all books as JSON Lines or CSV."
    ) { try answer($0) }
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    if request.format == .jsonLines || request.format == .csv { return try lines(request) }
    let size = try request.request.target.number("size", in: 1...ListAddress.largestSize) ?? ListAddress.defaultSize
    if size <= ListAddress.defaultSize { return try catalog.read(request) { try page(request, $0) } }
    // A large page is read on a separate thread, so that other clients do not wait.
    return .later { try await catalog.readLater(request) { try page(request, $0) }.response() }
  }

  private func page(_ request: RoutedRequest, _ view: ServedView) throws -> Answer {
    if request.format == .html {
      let answer = try catalog.answer(request, in: view, variant: request.look.rawValue) { _ in
        .bytes(try BookListHTML(PageContext(view: view, request: request, maker: pages)).bytes())
      }
      guard case .now(var response) = answer, let chosen = request.chosenLook,
        chosen != ListLook.remembered(in: request.request.fields)
      else { return answer }
      // The cookie is also part of a 304. Otherwise, a page that the browser has cached would not be remembered.
      response.fields.set("Set-Cookie", chosen.setCookie(basePath: request.basePath))
      return .now(response)
    }
    return try catalog.answer(request, in: view) { fields in
      let address = try ListAddress(request.request.target, own: view.own)
      let page = try view.page(address.query, at: address.position, size: address.size, isBrief: true)
      let count = try view.count(of: address.query)
      fields.set("X-Total-Count", String(count))
      fields.set("Link", Self.links(address, page, of: count))
      var form = Self.json(address.keys, view.own)
      (form.beginning, form.separator, form.ending) = (Array("[".utf8), Array(",".utf8), Array("]\n".utf8))
      if !address.keys.contains(where: Self.longTexts.contains) { return .bytes(form.bytes(of: page.books)) }
      let pieces = BookPieces(address.query, page, isWholeList: false, form)
      let first = try pieces.next(in: view)
      // Most pages are a single piece, so their length is known and they can be compressed.
      return pieces.isOver ? .bytes(first ?? []) : .stream(stream(pieces, after: first, request))
    }
  }

  /// Returns the pieces of a list, starting with `first`, which has already been read.
  private func stream(_ pieces: BookPieces, after first: [UInt8]?, _ request: RoutedRequest) -> BodyStream {
    let unsent = Mutex(first)
    return BodyStream { [catalog] in
      if let piece = unsent.withLock({ $0.take() }) { return piece }
      return try catalog.read(request) { try pieces.next(in: $0) }
    }
  }

  private static func json(_ keys: [BookJSON.Key], _ own: OwnFields) -> BookPieces.Form {
    BookPieces.Form { book, piece in
      var json = JSONWriter(layout: .compact)
      BookJSON.write(book, keys: keys, own: own, to: &json)
      piece += json.bytes
    }
  }

  /// Returns the `Link` field with the addresses of the other pages (RFC 8288).
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

  /// Streams all books of the query, reading them piece by piece. A change made meanwhile appears in the pieces that
  /// follow.
  private func lines(_ request: RoutedRequest) throws -> Answer {
    try catalog.stream(request) { view in
      let own = view.own
      let address = try ListAddress(request.request.target, own: own)
      // Reads the first page now, so that errors in the query are reported before anything is sent.
      let page = try view.page(address.query, size: BookPieces.pageSize, isBrief: true)
      let form: BookPieces.Form
      if request.format == .csv {
        let export = BookExport(format: .csv, fields: own)
        form = BookPieces.Form(beginning: export.beginning) { book, piece in piece += export.line(for: book) }
      } else {
        let json = Self.json(address.keys, own)
        form = BookPieces.Form { book, piece in
          json.write(book, &piece)
          piece.append(UInt8(ascii: "\n"))
        }
      }
      return stream(BookPieces(address.query, page, isWholeList: true, form), after: nil, request)
    }
  }
}
