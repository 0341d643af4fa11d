/// The changes of single edits that are not in the sets of the search index yet, one for a book. An edit writes one row here
/// instead of some forty sets; whoever reads sets puts these changes in (``PostingReader``). Some are put into the sets for
/// good by an edit that finds too many, all of them before a load writes to the sets.
struct PostingChangeTable {
  let connection: Connection

  /// How many there are at most: each search reads them all.
  private static let most = 16
  /// From how many terms on a change goes into the sets at once: that of a book with long notes.
  private static let manyTerms = 500
  /// How many go into the sets at once: the more, the fewer edits wait for that, and the longer.
  private static let atOnce = 4

  /// Takes in what an edit has changed of a book.
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
    if count > Self.most { try merge(atMost: Self.atOnce) }
  }

  /// Puts changes into the sets of the index.
  ///
  /// - Parameter limit: of how many books at most.
  func merge(atMost limit: Int = .max) throws {
    let all = try all(atMost: limit)
    var changes = SearchIndexChanges()
    for change in all { changes.append(change) }
    try changes.writeSets(connection)
    for change in all {
      try connection.run("DELETE FROM posting_change WHERE book = ?", [.integer(change.book)])
    }
  }

  /// The change of a book; `nil` where the sets say what it is.
  private func change(of book: Int64) throws -> PostingChange? {
    let row = try connection.statement("SELECT terms FROM posting_change WHERE book = ?")
      .first([.integer(book)]) { row in row.withBlob(0) { PostingChange(book, $0) } }
    guard let row else { return nil }
    guard let change = row else { throw damage(book) }
    return change
  }

  /// Those of all books, in the order of their ids.
  ///
  /// - Throws: ``CatalogError/Code/damaged`` where a row is no change.
  func all(atMost limit: Int = .max) throws -> [PostingChange] {
    var changes: [PostingChange] = []
    try forEachRow(atMost: limit) { book, bytes in
      guard let change = PostingChange(book, bytes) else { return false }
      changes.append(change)
      return true
    }
    return changes
  }

  /// Calls the body with each row, in the order of books.
  ///
  /// - Parameter body: returns whether the bytes are of a change.
  /// - Throws: ``CatalogError/Code/damaged`` where they are not.
  func forEachRow(atMost limit: Int = .max, _ body: (Int64, UnsafeRawBufferPointer) -> Bool) throws {
    try connection.statement("SELECT book, terms FROM posting_change ORDER BY book LIMIT ?")
      .forEachRow([.integer(Int64(limit))]) { row in
        let book = row.integer(0)
        guard BookTable.ids.contains(book), row.withBlob(1, { body(book, $0) }) else { throw damage(book) }
      }
  }

  private func damage(_ book: Int64) -> CatalogError {
    PostingTable(connection: connection).damage("what changed of book \(book)")
  }

  func deleteAll() throws { try connection.run("DELETE FROM posting_change") }
}
