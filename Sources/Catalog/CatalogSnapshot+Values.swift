// Existing values of fields, for completion while the user types.

extension CatalogSnapshot {
  /// Returns the distinct values of a field that begin with a text, in list order, for completion while the user types.
  /// Indexes answer this without reading books, so it takes a few milliseconds regardless of the size of the catalog.
  ///
  /// Case, accents and punctuation are ignored: `sci` finds “Sci-Fi”. Authors are found by surname, then by any part of
  /// their names. Series and titles are found with or without their articles. For a list field, the values are the
  /// entries of the list; for ``BookField/identifiers``, the types; for ``BookField/files``, the file extensions.
  /// Languages are returned as the codes by which they are compared.
  ///
  /// First names, publishers and custom lists have no index ordered by value. For them, only the first 500 books that
  /// contain the typed words are examined.
  ///
  /// - Parameters:
  ///   - field: Title, authors, series, publisher, tags, language, identifiers, files, or a custom field of text or of
  ///     a list. The result is empty for other fields.
  ///   - beginning: The text typed so far. An empty text returns the first values.
  ///   - limit: The maximum number of values.
  /// - Returns: The values in shown books. Some may be missing while an empty catalog is being filled.
  /// - Throws: ``CatalogError`` if the file cannot be read.
  public func values(of field: BookField, beginningWith beginning: String = "", limit: Int = 100) throws -> [String] {
    try FieldValueReader(connection: connection).values(of: field, beginningWith: beginning, limit: max(0, limit))
  }

  /// Returns the people, except the owner, who have made steps, ordered by name.
  public func persons() throws -> [Person] { try PersonTable(connection: connection).all() }
}

extension BookCatalog {
  /// Returns the people, except the owner, who have made steps, ordered by name.
  public func persons() async throws -> [Person] { try await read { try $0.persons() } }

  /// Returns the values of a field that begin with a text (``CatalogSnapshot/values(of:beginningWith:limit:)``).
  ///
  /// ```swift
  /// let tags = try await catalog.values(of: .tags, beginningWith: "sci", limit: 10)
  /// ```
  public func values(
    of field: BookField, beginningWith beginning: String = "", limit: Int = 100
  ) async throws -> [String] {
    try await read { try $0.values(of: field, beginningWith: beginning, limit: limit) }
  }
}
