import Catalog
import CatalogSources

/// What was read, in a year or in all.
struct StatisticsRoute {
  let catalog: ServedCatalog

  var route: Route {
    Route(
      .get, "/statistics", formats: [.json], query: [.query, .year], answers: .object,
      summary: "What was read of the books that a query finds, in a year or in all."
    ) { try answer($0) }
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    let target = request.request.target
    let year = try target.number("year", in: QueryParameter.years)
    return try catalog.json(request) { view, json in
      StatisticsJSON.write(try view.statistics(of: BookQuery(target["q"] ?? ""), year: year), to: &json)
    }
  }
}
