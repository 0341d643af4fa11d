import CatalogModel

/// The books of which the values of a facet are counted.
struct FacetBooks {
  let query: BookQuery
  /// Whose books they are; `nil` for all that the query finds.
  let group: BookGroupPart?
  let snapshot: CatalogSnapshot

  /// As ``GroupReader`` counts them.
  func counts(by grouping: BookGrouping) throws -> (labels: [String: Int], unknown: Int) {
    try snapshot.groupCounts(by: grouping, of: query, in: group)
  }

  /// How many of them a condition finds.
  func count(_ condition: String) throws -> Int {
    try snapshot.count(of: query.searching(BookQuery.text(query.text, and: condition)), in: group)
  }

  func counted(_ conditions: [(words: String, condition: String)]) throws -> [BookFacet.Value] {
    try conditions.compactMap { words, condition in
      let count = try count(condition)
      return count == 0 ? nil : BookFacet.Value(words: words, count: count, condition: condition)
    }
  }

  /// The languages, without reading a book; `nil` while a load has not put all books into the search index.
  func languages() throws -> [BookFacet.Value]? {
    guard let counts = try snapshot.termCounts(of: .language, query, in: group) else { return nil }
    let values = counts.map { code, count in
      BookFacet.Value(
        words: LanguageCode.englishName(of: code) ?? code, count: count, condition: "language:\(code)")
    }
    // Of each book one language is known, or none.
    let unknown = try snapshot.count(of: query, in: group) - values.reduce(0) { $0 + $1.count }
    return values + (unknown > 0 ? [BookFacet.Value(words: "none", count: unknown, condition: "no:language")] : [])
  }

  /// The states, without reading a book; `nil` while a load has not put all books into the search index.
  func states() throws -> [BookFacet.Value]? {
    guard let counts = try snapshot.termCounts(of: .readState, query, in: group) else { return nil }
    return ReadState.allCases.compactMap { state in
      counts.first { $0.value == state.rawValue }.map {
        BookFacet.Value(words: state.rawValue, count: $0.count, condition: "is:\(state.rawValue)")
      }
    }
  }

  /// The decades in which the books were published, the last one in front; none while a load has not put all books into the search
  /// index. Those before the year 0 are left out.
  func decades() throws -> [BookFacet.Value] {
    let counts = try snapshot.termCounts(of: .decade, query, in: group) ?? []
    return counts.reversed().compactMap { number, count in
      guard let decade = Int(number).map({ ($0 * 10) - Int(NumberScale.yearOffset) }), decade >= 0 else { return nil }
      return BookFacet.Value(words: "\(decade)s", count: count, condition: "year:\(decade)..\(decade + 9)")
    }
  }
}
