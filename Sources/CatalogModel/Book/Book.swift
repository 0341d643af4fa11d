import FoundationEssentials

/// A book as it is shown in lists, with the values from its sources and from the user combined.
///
/// A `Book` is a read-only value. To change the book in the catalog, call ``BookCatalog/edit(_:_:)-(Book.ID,_)``.
///
/// ```swift
/// if let book = try await catalog.book(42) {
///   print(book.title, book.authors.joined(separator: ", "))
/// }
/// ```
public struct Book: Identifiable, Hashable, Codable, Sendable {
  /// The number by which people refer to a book.
  @frozen public struct ID: NumericID {
    /// The number as it is stored in the file.
    public let rawValue: Int64

    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// The number by which people refer to the book. It is never reused for another book.
  public package(set) var id: ID
  /// The UUID that identifies the book outside this catalog (RFC 9562, version 7).
  public package(set) var uuid: UUID

  /// The title. Never empty; one line of at most 2,000 bytes of UTF-8.
  public package(set) var title: String
  /// The authors, in the order in which the book names them.
  public package(set) var authors: [String] = []
  /// The ISBN; `nil` if the book has none or it is unknown.
  public package(set) var isbn: ISBN?
  /// The number of pages, 1 to 100,000; `nil` if it is unknown.
  public package(set) var pages: Int?
  /// The publisher: one line of at most 2,000 bytes of UTF-8; `nil` if it is unknown.
  public package(set) var publisher: String?
  /// The date of publication, as precisely as it is known. Many sources give the date of the first publication; others
  /// give the date of the edition.
  public package(set) var published: PartialDate?
  /// The date of the first publication or, if that is unknown, of this edition, as the sources and the user give them.
  /// A date from a metadata provider does not count. Lists show the year of this date.
  package var workDate: PartialDate?
  /// A language code as the source or user gave it, such as `eng` or `en-US`.
  public package(set) var language: String?
  /// The name of the series, one line of at most 2,000 bytes of UTF-8; `nil` if the book is not part of a series.
  public package(set) var series: String?
  /// The number within the series; 1.5 is between the first and the second book.
  public package(set) var seriesNumber: Double?
  /// The tags, in alphabetical order.
  public package(set) var tags: [String] = []
  /// The average rating that a source gives, 0 to 5.
  public package(set) var averageRating: Double?
  /// The number of ratings that the average is based on, up to 10¹²; `nil` if the source does not report it.
  public package(set) var ratingsCount: Int?

  /// The user's progress with the book.
  public package(set) var readState: ReadState = .unread
  /// The date on which the user began to read the book; `nil` if it is not known.
  public package(set) var started: PartialDate?
  /// The date on which the user finished the book; `nil` if it is not known.
  public package(set) var finished: PartialDate?
  /// The user's own rating, above 0 and up to 5.
  public package(set) var rating: Double?
  /// The user's private notes, any number of lines, at most 1 MiB of UTF-8; `nil` if there are none.
  public package(set) var notes: String?
  /// The time at which the book was added to the catalog.
  public package(set) var added: Date
  /// The time at which anything about the book last changed.
  public package(set) var changed: Date

  /// The rarely used fields.
  package var details = DetailFields()

  /// The ids of the sources that have a record of the book, in ascending order, as in ` 1 12 `. A space precedes and
  /// follows each id.
  package var sources = ""

  /// The visibility of the book: shown in lists, or the reason why it is hidden.
  public package(set) var visibility: Visibility = .shown

  /// The visibility of a book: shown in lists, or hidden for one of several reasons. The raw values are stored in the
  /// file.
  public enum Visibility: Int64, Codable, Sendable {
    /// The book appears in lists and in search results.
    case shown = 0
    /// The user removed the book; `undo` brings it back.
    case removed = 1
    /// The source no longer has the book.
    case removedFromSource = 2
    /// Another program wrote the row. `check --repair` adds the book to the lists.
    case foreign = 3
    /// The step that added the book was undone; `redo` brings it back.
    case undone = 4
    /// The user merged the book into another book, which took over its sources; `undo` brings it back.
    case merged = 5
  }
}

extension Book {
  /// Creates a book from its stored values.
  ///
  /// This initialiser is in an extension so that the structure keeps its memberwise initialiser. An initialiser that
  /// assigns the properties one by one would copy each book.
  package init(
    stored id: ID, uuid: UUID, title: String, authors: [String], isbn: ISBN?, pages: Int?, publisher: String?,
    published: PartialDate?, workDate: PartialDate?, language: String?, series: String?, seriesNumber: Double?,
    tags: [String], averageRating: Double?, ratingsCount: Int?, readState: ReadState, started: PartialDate?,
    finished: PartialDate?, rating: Double?, notes: String?, added: Date, changed: Date, details: DetailFields,
    sources: String, visibility: Visibility
  ) {
    self.init(
      id: id, uuid: uuid, title: title, authors: authors, isbn: isbn, pages: pages, publisher: publisher,
      published: published, workDate: workDate, language: language, series: series, seriesNumber: seriesNumber,
      tags: tags, averageRating: averageRating, ratingsCount: ratingsCount, readState: readState, started: started,
      finished: finished, rating: rating, notes: notes, added: added, changed: changed, details: details,
      sources: sources, visibility: visibility)
  }

  /// Creates a new book with only the values that every book must have.
  package init(id: ID, uuid: UUID, title: String, added: Date) {
    self.init(id: id, uuid: uuid, title: title, added: added, changed: added)
  }
}

extension Book {
  /// The year that lists show: that of the first publication or, if it is unknown, of this edition, as the sources and
  /// the user give them; `nil` if both are unknown. The year −750 stands for 750 BC.
  public var year: Int? { workDate?.year }

  /// The field that the year comes from, provided that the book shows only dates from its sources and the user.
  package var yearField: BookField { firstPublished == nil ? .published : .firstPublished }

  /// Computes ``workDate`` from the dates that the book shows. This must run before providers' metadata fills absent
  /// dates.
  package mutating func decideWorkDate() { workDate = firstPublished ?? published }
}

extension Book {
  /// True if the user has set a personal field of the book, such as a read state, a rating or notes.
  package var hasPersonalValues: Bool { BookField.personal.contains(where: says) || !ownFields.isEmpty }

  /// Returns true if the user has set a personal field. The date added does not count, because the catalog sets it.
  package func says(_ field: BookField) -> Bool {
    field == .readState ? readState != .unread : field != .added && self[field] != nil
  }
}
