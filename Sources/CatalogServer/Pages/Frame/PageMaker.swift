import Catalog

/// Makes pages for people of the catalog, as their client may see it.
struct PageMaker: Sendable {
  let catalog: ServedCatalog
  /// `nil` where no covers are served.
  let covers: ServedCovers?
  /// How something is done by a command of the program that serves; `nil` where it has none.
  let command: @Sendable (CommandHint) -> String?

  init(_ catalog: ServedCatalog, covers: ServedCovers?, command: @escaping @Sendable (CommandHint) -> String?) {
    (self.catalog, self.covers, self.command) = (catalog, covers, command)
  }

  /// Answers a request with a page.
  func page(_ request: RoutedRequest, _ make: (PageContext) throws -> [UInt8]) throws -> Answer {
    try catalog.answer(request, type: Format.html.type) { view, _ in
      try make(try PageContext(view: view, request: request, maker: self))
    }
  }

  /// Answers a request with a page that takes long to be found: other requests are answered meanwhile.
  func slowPage(_ request: RoutedRequest, _ make: @escaping @Sendable (PageContext) throws -> [UInt8]) -> Answer {
    catalog.slowAnswer(request, type: Format.html.type) { view in
      try make(try PageContext(view: view, request: request, maker: self))
    }
  }
}
