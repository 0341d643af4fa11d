/// Turns a query into a condition of SQL. What a person typed is only ever a parameter, or folded words in quotes.
struct QueryCompiler {
  let connection: Connection

  func filter(for query: Query) throws -> BookFilter {
    switch query {
    case .everything: .all
    case .nothing: .none
    case .text: try filter(matching: query)
    case .isbn(let digits): Self.isbn(digits)
    case .year(let range): Self.years(range)
    case .pages(let range): Self.condition(range, on: "pages")
    case .rating(let range): Self.condition(range, on: "coalesce(rating, average_rating)")
    case .language(let code): Self.language(code)
    case .source(let name): try source(name)
    case .state(let state): Self.condition(for: state)
    case .all(let parts): try joined(parts, by: " AND ", Query.all)
    case .any(let parts): try joined(parts, by: " OR ", Query.any)
    case .not(let part): Self.negated(try filter(for: part))
    }
  }

  /// Parts that are text become one full-text query, which meets them in the index; the others stand beside it.
  private func joined(
    _ parts: [Query], by conjunction: String, _ combined: ([Query]) -> Query
  ) throws -> BookFilter {
    let texts = parts.filter(\.isText)
    var filters = try parts.filter { !$0.isText }.map { try filter(for: $0) }
    if !texts.isEmpty { filters.insert(try filter(matching: combined(texts)), at: 0) }
    if filters.count == 1 { return filters[0] }
    let condition = filters.map { "(\($0.condition))" }.joined(separator: conjunction)
    return BookFilter(condition: condition, values: filters.flatMap(\.values))
  }

  /// `IS NOT TRUE`, since a book without pages is not one of 300 pages either.
  private static func negated(_ filter: BookFilter) -> BookFilter {
    BookFilter(condition: "(\(filter.condition)) IS NOT TRUE", values: filter.values)
  }

  private func filter(matching text: Query) throws -> BookFilter {
    guard let expression = try MatchExpression(connection: connection).expression(text) else { return .none }
    return BookFilter(
      condition: "id IN (SELECT rowid & \(SearchRank.idMask) FROM search_index WHERE search_index MATCH ?)",
      values: [.text(expression)])
  }

  private static func condition(_ range: QueryRange, on column: String) -> BookFilter {
    bounds(
      on: column, range.lower.map { ("\(range.isOpen ? ">" : ">=")", $0) },
      range.upper.map { ("\(range.isOpen ? "<" : "<=")", $0) })
  }

  /// A year covers all its days, and a bound need not be a whole one.
  private static func years(_ range: QueryRange) -> BookFilter {
    let first = range.lower.map { range.isOpen ? $0.rounded(.down) + 1 : $0.rounded(.up) }
    let behind = range.upper.map { range.isOpen ? $0.rounded(.up) : $0.rounded(.down) + 1 }
    return bounds(on: "published", first.map { (">=", $0 * 10_000) }, behind.map { ("<", $0 * 10_000) })
  }

  private static func bounds(
    on column: String, _ lower: (sign: String, number: Double)?, _ upper: (sign: String, number: Double)?
  ) -> BookFilter {
    let bounds = [lower, upper].compactMap(\.self)
    return BookFilter(
      condition: bounds.map { "\(column) \($0.sign) ?" }.joined(separator: " AND "),
      values: bounds.map { .real($0.number) })
  }

  /// Nine of an ISBN's ten digits are the middle of the thirteen that begin with 978; the tenth checks them.
  private static func isbn(_ digits: String) -> BookFilter {
    let short = digits.utf8.count < 10 ? ["978" + digits] : []
    let ranges = ([digits] + short).compactMap { beginning -> [SQLValue]? in
      guard let number = Int64(beginning) else { return nil }
      let unit = (beginning.utf8.count..<13).reduce(Int64(1)) { unit, _ in unit * 10 }
      return [.integer(number * unit), .integer((number + 1) * unit)]
    }
    return BookFilter(
      condition: ranges.map { _ in "isbn >= ? AND isbn < ?" }.joined(separator: " OR "), values: ranges.flatMap(\.self))
  }

  /// Every code that means the language: a two-letter code, its regions (`en-US`, `en_US`), a three-letter code.
  private static func language(_ code: String) -> BookFilter {
    let codes = LanguageCode.codes(for: code)
    let given = "replace(lower(language), '_', '-') || '-'"
    return BookFilter(
      condition: codes.map { _ in "instr(\(given), ?) = 1" }.joined(separator: " OR "),
      values: codes.map { .text($0 + "-") })
  }

  private func source(_ name: String) throws -> BookFilter {
    let ids = try SourceTable(connection: connection).ids(named: name)
    return BookFilter(
      condition: ids.isEmpty ? "0" : ids.map { _ in "instr(sources, ?) > 0" }.joined(separator: " OR "),
      values: ids.map { .text(" \($0) ") })
  }

  private static func condition(for state: Query.BookState) -> BookFilter {
    switch state {
    case .unread: BookFilter(condition: "read_state = 0", values: [])
    case .reading: BookFilter(condition: "read_state = 1", values: [])
    case .read: BookFilter(condition: "read_state = 2", values: [])
    case .edited: BookFilter(condition: "id IN (SELECT book_id FROM field_edit)", values: [])
    }
  }
}

extension Query {
  /// Whether the query asks for words alone.
  fileprivate var isText: Bool {
    switch self {
    case .text: true
    case .all(let parts), .any(let parts): parts.allSatisfy(\.isText)
    default: false
    }
  }

  /// Whether it asks for words, among other things.
  var hasText: Bool {
    switch self {
    case .text: true
    case .all(let parts), .any(let parts): parts.contains(where: \.hasText)
    case .not(let part): part.hasText
    default: false
    }
  }
}
