import Bitmaps

/// The records of one input that were taken in. Nearly every record is the only one of its source that its book has: then
/// a bit for the book says it, also of millions; merging makes others, which are remembered by their names.
struct SeenRecords: Sendable {
  private(set) var books = NumberSet()
  /// The names of records that share their book with others of the source.
  private(set) var sharing: Set<String> = []

  init() {}

  /// - Parameter isAlone: whether it is the only record of its source that is about its book.
  mutating func insert(_ remoteID: String, of book: Book.ID, isAlone: Bool) {
    books.insert(book.rawValue)
    if !isAlone { sharing.insert(remoteID) }
  }

  /// Forgets the records of books that are there no more.
  mutating func remove(_ books: ClosedRange<Int64>) { self.books.subtract(NumberSet(books)) }
}
