import CatalogDatabase

/// The position of a book in a bucket of the page index.
struct BucketPosition: Equatable {
  let lower: PageCut
  /// The end of the bucket, or `nil` if the bucket is the last one.
  let upper: PageCut?
  /// The number of books that come before the book in its bucket.
  let before: Int
  /// The number of books that come after the book in its bucket.
  let after: Int
}

/// A reader of the page index. It finds the book at a given position of a list, the position of a given book, and the
/// total number of books.
///
/// All results are `nil` if the catalog has no page index at the moment.
struct PageIndexReader {
  private let connection: Connection
  private let table: PageIndexTable
  /// True if data may be cached. False while this connection is writing, because its changes may be rolled back.
  private let isCached: Bool

  init(connection: Connection) throws {
    self.connection = connection
    table = PageIndexTable(connection: connection)
    // The version number changes when another connection commits. Reading it begins the transaction, so the number
    // matches the state that the transaction sees.
    let version = try connection.integer("PRAGMA data_version") ?? 0
    isCached = !connection.isWriting
    if isCached {
      connection.pageIndexCache.prepare(
        for: PageIndexVersion(dataVersion: version, ownChanges: connection.totalChanges))
    }
  }

  /// Returns the number of books in a run.
  func count(_ run: PageRun) throws -> Int? {
    try part(run, level: PageIndexSizes.levels - 1, from: .start, to: nil).ends.last
  }

  /// Returns the bucket that contains the book at a position of the run, with the book's position in the bucket.
  /// Returns `nil` if there is no page index or the run has too few books.
  func location(_ run: PageRun, at position: Int) throws -> BucketPosition? {
    var lower = PageCut.start
    var upper: PageCut?
    var rest = position
    var books = 0
    for level in (0..<PageIndexSizes.levels).reversed() {
      let part = try part(run, level: level, from: lower, to: upper)
      guard let index = part.index(holding: rest) else { return nil }
      rest -= part.start(index)
      books = part.ends[index] - part.start(index)
      lower = part.cuts[index]
      upper = index + 1 < part.cuts.count ? part.cuts[index + 1] : upper
    }
    return BucketPosition(lower: lower, upper: upper, before: rest, after: books - 1 - rest)
  }

  /// Returns the number of books that come before a shown book in the run.
  func position(of id: Int64, _ run: PageRun, key: SQLValue) throws -> Int? {
    var lower = PageCut.start
    var position = 0
    for level in (0..<PageIndexSizes.levels).reversed() {
      guard let entry = try table.entry(run, level: level, holding: key, .integer(id)) else { return nil }
      position += try table.books(run, level: level, from: lower, to: entry.cut)
      lower = entry.cut
    }
    let cutter = PageIndexCutter(connection: connection, run: run, size: connection.pageIndexSizes.bucket)
    let book = PageCut.at(key, id)
    if run.isUnknown || lower.keyWithin != nil { return position + (try cutter.count(from: lower, to: book)) }
    return try position + cutter.count(from: lower, to: .before(key)) + cutter.count(from: .before(key), to: book)
  }

  private func part(_ run: PageRun, level: Int, from lower: PageCut, to upper: PageCut?) throws -> PageIndexCache.Part {
    let name = PageIndexCache.Name(run: run, level: level, from: lower)
    if isCached, let part = connection.pageIndexCache[name] { return part }
    let part = PageIndexCache.Part(try table.entries(run, level: level, from: lower, to: upper))
    if isCached { connection.pageIndexCache[name] = part }
    return part
  }
}
