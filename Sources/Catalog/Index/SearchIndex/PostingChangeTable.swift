import CatalogDatabase

/// The table `posting_change`. It contains changes from single edits that are not in the main table of the search index
/// yet, one row per book. An edit writes one row to this table instead of about forty rows to the main table. Searches
/// take these rows into account (``PostingReader``). If there are too many rows, an edit merges some of them into the
/// main table. A bulk load merges all of them before it writes to the main table.
struct PostingChangeTable {
  let connection: Connection

  /// The maximum number of rows. It is small because every search reads all of them.
  private static let maxChanges = 16
  /// The number of terms at which a change is merged immediately. A book with long notes can have that many terms.
  private static let manyTerms = 500
  /// The number of changes that an edit merges at a time. With a larger number, edits merge less often, but each merge
  /// takes longer.
  private static let atOnce = 4

  /// Stores the change that an edit made to a book's terms.
  func append(_ change: PostingChange) throws {
    var whole = try self.change(of: change.book) ?? PostingChange(change.book)
    whole.append(change)
    if whole.isEmpty {
      try connection.run("DELETE FROM posting_change WHERE book = ?", [.integer(change.book)])
    } else {
      try connection.run(
        "INSERT OR REPLACE INTO posting_change (book, terms) VALUES (?, ?)",
        [.integer(change.book), .blob(whole.bytes)])
    }
    if whole.count >= Self.manyTerms { return try merge() }
    let count = try connection.integer("SELECT count(*) FROM posting_change") ?? 0
    if count > Self.maxChanges { try merge(atMost: Self.atOnce) }
  }

  /// Merges stored changes into the main table of the search index.
  ///
  /// - Parameter limit: The maximum number of changes to merge.
  func merge(atMost limit: Int = .max) throws {
    let all = try all(atMost: limit)
    var changes = SearchIndexChanges()
    for change in all { changes.append(change) }
    try changes.writeSets(connection)
    for change in all {
      try connection.run("DELETE FROM posting_change WHERE book = ?", [.integer(change.book)])
    }
  }

  /// Returns the stored change of a book, or `nil` if the main table already has the book's current terms.
  private func change(of book: Int64) throws -> PostingChange? {
    let row = try connection.statement("SELECT terms FROM posting_change WHERE book = ?")
      .first([.integer(book)]) { row in row.withBlob(0) { PostingChange(book, $0) } }
    guard let row else { return nil }
    guard let change = row else { throw damage(book) }
    return change
  }

  /// Returns all stored changes, ordered by book id.
  ///
  /// - Throws: ``CatalogError/Code/damaged`` if a row is not a valid change.
  func all(atMost limit: Int = .max) throws -> [PostingChange] {
    var changes: [PostingChange] = []
    try forEachRow(atMost: limit) { book, bytes in
      guard let change = PostingChange(book, bytes) else { return false }
      changes.append(change)
      return true
    }
    return changes
  }

  /// Calls the body with each row, ordered by book id.
  ///
  /// - Parameter body: Returns true if the bytes are a valid change.
  /// - Throws: ``CatalogError/Code/damaged`` if the body returns false.
  func forEachRow(atMost limit: Int = .max, _ body: (Int64, UnsafeRawBufferPointer) -> Bool) throws {
    try connection.statement("SELECT book, terms FROM posting_change ORDER BY book LIMIT ?")
      .forEachRow([.integer(Int64(limit))]) { row in
        let book = row.integer(0)
        guard BookTable.ids.contains(book), row.withBlob(1, { body(book, $0) }) else { throw damage(book) }
      }
  }

  private func damage(_ book: Int64) -> CatalogError {
    PostingTable(connection: connection).damage("the changes of book \(book)")
  }

  func deleteAll() throws { try connection.run("DELETE FROM posting_change") }
}
