import CatalogModel

/// The data about one book from the dumps.
package struct DumpAnswer: Sendable {
  package let book: Book.ID
  /// The ISBN by which the book was found; `nil` if it was found by a key. The data does not apply to books with other
  /// ISBNs.
  package let isbn: Int64?
  /// True if the dump of editions contains the book; false if the data only describes the book's work.
  package let isOfEdition: Bool
  package let metadata: ProviderMetadata
}

/// Combines the data about each book from all dumps.
struct DumpAnswers {
  let store: DumpStore
  let books: SortedBooks
  let covers: OpenLibraryCovers

  /// Calls the closure for each book that was found, in no particular order.
  func forEachAnswer(_ body: (DumpAnswer) throws -> Void) throws {
    let (editions, works) = (DumpRecord(.editions), DumpRecord(.works))
    let workOfNumber = try store.connection.statement("SELECT record FROM work WHERE number = ?")
    let nameOfNumber = try store.connection.statement("SELECT name FROM author WHERE number = ?")
    let edition = try store.connection.statement("SELECT 1 FROM edition WHERE book = ?")
    func work(_ number: Int64?) throws -> JSONValue? {
      var value: JSONValue?
      if let number {
        try workOfNumber.forEachRow([.integer(number)]) { value = try? works.value(of: $0.optionalText(0) ?? "") }
      }
      return value
    }
    func names(_ value: JSONValue?) throws -> [String] {
      var names: [String] = []
      for number in value.map(DumpAuthors.numbers) ?? [] {
        try nameOfNumber.forEachRow([.integer(number)]) { row in
          if let name = row.optionalText(0), !names.contains(name) { names.append(name) }
        }
      }
      return names
    }
    func metadata(_ edition: JSONValue?, _ number: Int64?) throws -> ProviderMetadata {
      let work = try work(number)
      var metadata = ProviderMetadata()
      if let number, let key = OpenLibraryKey("OL\(number)W") {
        metadata.key = key.description
        if let work { metadata = OpenLibraryWork(work).completing(metadata, named: key, covers: covers) }
      }
      if let edition { metadata = OpenLibraryEdition(edition).completing(metadata, covers: covers) }
      metadata.authors = try names(work)
      if metadata.authors.isEmpty { metadata.authors = try names(edition) }
      if metadata.authors.isEmpty, let edition { metadata.authors = DumpAuthors.statement(edition).map { [$0] } ?? [] }
      return metadata
    }
    try store.connection.statement("SELECT book, rank, number, work, record FROM edition ORDER BY book").forEachRow {
      row in
      guard let value = try? editions.value(of: row.optionalText(4) ?? "") else { return }
      let isByISBN = row.integer(1) == SoughtBooks.Rank.isbn.rawValue
      try body(
        DumpAnswer(
          book: Book.ID(row.integer(0)), isbn: isByISBN ? row.integer(2) : nil, isOfEdition: true,
          metadata: try metadata(value, row.isNull(3) ? nil : row.integer(3))))
    }
    // Report each book that was found only by its work once.
    var reported: Set<Int64> = []
    try books.works.forEachEntry { entry in
      var isFound = reported.contains(entry.book)
      try edition.forEachRow([.integer(entry.book)]) { _ in isFound = true }
      var hasWork = false
      try workOfNumber.forEachRow([.integer(entry.number)]) { _ in hasWork = true }
      guard !isFound, hasWork else { return }
      reported.insert(entry.book)
      try body(
        DumpAnswer(book: Book.ID(entry.book), isbn: nil, isOfEdition: false, metadata: try metadata(nil, entry.number)))
    }
  }
}
