import FoundationEssentials

/// What a record would become as a book of its own, with all that can be computed before the database is asked: made on
/// a core beside the writer's. Its number is 0 until it is stored.
struct NewBook: Sendable {
  private(set) var book: Book
  let keys: SortKeys
  /// The sort key of each author.
  let authorKeys: [String]
  /// The only source that has it.
  let source: CatalogSource.ID
  /// Whether what that says of personal fields is the user's word.
  let takesPersonal: Bool
  /// Under what the search index keeps it.
  private(set) var terms: SearchTerms

  /// - Parameters:
  ///   - source: the number of the record's source.
  ///   - takesPersonal: whether what the record says of personal fields is the user's word: in an import it is.
  ///   - added: when it came into the catalog, where the record does not say.
  ///   - now: the time of its last change.
  ///   - identified: the time of its identity, where the record has none.
  /// - Throws: ``InvalidValue`` when the record has no title.
  init(
    _ record: SourceRecord, source: CatalogSource.ID, takesPersonal: Bool, added: Date, now: Date,
    identified: Date, using generator: inout some RandomNumberGenerator
  ) throws {
    guard case .text(let title)? = record.values[.title].value else {
      throw InvalidValue("title", "", "the record has none")
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

  /// Takes in what the record says of fields of the user's own, of which only the writer knows the numbers: all that had to
  /// be computed else stays.
  mutating func takeOwnFields(of record: SourceRecord) {
    for field in record.values.ownFields { book[field] = record.values[field].value }
    terms.add(OwnTerms.terms(of: book))
  }

  mutating func number(_ id: Book.ID) { book.id = id }

  /// Gives it another identity, since the record's own is another book's.
  mutating func identify(by uuid: UUID) { book.uuid = uuid }
}

/// A record as it is taken in: with its fingerprint, and where it may well be a new book, with that. A class, since it
/// goes through several hands and is large.
final class PreparedRecord: Sendable {
  /// In canonical form.
  let record: SourceRecord
  let hash: Int64
  let newBook: NewBook?

  /// - Throws: ``InvalidValue`` when a field cannot hold its value.
  init(_ given: SourceRecord, newBook: (SourceRecord) throws -> NewBook? = { _ in nil }) throws {
    var record = try given.canonical()
    record.leaveOutExcess()
    self.record = record
    hash = record.fingerprint
    self.newBook = try newBook(record)
  }
}
