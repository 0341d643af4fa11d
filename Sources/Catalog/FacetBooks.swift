import CatalogModel

/// Counts the books that have the values of a facet.
struct FacetBooks {
  let query: BookQuery
  /// The group whose books are counted, or `nil` for all books that the query finds.
  let group: BookGroupPart?
  let snapshot: CatalogSnapshot

  /// Returns the number of books for each label, as counted by ``GroupReader``.
  func counts(by grouping: BookGrouping) throws -> (labels: [String: Int], unknown: Int) {
    try snapshot.groupCounts(by: grouping, of: query, in: group)
  }

  /// Returns the number of books that the query finds and that also match a condition.
  func count(_ condition: String) throws -> Int {
    try snapshot.count(of: query.searching(BookQuery.text(query.text, and: condition)), in: group)
  }

  func counted(_ conditions: [(words: String, condition: String)]) throws -> [BookFacet.Value] {
    try conditions.compactMap { words, condition in
      let count = try count(condition)
      return count == 0 ? nil : BookFacet.Value(words: words, count: count, condition: condition)
    }
  }

  /// Returns the languages of the books without reading the books, or `nil` while a load has not yet indexed all of its
  /// books.
  func languages() throws -> [BookFacet.Value]? {
    guard let counts = try snapshot.termCounts(of: .language, query, in: group) else { return nil }
    let values = counts.map { code, count in
      BookFacet.Value(
        words: LanguageCode.englishName(of: code) ?? code, count: count, condition: "language:\(code)")
    }
    // Each book has at most one language.
    let unknown = try snapshot.count(of: query, in: group) - values.reduce(0) { $0 + $1.count }
    return values + (unknown > 0 ? [BookFacet.Value(words: "none", count: unknown, condition: "no:language")] : [])
  }

  /// Returns the read states of the books without reading the books, or `nil` while a load has not yet indexed all of
  /// its books.
  func states() throws -> [BookFacet.Value]? {
    guard let counts = try snapshot.termCounts(of: .readState, query, in: group) else { return nil }
    return ReadState.allCases.compactMap { state in
      counts.first { $0.value == state.rawValue }.map {
        BookFacet.Value(words: state.rawValue, count: $0.count, condition: "is:\(state.rawValue)")
      }
    }
  }

  /// Returns the decades in which the books were published, latest first. The result is empty while a load has not yet
  /// indexed all of its books. Decades before the year 0 are left out.
  func decades() throws -> [BookFacet.Value] {
    let counts = try snapshot.termCounts(of: .decade, query, in: group) ?? []
    return counts.reversed().compactMap { number, count in
      guard let decade = Int(number).map({ ($0 * 10) - Int(NumberScale.yearOffset) }), decade >= 0 else { return nil }
      return BookFacet.Value(words: "\(decade)s", count: count, condition: "year:\(decade)..\(decade + 9)")
    }
  }
}
