// The user's decisions about conflicts, duplicates and sources.

extension CatalogTransaction {
  /// Resolves one conflict about a book. The effect depends on the resolution and on the subject of the conflict:
  ///
  /// | resolution | conflict about a field | conflict about a removal |
  /// | --- | --- | --- |
  /// | mine | keeps the user's value until the source has a new value | keeps the book, as a local book |
  /// | theirs | shows the source's value | hides the book |
  /// | a value | shows that value | |
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` if there is no such conflict; ``CatalogError/Code/noSuchBook``;
  ///   ``InvalidValue`` for a value that the field cannot hold, or for any value in a conflict about a removal.
  @discardableResult
  public func resolve(
    _ book: Book.ID, _ subject: ConflictSubject, _ resolution: ConflictResolution
  ) throws -> ChangeOutcome {
    try ConflictResolver(connection: snapshot.connection, now: now).resolve(book, subject, resolution)
  }

  /// Merges several books into the first one, which keeps its id and its values. Values that the first book lacks are
  /// taken from the other books, in the given order. The other books are hidden.
  ///
  /// The first book takes over the other books' source records, so all their sources keep updating it. Its original
  /// records have priority over those that it takes over. Tags, identifiers, files, copies and readings are combined. A
  /// value that the user had set in another book may no longer be shown. The summary, the history and
  /// ``FieldProvenance/passedOver`` list all such values.
  ///
  /// ```swift
  /// try transaction.merge([7, 12], preferring: MergePreference(fields: [.title: 12]))
  /// ```
  ///
  /// - Parameters:
  ///   - books: The ids of at least two shown books.
  ///   - preference: The books whose values take precedence over the first book's values, for all fields or for some
  ///     fields.
  /// - Throws: ``CatalogError/Code/noSuchBook``; ``InvalidValue`` for fewer than two different books, or if a preferred
  ///   book is not one of them.
  @discardableResult
  public func merge(
    _ books: [Book.ID], preferring preference: MergePreference = MergePreference()
  ) throws -> ChangeOutcome {
    try BookMerger(connection: snapshot.connection, now: now).merge(books, preferring: preference)
  }

  /// Records that several books are different books, as one step. They are no longer reported as duplicates of each
  /// other (``CatalogSnapshot/forEachDuplicate(upTo:_:)``), even if they are later merged into other books.
  ///
  /// - Returns: The books that were marked as different. If all of them were marked already, the result is empty and
  ///   there is no step.
  /// - Throws: ``CatalogError/Code/noSuchBook``; ``InvalidValue`` for fewer than two different books.
  @discardableResult
  public func markDistinct(_ books: [Book.ID]) throws -> ChangeOutcome {
    try DistinctBooks(connection: snapshot.connection).mark(books, now: now)
  }

  /// Moves the data from one source out of a book and into a new book. The source then updates the new book. The user's
  /// edits stay with the old book. If the book has no other source, the source's first record also stays with the old
  /// book.
  ///
  /// - Parameters:
  ///   - book: The id of the book.
  ///   - source: The name of the source, regardless of case.
  /// - Returns: The old book and the new book, in this order.
  /// - Throws: ``CatalogError/Code/noSuchBook``; ``CatalogError/Code/noSuchSource``; ``CatalogError/Code/nothingToDo``
  ///   if the source does not have the book, or if it is the book's only source and has a single record of the book.
  @discardableResult
  public func split(_ book: Book.ID, source: String) throws -> ChangeOutcome {
    var generator = SystemRandomNumberGenerator()
    let merger = try BookMerger(connection: snapshot.connection, now: now)
    return try merger.split(book, source: source, using: &generator)
  }

  /// Adds a source that can be refreshed. If a removed source has the same kind and location, that source is restored
  /// under the new name. This is not a step, so `undo` does not affect it.
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
  ///   - location: The address or file of the source, without credentials. For samples and for an app's own sources,
  ///     `nil`.
  ///   - user: The user name to log in with.
  ///   - every: The time between two refreshes, in whole seconds and at least one, or `nil` to refresh only on request.
  /// - Throws: ``InvalidValue`` if an argument is invalid, or if another source has the name or the location.
  @discardableResult
  public func addSource(
    _ name: String, kind: CatalogSource.Kind, location: String?, user: String? = nil, every: Duration? = nil
  ) throws -> CatalogSource {
    try sourceEditor.add(name, kind: kind, location: location, user: user, every: every)
  }

  /// Pauses a source, so that it is not refreshed until ``resumeSource(_:)`` is called. This is not a step.
  ///
  /// - Throws: ``CatalogError/Code/noSuchSource``; ``InvalidValue`` for imports and local books, which are never
  ///   refreshed.
  @discardableResult
  public func pauseSource(_ name: String) throws -> CatalogSource { try sourceEditor.set(.paused, of: name) }

  /// Resumes refreshing a paused source. This is not a step.
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
