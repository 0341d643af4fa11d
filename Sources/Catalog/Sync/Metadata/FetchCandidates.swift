/// The rows that may be asked for now, the most urgent one first. Used inside one transaction.
struct Candidates {
  let connection: Connection
  let facts: FetchDesk.Facts
  private var underWay: Set<Int64>
  private var inSight: [Int64]
  let now: Int64
  /// What the next request begins with, and whether it is in sight.
  private var first: FetchRow?
  private var isFirstInSight = false

  init(connection: Connection, facts: FetchDesk.Facts, underWay: Set<Int64>, inSight: [Int64], now: Int64) {
    (self.connection, self.facts, self.underWay) = (connection, facts, underWay)
    (self.inSight, self.now) = (inSight, now)
  }

  private var queue: FetchStateTable { FetchStateTable(connection: connection, provider: facts.name) }

  /// Whether there is a row to be asked for.
  ///
  /// - Parameter oldestFirst: whether the row that is due longest goes before those in sight.
  mutating func hasSome(oldestFirst: Bool) throws -> Bool {
    if first == nil, oldestFirst { first = try oldest() }
    if first == nil {
      first = try nextInSight { $0.stage == .summary } ?? nextInSight { _ in true }
      isFirstInSight = first != nil
    }
    for line in FetchStateTable.Queue.served where first == nil { first = try rows(of: line, 1) { _ in true }.first }
    return first != nil
  }

  /// The rows of the next request, at least one; to be asked only if there is one.
  mutating func take() throws -> [FetchRow] {
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
    for line in FetchStateTable.Queue.served where rows.count < limit {
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

  private mutating func nextInSight(where fits: (FetchRow) -> Bool) throws -> FetchRow? {
    var index = 0
    while index < inSight.count {
      let book = inSight[index]
      guard !underWay.contains(book), let stored = try queue.row(book), stored.queue != .underWay,
        stored.due <= now, let row = try row(stored)
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

  private func oldest() throws -> FetchRow? {
    var oldest: FetchStateTable.Row?
    for line in FetchStateTable.Queue.served {
      let candidate = try queue.due(in: line, at: now, limit: 1).first
      if let candidate, candidate.due < oldest?.due ?? .max { oldest = candidate }
    }
    return try oldest.flatMap { underWay.contains($0.book) ? nil : try row($0) }
  }

  private func rows(
    of line: FetchStateTable.Queue, _ count: Int, where fits: (FetchRow) -> Bool
  ) throws -> [FetchRow] {
    var rows: [FetchRow] = []
    // Rows of hidden books are dropped, so that others come into view.
    var hasDropped = true
    while hasDropped, rows.isEmpty {
      hasDropped = false
      for stored in try queue.due(in: line, at: now, limit: count == 1 ? 1 : 4 * count) where rows.count < count {
        if underWay.contains(stored.book) { continue }
        guard let row = try row(stored) else {
          hasDropped = true
          continue
        }
        if fits(row) { rows.append(row) }
      }
    }
    return rows
  }

  /// The row as it is asked for now; `nil` where its book is not shown any more, and the row is forgotten.
  private func row(_ stored: FetchStateTable.Row) throws -> FetchRow? {
    guard let input = try BookTable(connection: connection).metadataInput(stored.book) else {
      try queue.delete(stored.book)
      return nil
    }
    let fingerprint = input.fingerprint
    var known: Metadata?
    if stored.state == .loaded, stored.input == fingerprint,
      let layer = try MetadataTable(connection: connection).layer(of: stored.book, facts.name),
      layer.input == fingerprint
    {
      known = layer.metadata
    }
    let query = MetadataQuery(
      book: stored.book, isbn: input.isbn, title: input.title, authors: input.authors,
      etag: known == nil ? nil : stored.etag, known: known)
    return FetchRow(
      query: query, input: fingerprint, queue: stored.queue,
      stage: stored.stage == .rest && known != nil ? .rest : .summary,
      isSuspect: stored.attempts > 0 && stored.state != .none)
  }
}
