import FoundationEssentials

/// A new book made from a record, with everything that can be computed without the database. It is created on a
/// different core than the writer's. Its id is 0 until it is stored.
struct NewBook: Sendable {
  private(set) var book: Book
  let keys: SortKeys
  /// The sort key of each author.
  let authorKeys: [String]
  /// The only source of the book.
  let source: CatalogSource.ID
  /// True if the record's values of personal fields become the user's values.
  let takesPersonal: Bool
  /// The terms of the book in the search index.
  private(set) var terms: SearchTerms

  /// Creates a book from a record.
  ///
  /// - Parameters:
  ///   - source: The id of the record's source.
  ///   - takesPersonal: True if the record's values of personal fields become the user's values, as in an import.
  ///   - added: The time when the book was added, if the record does not state it.
  ///   - now: The time to record as the book's last change.
  ///   - identified: The time for a new UUID, if the record has no UUID.
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
    book.changed = now
    book.sources = SourceRecordTable.sources(of: CollectionOfOne(source))
    self.book = book
    (self.source, self.takesPersonal) = (source, takesPersonal)
    authorKeys = book.authors.map(SortKey.author)
    let titleWords = SearchWords.words(in: title)
    keys = SortKeys(book, titleWords: titleWords, author: authorKeys.first)
    terms = SearchTerms(book, titleWords: titleWords)
  }

  /// Copies the custom fields from the record again, because only the writer knows their ids. All other computed data
  /// is kept.
  mutating func takeOwnFields(of record: SourceRecord) {
    for field in record.values.ownFields { book[field] = record.values[field].value }
    terms.add(OwnTerms.terms(of: book))
  }

  mutating func number(_ id: Book.ID) { book.id = id }

  /// Replaces the UUID. Called if the record's UUID already belongs to another book.
  mutating func identify(by uuid: UUID) { book.uuid = uuid }
}

/// A record that is ready to be stored, with its fingerprint. If the record probably describes a new book, that book is
/// prepared as well. This is a class because it is large and passed on several times.
final class PreparedRecord: Sendable {
  /// The record in canonical form.
  let record: SourceRecord
  let hash: Int64
  let newBook: NewBook?

  /// Prepares a record.
  ///
  /// - Throws: ``InvalidValue`` if a field cannot store its value.
  init(_ given: SourceRecord, newBook: (SourceRecord) throws -> NewBook? = { _ in nil }) throws {
    var record = try given.canonical()
    record.leaveOutExcess()
    self.record = record
    hash = record.fingerprint
    self.newBook = try newBook(record)
  }
}
