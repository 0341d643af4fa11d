import Bitmaps

/// The records of one input that have been stored. Nearly every record is the only one of its source for its book, and
/// is represented by one bit for the book, so that millions fit into memory. Merged books have several records, which
/// are stored by name.
struct SeenRecords: Sendable {
  private(set) var books = NumberSet()
  /// The names of records that share their book with other records of the source.
  private(set) var sharing: Set<String> = []

  init() {}

  /// Adds a record.
  ///
  /// - Parameter isAlone: True if the record is the only one of its source for its book.
  mutating func insert(_ remoteID: String, of book: Book.ID, isAlone: Bool) {
    books.insert(book.rawValue)
    if !isAlone { sharing.insert(remoteID) }
  }

  /// Removes the records of books that no longer exist.
  mutating func remove(_ books: ClosedRange<Int64>) { self.books.subtract(NumberSet(books)) }
}
