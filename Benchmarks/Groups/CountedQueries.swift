import Catalog

/// The time to count the matches of a query, as a list does: words, a phrase and filters, alone, combined with AND or
/// OR, or excluded. Also the time to count the books of each of twenty tags, as a list of tags does.
enum CountedQueries {
  static let all = [
    "love", "title:\"of the\"", "language:en", "is:unread", "year:1990..1999", "source:books-v\(BookGenerator.version)",
    "is:edited", "love language:en year:1990..1999",
    "love OR language:en OR year:1990..1999", "is:unread -love -language:en -year:1990..1999",
  ]

  static func measure(_ catalog: BookCatalog, _ limit: Limit) throws -> [Measure] {
    let tags = Vocabulary.tags.prefix(20).map { "tag:\"\($0)\"" }
    return try all.map { try measure("count: \($0)", [$0], catalog, limit) }
      + [try measure("counts of \(tags.count) tags", tags, catalog, limit)]
  }

  private static func measure(
    _ name: String, _ queries: [String], _ catalog: BookCatalog, _ limit: Limit
  ) throws -> Measure {
    let samples = try Interleaved.measure(
      SampleCount(warmUp: 10, most: 1_000, budget: 5),
      { for query in queries { _ = try LibraryCalls.count(of: query, in: catalog) } }, nil)
    var measure = Measure(name, samples, peer: nil)
    measure.limit = limit
    measure.note =
      try queries.map { query in
        switch try LibraryCalls.count(of: query, in: catalog) {
        case .exactly(let count): "\(count)"
        case .atLeast(let count): "more than \(count - 1)"
        }
      }.joined(separator: ", ") + " books"
    return measure
  }
}
