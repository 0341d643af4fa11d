// Searches that the user gives a name.

extension CatalogTransaction {
  /// Saves a search under a name, in the place of one that has it, as one step. Saving the same again is none. Whoever saves
  /// it, it is the catalog's: there is one set of them, which all of its people ask for and change. An export of books has
  /// none of them; a backup has all.
  ///
  /// - Parameters:
  ///   - name: letters, digits, hyphens and underscores, at most 64 of them, whatever their case.
  ///   - query: what is searched for; at most 4,096 bytes.
  ///   - order: what stands first where it is asked for alone; `nil` as lists have it.
  /// - Throws: ``InvalidValue`` for another name, an empty query, one that would ask for itself, for others more than eight
  ///   deep or for more than 64 in all, or when there are ``SavedSearch/limit`` already.
  @discardableResult
  public func saveSearch(_ name: String, _ query: String, order: BookOrder? = nil) throws -> SavedSearch {
    let search = try SavedSearch(checked: name, query: query, order: order?.name)
    if let refusal = try SavedSearches.refusal(of: search, snapshot.connection) {
      throw InvalidValue("saved search", name, refusal.words)
    }
    try searchEditor.save(search)
    return search
  }

  /// Forgets a saved search, as one step. Others that ask for it find its name as text.
  ///
  /// - Throws: ``InvalidValue`` where there is none of that name.
  @discardableResult
  public func forgetSearch(_ name: String) throws -> SavedSearch { try searchEditor.forget(name) }

  private var searchEditor: SavedSearchEditor {
    get throws { SavedSearchEditor(connection: try snapshot.connection, now: now, scope: scope) }
  }
}

extension CatalogSnapshot {
  /// The saved searches, in the order of their names.
  public func savedSearches() throws -> [SavedSearch] { try SavedSearchTable(connection: connection).all() }

  /// The parts of a query, and of the saved searches that it asks for, that look like conditions and are none: their words are
  /// searched for as text. Empty of nearly every query; whoever changes books by one should refuse it else.
  public func problems(of query: BookQuery) throws -> [QueryProblem] {
    try problems(of: query, QueryProblemFinder(connection: connection))
  }

  /// The same for somebody who may know of these fields of the user's own and saved searches alone.
  package func problems(of query: BookQuery, fields: OwnFields, searches: [SavedSearch]) throws -> [QueryProblem] {
    let today = PartialDate.day(at: try connection.clock())
    return try problems(of: query, QueryProblemFinder(fields: fields, saved: searches.map(\.name), today: today))
  }

  private func problems(of query: BookQuery, _ finder: QueryProblemFinder) throws -> [QueryProblem] {
    guard query.mayHoldProblems else { return [] }
    var searches = SavedSearches(connection: try connection)
    _ = try searches.resolved(query.parsed)
    let within = searches.asked.flatMap { finder.problems(in: $0.query, of: $0.name) }
    return finder.problems(in: query.text) + finder.problems(in: query.filter) + within
      + (searches.refused.map { [QueryProblem(refused: $0.name, $0.reason.words)] } ?? [])
  }
}

extension BookCatalog {
  /// The saved searches, in the order of their names.
  public func savedSearches() async throws -> [SavedSearch] { try await read { try $0.savedSearches() } }

  /// The parts of a query that look like conditions and are none (``CatalogSnapshot/problems(of:)``).
  public func problems(of query: BookQuery) async throws -> [QueryProblem] {
    try await read { try $0.problems(of: query) }
  }

  /// Saves a search under a name (``CatalogTransaction/saveSearch(_:_:order:)``).
  ///
  /// ```swift
  /// try await catalog.saveSearch("unread-sf", "tag:sf is:unread")
  /// let page = try await catalog.page(matching: "@unread-sf lem")
  /// ```
  @discardableResult
  public func saveSearch(_ name: String, _ query: String, order: BookOrder? = nil) async throws -> SavedSearch {
    try await write { try $0.saveSearch(name, query, order: order) }
  }

  /// Forgets a saved search (``CatalogTransaction/forgetSearch(_:)``).
  @discardableResult
  public func forgetSearch(_ name: String) async throws -> SavedSearch { try await write { try $0.forgetSearch(name) } }
}
