import Bitmaps

/// The records of one input that have been stored so far. Most records are their source's only record of a book. One
/// bit for the book represents such a record, so that millions of records fit into memory. If a merged book has several
/// records, the names of these records are stored.
struct SeenRecords: Sendable {
  private(set) var books = NumberSet()
  /// The names of records that share their book with other records of the source.
  private(set) var sharing: Set<String> = []

  init() {}

  /// Adds a record.
  ///
  /// - Parameter isAlone: True if the record is the source's only record of its book.
  mutating func insert(_ remoteID: String, of book: Book.ID, isAlone: Bool) {
    books.insert(book.rawValue)
    if !isAlone { sharing.insert(remoteID) }
  }

  /// Removes the records of books that no longer exist.
  mutating func remove(_ books: ClosedRange<Int64>) { self.books.subtract(NumberSet(books)) }
}
