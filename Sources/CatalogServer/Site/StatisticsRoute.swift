import Catalog
import CatalogSources

/// The route for reading statistics of one year or of all years.
struct StatisticsRoute {
  let pages: PageMaker
  private var catalog: ServedCatalog { pages.catalog }

  var route: Route {
    Route(
      .get, "/statistics", formats: [.json, .html, .svg], query: [.query, .year], answers: .object,
      summary: "Returns reading statistics of the books that match a query, for one year or all years."
    ) { try answer($0) }
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    let target = request.request.target
    let year = try target.number("year", in: QueryParameter.years)
    if request.format == .html { return try pages.page(request) { try StatisticsHTML($0, year: year).bytes() } }
    return try catalog.answer(request) { view, fields in
      let statistics = try view.statistics(of: BookQuery(target["q"] ?? ""), year: year)
      if request.format == .svg {
        // The chart contains its own style and comes from this server; everything else is forbidden.
        fields.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        return Array(StatisticsChart(statistics).svg.utf8)
      }
      var json = JSONWriter(layout: .compact)
      StatisticsJSON.write(statistics, to: &json)
      json.endLine()
      return json.bytes
    }
  }
}
