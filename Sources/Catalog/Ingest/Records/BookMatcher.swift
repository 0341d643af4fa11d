/// Finds the book that a source's new record is about, so that it becomes a further source of it instead of a second
/// copy: by identity, by an identifier, by ISBN, by folded title and authors. More than one match is no match.
struct BookMatcher {
  private let connection: Connection
  private let source: CatalogSource.ID
  /// Whether there are books of other sources at all; while a first import runs, nothing needs to be looked up.
  private let hasOthers: Bool

  init(connection: Connection, source: CatalogSource.ID) throws {
    self.connection = connection
    self.source = source
    hasOthers =
      try connection.integer(
        "SELECT EXISTS (SELECT 1 FROM source WHERE id <> ?1 AND EXISTS "
          + "(SELECT 1 FROM source_record WHERE source_id = source.id))", [.id(source)]) == 1
  }

  func book(for record: SourceRecord) throws -> Book.ID? {
    if let uuid = record.uuid, let id = try BookTable(connection: connection).id(of: uuid) {
      // The user has decided that it is the book that took it in, also where that has a record of the source already.
      let owner = try HiddenBooks(connection: connection).owner(of: id)
      return try owner == id && isFromHere(id) ? nil : owner
    }
    guard hasOthers else { return nil }
    let identified = try books(withIdentifiersOf: record)
    let isbn: ISBN? = if case .isbn(let isbn)? = record.values[.isbn].value { isbn } else { nil }
    if let book = identified.first {
      if try identified.count > 1 || isFromHere(book) { return nil }
      // An ISBN that is another book's contradicts the identifier.
      let others = try isbn.map { try BookTable(connection: connection).ids(of: $0) } ?? []
      return others.isEmpty || others.contains(book) ? book : nil
    }
    if let isbn {
      let same = try BookTable(connection: connection).ids(of: isbn).filter { try !isFromHere($0) }
      if !same.isEmpty { return same.count == 1 ? same[0] : nil }
    }
    let same = try sameTitleAndAuthors(as: record, isbn: isbn)
    return same.count == 1 ? same[0] : nil
  }

  /// The books that have one of the record's identifiers; several where they contradict each other.
  private func books(withIdentifiersOf record: SourceRecord) throws -> Set<Book.ID> {
    guard case .records(let records)? = record.values[.identifiers].value else { return [] }
    let derived = DerivedTables(connection: connection)
    var books = Set<Book.ID>()
    for identifier in records.compactMap(BookIdentifier.init(record:)) where identifier.namesOneEdition {
      books.formUnion(try derived.books(with: identifier))
    }
    return books
  }

  /// A source that lists two records means two books.
  private func isFromHere(_ book: Book.ID) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM source_record WHERE book_id = ? AND source_id = ?", [.id(book), .id(source)]) != nil
  }

  /// Books with the same folded title and authors, and no ISBN that says they are others.
  private func sameTitleAndAuthors(as record: SourceRecord, isbn: ISBN?) throws -> [Book.ID] {
    guard case .text(let title)? = record.values[.title].value else { return [] }
    let authors = record.values[.authors].value.items.map(Fold.fold)
    guard !authors.isEmpty else { return [] }
    let found = try SameTitle(connection: connection).ids(of: title) { book in
      book.authors.map(Fold.fold) == authors && (isbn == nil || book.isbn == nil || book.isbn == isbn)
    }
    return try found.filter { try !isFromHere($0) }
  }
}
