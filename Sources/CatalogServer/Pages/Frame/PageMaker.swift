import Catalog
import CatalogSources

/// A maker of HTML pages that show the viewer's part of the catalog.
struct PageMaker: Sendable {
  let catalog: ServedCatalog
  /// The served covers; `nil` if no covers are served.
  let covers: ServedCovers?
  /// The online search; `nil` if there is none.
  let online: OnlineBooks?
  /// Decodes photographs of bar codes; `nil` if none are read.
  let images: ImageHelper?
  /// A closure that returns the serving program's command for an action; `nil` if there is none.
  let command: @Sendable (CommandHint, _ showsPaths: Bool) -> String?

  init(
    _ catalog: ServedCatalog, covers: ServedCovers?, online: OnlineBooks?, images: ImageHelper? = nil,
    command: @escaping @Sendable (CommandHint, _ showsPaths: Bool) -> String?
  ) {
    (self.catalog, self.covers, self.online, self.images, self.command) = (catalog, covers, online, images, command)
  }

  /// Answers a request with a page.
  func page(_ request: RoutedRequest, _ make: (PageContext) throws -> [UInt8]) throws -> Answer {
    try catalog.answer(request, type: Format.html.type) { view, _ in
      try make(try PageContext(view: view, request: request, maker: self))
    }
  }

  /// Returns a page that belongs to this request only, such as the result of a form. It is not cached.
  func response(
    _ request: RoutedRequest, status: Int = 200, _ make: (PageContext) throws -> [UInt8]
  ) throws -> Response {
    let bytes = try catalog.read(request) { try make(try PageContext(view: $0, request: request, maker: self)) }
    return Response(
      status, fields: ["Content-Type": Format.html.type, "Cache-Control": "no-store"], body: .bytes(bytes))
  }

  /// Answers a request with a page that takes long to make, without delaying other requests.
  func slowPage(_ request: RoutedRequest, _ make: @escaping @Sendable (PageContext) throws -> [UInt8]) -> Answer {
    catalog.slowAnswer(request, type: Format.html.type) { view in
      try make(try PageContext(view: view, request: request, maker: self))
    }
  }
}
