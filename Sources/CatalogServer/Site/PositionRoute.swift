import Catalog
import CatalogSources

/// The route that returns the position of a book or a letter in a list, for clients that show part of a long list.
struct PositionRoute {
  let catalog: ServedCatalog

  var route: Route {
    Route(
      .get, "/position", formats: [.json], query: [.query, .sort, .book, .letter], answers: .object,
      summary: "Returns the number of books that come before a book in a list, or before the first book for a letter."
    ) { try answer($0) }
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    try catalog.json(request) { view, json in
      let target = request.request.target
      let query = try ListAddress(target, own: view.own).query
      let position: Int?
      if let letter = AlphabetRow.letter(target["letter"] ?? "") {
        position = try view.position(ofBeginning: letter, in: query)
      } else {
        let id = try target.number("book", in: 1...Int.max).map(Int64.init)
        position = try id.flatMap { try view.position(of: Book.ID($0), in: query) }
      }
      try json.object { json in
        json.member("position", position)
        json.member("books", try view.count(of: query))
      }
    }
  }
}
