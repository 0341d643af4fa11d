import FoundationEssentials

/// A new book made from a source's record, with all derived data that can be computed without the database. It is
/// computed on a different core than the one that writes. The book's id is 0 until the book is stored.
struct NewBook: Sendable {
  private(set) var book: Book
  let keys: SortKeys
  /// The sort key of each author, in the order of the authors.
  let authorKeys: [String]
  /// The source of the record. A new book has no other source.
  let source: CatalogSource.ID
  /// True if the record's personal fields, such as the rating, become the user's values.
  let takesPersonal: Bool
  /// The search terms of the book.
  private(set) var terms: SearchTerms

  /// Creates a book from a record.
  ///
  /// - Parameters:
  ///   - source: The id of the record's source.
  ///   - takesPersonal: True if the record's personal fields become the user's values, as in an import.
  ///   - added: The time when the book was added, if the record does not contain one.
  ///   - now: The time to store as the book's last change.
  ///   - identified: The time to use in a new UUID, if the record has no UUID.
  /// - Throws: ``InvalidValue`` if the record has no title.
  init(
    _ record: SourceRecord, source: CatalogSource.ID, takesPersonal: Bool, added: Date, now: Date,
    identified: Date, using generator: inout some RandomNumberGenerator
  ) throws {
    guard case .text(let title)? = record.values[.title].value else {
      throw InvalidValue("title", "", "the record has no title")
    }
    let uuid = record.uuid ?? UUID.version7(at: identified, using: &generator)
    var book = Book(id: 0, uuid: uuid, title: title, added: added)
    for field in BookField.allCases where takesPersonal || !field.isPersonal {
      if let value = record.values[field].value { book[field] = value }
    }
    for field in record.values.ownFields { book[field] = record.values[field].value }
    if takesPersonal { book.decideReadings() }
    book.decideWorkDate()
    book.changed = now
    book.sources = SourceRecordTable.sources(of: CollectionOfOne(source))
    self.book = book
    (self.source, self.takesPersonal) = (source, takesPersonal)
    authorKeys = book.authors.map(SortKey.author)
    let titleWords = SearchWords.words(in: title)
    keys = SortKeys(book, titleWords: titleWords, author: authorKeys.first)
    terms = SearchTerms(book, titleWords: titleWords)
  }

  /// Copies the custom fields from the record again. Their ids are known only when the record is written, after this
  /// book was created. All other computed data is kept.
  mutating func takeOwnFields(of record: SourceRecord) {
    for field in record.values.ownFields { book[field] = record.values[field].value }
    terms.add(OwnTerms.terms(of: book))
  }

  mutating func number(_ id: Book.ID) { book.id = id }

  /// Replaces the UUID. Called if another book already has the record's UUID.
  mutating func identify(by uuid: UUID) { book.uuid = uuid }
}

/// A record that is ready to be stored, with its fingerprint. If the record probably describes a new book, that book is
/// included too. This is a class rather than a struct because the value is large and is passed on several times.
final class PreparedRecord: Sendable {
  /// The record in canonical form.
  let record: SourceRecord
  let hash: Int64
  let newBook: NewBook?

  /// Prepares a record.
  ///
  /// - Throws: ``InvalidValue`` if the record has a value that its field does not accept.
  init(_ given: SourceRecord, newBook: (SourceRecord) throws -> NewBook? = { _ in nil }) throws {
    var record = try given.canonical()
    record.leaveOutExcess()
    self.record = record
    hash = record.fingerprint
    self.newBook = try newBook(record)
  }
}
