import Catalog

extension ServedCatalog {
  /// Answers a request with a page.
  func page(_ request: RoutedRequest, _ make: (PageContext) throws -> [UInt8]) throws -> Answer {
    try answer(request, type: Format.html.type) { view, _ in try make(PageContext(view: view, request: request)) }
  }

  /// Answers a request with a page that takes long to be found: other requests are answered meanwhile.
  func slowPage(_ request: RoutedRequest, _ make: @escaping @Sendable (PageContext) throws -> [UInt8]) -> Answer {
    .later {
      try await readLater(request) { view in
        let fields: HeaderFields = ["Content-Type": Format.html.type, "Cache-Control": "no-cache"]
        if request.isHead { return Response(fields: fields, body: .omitted(length: nil)) }
        return Response(fields: fields, body: .bytes(try make(PageContext(view: view, request: request))))
      }
    }
  }
}
