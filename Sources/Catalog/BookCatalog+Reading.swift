// Each method runs one query of `CatalogSnapshot`. If several results must be consistent with each other, run the
// queries on one snapshot instead (`BookCatalog.read`).

// MARK: Queries

extension BookCatalog {
  /// Returns the number of books that a query finds.
  ///
  /// ```swift
  /// let unread = try await catalog.count(of: "is:unread")
  /// ```
  public func count(of query: BookQuery = "") async throws -> Int {
    try await read { try $0.count(of: query) }
  }

  /// Returns the number of books that a query finds. Matches of phrases are counted only up to a limit
  /// (``CatalogSnapshot/count(of:upTo:)``).
  public func count(of query: BookQuery, upTo limit: Int) async throws -> ListCount {
    try await read { try $0.count(of: query, upTo: limit) }
  }

  /// Returns the position of a book in a list, starting at 0 (``CatalogSnapshot/position(of:in:)``).
  public func position(of book: Book.ID, in query: BookQuery = "") async throws -> Int? {
    try await read { try $0.position(of: book, in: query) }
  }

  /// Returns the groups of the books that a query finds, with the size of each group and, on request, the ids of its
  /// books (``CatalogSnapshot/groups(by:of:withBooks:)``).
  ///
  /// ```swift
  /// let groups = try await catalog.groups(by: .author, of: "is:unread")
  /// for group in groups { print(group.label ?? "unknown", group.count) }
  /// ```
  public func groups(
    by grouping: BookGrouping, of query: BookQuery = "", withBooks: Bool = false
  ) async throws -> [BookGroup] {
    try await read { try $0.groups(by: grouping, of: query, withBooks: withBooks) }
  }

  /// Returns the ids of the books that a query finds, in ascending order.
  ///
  /// ```swift
  /// let ids = try await catalog.ids(of: "author:herbert is:unread")
  /// try await catalog.edit(ids) { $0.readState = .want }
  /// ```
  public func ids(of query: BookQuery = "") async throws -> [Book.ID] {
    try await read { try $0.ids(of: query) }
  }

  /// Returns reading statistics of the books that a query finds (``CatalogSnapshot/statistics(of:year:authors:)``).
  ///
  /// ```swift
  /// let statistics = try await catalog.statistics(year: 2026)
  /// print("\(statistics.booksRead) books, \(statistics.pages) pages")
  /// ```
  public func statistics(
    of query: BookQuery = "", year: Int? = nil, authors: Int = 10
  ) async throws -> ReadingStatistics {
    try await read { try $0.statistics(of: query, year: year, authors: authors) }
  }

  /// Suggests corrections for a query that finds nothing (``CatalogSnapshot/suggestions(for:limit:isExhaustive:)``).
  ///
  /// ```swift
  /// let suggestions = try await catalog.suggestions(for: "tolkein")
  /// for spelling in suggestions.spellings { print("Did you mean “\(spelling)”?") }
  /// ```
  public func suggestions(
    for query: String, limit: Int = 3, isExhaustive: Bool = false
  ) async throws -> SearchSuggestions {
    try await read { try $0.suggestions(for: query, limit: limit, isExhaustive: isExhaustive) }
  }
}

// MARK: Books

extension BookCatalog {
  /// Returns the book with the given id if a query finds it, or `nil` otherwise.
  public func book(_ id: Book.ID, in query: BookQuery) async throws -> Book? {
    try await read { try $0.book(id, in: query) }
  }

  /// Returns the id of the book that a name refers to (``CatalogSnapshot/id(named:)``).
  ///
  /// ```swift
  /// let id = try await catalog.id(named: "978-0-441-01359-3")
  /// ```
  ///
  /// - Throws: ``CatalogError/Code/noSuchBook``, or ``CatalogError/Code/ambiguousBook`` if several books have the ISBN
  ///   or title.
  public func id(named name: String) async throws -> Book.ID {
    try await read { try $0.id(named: name) }
  }

  /// Returns the ids of the books that match a title, authors and ISBNs (``CatalogSnapshot/ids(titled:by:isbns:)``).
  public func ids(titled title: String, by authors: [String], isbns: [ISBN] = []) async throws -> [Book.ID] {
    try await read { try $0.ids(titled: title, by: authors, isbns: isbns) }
  }

  /// Returns one-line summaries of books, in the order of the ids (``CatalogSnapshot/lines(of:withAuthors:)``).
  public func lines(of ids: [Book.ID], withAuthors: Bool = true) async throws -> [BookLine] {
    try await read { try $0.lines(of: ids, withAuthors: withAuthors) }
  }

  /// Returns where the value of each field in a book comes from.
  ///
  /// ```swift
  /// for entry in try await catalog.provenance(of: book.id) where entry.isConflict {
  ///   print(entry.field, entry.value?.description ?? "none", entry.sourceValue?.description ?? "none")
  /// }
  /// ```
  ///
  /// - Throws: ``CatalogError/Code/noSuchBook``.
  public func provenance(of book: Book.ID) async throws -> [FieldProvenance] {
    try await read { try $0.provenance(of: Self.shown(book, $0)) }
  }

  /// Returns the stored metadata of a book, one entry for each provider, ordered by provider name. Metadata is left out
  /// if it was fetched for an earlier title or earlier identifiers of the book.
  ///
  /// - Throws: ``CatalogError/Code/noSuchBook``.
  public func metadata(of book: Book.ID) async throws -> [BookMetadata] {
    try await read { try $0.metadata(of: Self.shown(book, $0)) }
  }

  private static func shown(_ book: Book.ID, _ snapshot: CatalogSnapshot) throws -> Book {
    guard let shown = try snapshot.book(book) else { throw CatalogError.noBook(String(book)) }
    return shown
  }
}

// MARK: History

extension BookCatalog {
  /// Returns the latest steps that changed a book, newest first, each with its changes to the book.
  ///
  /// ```swift
  /// for entry in try await catalog.history(of: book.id) { print(entry.step.at, entry.step.summary) }
  /// ```
  public func history(of book: Book.ID, limit: Int = 100) async throws -> [HistoryEntry] {
    try await read { try $0.history(of: book, limit: limit) }
  }

  /// Returns the changes that a step made, grouped by book (``CatalogSnapshot/changes(of:limit:)``).
  public func changes(of step: HistoryStep.ID, limit: Int = 20) async throws -> StepChanges? {
    try await read { try $0.changes(of: step, limit: limit) }
  }

  /// Returns the latest steps, newest first.
  public func steps(limit: Int = 100) async throws -> [HistoryStep] {
    try await read { try $0.steps(limit: limit) }
  }

  /// Returns the steps that repeated calls of `undo` will undo, in that order.
  public func stepsToUndo(limit: Int = 100) async throws -> [HistoryStep] {
    try await read { try $0.stepsToUndo(limit: limit) }
  }

  /// Returns the steps that repeated calls of `redo` will redo, in that order.
  public func stepsToRedo(limit: Int = 100) async throws -> [HistoryStep] {
    try await read { try $0.stepsToRedo(limit: limit) }
  }

  /// Returns the later steps that must be undone before a change can be undone
  /// (``CatalogSnapshot/stepsBlockingUndo(of:limit:)``).
  public func stepsBlockingUndo(of change: ChangeOutcome, limit: Int = 100) async throws -> [HistoryStep] {
    try await read { try $0.stepsBlockingUndo(of: change, limit: limit) }
  }

  /// Returns the number of the latest visible change to the catalog (``CatalogSnapshot/changeNumber()``).
  public func changeNumber() async throws -> Int64 { try await read { try $0.changeNumber() } }

  /// The step that `undo` undoes next, or `nil` if there is nothing to undo.
  public var undoable: HistoryStep? { get async throws { try await read { try $0.undoable } } }

  /// The step that `redo` redoes next, or `nil` if there is nothing to redo.
  public var redoable: HistoryStep? { get async throws { try await read { try $0.redoable } } }

  /// A one-line summary of the step that `undo` undoes next, or `nil` if there is nothing to undo.
  ///
  /// ```swift
  /// undoItem.title = try await catalog.undoName.map { "Undo “\($0)”" } ?? "Undo"
  /// ```
  public var undoName: String? { get async throws { try await read { try $0.undoName } } }

  /// A one-line summary of the step that `redo` redoes next, or `nil` if there is nothing to redo.
  public var redoName: String? { get async throws { try await read { try $0.redoName } } }
}

// MARK: Conflicts and duplicates

extension BookCatalog {
  /// Returns the conflicts. In a conflict, a source contradicts the user about a field or about the removal of a book
  /// (``CatalogSnapshot/conflicts(limit:after:)``).
  ///
  /// ```swift
  /// for conflict in try await catalog.conflicts() { print(conflict.title, conflict.subject) }
  /// ```
  public func conflicts(limit: Int = 100, after last: Conflict? = nil) async throws -> [Conflict] {
    try await read { try $0.conflicts(limit: limit, after: last) }
  }

  /// Returns the conflict about a field of a book, or about the removal of the book by its sources
  /// (``CatalogSnapshot/conflict(of:_:)``).
  public func conflict(of book: Book.ID, _ subject: ConflictSubject) async throws -> Conflict? {
    try await read { try $0.conflict(of: book, subject) }
  }

  /// Returns the number of conflicts.
  public func conflictCount() async throws -> Int {
    try await read { try $0.conflictCount() }
  }

  /// Returns groups of books that are probably duplicates, at most `limit` groups. The time needed is proportional to
  /// the size of the catalog.
  ///
  /// ```swift
  /// for group in try await catalog.duplicates() where group.grade == .sure {
  ///   try await catalog.merge(group.books)
  /// }
  /// ```
  public func duplicates(limit: Int = 100) async throws -> [DuplicateGroup] {
    try await read { snapshot in
      var groups: [DuplicateGroup] = []
      struct Enough: Error {}
      do {
        try snapshot.forEachDuplicate { group in
          guard groups.count < limit else { throw Enough() }
          groups.append(group)
        }
      } catch is Enough {}
      return groups
    }
  }
}

// MARK: Sources and metadata

extension BookCatalog {
  /// Returns the sources of the catalog, except removed ones, in the order in which they were added.
  ///
  /// ```swift
  /// for source in try await catalog.sources() where source.isRefreshed { print(source.name) }
  /// ```
  public func sources() async throws -> [CatalogSource] {
    try await read { try $0.sources() }
  }

  /// Returns the source with the given name, regardless of case.
  ///
  /// - Throws: ``CatalogError/Code/noSuchSource`` if no source has that name, or if the source was removed.
  public func source(named name: String) async throws -> CatalogSource {
    try await read { try $0.source(named: name) }
  }

  /// Returns true if the user has removed the sample books. An app must not add them again.
  public func hasRemovedSamples() async throws -> Bool {
    try await read { try $0.hasRemovedSamples() }
  }

  /// Returns the source name under which a file should be imported (``CatalogSnapshot/importName(_:location:)``).
  public func importName(_ wished: String, location: String) async throws -> String {
    try await read { try $0.importName(wished, location: location) }
  }

  /// Returns the state of each book's metadata from a provider, in the order of the given books.
  public func metadataStates(of books: [Book], from provider: String) async throws -> [MetadataState] {
    let time = now()
    return try await read { try $0.metadataStates(of: books, from: provider, now: time) }
  }

  /// Returns the number of books in each metadata state, and the state of each provider's host.
  public func metadataStatus() async throws -> MetadataStatus {
    let time = now()
    return try await read { try $0.metadataStatus(now: time) }
  }

  /// Returns records from sources that could not be used (``CatalogSnapshot/quarantine(source:limit:after:)``).
  public func quarantine(
    source: String? = nil, limit: Int = 100, after last: QuarantinedRecord? = nil
  ) async throws -> [QuarantinedRecord] {
    try await read { try $0.quarantine(source: source, limit: limit, after: last) }
  }

  /// Returns the number of books, conflicts and other contents, and the state of each source.
  ///
  /// ```swift
  /// let status = try await catalog.status()
  /// print("\(status.books) books, \(status.conflicts) conflicts")
  /// ```
  public func status() async throws -> CatalogStatus {
    try await read { try $0.status() }
  }
}
