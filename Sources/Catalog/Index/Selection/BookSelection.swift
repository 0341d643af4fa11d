/// The books of a list, in two forms: an index lookup that finds all of them, and a test of a single book. Created from
/// a query and used by lists.
struct BookSelection {
  /// The index lookup that finds exactly these books.
  let indexed: IndexedBooks
  /// Returns true if a shown book is selected. Agrees with ``indexed``.
  let contains: (Book) throws -> Bool

  /// A selection of every shown book.
  static var all: BookSelection { BookSelection(indexed: .all([])) { _ in true } }

  /// True if no book is excluded, so that a list can read the order's index directly.
  var isEverything: Bool {
    if case .all(let parts) = indexed { parts.isEmpty } else { false }
  }
}

/// A lookup of books in the indexes, possibly combined from other lookups.
indirect enum IndexedBooks {
  case rows(Rows)
  /// The books of the search index under at least one of the keys.
  case postings([PostingKey])
  /// The books that another lookup finds and that pass a test. Used for phrases, because the index contains only single
  /// words and pairs.
  case tested(IndexedBooks, (Book) throws -> Bool)
  /// The shown books whose text in a column passes a test. The column of each book is read.
  case texts(column: String, test: (String) throws -> Bool)
  /// The shown books with a tag that passes a test.
  case tags(where: (String) -> Bool)
  /// The books that all parts find; without parts, every shown book.
  case all([IndexedBooks])
  /// The books that at least one part finds; without parts, no book.
  case any([IndexedBooks])
  /// The shown books that the lookup does not find.
  case not(IndexedBooks)
  /// The books that a lookup finds with the owner's values, regardless of the viewer. This limits a viewer to the books
  /// that the viewer may see. It is evaluated before any book is read for other conditions.
  case owners(IndexedBooks)

  /// The shown books that a statement finds, each once.
  struct Rows {
    /// The `FROM` and `WHERE` clauses of the statement. Every value is a parameter `?`.
    let source: String
    let values: [SQLValue]

    /// Creates a lookup by a condition over `book`. It is fast if an index supports the condition.
    init(_ filter: BookFilter) {
      source = "FROM book WHERE hidden = 0 AND (\(filter.condition))"
      values = filter.values
    }

    /// Creates a lookup in a table that contains only shown books. It reads no rows of `book`.
    init(of table: String, where condition: String, _ values: [SQLValue]) {
      source = "FROM (SELECT book_id AS id FROM \(table) WHERE \(condition))"
      self.values = values
    }
  }

  /// The cost of a lookup. Costly lookups run last, restricted to the books that the other lookups have found.
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

  /// True for the lookup of the books that the viewer may see.
  var isViewers: Bool { if case .owners = self { true } else { false } }

  /// True if the search index alone can answer the lookup, which takes about a millisecond for a million books.
  var isOfPostings: Bool { effort == .sets }
}
