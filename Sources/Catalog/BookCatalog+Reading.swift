/// What an app asks every day, one call each. What must be of one moment is asked of one ``CatalogSnapshot``.
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

  /// The groups of the books that a query finds, with how many are in each (``CatalogSnapshot/groups(by:of:withBooks:)``).
  public func groups(by grouping: BookGrouping, of query: BookQuery = "") async throws -> [BookGroup] {
    try await read { try $0.groups(by: grouping, of: query) }
  }

  /// The numbers of the books that a query finds, in ascending order.
  public func ids(of query: BookQuery = "") async throws -> [Book.ID] {
    try await read { try $0.ids(of: query) }
  }

  /// Suggests what a person may have meant by a query that finds nothing.
  public func suggestions(for query: String, limit: Int = 3) async throws -> SearchSuggestions {
    try await read { try $0.suggestions(for: query, limit: limit) }
  }

  /// Tells of each field of a book where its value comes from.
  ///
  /// - Throws: ``CatalogError/Code/noSuchBook``.
  public func provenance(of book: Book.ID) async throws -> [FieldProvenance] {
    try await read { snapshot in
      guard let shown = try snapshot.book(book) else { throw CatalogError.noBook(String(book)) }
      return try snapshot.provenance(of: shown)
    }
  }

  /// The last steps that touched a book, the newest first, each with what it changed there.
  public func history(of book: Book.ID, limit: Int = 100) async throws -> [HistoryEntry] {
    try await read { try $0.history(of: book, limit: limit) }
  }

  /// The last steps, the newest first.
  public func steps(limit: Int = 100) async throws -> [HistoryStep] {
    try await read { try $0.steps(limit: limit) }
  }

  /// Lists the fields and books about which a source contradicts the user (``CatalogSnapshot/conflicts(limit:after:)``).
  public func conflicts(limit: Int = 100, after last: Conflict? = nil) async throws -> [Conflict] {
    try await read { try $0.conflicts(limit: limit, after: last) }
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

  /// The sources of the catalog that were not removed, in the order in which it came to know them.
  public func sources() async throws -> [CatalogSource] {
    try await read { try $0.sources() }
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
