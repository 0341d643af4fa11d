extension CatalogSnapshot {
  /// Returns the conflicts of shown books, ordered by book id. Each conflict is about a field or a book for which a
  /// source contradicts the user. For each book, a removal comes first, then the fields ordered by name.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of conflicts.
  ///   - last: The last conflict of the previous page, or `nil` for the first page.
  public func conflicts(limit: Int = 100, after last: Conflict? = nil) throws -> [Conflict] {
    try ConflictReader(connection: connection).conflicts(limit: limit, after: last)
  }

  /// Returns the conflict about one field of a book, or about the removal of the book by its sources. Returns `nil` if
  /// there is no such conflict.
  public func conflict(of book: Book.ID, _ subject: ConflictSubject) throws -> Conflict? {
    try ConflictReader(connection: connection).conflict(of: book, subject)
  }

  /// Returns the number of conflicts.
  public func conflictCount() throws -> Int {
    try ConflictReader(connection: connection).count()
  }

  /// Calls the body for each group of shown books that look like the same book.
  ///
  /// Groups of books that share an ISBN come first, ordered by ISBN, then groups that share another identifier. Groups
  /// with the same title and authors, possibly spelled differently, come last, in no particular order. Books that are
  /// already together in a group with the same ISBN or identifier are not reported again. Two books that the user has
  /// marked as different are never in one group.
  ///
  /// Takes time proportional to the catalog and memory proportional to the largest group. Ends when the body throws an
  /// error or the access is cancelled.
  ///
  /// ```swift
  /// try await catalog.read { snapshot in
  ///   try snapshot.forEachDuplicate { print($0.words, $0.books) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - grade: The least certain grade that is reported. The default includes books that should be merged, but not
  ///     other editions.
  ///   - body: Receives each group.
  public func forEachDuplicate(
    upTo grade: DuplicateGroup.Grade = .likely, _ body: (DuplicateGroup) throws -> Void
  ) throws {
    try DuplicateFinder(connection: connection).forEachGroup { if $0.grade <= grade { try body($0) } }
  }

  /// Returns true if the user has marked all of these books as different from each other.
  package func areDistinct(_ books: [Book.ID]) throws -> Bool {
    let pairs = try DistinctBooks(connection: connection).pairs()
    return books.indices.allSatisfy { index in
      books[..<index].allSatisfy { pairs.contains(DistinctBooks.Pair($0, books[index])) }
    }
  }

  /// Returns the sources of the catalog, except removed ones, in the order in which they were added.
  public func sources() throws -> [CatalogSource] {
    try SourceTable(connection: connection).all().filter { $0.state != .removed }
  }

  /// Returns the source with the given name, regardless of case.
  ///
  /// - Throws: ``CatalogError/Code/noSuchSource`` if no source has that name, or if the source was removed.
  public func source(named name: String) throws -> CatalogSource {
    try SourceEditor(connection: connection).source(named: name)
  }
}
