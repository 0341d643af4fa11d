/// Which books a list holds, in both ways in which a list finds them: all together by indexes, and told from one book.
/// Made from a query, used by lists.
struct BookSelection {
  /// How indexes find exactly these books.
  let indexed: IndexedBooks
  /// Whether a shown book is one of them. Agrees with ``indexed``.
  let contains: (Book) throws -> Bool

  /// Every shown book.
  static var all: BookSelection { BookSelection(indexed: .all([])) { _ in true } }

  /// Whether nothing is left out, so that a list may read its order's index as it is.
  var isEverything: Bool {
    if case .all(let parts) = indexed { parts.isEmpty } else { false }
  }
}

/// How indexes find books: what they hold, and how that combines.
indirect enum IndexedBooks {
  case rows(Rows)
  /// What the search index holds under at least one of the keys.
  case postings([PostingKey])
  /// Those that pass a test: phrases, of which the index knows only where their words are.
  case tested(IndexedBooks, (Book) throws -> Bool)
  /// Shown books of whose text in a column a test is true, which is read for each.
  case texts(column: String, test: (String) throws -> Bool)
  /// Shown books with a tag of which a test is true.
  case tags(where: (String) -> Bool)
  /// What all of them find; without any, every shown book.
  case all([IndexedBooks])
  /// What at least one of them finds; without any, no book.
  case any([IndexedBooks])
  /// The shown books that it does not find.
  case not(IndexedBooks)
  /// What indexes find in what the owner says, whoever asks: the books that exist for a viewer. Nothing else reads a book
  /// before they are known.
  case owners(IndexedBooks)

  /// Shown books that one statement finds, each once.
  struct Rows {
    /// `FROM` and `WHERE` of the statement; every value is a parameter `?`.
    let source: String
    let values: [SQLValue]

    /// What a condition over `book` finds; fast where an index answers it.
    init(_ filter: BookFilter) {
      source = "FROM book WHERE hidden = 0 AND (\(filter.condition))"
      values = filter.values
    }

    /// The books that stand in a table which holds shown books alone, under a key: no row of `book` is read for them.
    init(of table: String, where condition: String, _ values: [SQLValue]) {
      source = "FROM (SELECT book_id AS id FROM \(table) WHERE \(condition))"
      self.values = values
    }
  }

  /// How long it takes to find them. What takes longer is looked at last, when the others have told among which books.
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

  /// True for the books that exist for a viewer.
  var isViewers: Bool { if case .owners = self { true } else { false } }

  /// Whether the search index tells all of it, which takes about a millisecond for a million books.
  var isOfPostings: Bool { effort == .sets }
}
