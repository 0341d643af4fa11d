import FoundationEssentials

/// The values of a book that is being edited, added, or described by a source. Each value is a property that can be
/// assigned.
///
/// The assignments in the closure of ``BookCatalog/edit(_:_:)-(Book.ID,_)`` become one step of the history; properties
/// that are not assigned stay unchanged. `nil`, an empty text and an empty list clear a field. If a field cannot hold
/// its value, ``InvalidValue`` with the field's name is thrown, and no part of the edit is stored.
///
/// ```swift
/// try await catalog.edit(book.id) {
///   $0.title = "Dune"
///   $0.published = try PartialDate("1965-08")
///   $0.tags.insert("favourite")
///   $0.notes = nil
/// }
/// ```
public struct BookDraft: Sendable {
  /// The book with the assigned values, except the tags.
  private var book: Book
  private var setTags: TagSet?
  /// The assigned fields, including fields that were assigned the value that they already had.
  package private(set) var assigned: Set<BookField> = []
  /// The assigned user-defined fields, as the caller passed them.
  package private(set) var assignedOwn: [OwnField] = []

  /// Creates a draft with the values of a book.
  package init(_ book: Book) { self.book = book }

  /// Creates a draft without values, for a new book or a source's record.
  package init() {
    book = Book(id: 0, uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), title: "", added: Date())
  }

  /// See ``Book/title``; it cannot be empty.
  public var title: String {
    get { book.title }
    set { assign(.title, \.title, newValue) }
  }
  /// See ``Book/authors``.
  public var authors: [String] {
    get { book.authors }
    set { assign(.authors, \.authors, newValue) }
  }
  /// See ``Book/isbn``.
  public var isbn: ISBN? {
    get { book.isbn }
    set { assign(.isbn, \.isbn, newValue) }
  }
  /// See ``Book/pages``.
  public var pages: Int? {
    get { book.pages }
    set { assign(.pages, \.pages, newValue) }
  }
  /// See ``Book/publisher``.
  public var publisher: String? {
    get { book.publisher }
    set { assign(.publisher, \.publisher, newValue) }
  }
  /// See ``Book/published``.
  public var published: PartialDate? {
    get { book.published }
    set { assign(.published, \.published, newValue) }
  }
  /// See ``Book/language``.
  public var language: String? {
    get { book.language }
    set { assign(.language, \.language, newValue) }
  }
  /// See ``Book/series``.
  public var series: String? {
    get { book.series }
    set { assign(.series, \.series, newValue) }
  }
  /// See ``Book/seriesNumber``.
  public var seriesNumber: Double? {
    get { book.seriesNumber }
    set { assign(.seriesNumber, \.seriesNumber, newValue) }
  }
  /// See ``Book/tags``. Inserting and removing single tags never conflicts with a source.
  public var tags: TagSet {
    get { setTags ?? TagSet(of: book) }
    set {
      setTags = newValue
      assigned.insert(.tags)
    }
  }
  /// See ``Book/averageRating``.
  public var averageRating: Double? {
    get { book.averageRating }
    set { assign(.averageRating, \.averageRating, newValue) }
  }
  /// See ``Book/ratingsCount``.
  public var ratingsCount: Int? {
    get { book.ratingsCount }
    set { assign(.ratingsCount, \.ratingsCount, newValue) }
  }
  /// See ``Book/readState``.
  public var readState: ReadState {
    get { book.readState }
    set { assign(.readState, \.readState, newValue) }
  }
  /// See ``Book/started``.
  public var started: PartialDate? {
    get { book.started }
    set { assign(.started, \.started, newValue) }
  }
  /// See ``Book/finished``.
  public var finished: PartialDate? {
    get { book.finished }
    set { assign(.finished, \.finished, newValue) }
  }
  /// See ``Book/rating``.
  public var rating: Double? {
    get { book.rating }
    set { assign(.rating, \.rating, newValue) }
  }
  /// See ``Book/notes``.
  public var notes: String? {
    get { book.notes }
    set { assign(.notes, \.notes, newValue) }
  }
  /// See ``Book/added``.
  public var added: Date {
    get { book.added }
    set { assign(.added, \.added, newValue) }
  }
  /// See ``Book/subtitle``.
  public var subtitle: String? {
    get { book.subtitle }
    set { assign(.subtitle, \.subtitle, newValue) }
  }
  /// See ``Book/contributors``.
  public var contributors: [Contributor] {
    get { book.contributors }
    set { assign(.contributors, \.contributors, newValue) }
  }
  /// See ``Book/identifiers``.
  public var identifiers: [BookIdentifier] {
    get { book.identifiers }
    set { assign(.identifiers, \.identifiers, newValue) }
  }
  /// See ``Book/firstPublished``.
  public var firstPublished: PartialDate? {
    get { book.firstPublished }
    set { assign(.firstPublished, \.firstPublished, newValue) }
  }
  /// See ``Book/format``.
  public var format: BookFormat? {
    get { book.format }
    set { assign(.format, \.format, newValue) }
  }
  /// See ``Book/duration``, in minutes.
  public var duration: Int? {
    get { book.duration }
    set { assign(.duration, \.duration, newValue) }
  }
  /// See ``Book/review``.
  public var review: String? {
    get { book.review }
    set { assign(.review, \.review, newValue) }
  }
  /// See ``Book/otherSeries``.
  public var otherSeries: [SeriesPlace] {
    get { book.otherSeries }
    set { assign(.otherSeries, \.otherSeries, newValue) }
  }
  /// See ``Book/description``.
  public var description: String? {
    get { book.description }
    set { assign(.description, \.description, newValue) }
  }
  /// See ``Book/cover``.
  public var cover: String? {
    get { book.cover }
    set { assign(.cover, \.cover, newValue) }
  }
  /// See ``Book/files``.
  public var files: [BookFile] {
    get { book.files }
    set { assign(.files, \.files, newValue) }
  }
  /// See ``Book/attachments``.
  public var attachments: [BookFile] {
    get { book.attachments }
    set { assign(.attachments, \.attachments, newValue) }
  }
  /// See ``Book/copies``.
  public var copies: [BookCopy] {
    get { book.copies }
    set { assign(.copies, \.copies, newValue) }
  }
  /// See ``Book/earlierReadings``.
  public var earlierReadings: [Reading] {
    get { book.earlierReadings }
    set { assign(.earlierReadings, \.earlierReadings, newValue) }
  }
  /// See ``Book/progress``. To record a new position, use ``reach(_:on:)``.
  public var progress: [ReadingPosition] {
    get { book.progress }
    set { assign(.progress, \.progress, newValue) }
  }

  /// The value of a user-defined field. Storing the draft throws ``InvalidValue`` if the value is of another kind or is
  /// not one of the field's choices. It throws ``CatalogError/Code/noSuchField`` if the field belongs to another
  /// catalog.
  public subscript(field: OwnField) -> FieldValue? {
    get { book[field] }
    set {
      assign(field.field, \.[field], newValue)
      assignedOwn.append(field)
    }
  }

  /// The book with all assigned values.
  package var filled: Book {
    var filled = book
    filled.tags = Array(tags).sorted()
    filled.decideWorkDate()
    return filled
  }

  private mutating func assign<Value>(_ field: BookField, _ path: WritableKeyPath<Book, Value>, _ value: Value) {
    book[keyPath: path] = value
    assigned.insert(field)
  }
}

// Access to fields that are known only at run time, as in importers, the command line and bindings to text.
extension BookDraft {
  /// Assigns a value to a field.
  ///
  /// - Throws: ``InvalidValue`` if the field cannot hold the value.
  package mutating func assign(_ field: BookField, _ value: FieldValue?) throws {
    let canonical = try field.canonical(value)
    if field == .tags { tags = TagSet(canonical.items) } else { assign(field, \.[field], canonical) }
  }

  /// The assignments as changes to the book, in the order of the fields.
  package var changes: [FieldChange] {
    assigned.sorted().flatMap { field in
      field == .tags ? tags.changes(of: book) : [.set(field, book[field])]
    }
  }

  /// Checks that every field can hold its assigned value.
  ///
  /// - Throws: ``InvalidValue`` for the first field that cannot hold its value.
  package func check() throws {
    for change in changes { _ = try change.value(changing: book[change.field]) }
  }

  /// The assigned values, without cleared fields.
  package var values: [BookField: FieldValue] {
    assigned.reduce(into: [:]) { $0[$1] = value(of: $1) }
  }

  /// The assigned values as a record, including cleared fields.
  package var presences: FieldPresences {
    assigned.reduce(into: FieldPresences()) { $0[$1] = value(of: $1).map(FieldPresence.value) ?? .null }
  }

  private func value(of field: BookField) -> FieldValue? {
    guard field == .tags else { return book[field] }
    return tags.isEmpty ? nil : .list(Array(tags))
  }
}
