// All that a snapshot answers, one call each. What must be of one moment is asked of one `CatalogSnapshot`.

// MARK: Queries

extension BookCatalog {
  /// Counts the books that a query finds.
  public func count(of query: BookQuery = "") async throws -> Int {
    try await read { try $0.count(of: query) }
  }

  /// Counts the books that a query finds, where words side by side are counted up to a limit
  /// (``CatalogSnapshot/count(of:upTo:)``).
  public func count(of query: BookQuery, upTo limit: Int) async throws -> ListCount {
    try await read { try $0.count(of: query, upTo: limit) }
  }

  /// Counts the books that stand before a book in a list (``CatalogSnapshot/position(of:in:)``).
  public func position(of book: Book.ID, in query: BookQuery = "") async throws -> Int? {
    try await read { try $0.position(of: book, in: query) }
  }

  /// The groups of the books that a query finds, with how many are in each, and which ones where that is asked for
  /// (``CatalogSnapshot/groups(by:of:withBooks:)``).
  public func groups(
    by grouping: BookGrouping, of query: BookQuery = "", withBooks: Bool = false
  ) async throws -> [BookGroup] {
    try await read { try $0.groups(by: grouping, of: query, withBooks: withBooks) }
  }

  /// The numbers of the books that a query finds, in ascending order.
  public func ids(of query: BookQuery = "") async throws -> [Book.ID] {
    try await read { try $0.ids(of: query) }
  }

  /// Counts what was read of the books that a query finds (``CatalogSnapshot/statistics(of:year:authors:)``).
  public func statistics(
    of query: BookQuery = "", year: Int? = nil, authors: Int = 10
  ) async throws -> ReadingStatistics {
    try await read { try $0.statistics(of: query, year: year, authors: authors) }
  }

  /// Suggests what a person may have meant by a query that finds nothing (``CatalogSnapshot/suggestions(for:limit:isExhaustive:)``).
  public func suggestions(
    for query: String, limit: Int = 3, isExhaustive: Bool = false
  ) async throws -> SearchSuggestions {
    try await read { try $0.suggestions(for: query, limit: limit, isExhaustive: isExhaustive) }
  }
}

// MARK: Books

extension BookCatalog {
  /// The book of an id where a query finds it; `nil` elsewhere.
  public func book(_ id: Book.ID, in query: BookQuery) async throws -> Book? {
    try await read { try $0.book(id, in: query) }
  }

  /// The id of the book that a person names (``CatalogSnapshot/id(named:)``).
  ///
  /// - Throws: ``CatalogError/Code/noSuchBook``, or ``CatalogError/Code/ambiguousBook`` for an ISBN or a title of several
  ///   books.
  public func id(named name: String) async throws -> Book.ID {
    try await read { try $0.id(named: name) }
  }

  /// The books that are the one somebody else names (``CatalogSnapshot/ids(titled:by:isbns:)``).
  public func ids(titled title: String, by authors: [String], isbns: [ISBN] = []) async throws -> [Book.ID] {
    try await read { try $0.ids(titled: title, by: authors, isbns: isbns) }
  }

  /// What one line says of each of some books, in their order (``CatalogSnapshot/lines(of:withAuthors:)``).
  public func lines(of ids: [Book.ID], withAuthors: Bool = true) async throws -> [BookLine] {
    try await read { try $0.lines(of: ids, withAuthors: withAuthors) }
  }

  /// Tells of each field of a book where its value comes from.
  ///
  /// - Throws: ``CatalogError/Code/noSuchBook``.
  public func provenance(of book: Book.ID) async throws -> [FieldProvenance] {
    try await read { try $0.provenance(of: Self.shown(book, $0)) }
  }

  /// What providers say of a book, as it is asked for now; in the order of the providers' names.
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
  /// The last steps that touched a book, the newest first, each with what it changed there.
  public func history(of book: Book.ID, limit: Int = 100) async throws -> [HistoryEntry] {
    try await read { try $0.history(of: book, limit: limit) }
  }

  /// What a step changed, book by book (``CatalogSnapshot/changes(of:limit:)``).
  public func changes(of step: HistoryStep.ID, limit: Int = 20) async throws -> StepChanges? {
    try await read { try $0.changes(of: step, limit: limit) }
  }

  /// The last steps, the newest first.
  public func steps(limit: Int = 100) async throws -> [HistoryStep] {
    try await read { try $0.steps(limit: limit) }
  }

  /// The steps that `undo` takes back one after the other, the next one in front.
  public func stepsToUndo(limit: Int = 100) async throws -> [HistoryStep] {
    try await read { try $0.stepsToUndo(limit: limit) }
  }

  /// The steps that `redo` does again one after the other, the next one in front.
  public func stepsToRedo(limit: Int = 100) async throws -> [HistoryStep] {
    try await read { try $0.stepsToRedo(limit: limit) }
  }

  /// The later steps that keep a change from being undone by itself (``CatalogSnapshot/stepsBlockingUndo(of:limit:)``).
  public func stepsBlockingUndo(of change: ChangeOutcome, limit: Int = 100) async throws -> [HistoryStep] {
    try await read { try $0.stepsBlockingUndo(of: change, limit: limit) }
  }

  /// The number of the last change of what the catalog shows (``CatalogSnapshot/changeNumber()``).
  public func changeNumber() async throws -> Int64 { try await read { try $0.changeNumber() } }

  /// The step that `undo` takes back; `nil` when there is nothing to undo.
  public var undoable: HistoryStep? { get async throws { try await read { try $0.undoable } } }

  /// The step that `redo` does again; `nil` when there is nothing to redo.
  public var redoable: HistoryStep? { get async throws { try await read { try $0.redoable } } }

  /// What `undo` takes back, in one line; `nil` when there is nothing to undo.
  public var undoName: String? { get async throws { try await read { try $0.undoName } } }

  /// What `redo` does again, in one line; `nil` when there is nothing to redo.
  public var redoName: String? { get async throws { try await read { try $0.redoName } } }
}

// MARK: Conflicts and duplicates

extension BookCatalog {
  /// Lists the fields and books about which a source contradicts the user (``CatalogSnapshot/conflicts(limit:after:)``).
  public func conflicts(limit: Int = 100, after last: Conflict? = nil) async throws -> [Conflict] {
    try await read { try $0.conflicts(limit: limit, after: last) }
  }

  /// The conflict of a book about one field, or about whether there is the book (``CatalogSnapshot/conflict(of:_:)``).
  public func conflict(of book: Book.ID, _ subject: ConflictSubject) async throws -> Conflict? {
    try await read { try $0.conflict(of: book, subject) }
  }

  /// How many conflicts there are.
  public func conflictCount() async throws -> Int {
    try await read { try $0.conflictCount() }
  }

  /// Groups of shown books that look like one book, the first so many of them. Needs time in proportion to the catalog.
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
  /// The sources of the catalog that were not removed, in the order in which it came to know them.
  public func sources() async throws -> [CatalogSource] {
    try await read { try $0.sources() }
  }

  /// The source that a person names, whatever the case.
  ///
  /// - Throws: ``CatalogError/Code/noSuchSource`` also for one that was removed.
  public func source(named name: String) async throws -> CatalogSource {
    try await read { try $0.source(named: name) }
  }

  /// Whether the user has removed the sample books, and wants no others.
  public func hasRemovedSamples() async throws -> Bool {
    try await read { try $0.hasRemovedSamples() }
  }

  /// The name for an import of a file (``CatalogSnapshot/importName(_:location:)``).
  public func importName(_ wished: String, location: String) async throws -> String {
    try await read { try $0.importName(wished, location: location) }
  }

  /// How far the metadata of books is with a provider: a state for each of the books, in their order.
  public func metadataStates(of books: [Book], from provider: String) async throws -> [MetadataState] {
    let time = now()
    return try await read { try $0.metadataStates(of: books, from: provider, now: time) }
  }

  /// How far the catalog's metadata is, in numbers, and how the hosts of its providers are doing.
  public func metadataStatus() async throws -> MetadataStatus {
    let time = now()
    return try await read { try $0.metadataStatus(now: time) }
  }

  /// Records that could not be used (``CatalogSnapshot/quarantine(source:limit:after:)``).
  public func quarantine(
    source: String? = nil, limit: Int = 100, after last: QuarantinedRecord? = nil
  ) async throws -> [QuarantinedRecord] {
    try await read { try $0.quarantine(source: source, limit: limit, after: last) }
  }

  /// Counts what the catalog holds, and tells how its sources are doing.
  public func status() async throws -> CatalogStatus {
    try await read { try $0.status() }
  }
}
