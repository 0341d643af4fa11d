import CatalogDatabase

// The audience of a snapshot, and the limits on what it is shown.

extension CatalogSnapshot {
  /// The people to whom the snapshot is shown, and what they may see of it (``BookCatalog/seen(by:)-(Audience)``).
  public var audience: Audience { limits.audience }

  /// Returns this snapshot for another audience. Personal values remain those of the person for whom it was made.
  package func seen(by audience: Audience) throws -> CatalogSnapshot {
    if audience == self.audience { return self }
    return try with(AudienceLimits(audience, connection))
  }

  /// The connection, for data that only audiences who see everything are shown.
  ///
  /// - Throws: ``CatalogError/Code/privateData`` for other audiences.
  var unlimited: Connection {
    get throws {
      guard audience.seesEverything else { throw CatalogError.isPrivate }
      return try connection
    }
  }

  /// Returns the book with the given id and all its fields, or `nil` if the audience may not see the book.
  package func wholeBook(_ id: Book.ID) throws -> Book? { try limits.wholeBook(id, connection) }

  /// Returns those of the given books that the audience may see.
  func visible(_ ids: [Book.ID]) throws -> [Book.ID] {
    audience.seesEverything ? ids : try limits.visible(ids, connection).map(\.id)
  }

  /// Returns the change since a change number, and the latest change number. A caller passes the number that was the
  /// latest when it last read the catalog. If the audience may see only some of the books, only those are listed.
  ///
  /// - Returns: The change is `nil` if nothing changed. It is ``CatalogChange/many`` if the changed books are no longer
  ///   known.
  package func changes(after number: Int64) throws -> (change: CatalogChange?, newest: Int64) {
    try limits.changes(after: number, connection)
  }
}
