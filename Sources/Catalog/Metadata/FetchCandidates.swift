import CatalogDatabase

/// Finds the queued rows that can be fetched now, most urgent first. An instance is used within one transaction.
struct FetchCandidates {
  /// The maximum number of queued rows to examine for each row in a request.
  private static let breadth = 4

  private let profile: ProviderProfile
  private let table: FetchStateTable
  private let metadata: MetadataTable
  private var claimed: Set<Book.ID>
  private var inSight: [Book.ID]
  private let now: Int64
  /// The first row of the next request, and whether it is visible.
  private var first: FetchRow?
  private var isFirstInSight = false
  /// The rows of books that are no longer shown. They must be removed from the queue.
  private(set) var dropped = Set<Book.ID>()

  init(_ connection: Connection, _ profile: ProviderProfile, claimed: Set<Book.ID>, inSight: [Book.ID], now: Int64) {
    (self.profile, self.claimed, self.inSight, self.now) = (profile, claimed, inSight, now)
    table = FetchStateTable(connection: connection, provider: profile.name)
    metadata = MetadataTable(connection: connection)
  }

  /// Returns true if there is a row to fetch.
  ///
  /// - Parameter oldestFirst: True to choose the row that has been due longest, even before visible rows.
  mutating func hasSome(oldestFirst: Bool) throws -> Bool {
    if first == nil, oldestFirst, profile.servesQueue { first = try oldest() }
    if first == nil {
      first = try nextInSight { $0.stage == .summary } ?? nextInSight { _ in true }
      isFirstInSight = first != nil
    }
    for queue in queues where first == nil { first = try rows(of: queue, atMost: 1) { _ in true }.first }
    return first != nil
  }

  /// Returns the rows of the next request; empty unless ``hasSome(oldestFirst:)`` has returned true.
  mutating func next() throws -> [FetchRow] {
    guard let first else { return [] }
    self.first = nil
    isFirstInSight = false
    var rows = [first]
    claimed.insert(first.book)
    let limit = profile.limits.batch
    let profile = profile
    // A row whose last answer was unusable is fetched alone, because it may have made the answers for the other rows
    // unusable, too.
    func fits(_ row: FetchRow) -> Bool { row.stage == .summary && !row.isSuspect && profile.joins(row.query) }
    guard limit > 1, fits(first) else { return rows }
    while rows.count < limit, let row = try nextInSight(where: fits) {
      rows.append(row)
      claimed.insert(row.book)
    }
    for queue in queues where rows.count < limit {
      let more = try self.rows(of: queue, atMost: limit - rows.count, where: fits)
      rows += more
      claimed.formUnion(more.map(\.book))
    }
    return rows
  }

  /// The rows that are visible and may still be due.
  var stillInSight: [Book.ID] {
    guard isFirstInSight, let first else { return inSight }
    return [first.book] + inSight
  }

  private var queues: [FetchQueue] { profile.servesQueue ? FetchQueue.served : [] }

  private mutating func nextInSight(where fits: (FetchRow) -> Bool) throws -> FetchRow? {
    var index = 0
    while index < inSight.count {
      let book = inSight[index]
      guard !claimed.contains(book), let candidate = try table.candidate(book), candidate.row.queue != .claimed,
        candidate.row.due <= now, let row = try row(candidate)
      else {
        inSight.remove(at: index)
        continue
      }
      if fits(row) {
        inSight.remove(at: index)
        return row
      }
      index += 1
    }
    return nil
  }

  private mutating func oldest() throws -> FetchRow? {
    var oldest: FetchRow?
    for queue in queues {
      let candidate = try rows(of: queue, atMost: 1) { _ in true }.first
      if let candidate, candidate.stored.due < oldest?.stored.due ?? .max { oldest = candidate }
    }
    return oldest
  }

  /// Returns the first rows of a queue that can be part of the same request. Reads the rows one by one, because most
  /// queues are long and most rows are suitable.
  private mutating func rows(
    of queue: FetchQueue, atMost count: Int, where fits: (FetchRow) -> Bool
  ) throws -> [FetchRow] {
    var rows: [FetchRow] = []
    var seen = 0
    let table = table
    try table.forEachDue(in: queue, at: now) { candidate in
      guard !claimed.contains(candidate.row.book), let row = try row(candidate) else { return true }
      if fits(row) { rows.append(row) }
      seen += 1
      return rows.count < count && seen < Self.breadth * count
    }
    return rows
  }

  /// Returns the row with the current query of its book; `nil` if the book is no longer shown, or if this fetcher does
  /// not fetch the row.
  private mutating func row(_ candidate: FetchCandidate) throws -> FetchRow? {
    guard let input = candidate.input else {
      dropped.insert(candidate.row.book)
      return nil
    }
    var stored = candidate.row
    let fingerprint = input.fingerprint
    if stored.input != fingerprint {
      stored = FetchStateRow(book: stored.book, input: fingerprint, queue: stored.queue, due: stored.due)
      stored.claimedBy = candidate.row.claimedBy
    }
    var known: ProviderMetadata?
    if stored.state == .loaded, candidate.hasLayer, let layer = try metadata.layer(of: stored.book, profile.name),
      layer.input == fingerprint
    {
      known = layer.metadata
    }
    let stage: FetchStage = stored.stage == .rest && known != nil ? .rest : .summary
    guard stage == .summary || profile.servesQueue else { return nil }
    let query = MetadataQuery(
      book: stored.book, isbn: input.isbn, title: input.title, authors: input.authors,
      etag: known == nil ? nil : stored.etag, known: known)
    return FetchRow(query: query, stored: stored, stage: stage, hasLayer: candidate.hasLayer)
  }
}
