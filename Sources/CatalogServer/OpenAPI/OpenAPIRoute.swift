import CatalogModel
import CatalogSources

/// The route of the API description, an OpenAPI document (version 3.1.0) made from the routes.
struct OpenAPIRoute {
  private let document: [UInt8]

  /// Creates the document.
  ///
  /// - Parameter routes: All routes. Routes that return only HTML pages are left out, unless other routes with the same
  ///   path return documents.
  init(_ routes: [Route]) {
    let paths = Set(routes.filter { $0.formats != [.html] }.map(\.pattern.description))
    document = OpenAPIDocument(routes.filter { paths.contains($0.pattern.description) }).bytes
  }

  var route: Route {
    let tag = EntityTag(String(UInt64(bitPattern: Fingerprint.of(document)), radix: 16))
    return Route(
      .get, "/openapi", formats: [.json], answers: .object,
      summary: "Returns this description of the interface (OpenAPI 3.1)."
    ) {
      [document] request in
      request.answer(type: Format.json.type, validators: Validators(tag: tag)) { _ in document }
    }
  }
}
