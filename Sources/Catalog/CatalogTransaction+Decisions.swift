// The user's decisions about conflicts, duplicates and sources.

extension CatalogTransaction {
  /// Resolves one conflict of a book.
  ///
  /// | | a field | a removal |
  /// | --- | --- | --- |
  /// | mine | keeps the user's value until the source states a new one | the book becomes a local book |
  /// | theirs | shows the source's value | the book is hidden |
  /// | a value | shows that value | |
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` if there is no such conflict; ``CatalogError/Code/noSuchBook``;
  ///   ``InvalidValue`` for a value that the field cannot hold, or any value for a removal.
  @discardableResult
  public func resolve(
    _ book: Book.ID, _ subject: ConflictSubject, _ resolution: ConflictResolution
  ) throws -> ChangeOutcome {
    try ConflictResolver(connection: snapshot.connection, now: now).resolve(book, subject, resolution)
  }

  /// Merges several books into the first one. The first book keeps its id and all values that it shows. Values that it
  /// lacks come from the other books, in the order of their ids in `books`. The other books are hidden.
  ///
  /// The first book takes over the source records of the other books, and all sources keep updating it. Within this
  /// book, its original records have priority over the records that it takes over. Tags, identifiers, files, copies and
  /// readings are combined. Any other value that the user set for one of the other books and that is no longer shown is
  /// listed in the summary, in the history and in ``FieldProvenance/passedOver``.
  ///
  /// ```swift
  /// try transaction.merge([7, 12], preferring: MergePreference(fields: [.title: 12]))
  /// ```
  ///
  /// - Parameters:
  ///   - books: The ids of at least two shown books.
  ///   - preference: The books whose values take precedence over those of the first book, for all fields or for some.
  /// - Throws: ``CatalogError/Code/noSuchBook``; ``InvalidValue`` for fewer than two different books, or if a preferred
  ///   book is not one of them.
  @discardableResult
  public func merge(
    _ books: [Book.ID], preferring preference: MergePreference = MergePreference()
  ) throws -> ChangeOutcome {
    try BookMerger(connection: snapshot.connection, now: now).merge(books, preferring: preference)
  }

  /// Marks books as different from each other, as one step. They are no longer reported as duplicates of each other
  /// (``CatalogSnapshot/forEachDuplicate(upTo:_:)``), even after they are merged into other books.
  ///
  /// - Returns: The books that were marked. If all of them were marked already, the result is empty and there is no
  ///   step.
  /// - Throws: ``CatalogError/Code/noSuchBook``; ``InvalidValue`` for fewer than two different books.
  @discardableResult
  public func markDistinct(_ books: [Book.ID]) throws -> ChangeOutcome {
    try DistinctBooks(connection: snapshot.connection).mark(books, now: now)
  }

  /// Moves one source's data out of a book and into a new book, which later refreshes of the source update. If only
  /// this source has the book, the source's first record stays with the old book. The user's edits also stay with the
  /// old book.
  ///
  /// - Parameters:
  ///   - book: The id of the book.
  ///   - source: The name of the source, regardless of case.
  /// - Returns: The old book and the new one, in this order.
  /// - Throws: ``CatalogError/Code/noSuchBook``; ``CatalogError/Code/noSuchSource``; ``CatalogError/Code/nothingToDo``
  ///   if the source does not have the book, or if it is the book's only source and has a single record of it.
  @discardableResult
  public func split(_ book: Book.ID, source: String) throws -> ChangeOutcome {
    var generator = SystemRandomNumberGenerator()
    let merger = try BookMerger(connection: snapshot.connection, now: now)
    return try merger.split(book, source: source, using: &generator)
  }

  /// Adds a source that can be refreshed. If a removed source has the same kind and location, it is restored under the
  /// new name. This is not a step, so `undo` does not affect it.
  ///
  /// ```swift
  /// let source = try await catalog.write {
  ///   try $0.addSource("home", kind: .feed, location: "https://books.example/feed", every: .seconds(3_600))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: One word of 1 to 64 visible characters without a slash, unique among sources regardless of case.
  ///   - kind: Any kind except `local` and `import`.
  ///   - location: The address or file of the source, without credentials. Samples and an app's own sources need none.
  ///   - user: The user name to log in with.
  ///   - every: The time between two refreshes, in whole seconds and at least one, or `nil` to refresh only on request.
  /// - Throws: ``InvalidValue`` if an argument is invalid, or if another source has the name or the location.
  @discardableResult
  public func addSource(
    _ name: String, kind: CatalogSource.Kind, location: String?, user: String? = nil, every: Duration? = nil
  ) throws -> CatalogSource {
    try sourceEditor.add(name, kind: kind, location: location, user: user, every: every)
  }

  /// Pauses a source: it is not refreshed until ``resumeSource(_:)`` is called. This is not a step.
  ///
  /// - Throws: ``CatalogError/Code/noSuchSource``; ``InvalidValue`` for imports and local books, which are not
  ///   refreshed.
  @discardableResult
  public func pauseSource(_ name: String) throws -> CatalogSource { try sourceEditor.set(.paused, of: name) }

  /// Resumes the refreshes of a paused source. This is not a step.
  ///
  /// - Throws: The errors of ``pauseSource(_:)``.
  @discardableResult
  public func resumeSource(_ name: String) throws -> CatalogSource { try sourceEditor.set(.active, of: name) }

  /// Changes settings of a source. This is not a step.
  ///
  /// ```swift
  /// try transaction.setSource("home", [.name("library"), .every(.seconds(86_400))])
  /// ```
  ///
  /// - Throws: ``CatalogError/Code/noSuchSource``; ``InvalidValue`` for an invalid setting. For an import, only the
  ///   name can be changed; for local books, nothing can be changed.
  @discardableResult
  public func setSource(_ name: String, _ settings: [SourceSetting]) throws -> CatalogSource {
    try sourceEditor.set(settings, of: name)
  }

  private var sourceEditor: SourceEditor {
    get throws { SourceEditor(connection: try snapshot.connection, now: now) }
  }
}
