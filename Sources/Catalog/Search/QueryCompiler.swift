/// Turns a query into a condition of SQL. What a person typed is only ever a parameter, or folded words in quotes.
enum QueryCompiler {
  static func filter(for query: Query) -> BookFilter {
    switch query {
    case .everything: .all
    case .nothing: .none
    case .text(let match): filter(matching: expression(for: match))
    case .isbn(let digits): isbn(digits)
    case .year(let range): condition(range, on: "published", scale: 10_000, unit: 10_000)
    case .pages(let range): condition(range, on: "pages")
    case .rating(let range): condition(range, on: "coalesce(rating, average_rating)")
    case .language(let code): language(code)
    case .source(let name): source(name)
    case .state(let state): condition(for: state)
    case .all(let parts): all(parts)
    case .any(let parts): any(parts)
    case .not(let part): negated(filter(for: part))
    }
  }

  /// Parts that are text become one full-text query, which meets them in the index; the others stand beside it.
  private static func all(_ parts: [Query]) -> BookFilter {
    let texts = parts.compactMap(textExpression)
    var filters = parts.filter { textExpression($0) == nil }.map(filter)
    if !texts.isEmpty { filters.insert(filter(matching: texts.joined(separator: " AND ")), at: 0) }
    return joined(filters, by: " AND ")
  }

  private static func any(_ parts: [Query]) -> BookFilter {
    let texts = parts.compactMap(textExpression)
    var filters = parts.filter { textExpression($0) == nil }.map(filter)
    if !texts.isEmpty { filters.insert(filter(matching: texts.joined(separator: " OR ")), at: 0) }
    return joined(filters, by: " OR ")
  }

  private static func joined(_ filters: [BookFilter], by conjunction: String) -> BookFilter {
    if filters.count == 1 { return filters[0] }
    let condition = filters.map { "(\($0.condition))" }.joined(separator: conjunction)
    return BookFilter(condition: condition, values: filters.flatMap(\.values))
  }

  /// `IS NOT TRUE`, since a book without pages is not one of 300 pages either.
  private static func negated(_ filter: BookFilter) -> BookFilter {
    BookFilter(condition: "(\(filter.condition)) IS NOT TRUE", values: filter.values)
  }

  private static func filter(matching expression: String) -> BookFilter {
    BookFilter(
      condition: "id IN (SELECT rowid & \(SearchRank.idMask) FROM search_index WHERE search_index MATCH ?)",
      values: [.text(expression)])
  }

  /// A query that is text throughout, in the language of FTS5 (sqlite.org/fts5.html#full_text_query_syntax).
  private static func textExpression(_ query: Query) -> String? {
    switch query {
    case .text(let match): return expression(for: match)
    case .any(let parts):
      let texts = parts.compactMap(textExpression)
      return texts.count == parts.count ? "(\(texts.joined(separator: " OR ")))" : nil
    default: return nil
    }
  }

  /// Folded words hold no quote, so that in quotes they are always text.
  private static func expression(for match: TextMatch) -> String {
    let phrase = "\"" + match.words.joined(separator: " ") + "\"" + (match.isPrefix ? " *" : "")
    guard let field = match.field else { return "{title authors series tags notes} : \(phrase)" }
    return "\(column(of: field)) : \(phrase)"
  }

  private static func column(of field: TextMatch.Field) -> String {
    switch field {
    case .title: "title"
    case .author: "authors"
    case .series: "series"
    case .tag: "tags"
    case .publisher: "facets"
    }
  }

  /// - Parameters:
  ///   - scale: what a bound is multiplied by to compare with the column.
  ///   - unit: how many of the column's numbers one bound covers: a year all its days.
  private static func condition(
    _ range: QueryRange, on column: String, scale: Double = 1, unit: Double = 0
  ) -> BookFilter {
    var conditions: [String] = []
    var values: [SQLValue] = []
    if let lower = range.lower {
      let bound = lower * scale + (range.isOpen ? unit : 0)
      conditions.append("\(column) \(range.isOpen && unit == 0 ? ">" : ">=") ?")
      values.append(.real(bound))
    }
    if let upper = range.upper {
      let bound = upper * scale + (range.isOpen ? 0 : unit)
      conditions.append("\(column) \(range.isOpen || unit > 0 ? "<" : "<=") ?")
      values.append(.real(bound))
    }
    return BookFilter(condition: conditions.joined(separator: " AND "), values: values)
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

  private static func source(_ name: String) -> BookFilter {
    BookFilter(
      condition: """
        EXISTS (SELECT 1 FROM source_record
                WHERE book_id = book.id AND source_id IN (SELECT id FROM source WHERE lower(name) = lower(?)))
        """, values: [.text(name)])
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
