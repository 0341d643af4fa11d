// What the user decides about conflicts, duplicates and sources, one call each.

extension BookCatalog {
  /// Decides one conflict of a book (``CatalogTransaction/resolve(_:_:_:)``).
  @discardableResult
  public func resolve(
    _ book: Book.ID, _ subject: ConflictSubject, _ resolution: ConflictResolution
  ) async throws -> ChangeOutcome {
    try await write { try $0.resolve(book, subject, resolution) }
  }

  /// Decides a conflict as ``conflicts(limit:after:)`` tells of it: `resolve(conflict, .mine)`.
  ///
  /// - Throws: as ``CatalogTransaction/resolve(_:_:_:)``: ``CatalogError/Code/nothingToDo`` where it is decided already.
  @discardableResult
  public func resolve(_ conflict: Conflict, _ resolution: ConflictResolution) async throws -> ChangeOutcome {
    try await resolve(conflict.book, conflict.subject, resolution)
  }

  /// Makes several books one, of which the first keeps its number (``CatalogTransaction/merge(_:preferring:)``).
  @discardableResult
  public func merge(
    _ books: [Book.ID], preferring preference: MergePreference = MergePreference()
  ) async throws -> ChangeOutcome {
    try await write { try $0.merge(books, preferring: preference) }
  }

  /// Says of some books that they are not the same (``CatalogTransaction/markDistinct(_:)``).
  @discardableResult
  public func markDistinct(_ books: [Book.ID]) async throws -> ChangeOutcome {
    try await write { try $0.markDistinct(books) }
  }

  /// Takes what one source says out of a book, into a new one (``CatalogTransaction/split(_:source:)``).
  @discardableResult
  public func split(_ book: Book.ID, source: String) async throws -> ChangeOutcome {
    try await write { try $0.split(book, source: source) }
  }

  /// Decides every conflict in favour of one side, as one step, in short transactions: on the calling thread.
  ///
  /// - Returns: the books that were in conflict. What shows in them before and after is not told.
  /// - Throws: ``CatalogError`` when the catalog cannot be written; what was decided before stands, and can be undone.
  @discardableResult
  public func resolveAll(_ side: ConflictSide) throws -> ChangeOutcome {
    try database.inBatches(ConflictRun(side: side, now: now())).outcome
  }

  /// Decides every conflict in favour of one side, as one step, in short transactions. Cancelled midway, what was decided
  /// stands.
  @discardableResult
  public func resolveAll(_ side: ConflictSide) async throws -> ChangeOutcome {
    try await database.inBatches(ConflictRun(side: side, now: now())).outcome
  }

  /// Removes a source, as one step, in short transactions: on the calling thread. Stopped midway, the source is removed,
  /// and calling it again goes on with the books.
  ///
  /// - Parameters:
  ///   - name: the name of the source, whatever the case.
  ///   - removal: what becomes of its books.
  /// - Throws: ``CatalogError/Code/noSuchSource``; ``InvalidValue`` for local books, which are no source to remove.
  @discardableResult
  public func removeSource(_ name: String, _ removal: SourceRemoval) throws -> SourceRemovalOutcome {
    try database.inBatches(SourceRemover(name: name, removal: removal, now: now())).outcome()
  }

  /// Removes a source, as one step, in short transactions. Cancelled midway, the source is removed, and calling it again
  /// goes on with the books.
  @discardableResult
  public func removeSource(_ name: String, _ removal: SourceRemoval) async throws -> SourceRemovalOutcome {
    try await database.inBatches(SourceRemover(name: name, removal: removal, now: now())).outcome()
  }
}
