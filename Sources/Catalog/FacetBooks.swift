import CatalogModel

/// Counts books for the values of a facet.
struct FacetBooks {
  let query: BookQuery
  /// The group to which the books are restricted, or `nil` for all books that the query finds.
  let group: BookGroupPart?
  let snapshot: CatalogSnapshot

  /// Returns the number of books for each label of a grouping (``GroupReader``).
  func counts(by grouping: BookGrouping) throws -> (labels: [String: Int], unknown: Int) {
    try snapshot.groupCounts(by: grouping, of: query, in: group)
  }

  /// Returns the number of books that the query finds and that also meet a condition.
  func count(_ condition: String) throws -> Int {
    try snapshot.count(of: query.searching(BookQuery.text(query.text, and: condition)), in: group)
  }

  func counted(_ conditions: [(words: String, condition: String)]) throws -> [BookFacet.Value] {
    try conditions.compactMap { words, condition in
      let count = try count(condition)
      return count == 0 ? nil : BookFacet.Value(words: words, count: count, condition: condition)
    }
  }

  /// Returns the languages of the books, each with its number of books. Uses an index instead of reading the books.
  /// Returns `nil` while some books are not indexed yet.
  func languages() throws -> [BookFacet.Value]? {
    guard let counts = try snapshot.termCounts(of: .language, query, in: group) else { return nil }
    let values = counts.map { code, count in
      BookFacet.Value(
        words: LanguageCode.englishName(of: code) ?? code, count: count, condition: "language:\(code)")
    }
    // No book has more than one language, so the counts can be added up.
    let unknown = try snapshot.count(of: query, in: group) - values.reduce(0) { $0 + $1.count }
    return values + (unknown > 0 ? [BookFacet.Value(words: "none", count: unknown, condition: "no:language")] : [])
  }

  /// Returns the read states of the books, each with its number of books. Uses an index instead of reading the books.
  /// Returns `nil` while some books are not indexed yet.
  func states() throws -> [BookFacet.Value]? {
    guard let counts = try snapshot.termCounts(of: .readState, query, in: group) else { return nil }
    return ReadState.allCases.compactMap { state in
      counts.first { $0.value == state.rawValue }.map {
        BookFacet.Value(words: state.rawValue, count: $0.count, condition: "is:\(state.rawValue)")
      }
    }
  }

  /// Returns the decades in which the books were first published, latest first. Decades before the year 0 are left
  /// out. The result is empty while some books are not indexed yet.
  func decades() throws -> [BookFacet.Value] {
    let counts = try snapshot.termCounts(of: .decade, query, in: group) ?? []
    return counts.reversed().compactMap { number, count in
      guard let decade = Int(number).map({ ($0 * 10) - Int(NumberScale.yearOffset) }), decade >= 0 else { return nil }
      return BookFacet.Value(words: "\(decade)s", count: count, condition: "year:\(decade)..\(decade + 9)")
    }
  }
}
