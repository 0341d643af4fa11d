// Values of fields that exist in the catalog, for completion while the user types.

extension CatalogSnapshot {
  /// Returns the distinct values of a field that begin with a text, in the order of lists, for completion while the
  /// user types. It takes a few milliseconds regardless of the size of the catalog, because the values are found in
  /// indexes.
  ///
  /// Case, accents and punctuation are ignored: `sci` finds “Sci-Fi”. Authors are found first by surname, then by any
  /// part of their names. Series and titles are found with or without a leading article. For a field that is a list,
  /// the values are the items of the list. For ``BookField/identifiers``, the values are the types; for
  /// ``BookField/files``, the file extensions. Languages are returned as normalised codes.
  ///
  /// No index contains the first names of authors, the publishers, or the values of custom list fields in order. To
  /// find these values, only the first 500 books that contain the typed words are examined.
  ///
  /// - Parameters:
  ///   - field: Title, authors, series, publisher, tags, language, identifiers, files, or a custom field that is a text
  ///     or a list. The result is empty for other fields.
  ///   - beginning: The text typed so far. An empty text returns the first values.
  ///   - limit: The maximum number of values.
  /// - Returns: The values in shown books. While an empty catalog is being filled, some may be missing. An audience
  ///   that may see only some of the books gets authors, series and tags, the most frequent ones first.
  /// - Throws: ``CatalogError`` if the file cannot be read.
  public func values(of field: BookField, beginningWith beginning: String = "", limit: Int = 100) throws -> [String] {
    if audience.hides(field) { return [] }
    guard limits.books == nil else {
      return try frequentValues(of: field, containing: beginning, limit: limit) { try $0.values(of: "", in: self) }
    }
    return try FieldValueReader(connection: connection).values(
      of: field, beginningWith: beginning, limit: max(0, limit))
  }

  /// Returns the most frequent authors, series or tags with a word that begins with a text, for an audience that may
  /// see only some of the books. Returns no values of other fields.
  ///
  /// - Parameter known: Returns the values of a facet.
  package func frequentValues(
    of field: BookField, containing beginning: String, limit: Int, _ known: (BookFacet) throws -> [BookFacet.Value]
  ) throws -> [String] {
    let groupings: [BookField: BookGrouping] = [.authors: .author, .series: .series, .tags: .tag]
    guard let grouping = groupings[field] else { return [] }
    let text = " " + Fold.fold(beginning)
    let words = try known(.group(grouping)).filter { !$0.condition.hasPrefix("no:") }.map(\.words)
    return Array(words.filter { (" " + Fold.fold($0)).contains(text) }.prefix(max(0, limit)))
  }

  /// Returns the people other than the owner who have made steps, ordered by name.
  public func persons() throws -> [Person] { try PersonTable(connection: unlimited).all() }
}

extension BookCatalog {
  /// Returns the people other than the owner who have made steps, ordered by name.
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
