// Searches that the user saves under a name.

extension CatalogTransaction {
  /// Saves a search under a name, as one step. Replaces any search with the same name. If nothing changes, there is no
  /// step. All users of the catalog share its saved searches. Backups contain saved searches; exports do not.
  ///
  /// - Parameters:
  ///   - name: At most 64 letters, digits, hyphens and underscores. Case is ignored.
  ///   - query: The text of the query, at most 4,096 bytes.
  ///   - order: The order of the books if the search is used on its own, or `nil` for the default order.
  /// - Throws: ``InvalidValue`` if the name is invalid, if the query is empty, or if there are already
  ///   ``SavedSearch/limit`` searches. Also ``InvalidValue`` if the search would use itself, nest saved searches more
  ///   than eight deep, or use more than 64 saved searches in total.
  @discardableResult
  public func saveSearch(_ name: String, _ query: String, order: BookOrder? = nil) throws -> SavedSearch {
    let search = try SavedSearch(checked: name, query: query, order: order?.name)
    if let refusal = try SavedSearches.refusal(of: search, snapshot.connection) {
      throw InvalidValue("saved search", name, refusal.words)
    }
    try searchEditor.save(search)
    return search
  }

  /// Deletes a saved search, as one step. Other saved searches that use it will search for its name as plain text.
  ///
  /// - Throws: ``InvalidValue`` if there is no search with that name.
  @discardableResult
  public func forgetSearch(_ name: String) throws -> SavedSearch { try searchEditor.forget(name) }

  private var searchEditor: SavedSearchEditor {
    get throws { SavedSearchEditor(connection: try snapshot.connection, now: now, scope: scope) }
  }
}

extension CatalogSnapshot {
  /// Returns the saved searches, ordered by name. An audience gets only those that use no private data, or none at all
  /// if it may see only some of the books.
  public func savedSearches() throws -> [SavedSearch] { try limits.savedSearches(connection) }

  /// Returns the problems of a query. A problem is a part of the query that looks like a condition but is not valid, so
  /// its words are searched for as text. Saved searches that the query uses are also examined. Most queries have no
  /// problems. Check a query for problems before changing the books that it finds.
  ///
  /// - Throws: ``CatalogError/Code/privateData`` if the query uses data that the audience may not see.
  public func problems(of query: BookQuery) throws -> [QueryProblem] { try limits.problems(of: query, connection) }
}

extension BookCatalog {
  /// Returns the saved searches, ordered by name.
  public func savedSearches() async throws -> [SavedSearch] { try await read { try $0.savedSearches() } }

  /// Returns the parts of a query that look like conditions but are not valid (``CatalogSnapshot/problems(of:)``).
  ///
  /// ```swift
  /// for problem in try await catalog.problems(of: "titel:dune") {
  ///   print(problem.text, problem.suggestion ?? problem.expected)
  /// }
  /// ```
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

  /// Deletes a saved search (``CatalogTransaction/forgetSearch(_:)``).
  @discardableResult
  public func forgetSearch(_ name: String) async throws -> SavedSearch { try await write { try $0.forgetSearch(name) } }
}
