import CatalogDatabase

/// The result of matching a new record with the books of the catalog.
struct BookMatch {
  /// The matching book; `nil` if the record becomes a book of its own.
  var book: Book.ID?
  /// A book with the same ISBN or identifier as the record, whose title and authors contradict the record.
  var contradicted: Book.ID?
  /// True if the record's ISBN belongs to a book that was merged into the matching book.
  var isByMerge = false
}

/// Finds the existing book that a source's new record describes, so that the record becomes a further source of that
/// book instead of a second copy. Books are matched by UUID, by an identifier, by ISBN, and by title and authors, in
/// this order. If several books match, none of them is chosen.
struct BookMatcher {
  private let connection: Connection
  private let source: CatalogSource.ID
  private let books: BookTable
  /// True if any other source has records. If there are none, for example during a first import, only UUIDs are
  /// compared.
  private let hasOthers: Bool

  init(connection: Connection, source: CatalogSource.ID) throws {
    self.connection = connection
    self.source = source
    books = BookTable(connection: connection)
    hasOthers =
      try connection.integer(
        "SELECT EXISTS (SELECT 1 FROM source WHERE id <> ?1 AND EXISTS "
          + "(SELECT 1 FROM source_record WHERE source_id = source.id))", [.id(source)]) == 1
  }

  func match(of record: SourceRecord) throws -> BookMatch {
    if let uuid = record.uuid, let id = try books.id(of: uuid) {
      // The user's decision to merge a book takes precedence, even if the remaining book already has a record of this
      // source.
      let owner = try HiddenBooks(connection: connection).owner(of: id)
      return BookMatch(book: try owner == id && isFromHere(id) ? nil : owner)
    }
    var match = BookMatch()
    guard hasOthers else { return match }
    let name = StatedName(record.values)
    let isbn: ISBN? = if case .isbn(let isbn)? = record.values[.isbn].value { isbn } else { nil }
    var sameISBN = try isbn.map { try books.ids(of: $0) } ?? []
    // The user's decision to merge a book takes precedence, as it does for UUIDs.
    let isMerged = sameISBN.isEmpty
    if isMerged, let isbn { sameISBN = try HiddenBooks(connection: connection).owners(of: isbn) }
    let identified = try books(withIdentifiersOf: record).sorted()
    if !identified.isEmpty {
      switch try find(name, among: identified, others: identified.filter { try !isFromHere($0) }) {
      // If the ISBN belongs to another book, the ISBN and the identifier contradict each other.
      case .book(let book): return BookMatch(book: sameISBN.isEmpty || sameISBN.contains(book) ? book : nil)
      case .none: return match
      case .contradicted(let book): match.contradicted = book
      }
    }
    let others = try isbn.map { isbn in try sameISBN.filter { try isOther($0, isbn, isMerged: isMerged) } } ?? []
    if !others.isEmpty {
      switch try find(name, among: sameISBN, others: others) {
      case .book(let book): return BookMatch(book: book, isByMerge: isMerged)
      case .none: return match
      case .contradicted(let book): match.contradicted = match.contradicted ?? book
      }
    }
    let same = try sameTitleAndAuthors(as: name, isbn: isbn)
    if same.count == 1 { match.book = same[0] }
    return match
  }

  /// The result of comparing a record with the books that have the same ISBN or identifier.
  private enum Numbered {
    case book(Book.ID)
    case none
    /// All books from other sources have names that contradict the record. The value is the first of these books.
    case contradicted(Book.ID)
  }

  /// Returns the book that a record describes, among the books with the same ISBN or identifier. A single such book
  /// matches if its names do not contradict the record. If there are several, exactly one of them must also have the
  /// record's title.
  ///
  /// - Parameter others: The books in `some` that the record may describe.
  private func find(_ name: StatedName, among some: [Book.ID], others: [Book.ID]) throws -> Numbered {
    if let first = others.first, try others.allSatisfy({ try contradicts($0, name) }) { return .contradicted(first) }
    let found = some.count == 1 ? others : try others.filter { try names(of: $0).contains { name.hasTitle(of: $0) } }
    return found.count == 1 ? .book(found[0]) : .none
  }

  private func contradicts(_ id: Book.ID, _ name: StatedName) throws -> Bool {
    guard let book = try books.storedBook(id) else { return false }
    // In nearly all cases, comparing the shown name is sufficient.
    return try !name.isLike(StatedName(book)) && name.contradicts(names(of: book))
  }

  private func names(of id: Book.ID) throws -> [StatedName] { try books.storedBook(id).map(names) ?? [] }

  /// Returns the shown name and the names in all records of the book.
  private func names(of book: Book) throws -> [StatedName] {
    try [StatedName(book)] + LayerStore(connection: connection).layers(of: book).records.map { StatedName($0.values) }
  }

  /// Returns the books that have at least one of the record's identifiers. There may be several books if the
  /// identifiers contradict each other.
  private func books(withIdentifiersOf record: SourceRecord) throws -> Set<Book.ID> {
    guard case .records(let records)? = record.values[.identifiers].value else { return [] }
    let derived = DerivedTables(connection: connection)
    var books = Set<Book.ID>()
    for identifier in records.compactMap(BookIdentifier.init(record:)) where identifier.namesOneEdition {
      books.formUnion(try derived.books(with: identifier))
    }
    return books
  }

  /// Returns true if a book already has a record from this source. Two records from the same source describe two books.
  private func isFromHere(_ book: Book.ID) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM source_record WHERE book_id = ? AND source_id = ?", [.id(book), .id(source)]) != nil
  }

  /// Returns true if a record may describe a book that has the record's ISBN. Two records from the same source describe
  /// two books, unless the user has merged books with the ISBNs of both records.
  private func isOther(_ book: Book.ID, _ isbn: ISBN, isMerged: Bool) throws -> Bool {
    guard try isFromHere(book), let stored = try books.storedBook(book) else { return true }
    let known = try LayerStore(connection: connection).layers(of: stored).records.filter { $0.row.sourceID == source }
    return try known.allSatisfy { record in
      guard case .isbn(let other)? = record.values[.isbn].value else { return isMerged }
      return try other != isbn && (isMerged || HiddenBooks(connection: connection).holders(of: other).contains(book))
    }
  }

  /// Returns the books with the same folded title and authors. If there are none, and exactly one book matches in a
  /// different spelling, returns that book. Other editions and volumes are excluded.
  private func sameTitleAndAuthors(as name: StatedName, isbn: ISBN?) throws -> [Book.ID] {
    guard let title = name.title, !name.authors.isEmpty else { return [] }
    func mayBe(_ book: Book) -> Bool { isbn == nil || book.isbn == nil || book.isbn == isbn }
    let authors = name.authors.map(Fold.fold)
    let titles = SameTitle(title, in: connection)
    let same = try titles.ids { book in
      book.authors.map(Fold.fold) == authors && mayBe(book) && !name.hasOtherNumbers(than: StatedName(book))
    }.filter { try !isFromHere($0) }
    if !same.isEmpty { return same }
    let like = try titles.like().compactMap(books.storedBook).filter { book in
      try mayBe(book) && name.isSame(as: StatedName(book)) && !isFromHere(book.id)
    }
    return like.count == 1 && name.isSameVolume(as: StatedName(like[0])) ? [like[0].id] : []
  }
}
