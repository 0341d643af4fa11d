import Catalog
import CatalogSources

/// A book, by its number.
struct BookRoute {
  let catalog: ServedCatalog

  var route: Route {
    Route(.get, "/book/:id", formats: [.json, .html], summary: "A book, by its number in this catalog.") {
      try answer($0)
    }
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    let id = try request.number("id")
    if request.format == .html { return try catalog.page(request) { try BookHTML($0, Book.ID(id)).bytes() } }
    return try catalog.answer(request) { view, _ in
      guard let book = try view.book(Book.ID(id)) else { throw Problem.notFound }
      var json = JSONWriter(layout: .compact)
      BookJSON.write(book, own: view.own, to: &json)
      json.endLine()
      return json.bytes
    }
  }
}
