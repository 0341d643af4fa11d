import CatalogDatabase

/// Edition identifiers that several shown books share.
struct SharedIdentifier {
  let connection: Connection

  private static let shared = """
    SELECT type, value FROM book_identifier GROUP BY type, value HAVING count(*) > 1 ORDER BY type, value
    """

  /// Calls the body for each shared identifier, with the ids of its books in ascending order.
  func forEachShared(_ body: (BookIdentifier, [Book.ID]) throws -> Void) throws {
    let derived = DerivedTables(connection: connection)
    try connection.statement(Self.shared).forEachRow { row in
      let identifier = BookIdentifier(row.text(0), row.text(1))
      guard identifier.namesOneEdition else { return }
      let books = try derived.books(with: identifier)
      if books.count > 1 { try body(identifier, books) }
    }
  }

  /// Returns the first identifier, in the order of types and values, that all of the books have.
  func of(_ books: [Book.ID]) throws -> BookIdentifier? {
    guard let first = try books.first.flatMap(BookTable(connection: connection).book) else { return nil }
    let derived = DerivedTables(connection: connection)
    return try first.identifiers.filter(\.namesOneEdition).sorted { ($0.type, $0.value) < ($1.type, $1.value) }
      .first { try Set(derived.books(with: $0)).isSuperset(of: books) }
  }
}
