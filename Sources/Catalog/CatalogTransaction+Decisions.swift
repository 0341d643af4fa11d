// What the user decides about conflicts, duplicates and sources.

extension CatalogTransaction {
  /// Decides one conflict of a book.
  ///
  /// | | a field | a removal |
  /// | --- | --- | --- |
  /// | mine | stays as it shows, until the source says something new again | the book becomes a local one |
  /// | theirs | shows what the source says | the book is hidden |
  /// | a value | shows that value | |
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` when there is no such conflict; ``CatalogError/Code/noSuchBook``;
  ///   ``InvalidValue`` for a value that the field cannot hold, or any value for a removal.
  @discardableResult
  public func resolve(
    _ book: Book.ID, _ subject: ConflictSubject, _ resolution: ConflictResolution
  ) throws -> ChangeOutcome {
    try ConflictResolver(connection: snapshot.connection, now: now).resolve(book, subject, resolution)
  }

  /// Makes several books one. The first keeps its number and has the records of all from then on, and goes on showing all
  /// that it shows; what it lacks it has from the others, in their order. So its records are asked before the others', for
  /// this book alone, and every source is heard as before. What the user has said of another book and does not show is
  /// named in the summary, the history, and the field's ``FieldProvenance/passedOver``; tags, identifiers, files, copies
  /// and readings are added up. The others are hidden.
  ///
  /// ```swift
  /// try transaction.merge([7, 12], preferring: MergePreference(fields: [.title: 12]))
  /// ```
  ///
  /// - Parameters:
  ///   - books: the ids of at least two shown books.
  ///   - preference: another one of the books whose values go before, of all fields or of some.
  /// - Throws: ``CatalogError/Code/noSuchBook``; ``InvalidValue`` for fewer than two different books, or a preferred one
  ///   that is none of them.
  @discardableResult
  public func merge(
    _ books: [Book.ID], preferring preference: MergePreference = MergePreference()
  ) throws -> ChangeOutcome {
    try BookMerger(connection: snapshot.connection, now: now).merge(books, preferring: preference)
  }

  /// Says of each two of some books that they are not the same, as one step: they are proposed as duplicates no more
  /// (``CatalogSnapshot/forEachDuplicate(upTo:_:)``), also when they are merged into other ones.
  ///
  /// - Returns: the books; none, and no step, where that was said before.
  /// - Throws: ``CatalogError/Code/noSuchBook``; ``InvalidValue`` for fewer than two different books.
  @discardableResult
  public func markDistinct(_ books: [Book.ID]) throws -> ChangeOutcome {
    try DistinctBooks(connection: snapshot.connection).mark(books, now: now)
  }

  /// Takes what one source says out of a book, into a new book of its own that later refreshes of the source change. Of
  /// a book that only this source has, the source's first record stays. What the user says stays with the old book.
  ///
  /// - Parameters:
  ///   - book: the id of the book.
  ///   - source: the name of the source, whatever the case.
  /// - Returns: the old book and the new one, in this order.
  /// - Throws: ``CatalogError``: ``CatalogError/Code/noSuchBook``, ``CatalogError/Code/noSuchSource``, or
  ///   ``CatalogError/Code/nothingToDo`` when the source does not have the book, or is the only one that has it.
  @discardableResult
  public func split(_ book: Book.ID, source: String) throws -> ChangeOutcome {
    var generator = SystemRandomNumberGenerator()
    let merger = try BookMerger(connection: snapshot.connection, now: now)
    return try merger.split(book, source: source, using: &generator)
  }

  /// Makes a source known that is refreshed. One of the same kind and location that was removed is taken up again, under
  /// the new name. This is no step: `undo` leaves it.
  ///
  /// - Parameters:
  ///   - name: one word of 1 to 64 visible characters without a slash, of no other source whatever the case.
  ///   - kind: neither `local` nor `import`.
  ///   - location: its address or file, without credentials; samples and an app's own need none.
  ///   - user: the name to log in with.
  ///   - every: the time between two refreshes, in whole seconds and at least one; `nil` for refreshing only when asked.
  /// - Throws: ``InvalidValue`` where one of them does not hold, or another source has the name or the location.
  @discardableResult
  public func addSource(
    _ name: String, kind: CatalogSource.Kind, location: String?, user: String? = nil, every: Duration? = nil
  ) throws -> CatalogSource {
    try sourceEditor.add(name, kind: kind, location: location, user: user, every: every)
  }

  /// Keeps a source from being refreshed until ``resumeSource(_:)``. This is no step.
  ///
  /// - Throws: ``CatalogError/Code/noSuchSource``; ``InvalidValue`` for imports and local books, which are not refreshed.
  @discardableResult
  public func pauseSource(_ name: String) throws -> CatalogSource { try sourceEditor.set(.paused, of: name) }

  /// Lets a source be refreshed again. This is no step.
  ///
  /// - Throws: as ``pauseSource(_:)``.
  @discardableResult
  public func resumeSource(_ name: String) throws -> CatalogSource { try sourceEditor.set(.active, of: name) }

  /// Changes what is known of a source. This is no step.
  ///
  /// - Throws: ``CatalogError/Code/noSuchSource``; ``InvalidValue`` for a setting that cannot be: of an import only the
  ///   name can be changed, of local books nothing.
  @discardableResult
  public func setSource(_ name: String, _ settings: [SourceSetting]) throws -> CatalogSource {
    try sourceEditor.set(settings, of: name)
  }

  private var sourceEditor: SourceEditor {
    get throws { SourceEditor(connection: try snapshot.connection, now: now) }
  }
}
