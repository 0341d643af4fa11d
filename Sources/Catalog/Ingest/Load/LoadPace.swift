/// Limits for the work of an import, or of a refresh that adds many books.
struct LoadPace: Sendable {
  /// The maximum duration of a transaction, in seconds, while no other writer is active. The longer the transaction,
  /// the more rows are written with each page of an index.
  var transactionTime = 1.0
  /// The maximum duration of a transaction, in seconds, while another writer is active.
  var sharedTime = 0.01
  /// The time in seconds for which a writer counts as active after it had to wait.
  var sharedPeriod = 2.0
  /// The limits for the number of rows to read at a time. The number doubles with each read, so that reading and
  /// writing overlap from the start.
  var minRows = 2_000
  var maxRows = 8_000
  /// The number of books at which a first load drops the list indexes, which it rebuilds at its end. Maintaining these
  /// indexes and the page index takes a third or more of the cost of adding a book.
  var booksWithIndexes = 500
  /// The number of books whose terms are collected before they are written as a search run. Until then, searches scan
  /// these books.
  var runBooks = 10_000
  /// The number of books to collect for a search run during a first load without list indexes. The number is large, so
  /// that each set in the search index is written only a few times.
  var firstRunBooks = 262_144
  /// The number of pages that the write-ahead log may reach before a checkpoint, while no other writer is active. The
  /// number is large, so that a page that changes often is copied only once and the load rarely waits for the disk.
  var logPages = 8_000
  /// The maximum memory of a search run, in bytes.
  var runBytes = 64 * 1_048_576
  /// The maximum memory of held rows, in bytes. If it is exceeded, the rows are stored immediately.
  var heldBytes = 16 * 1_048_576
  /// A closure that is called after each transaction. Tests use it to examine and change the state that a load leaves
  /// if it is killed at that point.
  var committed: @Sendable () async throws -> Void = {}
}
