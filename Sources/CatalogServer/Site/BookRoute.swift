import Catalog
import CatalogJSON
import CatalogSources

/// The routes of a single book: its values, their provenance, and its history.
struct BookRoute {
  /// The default number of steps in a book's history.
  private static let steps = 100

  let pages: PageMaker
  private var catalog: ServedCatalog { pages.catalog }

  var routes: [Route] {
    [
      Route(
        .get, "/book/:id", formats: [.json, .html], answers: .book,
        summary: "Returns a book by its number in this catalog."
      ) {
        try answer($0)
      },
      Route(
        .get, "/book/:id/why", formats: [.json], answers: .objects,
        summary: "Returns the origin of each of a book's values."
      ) { try why($0) },
      Route(
        .get, "/book/:id/history", formats: [.json, .html], query: [.limit], answers: .objects,
        summary: "Returns the history of a book, newest step first."
      ) {
        try history($0)
      },
    ]
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    let id = try request.book()
    if request.format == .html { return try pages.page(request) { try BookHTML($0, id).bytes() } }
    return try catalog.json(request) { view, json in
      guard let book = try view.book(id) else { throw Problem.notFound }
      BookJSON.write(book, own: view.own, to: &json)
    }
  }

  private func why(_ request: RoutedRequest) throws -> Answer {
    let id = try request.book()
    return try catalog.json(request) { view, json in
      guard let fields = try view.provenance(of: id) else { throw Problem.notFound }
      json.array { json in
        for field in fields where field.isReported { ProvenanceJSON.write(field, view.own, to: &json) }
      }
    }
  }

  private func history(_ request: RoutedRequest) throws -> Answer {
    let (id, limit) = (try request.book(), try request.limit(default: Self.steps))
    if request.format == .html {
      return try pages.page(request) { context in
        let entries = try context.view.history(of: id, limit: limit).map { ($0.step, $0.changes) }
        guard let book = try context.view.book(id) else { throw Problem.notFound }
        return try HistoryHTML(context: context, entries: entries, book: book, limit: limit).bytes()
      }
    }
    return try catalog.json(request) { view, json in
      guard try view.book(id) != nil else { throw Problem.notFound }
      try json.array { json in
        for entry in try view.history(of: id, limit: limit) {
          HistoryJSON.write(entry.step, entry.changes, view.own, to: &json)
        }
      }
    }
  }
}
