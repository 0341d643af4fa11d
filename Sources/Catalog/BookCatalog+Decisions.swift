// The user's decisions about conflicts, duplicates and sources, one call each.

extension BookCatalog {
  /// Resolves one conflict of a book (``CatalogTransaction/resolve(_:_:_:)``).
  @discardableResult
  public func resolve(
    _ book: Book.ID, _ subject: ConflictSubject, _ resolution: ConflictResolution
  ) async throws -> ChangeOutcome {
    try await write { try $0.resolve(book, subject, resolution) }
  }

  /// Resolves a conflict returned by ``conflicts(limit:after:)``, for example `resolve(conflict, .mine)`.
  ///
  /// ```swift
  /// for conflict in try await catalog.conflicts() where conflict.subject == .field(.pages) {
  ///   try await catalog.resolve(conflict, .theirs)
  /// }
  /// ```
  ///
  /// - Throws: The errors of ``CatalogTransaction/resolve(_:_:_:)``, such as ``CatalogError/Code/nothingToDo`` if the
  ///   conflict is already resolved.
  @discardableResult
  public func resolve(_ conflict: Conflict, _ resolution: ConflictResolution) async throws -> ChangeOutcome {
    try await resolve(conflict.book, conflict.subject, resolution)
  }

  /// Merges several books into the first one, which keeps its id (``CatalogTransaction/merge(_:preferring:)``).
  ///
  /// ```swift
  /// try await catalog.merge([7, 12])
  /// ```
  @discardableResult
  public func merge(
    _ books: [Book.ID], preferring preference: MergePreference = MergePreference()
  ) async throws -> ChangeOutcome {
    try await write { try $0.merge(books, preferring: preference) }
  }

  /// Marks books as different from each other (``CatalogTransaction/markDistinct(_:)``).
  ///
  /// ```swift
  /// try await catalog.markDistinct([7, 12])
  /// ```
  @discardableResult
  public func markDistinct(_ books: [Book.ID]) async throws -> ChangeOutcome {
    try await write { try $0.markDistinct(books) }
  }

  /// Moves one source's data out of a book and into a new book (``CatalogTransaction/split(_:source:)``).
  ///
  /// ```swift
  /// let outcome = try await catalog.split(7, source: "goodreads")
  /// let newBook = outcome.books[1]
  /// ```
  @discardableResult
  public func split(_ book: Book.ID, source: String) async throws -> ChangeOutcome {
    try await write { try $0.split(book, source: source) }
  }

  /// Resolves every conflict in favour of one side, as one step. Runs on the calling thread, in short transactions.
  ///
  /// - Returns: The books that were in conflict. Their values before and after are not included.
  /// - Throws: ``CatalogError`` if the catalog cannot be written. Conflicts resolved before the error stay resolved,
  ///   and this part of the step can be undone.
  @discardableResult
  public func resolveAll(_ side: ConflictSide) throws -> ChangeOutcome {
    try database.inBatches(ConflictRun(side: side, now: now())).outcome
  }

  /// Resolves every conflict in favour of one side, as one step, in short transactions. If the task is cancelled, the
  /// conflicts resolved so far stay resolved.
  @discardableResult
  public func resolveAll(_ side: ConflictSide) async throws -> ChangeOutcome {
    try await database.inBatches(ConflictRun(side: side, now: now())).outcome
  }

  /// Removes a source, as one step. Runs on the calling thread, in short transactions. The first transaction already
  /// removes the source itself. If the call is interrupted after that, another call continues with the source's books.
  ///
  /// - Parameters:
  ///   - name: The name of the source, regardless of case.
  ///   - removal: What happens to the source's books.
  /// - Throws: ``CatalogError/Code/noSuchSource``; ``InvalidValue`` for local books, which are not a removable source.
  @discardableResult
  public func removeSource(_ name: String, _ removal: SourceRemoval) throws -> SourceRemovalOutcome {
    try database.inBatches(SourceRemover(name: name, removal: removal, now: now())).outcome()
  }

  /// Removes a source, as one step, in short transactions. The first transaction already removes the source itself. If
  /// the task is cancelled after that, another call continues with the source's books.
  ///
  /// ```swift
  /// let outcome = try await catalog.removeSource("goodreads", .keepBooks)
  /// print("\(outcome.kept) books stay")
  /// ```
  @discardableResult
  public func removeSource(_ name: String, _ removal: SourceRemoval) async throws -> SourceRemovalOutcome {
    try await database.inBatches(SourceRemover(name: name, removal: removal, now: now())).outcome()
  }
}
