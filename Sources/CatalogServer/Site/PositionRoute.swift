import Catalog
import CatalogSources

/// Where in a list a book is, or where a letter begins: for who shows a part of a long list.
struct PositionRoute {
  let catalog: ServedCatalog

  var route: Route {
    Route(
      .get, "/position", formats: [.json],
      summary: "How many books of a list stand before a book, or before the first of a letter."
    ) { try answer($0) }
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    try catalog.answer(request) { view, _ in
      let target = request.request.target
      let query = try ListAddress(target, own: view.own).query
      let position: Int?
      if let letter = AlphabetRow.letter(target["letter"] ?? "") {
        position = try view.position(ofBeginning: letter, in: query)
      } else {
        let id = target["book"].flatMap { $0.isDigits ? Int64($0) : nil }
        position = try id.flatMap { try view.position(of: Book.ID($0), in: query) }
      }
      var json = JSONWriter(layout: .compact)
      json.beginObject()
      json.member("position", position)
      json.member("books", try view.count(of: query))
      json.endObject()
      json.endLine()
      return json.bytes
    }
  }
}
