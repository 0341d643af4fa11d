import CatalogDatabase

/// Reads groups of books. Groups of all books are counted in indexes (``page(by:after:limit:)``). Groups of a selection
/// are counted by reading the selected books. If the ids of the books are requested, SQLite sorts the ids by group. A
/// book with several authors or tags is listed in each of their groups.
struct GroupReader {
  let connection: Connection

  /// Returns the groups of the books in a selection, in order. Books without an author, year or language are in a group
  /// without a label at the end. Books without a series or tag are not in any group.
  func groups(
    by grouping: BookGrouping, of selection: BookSelection, withBooks: Bool = false
  ) throws -> [BookGroup] {
    if withBooks { return try groupsWithBooks(grouping, filter(of: selection)) }
    if selection.isEverything { return try page(by: grouping, after: nil, limit: .max).groups }
    let counts = try counts(by: grouping, of: selection)
    var groups = counts.labels.map { (key: grouping.key(of: $0.key), label: $0.key, count: $0.value) }
      .sorted { $0.key != $1.key ? $0.key < $1.key : $0.label.utf8.lexicographicallyPrecedes($1.label.utf8) }
      .map { BookGroup(label: $0.label, count: $0.count, ids: []) }
    if counts.unknown > 0 { groups.append(BookGroup(label: nil, count: counts.unknown, ids: [])) }
    return groups
  }

  /// Returns the number of selected books for each label, in no particular order. `unknown` is the number of books
  /// without a value, or 0 if such books are not in a group. If all books are selected, they are counted in indexes.
  /// Otherwise, the selected books are read, because scanning all authors for a few books would take longer.
  func counts(
    by grouping: BookGrouping, of selection: BookSelection
  ) throws -> (labels: [String: Int], unknown: Int) {
    var labels: [String: Int] = [:]
    var unknown = 0
    if selection.isEverything {
      _ = try scan(grouping, after: nil) { label, count in
        labels[label, default: 0] += count
        return true
      }
      unknown = try unknownCount(grouping)
    } else {
      try PageReader(connection: connection).forEachBook(selection, KeyOrder(.title)) { book in
        let known = grouping.labels(of: book)
        if known.isEmpty { unknown += 1 }
        for label in known { labels[label, default: 0] += 1 }
      }
    }
    return (labels, grouping.hasUnknown ? unknown : 0)
  }

  /// Returns an SQL condition on `book` for the books of a selection.
  private func filter(of selection: BookSelection) throws -> BookFilter {
    if selection.isEverything { return .all }
    let books = try IndexedBooksReader(PostingReader(connection: connection))
      .all(selection, pending: DerivedPending(connection: connection).books())
    let ids = books.included ?? books.excluded
    return BookFilter(
      condition: "book.id \(books.included == nil ? "NOT " : "")IN (SELECT value FROM json_each(?))",
      values: [.text("[\(ids.numbers.lazy.map { String($0) }.joined(separator: ","))]")])
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
    /// The SQL terms that order the books in a group.
    let within: String
  }

  private func parts(_ grouping: BookGrouping) -> Parts {
    switch grouping {
    case .author:
      Parts(
        // CROSS JOIN makes SQLite scan the authors once. Otherwise, it would scan all authors for each book.
        tables: """
          (SELECT author, author_key, book_id FROM book_author
            UNION ALL SELECT NULL, NULL, id FROM book WHERE hidden = 0 AND authors = '') AS named
          CROSS JOIN book ON book.id = named.book_id
          """,
        label: "named.author", key: "named.author_key", condition: "1",
        within: "coalesce(series_key, title_key), title_key")
    case .series:
      // Groups are sorted by the part of the stored key before the volume number. Accents and numbers are then sorted
      // in the same way as in a list ordered by series.
      Parts(
        tables: "book", label: "series", key: "substr(series_key, 1, instr(series_key || char(1), char(1)) - 1)",
        condition: "series IS NOT NULL", within: "series_key")
    case .tag:
      Parts(
        tables: "book JOIN book_tag ON book_tag.book_id = book.id", label: "tag", key: "lower(tag)", condition: "1",
        within: "title_key")
    case .year:
      // SQLite's division rounds toward zero. For years before 1, the expression rounds down instead.
      Parts(
        tables: "book", label: "(work_year - ((work_year % 10000) + 10000) % 10000) / 10000",
        key: "work_year / 10000.0",
        condition: "1", within: "title_key")
    case .language:
      Parts(tables: "book", label: "language", key: "lower(language)", condition: "1", within: "title_key")
    }
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
