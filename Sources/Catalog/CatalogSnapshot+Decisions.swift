extension CatalogSnapshot {
  /// Lists the fields and books about which a source contradicts the user, of shown books, in the order of the books' ids:
  /// of each book its removal first, then its fields by name.
  ///
  /// - Parameters:
  ///   - limit: how many at most.
  ///   - last: the last one of the page before; `nil` for the first page.
  public func conflicts(limit: Int = 100, after last: Conflict? = nil) throws -> [Conflict] {
    try ConflictReader(connection: connection).conflicts(limit: limit, after: last)
  }

  /// The conflict of a book about one field, or about whether there is the book; `nil` where there is none.
  public func conflict(of book: Book.ID, _ subject: ConflictSubject) throws -> Conflict? {
    try ConflictReader(connection: connection).conflict(of: book, subject)
  }

  /// Counts the conflicts.
  public func conflictCount() throws -> Int {
    try ConflictReader(connection: connection).count()
  }

  /// Calls the body for each group of shown books that look like one book: first those with the same ISBN, by ISBN; then
  /// those with the same identifier; then those with the same title and authors, written otherwise perhaps, in no order
  /// that means something. Books that all stand in one group for the sake of a number are not told again; those of which
  /// the user has said that they are not the same are in no group together. Needs time in proportion to the catalog, and
  /// memory to the largest group; ends when the body throws or the access is cancelled.
  ///
  /// - Parameters:
  ///   - grade: the least certain groups that are told: by default books that are to be merged, and no other editions.
  ///   - body: takes a group.
  public func forEachDuplicate(
    upTo grade: DuplicateGroup.Grade = .likely, _ body: (DuplicateGroup) throws -> Void
  ) throws {
    try DuplicateFinder(connection: connection).forEachGroup { if $0.grade <= grade { try body($0) } }
  }

  /// Whether the user has said of each two of some books that they are not the same.
  package func areDistinct(_ books: [Book.ID]) throws -> Bool {
    let pairs = try DistinctBooks(connection: connection).pairs()
    return books.indices.allSatisfy { place in
      books[..<place].allSatisfy { pairs.contains(DistinctBooks.Pair($0, books[place])) }
    }
  }

  /// The sources of the catalog that were not removed, in the order in which it came to know them.
  public func sources() throws -> [CatalogSource] {
    try SourceTable(connection: connection).all().filter { $0.state != .removed }
  }

  /// The source that a person names, whatever the case.
  ///
  /// - Throws: ``CatalogError/Code/noSuchSource`` also for one that was removed.
  public func source(named name: String) throws -> CatalogSource {
    try SourceEditor(connection: connection).source(named: name)
  }
}
