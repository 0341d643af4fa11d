import Catalog
import CatalogSources

/// What was read, in a year or in all.
struct StatisticsRoute {
  let catalog: ServedCatalog

  var route: Route {
    Route(
      .get, "/statistics", formats: [.json],
      summary: "What was read of the books that a query finds, in a year or in all."
    ) { try answer($0) }
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    try catalog.answer(request) { view, _ in
      let target = request.request.target
      let years = max(1, PartialDate.years.lowerBound)...PartialDate.years.upperBound
      let year = try target.number("year", in: years)
      var json = JSONWriter(layout: .compact)
      StatisticsJSON.write(try view.statistics(of: BookQuery(target["q"] ?? ""), year: year), to: &json)
      json.endLine()
      return json.bytes
    }
  }
}
