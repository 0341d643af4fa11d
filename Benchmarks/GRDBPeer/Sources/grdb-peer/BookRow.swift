import GRDB

/// A row of `book` as an app based on GRDB has it, read in GRDB's fastest way: by column index, from one cursor. Dates
/// and lists keep their stored form, which is less work than in our library.
struct BookRow: FetchableRecord, Equatable, Sendable {
  let id: Int64
  let uuid: [UInt8]
  let title: String
  let authors: String
  let isbn: Int64?
  let isbnGiven: String?
  let pages: Int?
  let publisher: String?
  let published: Int?
  let language: String?
  let series: String?
  let seriesNumber: Double?
  let tags: String
  let averageRating: Double?
  let ratingsCount: Int?
  let readState: Int
  let started: Int?
  let finished: Int?
  let rating: Double?
  let added: Int64
  let changed: Int64
  let notes: String?

  /// The columns that a row is made of.
  static let columns = """
    id, uuid, title, authors, isbn, isbn_given, pages, publisher, published, language, series, series_number, tags, \
    average_rating, ratings_count, read_state, started, finished, rating, added_at, changed_at, notes
    """

  init(row: Row) throws {
    id = row[0]
    uuid = try row.withUnsafeData(atIndex: 1) { $0.map(Array.init) ?? [] }
    title = row[2]
    authors = row[3]
    isbn = row[4]
    isbnGiven = row[5]
    pages = row[6]
    publisher = row[7]
    published = row[8]
    language = row[9]
    series = row[10]
    seriesNumber = row[11]
    tags = row[12]
    averageRating = row[13]
    ratingsCount = row[14]
    readState = row[15]
    started = row[16]
    finished = row[17]
    rating = row[18]
    added = row[19]
    changed = row[20]
    notes = row[21]
  }
}
