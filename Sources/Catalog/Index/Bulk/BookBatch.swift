import FoundationEssentials

/// What the books of one transaction leave for its end, where it is written in the order of each table: a page of an index
/// is then visited once for many rows.
final class BookBatch {
  /// Whether new books' words are left to a run over many transactions.
  let defersSearch: Bool
  /// Whether the page index is kept, and takes in each book; a first load makes it at its end.
  let keepsPages: Bool
  /// The terms of new books that were left.
  private(set) var deferredTerms = DeferredTerms()
  private let connection: Connection
  private let now: Date
  private var authors: [(key: String, author: String, book: Book.ID, position: Int)] = []
  private var tags: [(tag: String, book: Book.ID)] = []
  private var identifiers: [(identifier: BookIdentifier, book: Book.ID)] = []
  private var changes = SearchIndexChanges()
  private var deferred: ClosedRange<Int64>?
  private var held: Set<Book.ID> = []

  init(connection: Connection, now: Date, defersSearch: Bool) throws {
    keepsPages = try !DerivedPending(connection: connection).lacksLists
    self.connection = connection
    self.now = now
    self.defersSearch = defersSearch
  }

  /// From so many books on that a transaction changes. What fewer change of the search index is left beside its sets.
  private static let many = 16

  /// A batch for changes of books that are there.
  ///
  /// - Parameter count: of how many books.
  /// - Returns: `nil` where each is better written by itself.
  static func forChanges(of count: Int, _ connection: Connection, now: Date) throws -> BookBatch? {
    count < many ? nil : try BookBatch(connection: connection, now: now, defersSearch: false)
  }

  /// Whether something of the book is left for the end.
  func holds(_ book: Book.ID) -> Bool { deferred?.contains(book.rawValue) == true || held.contains(book) }

  /// Takes in a book that was stored just now.
  func add(_ new: NewBook) {
    let book = new.book
    for (position, author) in book.authors.enumerated() {
      authors.append((new.authorKeys[position], author, book.id, position))
    }
    for tag in book.tags { tags.append((tag, book.id)) }
    for identifier in book.identifiers { identifiers.append((identifier, book.id)) }
    guard defersSearch else {
      return change(book.id, from: nil, to: new.terms, isIndexed: true)
    }
    deferredTerms.append(book.id.rawValue, new.terms)
    deferred = (deferred?.lowerBound ?? book.id.rawValue)...book.id.rawValue
  }

  /// As ``SearchIndexChanges/change(_:from:to:isIndexed:)``; a book changes once between two calls of ``finish()``.
  func change(_ book: Book.ID, from old: SearchTerms?, to new: SearchTerms?, isIndexed: Bool) {
    changes.change(book.rawValue, from: old, to: new, isIndexed: isIndexed)
    held.insert(book)
  }

  /// Takes in what changes of a book in the sets alone.
  func append(_ change: PostingChange) { changes.append(change) }

  /// Writes what was left; to be called at the end of the transaction, and may be called before.
  func finish() throws {
    let derived = DerivedTables(connection: connection)
    authors.sort { ($0.key, $0.author, $0.book) < ($1.key, $1.author, $1.book) }
    for row in authors { try derived.insert(row.author, key: row.key, position: row.position, of: row.book) }
    authors.removeAll(keepingCapacity: true)
    tags.sort { $0 < $1 }
    for row in tags { try derived.insert(tag: row.tag, of: row.book) }
    tags.removeAll(keepingCapacity: true)
    identifiers.sort {
      ($0.identifier.type, $0.identifier.value, $0.book) < ($1.identifier.type, $1.identifier.value, $1.book)
    }
    for row in identifiers { try derived.insert(row.identifier, of: row.book) }
    identifiers.removeAll(keepingCapacity: true)
    try changes.write(connection)
    if let deferred {
      try DerivedPending(connection: connection).add(deferred, now: now)
      deferredTerms.add(deferred)
    }
    deferred = nil
    held.removeAll(keepingCapacity: true)
  }
}
