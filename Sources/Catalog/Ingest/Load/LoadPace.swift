/// Limits for the work of an import, or of a refresh that adds many books.
struct LoadPace: Sendable {
  /// The maximum time of a transaction in seconds when no other writer waits. The longer it is, the more rows are
  /// written with each page of an index.
  var transactionTime = 1.0
  /// The maximum time of a transaction in seconds while another writer in this process is active.
  var sharedTime = 0.01
  /// The time in seconds for which a writer counts as active after it had to wait.
  var sharedPeriod = 2.0
  /// The limits for the number of rows in a transaction. The number doubles each time, so that reading and writing
  /// overlap from the start.
  var minRows = 2_000
  var maxRows = 8_000
  /// The number of books from which a first load drops the indexes of lists and rebuilds them at its end. Maintaining
  /// them and the page index takes a third or more of the cost of a book.
  var booksWithIndexes = 500
  /// The number of books whose terms are collected for a run. Until the run is written, a search scans these books.
  var runBooks = 10_000
  /// The number of books for a run in a first load without indexes, so that each set of the search index is written
  /// only a few times.
  var firstRunBooks = 262_144
  /// The number of pages in the write-ahead log before a checkpoint when no other writer is active. A page that changes
  /// often is then copied only once, and the load rarely waits for the disk.
  var logPages = 8_000
  /// The maximum memory of a run in bytes.
  var runBytes = 64 * 1_048_576
  /// The maximum memory of held rows in bytes. When it is exceeded, the rows are stored immediately.
  var heldBytes = 16 * 1_048_576
  /// Called after each transaction. Tests use it to examine and change what a load that is killed there leaves.
  var committed: @Sendable () async throws -> Void = {}
}
