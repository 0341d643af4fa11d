import CatalogDatabase

/// Tables with one row for each author, tag and identifier of each shown book. They are derived from `book`, and are
/// used for trees, filters and matching.
struct DerivedTables {
  let connection: Connection

  func insert(_ book: Book) throws {
    for (position, author) in book.authors.enumerated() {
      try insert(author, key: SortKey.author(author), position: position, of: book.id)
    }
    for tag in book.tags { try insert(tag: tag, of: book.id) }
    for identifier in book.identifiers { try insert(identifier, of: book.id) }
  }

  func insert(_ author: String, key: String, position: Int, of book: Book.ID) throws {
    try connection.run(
      "INSERT INTO book_author (author_key, author, book_id, position) VALUES (?, ?, ?, ?)",
      [.text(key), .text(author), .id(book), .integer(Int64(position))])
  }

  func insert(tag: String, of book: Book.ID) throws {
    try connection.run("INSERT INTO book_tag (tag, book_id) VALUES (?, ?)", [.text(tag), .id(book)])
  }

  func insert(_ identifier: BookIdentifier, of book: Book.ID) throws {
    try connection.run(
      "INSERT INTO book_identifier (type, value, book_id) VALUES (?, ?, ?)",
      [.text(identifier.type), .text(identifier.value), .id(book)])
  }

  /// Returns the ids of shown books with the given identifier, in ascending order.
  func books(with identifier: BookIdentifier) throws -> [Book.ID] {
    var books: [Book.ID] = []
    try connection.statement("SELECT book_id FROM book_identifier WHERE type = ? AND value = ? ORDER BY book_id")
      .forEachRow([.text(identifier.type), .text(identifier.value)]) { books.append($0.id(0)) }
    return books
  }

  func delete(_ book: Book) throws {
    for author in book.authors {
      try connection.run(
        "DELETE FROM book_author WHERE author_key = ? AND author = ? AND book_id = ?",
        [.text(SortKey.author(author)), .text(author), .id(book.id)])
    }
    for tag in book.tags {
      try connection.run("DELETE FROM book_tag WHERE tag = ? AND book_id = ?", [.text(tag), .id(book.id)])
    }
    for identifier in book.identifiers {
      try connection.run(
        "DELETE FROM book_identifier WHERE type = ? AND value = ? AND book_id = ?",
        [.text(identifier.type), .text(identifier.value), .id(book.id)])
    }
  }
}
