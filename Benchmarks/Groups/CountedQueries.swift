import Catalog

/// How long it takes to say how many books a query finds, as a list does beside its rows: words, a phrase, filters, and all of
/// them, one of them or what is left without them.
enum CountedQueries {
  static let all = [
    "love", "title:\"of the\"", "language:en", "is:unread", "year:1990..1999", "love language:en year:1990..1999",
    "love OR language:en OR year:1990..1999", "is:unread -love -language:en -year:1990..1999",
  ]

  static func measure(_ query: String, _ catalog: BookCatalog, _ limit: Limit) throws -> Measure {
    let samples = try Interleaved.measure(
      SampleCount(warmUp: 10, most: 1_000, budget: 5), { _ = try LibraryCalls.count(of: query, in: catalog) }, nil)
    var measure = Measure("count: \(query)", samples, peer: nil)
    measure.limit = limit
    switch try LibraryCalls.count(of: query, in: catalog) {
    case .exactly(let count): measure.note = "\(count) books"
    case .moreThan(let count): measure.note = "more than \(count) books"
    }
    return measure
  }
}
