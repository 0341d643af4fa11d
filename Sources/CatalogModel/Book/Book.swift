import FoundationEssentials

/// A book as lists show it: what sources and the user say, combined. It is a value to be read; what it shows is changed
/// by ``BookCatalog/edit(_:_:)-(Book.ID,_)``.
public struct Book: Identifiable, Hashable, Codable, Sendable {
  /// The number of a book, by which people name it.
  @frozen public struct ID: NumericID {
    /// The number, as it stands in the file.
    public let rawValue: Int64

    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// The number by which people name the book; it is never used again for another one.
  public package(set) var id: ID
  /// The book's identity outside this catalog (RFC 9562, version 7).
  public package(set) var uuid: UUID

  /// Never empty; one line of at most 2,000 bytes of UTF-8.
  public package(set) var title: String
  /// In the order in which the book names them.
  public package(set) var authors: [String] = []
  /// `nil` when the book has none or it is not known.
  public package(set) var isbn: ISBN?
  /// 1 to 100,000; `nil` when it is not known.
  public package(set) var pages: Int?
  /// One line of at most 2,000 bytes of UTF-8; `nil` when it is not known.
  public package(set) var publisher: String?
  /// When it was published, as precisely as is known: of many sources the first time, of others the edition.
  public package(set) var published: PartialDate?
  /// A language code as it was given, such as `eng` or `en-US`.
  public package(set) var language: String?
  /// The name of the series, one line of at most 2,000 bytes of UTF-8; `nil` when the book is in none.
  public package(set) var series: String?
  /// The place within the series; 1.5 stands between the first and the second.
  public package(set) var seriesNumber: Double?
  /// In alphabetical order.
  public package(set) var tags: [String] = []
  /// A source's average, 0 to 5.
  public package(set) var averageRating: Double?
  /// How many people's ratings the source counts, up to 10¹²; `nil` when it does not say.
  public package(set) var ratingsCount: Int?

  /// How far the user is with the book.
  public package(set) var readState: ReadState = .unread
  /// When the user began to read the book; `nil` when the user has not set it.
  public package(set) var started: PartialDate?
  /// When the user came to its end; `nil` when the user has not set it.
  public package(set) var finished: PartialDate?
  /// The user's own rating, above 0 and up to 5.
  public package(set) var rating: Double?
  /// The user's own text, for nobody else, of any number of lines, at most 1 MiB of UTF-8; `nil` when there is none.
  public package(set) var notes: String?
  /// When the book came into the catalog.
  public package(set) var added: Date
  /// When anything about it last changed.
  public package(set) var changed: Date

  /// The fields that few books have.
  package var details = DetailFields()

  /// The ids of the sources that have a record of it, in ascending order, each between spaces: ` 1 12 `.
  package var sources = ""

  /// Whether the book is shown, or why not.
  public package(set) var visibility: Visibility = .shown

  /// Why a book stands in lists, or does not. The raw values are the ones in the file.
  public enum Visibility: Int64, Codable, Sendable {
    /// It stands in lists and is found by searches.
    case shown = 0
    /// The user removed it; `undo` brings it back.
    case removed = 1
    /// Its source no longer has it.
    case removedFromSource = 2
    /// Another program wrote the row; `check --repair` takes it in.
    case foreign = 3
    /// The step that brought it was undone; `redo` brings it back.
    case undone = 4
    /// The user merged it into another book, which has its sources now; `undo` brings it back.
    case merged = 5
  }
}

extension Book {
  /// A book of its parts. Beside the structure, so that this keeps the initialiser with all its members: one that assigns
  /// them makes a copy of each book.
  package init(
    stored id: ID, uuid: UUID, title: String, authors: [String], isbn: ISBN?, pages: Int?, publisher: String?,
    published: PartialDate?, language: String?, series: String?, seriesNumber: Double?, tags: [String],
    averageRating: Double?, ratingsCount: Int?, readState: ReadState, started: PartialDate?, finished: PartialDate?,
    rating: Double?, notes: String?, added: Date, changed: Date, details: DetailFields, sources: String,
    visibility: Visibility
  ) {
    self.init(
      id: id, uuid: uuid, title: title, authors: authors, isbn: isbn, pages: pages, publisher: publisher,
      published: published, language: language, series: series, seriesNumber: seriesNumber, tags: tags,
      averageRating: averageRating, ratingsCount: ratingsCount, readState: readState, started: started,
      finished: finished, rating: rating, notes: notes, added: added, changed: changed, details: details,
      sources: sources, visibility: visibility)
  }

  /// A new book, of which no more is known.
  package init(id: ID, uuid: UUID, title: String, added: Date) {
    self.init(id: id, uuid: uuid, title: title, added: added, changed: added)
  }
}

extension Book {
  /// Whether the user has set personal fields of it: it was read, rated, noted on.
  package var hasPersonalValues: Bool { BookField.personal.contains(where: says) || !ownFields.isEmpty }

  /// Whether a personal field has a value of the user's. When a book came in, the catalog noted by itself.
  package func says(_ field: BookField) -> Bool {
    field == .readState ? readState != .unread : field != .added && self[field] != nil
  }
}
