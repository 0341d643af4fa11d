/// Reads the groups of books: those of a condition, all at once, with the numbers of their books if they are asked for; those
/// of all books, some at a time; those of a selection, by reading its books. A book of two authors, or of several tags, stands
/// in each group, so that nothing of it but its number is sorted.
struct GroupReader {
  let connection: Connection

  /// The groups of the books that a condition lets through, in order. Books without an author, a year or a language come
  /// last, in a group without a label; those without a series or a tag are in no group.
  func groups(by grouping: BookGrouping, _ filter: BookFilter, withBooks: Bool) throws -> [BookGroup] {
    if withBooks { return try groupsWithBooks(grouping, filter) }
    var groups: [BookGroup] = []
    try connection.statement(countSQL(grouping, filter)).forEachRow(filter.values) { row in
      groups.append(BookGroup(label: row.optionalText(0), count: Int(row.integer(1)), ids: []))
    }
    return groups
  }

  private func groupsWithBooks(_ grouping: BookGrouping, _ filter: BookFilter) throws -> [BookGroup] {
    var groups: [BookGroup] = []
    var label: String?
    var ids: [Book.ID] = []
    func flush() {
      if !ids.isEmpty { groups.append(BookGroup(label: label, count: ids.count, ids: ids)) }
      ids.removeAll()
    }
    try connection.statement(bookSQL(grouping, filter)).forEachRow(filter.values) { row in
      let next = row.optionalText(0)
      if next != label {
        flush()
        label = next
      }
      ids.append(row.id(1))
    }
    flush()
    return groups
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
