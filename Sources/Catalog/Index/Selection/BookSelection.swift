import CatalogDatabase

/// A selection of books, made from a query. It contains both an index lookup that finds all selected books, and a test
/// that tells if a single book is selected.
struct BookSelection {
  /// The index lookup that finds exactly the selected books.
  let indexed: IndexedBooks
  /// Returns true if a shown book is selected. The result must agree with ``indexed``.
  let contains: (Book) throws -> Bool

  /// A selection of every shown book.
  static var all: BookSelection { BookSelection(indexed: .all([])) { _ in true } }

  /// True if all shown books are selected. A list can then be read from the database index of its sort order without
  /// any test.
  var isEverything: Bool {
    if case .all(let parts) = indexed { parts.isEmpty } else { false }
  }
}

/// A description of how to find books by means of indexes. Lookups can be combined.
indirect enum IndexedBooks {
  case rows(Rows)
  /// The books that at least one of the keys finds in the search index.
  case postings([PostingKey])
  /// The books that another lookup finds and that also pass a test. This is used for phrases, because the index
  /// contains only single words and pairs of words.
  case tested(IndexedBooks, (Book) throws -> Bool)
  /// The shown books whose text in a column passes a test. This reads the column of every book.
  case texts(column: String, test: (String) throws -> Bool)
  /// The shown books that have a tag that passes a test.
  case tags(where: (String) -> Bool)
  /// The books that all of the lookups find. If the array is empty, all shown books.
  case all([IndexedBooks])
  /// The books that at least one of the lookups finds. If the array is empty, no books.
  case any([IndexedBooks])
  /// The shown books that the given lookup does not find.
  case not(IndexedBooks)
  /// The books that a lookup finds with the owner's values, regardless of the viewer. This is used to restrict a viewer
  /// to certain books. It is evaluated before any book is read for other conditions.
  case owners(IndexedBooks)

  /// An SQL statement that returns shown books, each at most once.
  struct Rows {
    /// The statement's `FROM` and `WHERE` clauses, with a parameter `?` for each value.
    let source: String
    let values: [SQLValue]

    /// Creates a statement from a condition on `book`. The statement is fast if a database index supports the
    /// condition.
    init(_ filter: BookFilter) {
      source = "FROM book WHERE hidden = 0 AND (\(filter.condition))"
      values = filter.values
    }

    /// Creates a statement from a condition on a table that contains only shown books. No rows of `book` are read.
    init(of table: String, where condition: String, _ values: [SQLValue]) {
      source = "FROM (SELECT book_id AS id FROM \(table) WHERE \(condition))"
      self.values = values
    }
  }

  /// The cost of a lookup. Expensive lookups run last, and only on the books that the cheaper ones have found.
  enum Effort: Comparable { case sets, rows, testedBooks, everyBook }

  var effort: Effort {
    switch self {
    case .postings: .sets
    case .rows: .rows
    case .tested: .testedBooks
    case .texts, .tags: .everyBook
    case .all(let parts), .any(let parts): parts.lazy.map(\.effort).max() ?? .sets
    case .not(let part), .owners(let part): part.effort
    }
  }

  /// True if this lookup restricts the viewer to certain books.
  var isViewers: Bool { if case .owners = self { true } else { false } }

  /// True if the lookup needs only the search index, and therefore takes about a millisecond for a million books.
  var isOfPostings: Bool { effort == .sets }
}
