/// How much an import, or a refresh that brings many books, does at a time.
struct LoadPace: Sendable {
  /// How long a transaction may go on, in seconds, when nobody waits for its end: the longer, the more rows each page of an
  /// index is written for.
  var transactionTime = 1.0
  /// The same while somebody in this process writes too.
  var sharedTime = 0.01
  /// How long after somebody waited that is taken to be so.
  var sharedPeriod = 2.0
  /// How many rows a transaction takes at most: each time twice as many, so that reading and writing overlap from the
  /// start.
  var fewestRows = 2_000
  var mostRows = 8_000
  /// From how many books on a first load does without the indexes of lists, and makes them at its end: to keep them, and
  /// the page index, takes a third and more of what a book costs.
  var booksWithIndexes = 500
  /// How many books' words are held back for a run; what search adds by a scan, so that it misses none meanwhile.
  var runBooks = 10_000
  /// The same in a first load without indexes: each set of the search index is then written few times.
  var firstRunBooks = 262_144
  /// How many pages the write-ahead log holds before they are copied into the file, when nobody else writes: a page that
  /// changes often is then copied once, and the disk is seldom waited for.
  var logPages = 8_000
  /// Bytes of memory that a run may take.
  var runBytes = 64 * 1_048_576
  /// Bytes of memory that rows may take which give way to later ones; more of them are taken in at once.
  var heldBytes = 16 * 1_048_576
  /// Is called after each transaction. Tests look at what a load that is killed there leaves, and change it.
  var committed: @Sendable () async throws -> Void = {}
}
