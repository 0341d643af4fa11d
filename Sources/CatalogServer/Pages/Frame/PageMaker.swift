import Catalog

/// Makes pages for people of the catalog, as their client may see it.
struct PageMaker: Sendable {
  let catalog: ServedCatalog
  /// `nil` where no covers are served.
  let covers: ServedCovers?
  /// `nil` where nobody is asked for books.
  let online: OnlineBooks?
  /// How something is done by a command of the program that serves; `nil` where it has none.
  let command: @Sendable (CommandHint, _ showsPaths: Bool) -> String?

  init(
    _ catalog: ServedCatalog, covers: ServedCovers?, online: OnlineBooks?,
    command: @escaping @Sendable (CommandHint, _ showsPaths: Bool) -> String?
  ) {
    (self.catalog, self.covers, self.online, self.command) = (catalog, covers, online, command)
  }

  /// Answers a request with a page.
  func page(_ request: RoutedRequest, _ make: (PageContext) throws -> [UInt8]) throws -> Answer {
    try catalog.answer(request, type: Format.html.type) { view, _ in
      try make(try PageContext(view: view, request: request, maker: self))
    }
  }

  /// A page that is of this request alone, such as one that a form leads to: nobody keeps it.
  func response(
    _ request: RoutedRequest, status: Int = 200, _ make: (PageContext) throws -> [UInt8]
  ) throws -> Response {
    let bytes = try catalog.read(request) { try make(try PageContext(view: $0, request: request, maker: self)) }
    return Response(
      status, fields: ["Content-Type": Format.html.type, "Cache-Control": "no-store"], body: .bytes(bytes))
  }

  /// Answers a request with a page that takes long to be found: other requests are answered meanwhile.
  func slowPage(_ request: RoutedRequest, _ make: @escaping @Sendable (PageContext) throws -> [UInt8]) -> Answer {
    catalog.slowAnswer(request, type: Format.html.type) { view in
      try make(try PageContext(view: view, request: request, maker: self))
    }
  }
}
