import Catalog

/// Measures reading statistics, of all years and of one, in a catalog of which one book in ten was read.
struct StatisticsGroup: BenchGroup {
  let name = "stats"
  let summary = "statistics"

  /// In milliseconds, whatever the number of books up to a million.
  private static let limit = 500.0

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    let path = try context.data.readCatalog()
    for (name, command) in [
      ("catalog stats", context.catalog("--db", path, "stats")),
      ("catalog stats 2020", context.catalog("--db", path, "stats", "2020")),
    ] {
      var measure = try context.measure(name, command, peer: nil, does: "")
      measure.limit = .milliseconds(Self.limit)
      results.measures.append(measure)
    }
    let catalog = try LibraryCalls.open(path)
    defer { catalog.close() }
    for (query, year) in [("", nil), ("", 2020), ("language:en -love", nil)] {
      let samples = try Interleaved.measure(
        SampleCount(warmUp: 2, most: 100, budget: 10),
        { _ = try LibraryCalls.statistics(of: query, year: year, in: catalog) }, nil)
      var measure = Measure(
        "library: statistics\(query.isEmpty ? "" : " of \(query)")\(year.map { " of \($0)" } ?? "")", samples, peer: nil
      )
      measure.limit = .milliseconds(Self.limit)
      let statistics = try LibraryCalls.statistics(of: query, year: year, in: catalog)
      measure.note = "\(statistics.readings) readings of \(statistics.books) books"
      results.measures.append(measure)
    }
  }
}
