import Catalog
import CatalogJSON
import CatalogSources

/// What was done to the catalog, step by step.
struct HistoryRoute {
  /// How many steps are told where nobody says how many.
  private static let usualLimit = 100
  /// How many books of a step are told.
  private static let books = 20

  let catalog: ServedCatalog

  var routes: [Route] {
    [
      Route(
        .get, "/history", formats: [.json], query: [.limit], answers: .objects,
        summary: "The last steps of the history, the newest first."
      ) { try answer($0) },
      Route(
        .get, "/history/:step", formats: [.json], query: [.limit], answers: .object,
        summary: "What a step of the history changed, book by book."
      ) { try step($0) },
    ]
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    let limit = try request.limit(usual: Self.usualLimit)
    return try catalog.json(request) { view, json in
      json.beginArray()
      for step in try view.steps(limit: limit) { HistoryJSON.write(step, [], view.own, to: &json) }
      json.endArray()
    }
  }

  private func step(_ request: RoutedRequest) throws -> Answer {
    let (number, limit) = (try request.number("step"), try request.limit(usual: Self.books))
    return try catalog.json(request) { view, json in
      guard let changes = try view.changes(of: HistoryStep.ID(number), limit: limit) else { throw Problem.notFound }
      HistoryJSON.write(changes, view.own, to: &json)
    }
  }
}

extension RoutedRequest {
  /// How many are wanted, at most 1,000.
  ///
  /// - Throws: ``Problem``, 400.
  func limit(usual: Int) throws(Problem) -> Int {
    try request.target.number("limit", in: 1...ListAddress.largestSize) ?? usual
  }
}
