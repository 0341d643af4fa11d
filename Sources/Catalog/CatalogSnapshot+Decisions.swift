extension CatalogSnapshot {
  /// Returns the conflicts about shown books, ordered by book id. In a conflict, a source contradicts the user about a
  /// field or about the removal of a book. For each book, a conflict about its removal comes first. Conflicts about
  /// fields follow, ordered by field name.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of conflicts.
  ///   - last: The last conflict of the previous page, or `nil` for the first page.
  public func conflicts(limit: Int = 100, after last: Conflict? = nil) throws -> [Conflict] {
    try ConflictReader(connection: unlimited).conflicts(limit: limit, after: last)
  }

  /// Returns the conflict about a field of a book, or about the removal of the book by its sources. Returns
  /// `nil` if there is no such conflict.
  public func conflict(of book: Book.ID, _ subject: ConflictSubject) throws -> Conflict? {
    try ConflictReader(connection: unlimited).conflict(of: book, subject)
  }

  /// Returns the number of conflicts.
  public func conflictCount() throws -> Int {
    try ConflictReader(connection: unlimited).count()
  }

  /// Calls the body for each group of shown books that are probably duplicates.
  ///
  /// Groups with the same ISBN come first, ordered by ISBN. Groups with another identifier in common follow. Groups
  /// with the same title and authors, possibly spelled differently, come last, in no particular order. Books that were
  /// already reported together are not reported together again. Books that the user has marked as different from each
  /// other are never in the same group.
  ///
  /// Takes time proportional to the size of the catalog, and memory proportional to the size of the largest group. Ends
  /// early if the body throws an error or the access is cancelled.
  ///
  /// ```swift
  /// try await catalog.read { snapshot in
  ///   try snapshot.forEachDuplicate { print($0.words, $0.books) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - grade: The lowest degree of certainty to report. The default includes books that should be merged, but not
  ///     different editions of a work.
  ///   - body: Receives each group.
  public func forEachDuplicate(
    upTo grade: DuplicateGroup.Grade = .likely, _ body: (DuplicateGroup) throws -> Void
  ) throws {
    try DuplicateFinder(connection: unlimited).forEachGroup { if $0.grade <= grade { try body($0) } }
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
    try SourceTable(connection: unlimited).all().filter { $0.state != .removed }
  }

  /// Returns the source with the given name, regardless of case.
  ///
  /// - Throws: ``CatalogError/Code/noSuchSource`` if no source has that name, or if the source was removed.
  public func source(named name: String) throws -> CatalogSource {
    try SourceEditor(connection: unlimited).source(named: name)
  }
}
