// What stands in fields already, for who types a value.

extension CatalogSnapshot {
  /// The values of a field that begin with a text, each once, in the order in which lists have them: for completion while
  /// somebody types. They are found by seeks of indexes, and not by reading books, so that they come within a few
  /// milliseconds however many books there are.
  ///
  /// Case, accents and punctuation do not matter: `sci` finds “Sci-Fi”. Authors are found by their surnames, then by any part of
  /// their names; series and titles with their articles or without. Of a list each entry is a value, of
  /// ``BookField/identifiers`` the type, of ``BookField/files`` the ending. Languages are the codes by which they are
  /// compared. Of what no index is ordered by, parts of names before the surname, publishers and lists of the user's own, those of the
  /// first 500 books are looked through that have such words.
  ///
  /// - Parameters:
  ///   - field: title, authors, series, publisher, tags, language, identifiers, files, or a text or list of the user's own; of other
  ///     fields, none are known.
  ///   - beginning: what was typed so far; empty for the first values.
  ///   - limit: how many at most.
  /// - Returns: values of shown books. While an empty catalog is being filled there may be fewer.
  /// - Throws: ``CatalogError`` when the file cannot be read.
  public func values(of field: BookField, beginningWith beginning: String = "", limit: Int = 100) throws -> [String] {
    try FieldValueReader(connection: connection).values(of: field, beginningWith: beginning, limit: max(0, limit))
  }

  /// Who made steps besides the owner of the catalog, in the order of their names.
  public func persons() throws -> [Person] { try PersonTable(connection: connection).all() }
}

extension BookCatalog {
  /// Who made steps besides the owner of the catalog, in the order of their names.
  public func persons() async throws -> [Person] { try await read { try $0.persons() } }

  /// The values of a field that begin with a text (``CatalogSnapshot/values(of:beginningWith:limit:)``).
  public func values(
    of field: BookField, beginningWith beginning: String = "", limit: Int = 100
  ) async throws -> [String] {
    try await read { try $0.values(of: field, beginningWith: beginning, limit: limit) }
  }
}
