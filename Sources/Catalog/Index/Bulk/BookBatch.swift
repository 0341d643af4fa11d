import CatalogDatabase
import FoundationEssentials

/// A collector for the derived data of the books that one transaction changes. At the end of the transaction, it writes
/// the data sorted in the order of each table. Each page of a table is then visited once for many rows.
final class BookBatch {
  /// True if the search terms of new books are collected and written to the index later, by other transactions.
  let defersSearch: Bool
  /// True if the page index exists and each change to a book updates it. The first bulk load into an empty catalog
  /// creates the page index only at its end.
  let keepsPages: Bool
  /// The deferred search terms of new books.
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

  /// The minimum number of changed books for which a transaction uses a batch. With fewer books, each change is stored
  /// in the table `posting_change` instead (``PostingChangeTable``).
  private static let many = 16

  /// Returns a batch for changes to existing books.
  ///
  /// - Parameter count: The number of books that change.
  /// - Returns: The batch, or `nil` if there are so few books that writing each one separately is faster.
  static func forChanges(of count: Int, _ connection: Connection, now: Date) throws -> BookBatch? {
    count < many ? nil : try BookBatch(connection: connection, now: now, defersSearch: false)
  }

  /// Returns true if the batch contains unwritten data of the given book.
  func holds(_ book: Book.ID) -> Bool { deferred?.contains(book.rawValue) == true || held.contains(book) }

  /// Adds a book that was just stored.
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

  /// Adds a change of a book's search terms. The parameters are those of
  /// ``SearchIndexChanges/change(_:from:to:isIndexed:)``. A book may change only once between two calls of
  /// ``finish()``.
  func change(_ book: Book.ID, from old: SearchTerms?, to new: SearchTerms?, isIndexed: Bool) {
    changes.change(book.rawValue, from: old, to: new, isIndexed: isIndexed)
    held.insert(book)
  }

  /// Adds a change of a book's search terms that does not affect the book's rank.
  func append(_ change: PostingChange) { changes.append(change) }

  /// Writes the collected data. Must be called at the end of the transaction, and may also be called earlier.
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
