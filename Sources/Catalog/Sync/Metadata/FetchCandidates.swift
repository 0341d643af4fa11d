/// The rows that may be asked for now, the most urgent one first. Used inside one transaction.
struct FetchCandidates {
  /// How many rows of a line are looked at for each place in a request.
  private static let breadth = 4

  private let facts: FetchDesk.Facts
  private let queue: FetchStateTable
  private let metadata: MetadataTable
  private var underWay: Set<Int64>
  private var inSight: [Int64]
  private let now: Int64
  /// What the next request begins with, and whether it is in sight.
  private var first: FetchRow?
  private var isFirstInSight = false
  /// Rows that were met and whose books are not shown any more: they are to be forgotten.
  private(set) var dropped = Set<Int64>()

  init(_ connection: Connection, _ facts: FetchDesk.Facts, underWay: Set<Int64>, inSight: [Int64], now: Int64) {
    (self.facts, self.underWay, self.inSight, self.now) = (facts, underWay, inSight, now)
    queue = FetchStateTable(connection: connection, provider: facts.name)
    metadata = MetadataTable(connection: connection)
  }

  /// Whether there is a row to be asked for.
  ///
  /// - Parameter oldestFirst: whether the row that is due longest goes before those in sight.
  mutating func hasSome(oldestFirst: Bool) throws -> Bool {
    if first == nil, oldestFirst, facts.servesQueue { first = try oldest() }
    if first == nil {
      first = try nextInSight { $0.stage == .summary } ?? nextInSight { _ in true }
      isFirstInSight = first != nil
    }
    for line in lines where first == nil { first = try rows(of: line, 1) { _ in true }.first }
    return first != nil
  }

  /// The rows of the next request, at least one; to be asked only if there is one.
  mutating func next() throws -> [FetchRow] {
    guard let first else { return [] }
    self.first = nil
    isFirstInSight = false
    var rows = [first]
    underWay.insert(first.book)
    let limit = facts.limits.batch
    let facts = facts
    // A row whose last answer could not be used is asked for alone: it may have spoilt the others'.
    func fits(_ row: FetchRow) -> Bool { row.stage == .summary && !row.isSuspect && facts.joins(row.query) }
    guard limit > 1, fits(first) else { return rows }
    while rows.count < limit, let row = try nextInSight(where: fits) {
      rows.append(row)
      underWay.insert(row.book)
    }
    for line in lines where rows.count < limit {
      let more = try self.rows(of: line, limit - rows.count, where: fits)
      rows += more
      underWay.formUnion(more.map(\.book))
    }
    return rows
  }

  /// Rows in sight that may still be due.
  var stillInSight: [Int64] {
    guard isFirstInSight, let first else { return inSight }
    return [first.book] + inSight
  }

  private var lines: [FetchStateTable.Queue] { facts.servesQueue ? FetchStateTable.Queue.served : [] }

  private mutating func nextInSight(where fits: (FetchRow) -> Bool) throws -> FetchRow? {
    var index = 0
    while index < inSight.count {
      let book = inSight[index]
      guard !underWay.contains(book), let candidate = try queue.candidate(book), candidate.row.queue != .underWay,
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
    for line in lines {
      let candidate = try rows(of: line, 1) { _ in true }.first
      if let candidate, candidate.stored.due < oldest?.stored.due ?? .max { oldest = candidate }
    }
    return oldest
  }

  /// The first rows of a line that fit. They are read one after another, since most lines are long and fit.
  private mutating func rows(
    of line: FetchStateTable.Queue, _ count: Int, where fits: (FetchRow) -> Bool
  ) throws -> [FetchRow] {
    var rows: [FetchRow] = []
    var seen = 0
    let queue = queue
    try queue.walk(line, dueAt: now) { candidate in
      guard !underWay.contains(candidate.row.book), let row = try row(candidate) else { return true }
      if fits(row) { rows.append(row) }
      seen += 1
      return rows.count < count && seen < Self.breadth * count
    }
    return rows
  }

  /// The row as it is asked for now; `nil` where its book is not shown any more, or where it is not asked for here.
  private mutating func row(_ candidate: FetchStateTable.Candidate) throws -> FetchRow? {
    guard let input = candidate.input else {
      dropped.insert(candidate.row.book)
      return nil
    }
    var stored = candidate.row
    let fingerprint = input.fingerprint
    if stored.input != fingerprint {
      stored = FetchStateTable.Row(book: stored.book, input: fingerprint, queue: stored.queue, due: stored.due)
      stored.claimedBy = candidate.row.claimedBy
    }
    var known: ProviderMetadata?
    if stored.state == .loaded, candidate.hasLayer, let layer = try metadata.layer(of: stored.book, facts.name),
      layer.input == fingerprint
    {
      known = layer.metadata
    }
    let stage: FetchStateTable.Stage = stored.stage == .rest && known != nil ? .rest : .summary
    guard stage == .summary || facts.servesQueue else { return nil }
    let query = MetadataQuery(
      book: stored.book, isbn: input.isbn, title: input.title, authors: input.authors,
      etag: known == nil ? nil : stored.etag, known: known)
    return FetchRow(query: query, stored: stored, stage: stage, hasLayer: candidate.hasLayer)
  }
}
