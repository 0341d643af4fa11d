/// What a query asks besides its words, sorted by what can tell it: the search index, the book's row, or only the book.
struct SearchFilters {
  /// What every row of the search index must fulfil, in the language of FTS5.
  private(set) var indexed: [String] = []
  /// What no row may fulfil.
  private(set) var excluded: [String] = []
  /// What the index cannot tell, as a condition over `book`.
  private(set) var condition: BookFilter?
  /// Parts of it that an index of `book` may narrow down to few.
  private(set) var narrowing: [BookFilter] = []
  /// Whether index and condition together tell all; else the matcher does, from the book.
  private(set) var isIndexed = true

  init(_ filters: [Query], connection: Connection) throws {
    let expressions = MatchExpression(connection: connection)
    let compiler = QueryCompiler(connection: connection)
    var others: [Query] = []
    for filter in filters {
      if let expression = try expressions.expression(filter) {
        indexed.append(expression)
      } else if case .not(let part) = filter, let expression = try expressions.expression(part) {
        excluded.append(expression)
      } else if filter.hasText {
        // Where words are asked for beside other things, SQL would gather all their rows first.
        isIndexed = false
      } else {
        others.append(filter)
        if Self.isRange(filter) { narrowing.append(try compiler.filter(for: filter)) }
      }
    }
    if !others.isEmpty { condition = try compiler.filter(for: .all(others)) }
  }

  /// What an index of `book` answers by a range.
  private static func isRange(_ query: Query) -> Bool {
    switch query {
    case .isbn, .pages, .rating, .year, .state(.edited): true
    default: false
    }
  }
}
