/// Limits for the work of an import, or of a refresh that adds many books.
struct LoadPace: Sendable {
  /// The maximum duration of a transaction, in seconds, while no other writer is active. Longer transactions are more
  /// efficient, because each page of an index is written for more rows at once.
  var transactionTime = 1.0
  /// The maximum duration of a transaction, in seconds, while another writer is active.
  var sharedTime = 0.01
  /// The time in seconds for which a writer is treated as active after it had to wait.
  var sharedPeriod = 2.0
  /// The limits for the number of rows to read at a time. The number starts at the lower limit and doubles with each
  /// read, so that reading and writing overlap from the start.
  var minRows = 2_000
  var maxRows = 8_000
  /// The number of books at which the first load of a catalog drops the list indexes. The load rebuilds them at its
  /// end. Keeping the list indexes and the page index up to date takes a third or more of the time to add a book.
  var booksWithIndexes = 500
  /// The number of books whose search terms are collected before they are written to the search index. Until then,
  /// searches scan these books.
  var runBooks = 10_000
  /// The number of books whose search terms are collected during a first load without list indexes. The number is
  /// large, so that each set in the search index is written only a few times.
  var firstRunBooks = 262_144
  /// The number of pages that the write-ahead log may reach before a checkpoint, while no other writer is active. The
  /// number is large, so that a page that changes often is copied only once and the load rarely waits for the disk.
  var logPages = 8_000
  /// The maximum memory, in bytes, that collected search terms may use.
  var runBytes = 64 * 1_048_576
  /// The maximum memory, in bytes, for rows that are held back. If the rows exceed it, they are stored immediately.
  var heldBytes = 16 * 1_048_576
  /// A closure that is called after each transaction. Tests use it to examine and change the state that remains if a
  /// load is killed at that point.
  var committed: @Sendable () async throws -> Void = {}
}
