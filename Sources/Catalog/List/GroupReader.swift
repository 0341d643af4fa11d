/// What a hierarchy groups books by.
public enum BookGrouping: String, CaseIterable, Sendable {
  /// `year` is when the book was first published; `language` is the code as it was given.
  case author, series, tag, year, language
}

/// A group of a hierarchy, and which books are in it.
public struct BookGroup: Hashable, Sendable, Identifiable {
  /// The author, the series, …; `nil` for the books of which it is not known.
  public let label: String?
  /// How many books of the query are in the group, also when they were not asked for.
  public let count: Int
  /// The numbers of the books, in order; empty when only counts were asked for.
  public let ids: [Int64]

  /// What it is grouped by: no two groups of a hierarchy have the same label.
  public var id: String? { label }
}

/// Reads which books are in which group. A book of two authors, or of several tags, stands in each group, so that nothing of it
/// but its number is sorted.
struct GroupReader {
  let connection: Connection

  /// Calls the body for each group, in order, one group in memory at a time. Books without an author, a year or a
  /// language come last, in a group without a label; those without a series or a tag are in no group.
  func forEachGroup(
    by grouping: BookGrouping, _ filter: BookFilter, withBooks: Bool, _ body: (BookGroup) throws -> Void
  ) throws {
    if withBooks {
      try forEachGroupWithBooks(grouping, filter, body)
    } else {
      try connection.statement(countSQL(grouping, filter)).forEachRow(filter.values) { row in
        try body(BookGroup(label: row.optionalText(0), count: Int(row.integer(1)), ids: []))
      }
    }
  }

  private func forEachGroupWithBooks(
    _ grouping: BookGrouping, _ filter: BookFilter, _ body: (BookGroup) throws -> Void
  ) throws {
    var label: String?
    var ids: [Int64] = []
    func flush() throws {
      if !ids.isEmpty { try body(BookGroup(label: label, count: ids.count, ids: ids)) }
      ids.removeAll()
    }
    try connection.statement(bookSQL(grouping, filter)).forEachRow(filter.values) { row in
      let next = row.optionalText(0)
      if next != label {
        try flush()
        label = next
      }
      ids.append(row.integer(1))
    }
    try flush()
  }

  private struct Parts {
    let tables: String
    let label: String
    let key: String
    let condition: String
    /// The order of books within a group.
    let within: String
  }

  private func parts(_ grouping: BookGrouping) -> Parts {
    switch grouping {
    case .author:
      Parts(
        // From the authors to their books: the other way round each book would look through all authors.
        tables: """
          (SELECT author, author_key, book_id FROM book_author
            UNION ALL SELECT NULL, NULL, id FROM book WHERE hidden = 0 AND authors = '') AS named
          CROSS JOIN book ON book.id = named.book_id
          """,
        label: "named.author", key: "named.author_key", condition: "1",
        within: "coalesce(series_key, title_key), title_key")
    case .series:
      // The series' own part of the key, before the number: accents and numbers order as in the order by series.
      Parts(
        tables: "book", label: "series", key: "substr(series_key, 1, instr(series_key || char(1), char(1)) - 1)",
        condition: "series IS NOT NULL", within: "series_key")
    case .tag:
      Parts(
        tables: "book JOIN book_tag ON book_tag.book_id = book.id", label: "tag", key: "lower(tag)", condition: "1",
        within: "title_key")
    case .year:
      // Division rounds towards zero; years before 1 need it to round down.
      Parts(
        tables: "book", label: "(published - ((published % 10000) + 10000) % 10000) / 10000",
        key: "published / 10000.0",
        condition: "1", within: "title_key")
    case .language:
      Parts(tables: "book", label: "language", key: "lower(language)", condition: "1", within: "title_key")
    }
  }

  private func countSQL(_ grouping: BookGrouping, _ filter: BookFilter) -> String {
    let parts = parts(grouping)
    return """
      SELECT \(parts.label), count(*) FROM \(parts.tables)
      WHERE hidden = 0 AND (\(filter.condition)) AND \(parts.condition)
      GROUP BY \(parts.label) ORDER BY \(parts.label) IS NULL, min(\(parts.key)), \(parts.label)
      """
  }

  private func bookSQL(_ grouping: BookGrouping, _ filter: BookFilter) -> String {
    let parts = parts(grouping)
    let key = grouping == .year ? parts.label : parts.key
    return """
      SELECT \(parts.label), book.id FROM \(parts.tables)
      WHERE hidden = 0 AND (\(filter.condition)) AND \(parts.condition)
      ORDER BY \(parts.label) IS NULL, \(key), \(parts.label), \(parts.within), book.id
      """
  }
}
