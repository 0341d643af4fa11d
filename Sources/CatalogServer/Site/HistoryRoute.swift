import Catalog
import CatalogJSON
import CatalogSources

/// The routes for the history of the catalog, step by step.
struct HistoryRoute {
  /// The default number of steps.
  private static let defaultLimit = 100
  /// The default number of books shown for a step.
  private static let books = 20

  let pages: PageMaker
  private var catalog: ServedCatalog { pages.catalog }

  var routes: [Route] {
    [
      Route(
        .get, "/history", formats: [.json, .html], query: [.limit], answers: .objects,
        summary: "Returns the latest steps of the history, newest first."
      ) { try answer($0) },
      Route(
        .get, "/history/:step", formats: [.json, .html], query: [.limit], answers: .object,
        summary: "Returns the changes of a step, book by book."
      ) { try step($0) },
    ]
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    let limit = try request.limit(default: Self.defaultLimit)
    if request.format == .html {
      return try pages.page(request) { context in
        let entries = try context.view.steps(limit: limit).map { ($0, [HistoryChange]()) }
        return try HistoryHTML(context: context, entries: entries, book: nil, limit: limit).bytes()
      }
    }
    return try catalog.json(request) { view, json in
      try json.array { json in
        for step in try view.steps(limit: limit) { HistoryJSON.write(step, [], view.own, to: &json) }
      }
    }
  }

  private func step(_ request: RoutedRequest) throws -> Answer {
    let (number, limit) = (try request.number("step"), try request.limit(default: Self.books))
    if request.format == .html {
      return try pages.page(request) { context in
        guard let changes = try context.view.changes(of: HistoryStep.ID(number), limit: limit) else {
          throw Problem.notFound
        }
        return StepHTML(context: context, changes: changes).bytes()
      }
    }
    return try catalog.json(request) { view, json in
      guard let changes = try view.changes(of: HistoryStep.ID(number), limit: limit) else { throw Problem.notFound }
      HistoryJSON.write(changes, view.own, to: &json)
    }
  }
}
