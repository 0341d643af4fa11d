// Methods for the user's decisions about conflicts, duplicates and sources.

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

  /// Records that several books are different books, not duplicates (``CatalogTransaction/markDistinct(_:)``).
  ///
  /// ```swift
  /// try await catalog.markDistinct([7, 12])
  /// ```
  @discardableResult
  public func markDistinct(_ books: [Book.ID]) async throws -> ChangeOutcome {
    try await write { try $0.markDistinct(books) }
  }

  /// Moves the data from one source out of a book and into a new book (``CatalogTransaction/split(_:source:)``).
  ///
  /// ```swift
  /// let outcome = try await catalog.split(7, source: "goodreads")
  /// let newBook = outcome.books[1]
  /// ```
  @discardableResult
  public func split(_ book: Book.ID, source: String) async throws -> ChangeOutcome {
    try await write { try $0.split(book, source: source) }
  }

  /// Resolves all conflicts in favour of one side, the user or the sources, as one step. Runs on the calling thread, in
  /// short transactions.
  ///
  /// - Returns: The books that had conflicts, without their values before and after the change.
  /// - Throws: ``CatalogError`` if the catalog cannot be written. Conflicts resolved before the error stay resolved,
  ///   and can be undone.
  @discardableResult
  public func resolveAll(_ side: ConflictSide) throws -> ChangeOutcome {
    try database.inBatches(ConflictRun(side: side, now: now())).outcome
  }

  /// Resolves all conflicts in favour of one side, the user or the sources, as one step, in short transactions. If the
  /// task is cancelled, the conflicts resolved so far stay resolved.
  @discardableResult
  public func resolveAll(_ side: ConflictSide) async throws -> ChangeOutcome {
    try await database.inBatches(ConflictRun(side: side, now: now())).outcome
  }

  /// Removes a source, as one step. Runs on the calling thread, in short transactions. The first transaction removes
  /// the source; further transactions process its books. If the method is interrupted, calling it again processes the
  /// remaining books.
  ///
  /// - Parameters:
  ///   - name: The name of the source, regardless of case.
  ///   - removal: What happens to the source's books.
  /// - Throws: ``CatalogError/Code/noSuchSource``; ``InvalidValue`` for local books, because their source cannot be
  ///   removed.
  @discardableResult
  public func removeSource(_ name: String, _ removal: SourceRemoval) throws -> SourceRemovalOutcome {
    try database.inBatches(SourceRemover(name: name, removal: removal, now: now())).outcome()
  }

  /// Removes a source, as one step, in short transactions. The first transaction removes the source; further
  /// transactions process its books. If the task is cancelled, calling the method again processes the remaining books.
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
