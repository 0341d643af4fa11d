/// Reads the groups of all books from indexes, without the ids of the books.
extension GroupReader {
  struct Page {
    var groups: [BookGroup] = []
    var hasMore = false
  }

  /// Returns a page of the groups of all books. For authors and series, it reads only index rows of the groups on the
  /// page. For tags and languages, it counts all groups. For years, it reads an index row for each book.
  ///
  /// - Parameters:
  ///   - grouping: The field to group by.
  ///   - last: The last group of the previous page; `nil` for the first page.
  ///   - limit: The number of groups on the page. There can be more, because groups with the same sort key are never on
  ///     different pages.
  func page(by grouping: BookGrouping, after last: BookGroupPart?, limit: Int) throws -> Page {
    if let last, last.label == nil { return Page() }
    var page = PartialPage(grouping: grouping, limit: limit)
    let isWhole = try scan(grouping, after: last?.label) { label, count in page.take(label, count) }
    page.flush()
    if !isWhole { return Page(groups: page.groups, hasMore: true) }
    let unknown = try unknownCount(grouping)
    if unknown > 0 { page.groups.append(BookGroup(label: nil, count: unknown, ids: [])) }
    return Page(groups: page.groups)
  }

  /// Returns the number of books without a value in the field, or 0 if such books are not in a group.
  func unknownCount(_ grouping: BookGrouping) throws -> Int {
    guard grouping.hasUnknown else { return 0 }
    return try PageReader(connection: connection).count(BookGroupPart(grouping: grouping, label: nil).selection)
  }

  /// Calls the body with labels of groups and numbers of books, until the body returns false. A group can be passed to
  /// the body several times. Groups with the same sort key follow each other.
  func scan(
    _ grouping: BookGrouping, after last: String?, _ body: (String, Int) -> Bool
  ) throws -> Bool {
    let key = last.map(grouping.key)
    switch grouping {
    case .author:
      return try connection.statement(
        """
        SELECT author, count(*) FROM book_author \(key == nil ? "" : "WHERE author_key > ?")
        GROUP BY author_key, author ORDER BY author_key, author
        """
      ).scan(key.map { [.text($0.text)] } ?? []) { body($0.text(0), Int($0.integer(1))) }
    case .series:
      return try connection.statement(
        "SELECT series FROM book WHERE hidden = 0 AND series_key >= ? ORDER BY series_key"
      ).scan([.text(key.map { $0.text + "\u{2}" } ?? "")]) { body($0.text(0), 1) }
    case .year:
      return try connection.statement(
        "SELECT work_year, count(*) FROM book WHERE hidden = 0 AND work_year >= ? GROUP BY work_year ORDER BY work_year"
      ).scan([.integer(key.map { PartialDate.encodedYears($0.number).upperBound } ?? .min)]) { row in
        let (year, rest) = row.integer(0).quotientAndRemainder(dividingBy: 10_000)
        return body(String(rest < 0 ? year - 1 : year), Int(row.integer(1)))
      }
    case .tag, .language:
      let sql =
        grouping == .tag
        ? "SELECT tag, count(*) FROM book_tag GROUP BY tag ORDER BY lower(tag), tag"
        : """
        SELECT language, count(*) FROM book WHERE hidden = 0 AND language IS NOT NULL
        GROUP BY language ORDER BY lower(language), language
        """
      return try connection.statement(sql).scan([]) { row in
        let label = row.text(0)
        if let key, grouping.key(of: label) <= key { return true }
        return body(label, Int(row.integer(1)))
      }
    }
  }
}

/// A page of groups that is still being read. Groups with the same sort key arrive one after the other, in any order.
private struct PartialPage {
  let grouping: BookGrouping
  let limit: Int
  var groups: [BookGroup] = []
  private var key: GroupKey?
  private var counts: [String: Int] = [:]
  private var last: String?

  init(grouping: BookGrouping, limit: Int) { (self.grouping, self.limit) = (grouping, limit) }

  /// Adds a number of books to a group.
  ///
  /// - Returns: True if they were added; false if the page is full.
  mutating func take(_ label: String, _ count: Int) -> Bool {
    if label != last {
      let next = grouping.key(of: label)
      if next != key {
        flush()
        if groups.count >= limit { return false }
        key = next
      }
      last = label
    }
    counts[label, default: 0] += count
    return true
  }

  mutating func flush() {
    for (label, count) in counts.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      groups.append(BookGroup(label: label, count: count, ids: []))
    }
    counts = [:]
  }
}
