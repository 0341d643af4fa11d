import Catalog
import CatalogJSON
import CatalogSources

/// The route that searches Open Library, for viewers who may add books.
struct OnlineRoute {
  let pages: PageMaker
  let online: OnlineBooks

  var route: Route {
    Route(
      .get, "/online", formats: [.json, .html],
      query: [QueryParameter("q", .text, summary: "Words or an ISBN, at least three characters.")], answers: .objects,
      summary: "Searches Open Library. For books that the catalog already contains, the results include their "
        + "numbers in the catalog."
    ) { try search($0) }
  }

  private func search(_ request: RoutedRequest) throws -> Answer {
    try request.requireEditor()
    let text = (request.request.target["q"] ?? "").trimmed()
    guard text.count >= 3 else {
      let refusal = "Enter at least three characters."
      guard request.format == .html else { throw Problem.badRequest("q: " + refusal) }
      return .now(
        try pages.response(request, status: 400) {
          OnlineHTML(context: $0, text: text, found: [], refusal: refusal).bytes()
        })
    }
    return .later {
      let books: [OnlineBook]
      do { books = try await online.search(text, for: request.viewer) } catch let problem as Problem
        where request.format == .html && problem.status >= 500
      {
        // The page keeps the words that were typed, so that the user can try again.
        return try pages.response(request, status: problem.status) {
          OnlineHTML(context: $0, text: text, found: [], refusal: problem.detail ?? problem.title).bytes()
        }
      }
      let found = try pages.catalog.read(request) { view in try books.map { (book: $0, owned: try $0.owned(in: view)) }
      }
      if request.format == .html {
        return try pages.response(request) { OnlineHTML(context: $0, text: text, found: found).bytes() }
      }
      var json = JSONWriter(layout: .compact)
      json.array { json in
        for (book, owned) in found { OnlineBookJSON.write(book, owned: owned, to: &json) }
      }
      json.endLine()
      var response = Response(json.bytes, type: Format.json.type)
      response.fields.set("Cache-Control", "no-store")
      return response
    }
  }
}
