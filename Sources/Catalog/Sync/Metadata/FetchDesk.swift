import FoundationEssentials

/// Decides which rows are asked for next and takes in what came of it: a pass is one transaction that stores the answers
/// that are there, takes in wishes, and claims the rows of the next requests. The queue is the table `fetch_state`; in
/// memory is only what is lost with good reason when the process ends: what is in sight, and what is under way.
struct FetchDesk: Sendable {
  /// What it needs to know of a provider.
  struct Facts: Sendable {
    let name: String
    let host: String
    let limits: MetadataLimits
    let settings: Int64
    let hasMore: Bool
    let joins: @Sendable (MetadataQuery) -> Bool

    init(_ provider: any MetadataProvider) {
      (name, host, limits) = (provider.name, provider.host, provider.limits)
      (settings, hasMore) = (provider.settings, provider.hasMore)
      joins = { provider.joins($0) }
    }
  }

  /// How many wishes one pass takes in.
  static let wishes = 1_000
  /// Every so many requests, the row that waits longest is served, whatever is in sight.
  static let turn = 8

  let facts: Facts
  /// Who this is to other processes.
  let holder: String
  /// Rows in sight that may be due, the most urgent one first; then those that may come into sight next.
  var inSight: [Int64] = []
  private(set) var underWay: [Int: FetchBatch] = [:]
  private var lastNumber = 0
  private var lastTime: Int64 = 0

  init(_ facts: Facts, holder: String) { (self.facts, self.holder) = (facts, holder) }

  /// What a claim of a request is called in the file, for no other request to answer in its place.
  private func claim(of batch: Int) -> String { "\(holder) \(batch)" }

  /// The rows that are being asked for by this process.
  var rowsUnderWay: Set<Int64> { Set(underWay.values.flatMap { $0.rows.map(\.book) }) }

  /// One pass.
  ///
  /// - Throws: ``CatalogError``; nothing is stored then, and the desk is to be used as it was before.
  mutating func pass(
    _ connection: Connection, _ input: FetchInput, now: Date, using generator: inout some RandomNumberGenerator
  ) throws -> FetchOutcome {
    let queue = queue(connection)
    var outcome = FetchOutcome()
    try tidy(queue, now)
    for answer in input.answers {
      underWay[answer.batch.number] = nil
      try gate(connection).giveBack(answer.batch.place)
      try take(answer, connection, now, &outcome, using: &generator)
    }
    for book in input.withdrawn { try withdraw(book, queue, now) }
    for wish in input.wishes {
      if wish.urgency == .force { try gate(connection).reopen() }
      for book in wish.books { try take(wish.urgency, book, connection, now, &outcome) }
    }
    if input.isLast { return outcome }
    try begin(connection, now, &outcome)
    return outcome
  }

  private func queue(_ connection: Connection) -> FetchStateTable {
    FetchStateTable(connection: connection, provider: facts.name)
  }

  private func gate(_ connection: Connection) -> HostGate {
    HostGate(
      connection: connection, host: facts.host, limits: facts.limits, settings: facts.settings, holder: holder)
  }

  /// Takes up claims that ran out; and what a clock that was set back has put off, when this clock shows it.
  private mutating func tidy(_ queue: FetchStateTable, _ now: Date) throws {
    let time = now.milliseconds
    try queue.releaseClaims(at: time, latest: time + Int64(FetchTimes.claim * 1000))
    if lastTime == 0 || time < lastTime {
      for line in FetchStateTable.Queue.served {
        let longest = line == .later ? FetchTimes.longest : FetchTimes.parked
        try queue.clamp(line, at: time, latest: time + Int64(longest * 1000))
      }
    }
    lastTime = time
  }
}

// MARK: What came of requests

extension FetchDesk {
  private func take(
    _ answer: FetchAnswer, _ connection: Connection, _ now: Date, _ outcome: inout FetchOutcome,
    using generator: inout some RandomNumberGenerator
  ) throws {
    let rows = answer.batch.rows
    switch answer.result {
    case .cancelled:
      for row in rows { try putBack(row, of: answer.batch, connection, now, &outcome) }
    case .failed(let failure) where failure.isHostsFault:
      let until = try gate(connection).fail(failure, now: now)
      if until != nil || failure.code == .denied { outcome.hostWaits = (failure, until) }
      for row in rows { try putBack(row, of: answer.batch, connection, now, &outcome) }
    case .failed(let failure):
      try gate(connection).succeed()
      for row in rows {
        try take(.unusable(failure.cause), row, of: answer.batch, connection, now, &outcome, using: &generator)
      }
    case .answers(let answers):
      try gate(connection).succeed()
      for (index, row) in rows.enumerated() {
        let said = index < answers.count ? answers[index] : .unusable("there was no answer for it")
        try take(said, row, of: answer.batch, connection, now, &outcome, using: &generator)
      }
    }
  }

  private func take(
    _ answer: MetadataAnswer, _ asked: FetchRow, of batch: FetchBatch, _ connection: Connection, _ now: Date,
    _ outcome: inout FetchOutcome, using generator: inout some RandomNumberGenerator
  ) throws {
    let queue = queue(connection)
    guard var row = try queue.row(asked.book) else { return }
    // The claim ran out and somebody else is asking: theirs is the answer that counts.
    if let claim = row.claimedBy, claim != self.claim(of: batch.number) { return }
    guard let input = try BookTable(connection: connection).metadataInput(asked.book) else {
      try queue.delete(asked.book)
      outcome.complete.append(asked.book)
      return
    }
    row.claimedBy = nil
    // What was asked for is not this book any more.
    guard input.fingerprint == asked.input else {
      ask(anew: &row, by: input.fingerprint, in: asked.queue == .byHand ? .byHand : .seen, now)
      try queue.write(row)
      return
    }
    let time = now.milliseconds
    func later(_ seconds: Double) -> Int64 { time + Int64(seconds * 1000) }
    var answer = answer
    if case .unchanged = answer, asked.query.known == nil {
      answer = .unusable("it says that nothing has changed, of a book that it never told of")
    }
    switch answer {
    case .found(var metadata, let maxAge, let etag):
      // The description comes with the rest, and what was known of it stays until then.
      if facts.hasMore, asked.stage == .summary, metadata.description == nil {
        metadata.description = asked.query.known?.description
      }
      try apply(metadata, to: asked.book, connection, now)
      row.etag = etag
      settle(&row, asked, at: time, expires: later(FetchTimes.answer(maxAge: maxAge, using: &generator)))
    case .unchanged(let maxAge):
      try MetadataTable(connection: connection).confirm(facts.name, of: asked.book, now: now)
      settle(&row, asked, at: time, expires: later(FetchTimes.answer(maxAge: maxAge, using: &generator)))
    case .none where asked.stage == .rest, .otherBook where asked.stage == .rest:
      settle(&row, asked, at: time, expires: later(FetchTimes.answer(maxAge: nil, using: &generator)))
    case .none, .otherBook:
      // Of a row of which nothing was known there is nothing to take back.
      if try MetadataTable(connection: connection).layer(of: asked.book, facts.name) != nil {
        try apply(nil, to: asked.book, connection, now)
      }
      row.attempts = (row.state == .none ? row.attempts : 0) + 1
      (row.state, row.stage, row.queue, row.etag, row.error) = (.none, .summary, .later, nil, nil)
      if case .otherBook(let cause) = answer { row.error = cause }
      row.due = later(FetchTimes.missing(attempts: row.attempts, using: &generator))
    case .unusable(let cause):
      // Of a row that has something, what it has stays.
      let hasSome = row.state == .loaded
      row.attempts = (hasSome || row.state == .failed ? row.attempts : 0) + 1
      if !hasSome { row.state = .failed }
      (row.queue, row.error) = (asked.queue, cause)
      row.due = later(FetchTimes.retry(attempts: row.attempts, using: &generator))
    }
    try queue.write(row)
    if !(row.state == .loaded && row.stage == .rest && row.due <= time) { outcome.complete.append(asked.book) }
    outcome.rows.append((asked.book, try reader(connection).state(row, askedBy: asked.input, now: now)))
  }

  /// The row has what was asked for; next comes the rest, or some day all of it again.
  private func settle(_ row: inout FetchStateTable.Row, _ asked: FetchRow, at time: Int64, expires: Int64) {
    (row.state, row.attempts, row.error) = (.loaded, 0, nil)
    if facts.hasMore, asked.stage == .summary {
      (row.stage, row.queue, row.due) = (.rest, asked.queue == .byHand ? .byHand : .rest, time)
    } else {
      (row.stage, row.queue, row.due) = (.summary, .later, expires)
    }
  }

  /// Nothing came of the request, and the row cannot help it.
  private func putBack(
    _ asked: FetchRow, of batch: FetchBatch, _ connection: Connection, _ now: Date, _ outcome: inout FetchOutcome
  ) throws {
    let queue = queue(connection)
    guard var row = try queue.row(asked.book), row.claimedBy == claim(of: batch.number) else { return }
    (row.claimedBy, row.queue, row.due) = (nil, asked.queue, now.milliseconds)
    try queue.write(row)
    if row.state == .waiting { outcome.rows.append((asked.book, .waiting)) }
  }

  private func apply(
    _ metadata: Metadata?, to id: Int64, _ connection: Connection, _ now: Date
  ) throws {
    guard let book = try BookTable(connection: connection).book(id) else { return }
    try MetadataApplier(connection: connection, provider: facts.name, now: now).apply(metadata, to: book)
  }

  private func reader(_ connection: Connection) -> MetadataReader {
    MetadataReader(connection: connection, provider: facts.name)
  }
}

// MARK: Wishes

extension FetchDesk {
  private func take(
    _ urgency: FetchWish.Urgency, _ id: Int64, _ connection: Connection, _ now: Date, _ outcome: inout FetchOutcome
  ) throws {
    let queue = queue(connection)
    guard let input = try BookTable(connection: connection).metadataInput(id)?.fingerprint else {
      outcome.complete.append(id)
      return
    }
    let line = urgency == .seen ? FetchStateTable.Queue.seen : .byHand
    let stored = try queue.row(id)
    var row = stored ?? FetchStateTable.Row(book: id, input: input, queue: line, due: now.milliseconds)
    let time = now.milliseconds
    if row.queue == .underWay, row.due > time {
      if row.claimedBy?.hasPrefix(holder) != true { outcome.elsewhere.append(id) }
    } else if urgency == .force || row.input != input {
      ask(anew: &row, by: input, in: line, now)
      if urgency == .force { row.etag = nil }
    } else if row.state == .waiting || row.due <= time || (row.state == .failed && urgency == .byHand)
      || (row.stage == .rest && urgency == .byHand)
    {
      if row.queue.rawValue > line.rawValue { row.queue = line }
      row.due = min(row.due, time)
    } else {
      outcome.complete.append(id)
    }
    if row != stored { try queue.write(row) }
    let state = try reader(connection).state(row, askedBy: input, now: now)
    if row != stored || state.isSettled { outcome.rows.append((id, state)) }
  }

  /// Forgets how the row was asked for so far.
  private func ask(
    anew row: inout FetchStateTable.Row, by input: Int64, in line: FetchStateTable.Queue, _ now: Date
  ) {
    let known = row.state == .loaded && row.input == input
    row = FetchStateTable.Row(
      book: row.book, input: input, state: known ? .loaded : .waiting, queue: line, due: now.milliseconds,
      etag: known ? row.etag : nil)
  }

  /// Takes a row out of the line that nobody wants any more.
  private func withdraw(_ book: Int64, _ queue: FetchStateTable, _ now: Date) throws {
    guard var row = try queue.row(book), row.queue != .underWay else { return }
    if row.state == .waiting { return try queue.delete(book) }
    (row.queue, row.due) = (.later, max(row.due, now.milliseconds + Int64(FetchTimes.parked * 1000)))
    try queue.write(row)
  }
}

// MARK: Requests

extension FetchDesk {
  private mutating func begin(_ connection: Connection, _ now: Date, _ outcome: inout FetchOutcome) throws {
    let gate = gate(connection)
    var candidates = Candidates(
      connection: connection, facts: facts, underWay: rowsUnderWay, inSight: inSight, now: now.milliseconds)
    defer { inSight = candidates.stillInSight }
    while try candidates.hasSome(oldestFirst: isOldestsTurn) {
      switch try gate.take(held: Set(underWay.values.map(\.place)), now: now) {
      case .go(let place):
        lastNumber += 1
        let rows = try candidates.take()
        for row in rows { try claim(row, by: lastNumber, connection, now) }
        let batch = FetchBatch(number: lastNumber, stage: rows[0].stage, rows: rows, place: place)
        underWay[lastNumber] = batch
        outcome.batches.append(batch)
        outcome.rows += rows.filter { $0.query.known == nil }.map { ($0.book, .loading) }
      case .wait(let until):
        outcome.wake = until
        return
      case .rests(let failure, let until):
        if outcome.hostWaits == nil { outcome.hostWaits = (failure, until) }
        outcome.wake = until
        return
      }
    }
    let queue = queue(connection)
    let due = try FetchStateTable.Queue.served.compactMap { try queue.firstDue(in: $0) }
    // A claim of another process that runs out is work, too.
    let claims = underWay.isEmpty ? try queue.firstDue(in: .underWay) : nil
    outcome.wake = (due + [claims].compactMap { $0 }).min().map { Date(milliseconds: max($0, now.milliseconds)) }
  }

  private var isOldestsTurn: Bool { (lastNumber + 1) % Self.turn == 0 }

  private func claim(_ asked: FetchRow, by batch: Int, _ connection: Connection, _ now: Date) throws {
    try queue(connection).claim(
      asked.book, by: claim(of: batch), input: asked.input, stage: asked.stage,
      until: now.milliseconds + Int64(FetchTimes.claim * 1000))
  }
}

extension SourceFailure {
  /// Whether the rows that were asked for have nothing to do with it.
  fileprivate var isHostsFault: Bool { isTransient || code == .denied }
}
