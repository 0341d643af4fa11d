import CatalogDatabase
import FoundationEssentials

/// A column of `book`, with the value to write to it. The columns `id` and `uuid` are not included.
struct BookColumn: Sendable {
  /// The content of a column.
  enum Owner: Equatable, Sendable {
    case field(BookField)
    /// All fields that only few books have, stored together.
    case details
    /// Data that is not a field of the book, such as its visibility or a date computed from two fields.
    case book
    /// A key by which lists are sorted. ``BookTable/decode(_:)`` does not read it.
    case key
  }

  let name: String
  let owner: Owner
  let value: @Sendable (Book, SortKeys) -> SQLValue

  private init(_ name: String, _ owner: Owner, _ value: @escaping @Sendable (Book, SortKeys) -> SQLValue) {
    self.name = name
    self.owner = owner
    self.value = value
  }

  /// All columns, in the order in which ``BookTable/decode(_:)`` reads them. Columns that few books use come last.
  /// Tests check the order, and check that no field is missing.
  static let all: [BookColumn] = [
    BookColumn("title", .field(.title)) { book, _ in .text(book.title) },
    BookColumn("authors", .field(.authors)) { book, _ in .text(book.authors.joined(separator: "\n")) },
    BookColumn("isbn", .field(.isbn)) { book, _ in SQLValue(book.isbn?.number) },
    BookColumn("isbn_given", .field(.isbn)) { book, _ in
      SQLValue(book.isbn.flatMap { $0.asGiven == $0.digits ? nil : $0.asGiven })
    },
    BookColumn("pages", .field(.pages)) { book, _ in SQLValue(book.pages) },
    BookColumn("publisher", .field(.publisher)) { book, _ in SQLValue(book.publisher) },
    BookColumn("published", .field(.published)) { book, _ in SQLValue(book.published?.encoded) },
    BookColumn("language", .field(.language)) { book, _ in SQLValue(book.language) },
    BookColumn("series", .field(.series)) { book, _ in SQLValue(book.series) },
    BookColumn("series_number", .field(.seriesNumber)) { book, _ in SQLValue(book.seriesNumber) },
    BookColumn("tags", .field(.tags)) { book, _ in .text(book.tags.joined(separator: "\n")) },
    BookColumn("average_rating", .field(.averageRating)) { book, _ in SQLValue(book.averageRating) },
    BookColumn("ratings_count", .field(.ratingsCount)) { book, _ in SQLValue(book.ratingsCount) },
    BookColumn("read_state", .field(.readState)) { book, _ in .integer(book.readState.code) },
    BookColumn("started", .field(.started)) { book, _ in SQLValue(book.started?.encoded) },
    BookColumn("finished", .field(.finished)) { book, _ in SQLValue(book.finished?.encoded) },
    BookColumn("rating", .field(.rating)) { book, _ in SQLValue(book.rating) },
    BookColumn("added_at", .field(.added)) { book, _ in .integer(book.added.milliseconds) },
    BookColumn("changed_at", .book) { book, _ in .integer(book.changed.milliseconds) },
    BookColumn("hidden", .book) { book, _ in .integer(book.visibility.rawValue) },
    BookColumn("title_key", .key) { _, keys in .text(keys.title) },
    BookColumn("author_key", .key) { _, keys in SQLValue(keys.author) },
    BookColumn("series_key", .key) { _, keys in SQLValue(keys.series) },
    BookColumn("sources", .book) { book, _ in .text(book.sources) },
    BookColumn("notes", .field(.notes)) { book, _ in SQLValue(book.notes) },
    BookColumn("details", .details) { book, _ in SQLValue(book.details.storedText) },
    BookColumn("work_year", .book) { book, _ in SQLValue(book.workDate?.encoded) },
  ]
}
