import FoundationEssentials

/// Decides which rows are asked for next and takes in what came of it: a pass is one transaction that stores the answers
/// that are there, takes in wishes, and claims the rows of the next requests. The queue is the table `fetch_state`; in
/// memory is only what is lost with good reason when the process ends: what is in sight, and what is under way.
struct FetchDesk: Sendable {
  /// What it needs to know of a provider, and of what is wanted of it.
  struct Facts: Sendable {
    let name: String
    let host: String
    let limits: MetadataLimits
    let settings: Int64
    let hasMore: Bool
    let joins: @Sendable (MetadataQuery) -> Bool
    /// Whether rows are asked for that others have put in line, and descriptions; else only what lists show of the rows
    /// that are in sight or wished for here.
    let servesQueue: Bool

    init(_ provider: any MetadataProvider, servesQueue: Bool = true) {
      (name, host, limits) = (provider.name, provider.host, provider.limits.possible)
      (settings, hasMore, self.servesQueue) = (provider.settings, provider.hasMore, servesQueue)
      joins = { provider.joins($0) }
    }
  }

  /// What a pass works with.
  private struct Pass {
    let connection: Connection
    let now: Date
    let queue: FetchStateTable
    /// The newest change of the catalog.
    let change: Int64
    var gate: HostGate
    var outcome: FetchOutcome

    var time: Int64 { now.milliseconds }

    func later(_ seconds: Double) -> Int64 { time + Int64(seconds * 1000) }
  }

  /// How many wishes one pass takes in.
  static let wishes = 1_000
  /// Every so many requests, the row that waits longest is served, whatever is in sight.
  static let turn = 8

  let facts: Facts
  /// Who this is to other processes.
  let holder: String
  /// What is in sight, the most urgent row first; then what may come into sight next.
  private var sight: [Int64] = []
  /// What was wished for here and has no answer yet, where the queue is not served. What is in sight is not wished for: it
  /// counts as long as it is.
  private var wished: [Int64] = []
  /// Those of ``sight`` and ``wished`` that may be due.
  private var open: [Int64] = []
  /// Whether rows that had left ``open`` may be due again.
  private var hasReturned = false
  private var underWay: [Int: FetchBatch] = [:]
  private var places: HostPlaces
  private var lastNumber = 0
  private var lastTime: Int64 = 0

  init(_ facts: Facts, holder: String) {
    (self.facts, self.holder) = (facts, holder)
    places = HostPlaces(host: facts.host, parallel: facts.limits.parallel, holder: holder)
  }

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
    var pass = Pass(
      connection: connection, now: now, queue: FetchStateTable(connection: connection, provider: facts.name),
      change: try ChangeTable(connection: connection).newest(), gate: try HostGate(connection, facts, now: now),
      outcome: FetchOutcome(at: now))
    try tidy(pass)
    if let inSight = input.inSight { (sight, hasReturned) = (inSight, true) }
    let withdrawn = Set(input.withdrawn)
    for answer in input.answers { try store(answer, withdrawn, &pass, using: &generator) }
    for book in withdrawn { try pass.queue.withdraw(book, owner: holder) }
    if !wished.isEmpty {
      let done = withdrawn.union(pass.outcome.complete)
      wished.removeAll(where: done.contains)
    }
    for wish in input.wishes { try take(in: wish, &pass) }
    if !input.isLast { try begin(&pass) }
    try places.release(LeaseTable(connection: connection))
    try pass.gate.finish()
    return pass.outcome
  }

  /// Takes up claims that ran out; and what a clock that was set back has put off, when this clock shows it.
  private mutating func tidy(_ pass: Pass) throws {
    let (queue, time) = (pass.queue, pass.time)
    // Claims of a clock that was some seconds ahead are as good as others.
    try queue.releaseClaims(at: time, latest: pass.later(2 * FetchTimes.claim), but: holder + " ")
    if time < lastTime { try queue.renewClaims(of: holder + " ", until: pass.later(FetchTimes.claim)) }
    if lastTime == 0 || time < lastTime {
      for attempts in 0...FetchTimes.attemptsToPark {
        let range = attempts...(attempts == FetchTimes.attemptsToPark ? .max : attempts)
        try queue.clampLine(range, at: time, latest: pass.later(FetchTimes.longestWait(attempts: attempts)))
      }
      try queue.clampLater(at: time, latest: pass.later(FetchTimes.longest))
    }
    lastTime = time
  }
}

// MARK: What came of requests

extension FetchDesk {
  /// Takes in what came of a request.
  ///
  /// - Parameter withdrawn: rows that nobody here wants any more.
  private mutating func store(
    _ answer: FetchAnswer, _ withdrawn: Set<Int64>, _ pass: inout Pass,
    using generator: inout some RandomNumberGenerator
  ) throws {
    let batch = answer.batch
    underWay[batch.number] = nil
    places.giveBack(batch.place)
    switch answer.result {
    case .cancelled:
      for row in batch.rows {
        let isUnwanted = withdrawn.contains(row.book) && row.stored.claimedBy == holder
        try putBack(row, of: batch, isUnwanted: isUnwanted, &pass)
      }
    case .failed(let failure) where failure.isHostsFault:
      let until = pass.gate.fail(failure)
      if until != nil || failure.code == .denied { pass.outcome.hostWaits = (failure, until) }
      for row in batch.rows { try putBack(row, of: batch, isUnwanted: false, &pass) }
    case .failed(let failure):
      pass.gate.succeed()
      for row in batch.rows { try settle(row, of: batch, .unusable(failure.cause), &pass, using: &generator) }
    case .answers(let answers):
      pass.gate.succeed()
      for (index, row) in batch.rows.enumerated() {
        let said = index < answers.count ? answers[index] : .unusable("there was no answer for it")
        try settle(row, of: batch, said, &pass, using: &generator)
      }
    }
  }

  private mutating func settle(
    _ asked: FetchRow, of batch: FetchBatch, _ answer: MetadataAnswer, _ pass: inout Pass,
    using generator: inout some RandomNumberGenerator
  ) throws {
    // As long as nothing in the catalog has changed, the book is what it was.
    let isSame = batch.change == pass.change
    let input = try isSame ? asked.input : BookTable(connection: pass.connection).metadataInput(asked.book)?.fingerprint
    let claim = claim(of: batch.number)
    if let input, try settle(asked, answer, asked.stored, input, claim, isSame, &pass, using: &generator) { return }
    guard let stored = try pass.queue.row(asked.book) else { return pass.outcome.complete.append(asked.book) }
    // The claim ran out and somebody else is asking: theirs is the answer that counts.
    if let other = stored.claimedBy, other != claim { return pass.outcome.elsewhere.append(asked.book) }
    guard let input else {
      try pass.queue.delete(asked.book)
      return pass.outcome.complete.append(asked.book)
    }
    _ = try settle(asked, answer, stored, input, nil, false, &pass, using: &generator)
  }

  /// Writes what came of a row.
  ///
  /// - Parameters:
  ///   - stored: what it was before.
  ///   - input: the fingerprint of what it is asked by now.
  ///   - claim: writes only while this claim holds; `nil` to write whatever holds.
  ///   - isSame: whether nothing in the catalog has changed since the row was asked for.
  /// - Returns: whether it was written.
  private mutating func settle(
    _ asked: FetchRow, _ answer: MetadataAnswer, _ stored: FetchStateTable.Row, _ input: Int64, _ claim: String?,
    _ isSame: Bool, _ pass: inout Pass, using generator: inout some RandomNumberGenerator
  ) throws -> Bool {
    var row = stored
    row.claimedBy = nil
    func write() throws -> Bool {
      if let claim { return try pass.queue.settle(row, claimedBy: claim) }
      try pass.queue.write(row)
      return true
    }
    // What was asked for is not this book any more.
    guard input == asked.input else {
      Self.ask(anew: &row, by: input, in: asked.stored.queue == .byHand ? .byHand : .seen, pass.time)
      guard try write() else { return false }
      hasReturned = true
      return true
    }
    var answer = answer
    if case .unchanged = answer, asked.query.known == nil {
      answer = .unusable("it says that nothing has changed, of a book that it never told of")
    }
    row.input = input
    decide(&row, asked, answer, pass, using: &generator)
    guard try write() else { return false }
    let mayHaveLayer = asked.hasLayer || !isSame
    let state = try keep(answer, row, asked, mayHaveLayer: mayHaveLayer, pass)
    let isMoreDue = row.state == .loaded && row.stage == .rest && row.due <= pass.time
    if !isMoreDue || !facts.servesQueue { pass.outcome.complete.append(asked.book) }
    pass.outcome.rows.append(
      FetchOutcome.News(book: asked.book, state: state, failure: row.state == .loaded ? row.error : nil))
    return true
  }

  /// What an answer makes of a row.
  private func decide(
    _ row: inout FetchStateTable.Row, _ asked: FetchRow, _ answer: MetadataAnswer, _ pass: Pass,
    using generator: inout some RandomNumberGenerator
  ) {
    switch answer {
    case .found(_, let maxAge, let etag):
      row.etag = etag
      succeed(&row, asked, at: pass.time, expires: pass.later(FetchTimes.answer(maxAge: maxAge, using: &generator)))
    case .unchanged(let maxAge):
      succeed(&row, asked, at: pass.time, expires: pass.later(FetchTimes.answer(maxAge: maxAge, using: &generator)))
    case .none where asked.stage == .rest, .otherBook where asked.stage == .rest:
      succeed(&row, asked, at: pass.time, expires: pass.later(FetchTimes.answer(maxAge: nil, using: &generator)))
    case .none, .otherBook:
      row.attempts = (row.state == .none ? row.attempts : 0) + 1
      (row.state, row.stage, row.queue, row.etag, row.error) = (.none, .summary, .later, nil, nil)
      if case .otherBook(let cause) = answer { row.error = cause }
      row.due = pass.later(FetchTimes.missing(attempts: row.attempts, using: &generator))
    case .unusable(let cause):
      // Of a row that has something, what it has stays.
      let hasSome = row.state == .loaded
      row.attempts = (hasSome || row.state == .failed ? row.attempts : 0) + 1
      if !hasSome { row.state = .failed }
      (row.stage, row.queue, row.error) = (asked.stage, asked.stored.queue, cause)
      row.due = pass.later(FetchTimes.retry(attempts: row.attempts, using: &generator))
    }
  }

  /// The row has what was asked for; next comes the rest, or some day all of it again.
  private func succeed(_ row: inout FetchStateTable.Row, _ asked: FetchRow, at time: Int64, expires: Int64) {
    (row.state, row.attempts, row.error) = (.loaded, 0, nil)
    if facts.hasMore, asked.stage == .summary {
      (row.stage, row.queue, row.due) = (.rest, asked.stored.queue == .byHand ? .byHand : .rest, time)
    } else {
      (row.stage, row.queue, row.due) = (.summary, .later, expires)
    }
  }

  /// Lets the book show what an answer says.
  ///
  /// - Parameter row: the row as it was written.
  /// - Returns: the row's state then.
  private func keep(
    _ answer: MetadataAnswer, _ row: FetchStateTable.Row, _ asked: FetchRow, mayHaveLayer: Bool, _ pass: Pass
  ) throws -> MetadataState {
    let table = MetadataTable(connection: pass.connection)
    switch answer {
    case .found(var metadata, _, _):
      // The description comes with the rest, and what was known of it stays until then.
      if facts.hasMore, asked.stage == .summary, metadata.description == nil {
        metadata.description = asked.query.known?.description
      }
      if let layer = try apply(metadata, to: asked.book, pass) { return .loaded(BookMetadata(layer)) }
    case .unchanged:
      try table.confirm(facts.name, of: asked.book, now: pass.now)
    case .none where row.state == .none, .otherBook where row.state == .none:
      // Of a row of which nothing was known there is nothing to take back.
      if mayHaveLayer, try table.layer(of: asked.book, facts.name) != nil { try apply(nil, to: asked.book, pass) }
      return .none(until: Date(milliseconds: row.due))
    case .none, .otherBook, .unusable: break
    }
    return try MetadataReader(connection: pass.connection, provider: facts.name)
      .state(row, askedBy: row.input, now: pass.now)
  }

  @discardableResult
  private func apply(_ metadata: ProviderMetadata?, to id: Int64, _ pass: Pass) throws -> MetadataLayer? {
    guard let book = try BookTable(connection: pass.connection).book(id) else { return nil }
    return try MetadataApplier(connection: pass.connection, provider: facts.name, now: pass.now)
      .apply(metadata, to: book)
  }

  /// Nothing came of the request, and the row cannot help it: it stands in line where it stood.
  ///
  /// - Parameter isUnwanted: whether it leaves the line instead.
  private mutating func putBack(
    _ asked: FetchRow, of batch: FetchBatch, isUnwanted: Bool, _ pass: inout Pass
  ) throws {
    var stored = asked.stored
    // It was due when it was claimed; by a clock that was set back since, that may be later than now.
    stored.due = min(stored.due, pass.time)
    guard try pass.queue.settle(stored, claimedBy: claim(of: batch.number)) else {
      guard let row = try pass.queue.row(asked.book) else { return pass.outcome.complete.append(asked.book) }
      if row.queue == .underWay { pass.outcome.elsewhere.append(asked.book) }
      return
    }
    if isUnwanted { return try pass.queue.delete(asked.book) }
    hasReturned = true
    if asked.stored.state == .waiting { pass.outcome.rows.append(FetchOutcome.News(book: asked.book, state: .waiting)) }
  }
}

// MARK: Wishes

extension FetchDesk {
  private mutating func take(in wish: FetchWish, _ pass: inout Pass) throws {
    if wish.urgency == .force, !wish.isRemainder { pass.gate.reopen() }
    let answered = pass.outcome.complete.count
    for book in wish.books { try enqueue(book, wish, &pass) }
    if facts.servesQueue { return }
    let complete = Set(pass.outcome.complete[answered...])
    let rows = wish.books.filter { !complete.contains($0) }
    if wish.urgency != .seen {
      wished += rows
      open += rows
    } else {
      // By now they may be out of sight, unless somebody waits for them.
      let wanted = Set(sight).union(wished)
      open += rows.filter(wanted.contains)
    }
  }

  private func enqueue(_ book: Int64, _ wish: FetchWish, _ pass: inout Pass) throws {
    let (queue, time) = (pass.queue, pass.time)
    guard let input = try BookTable(connection: pass.connection).metadataInput(book)?.fingerprint else {
      pass.outcome.complete.append(book)
      return
    }
    let line = wish.urgency == .seen ? FetchStateTable.Queue.seen : .byHand
    let owner = wish.isWaiters ? holder : nil
    if try queue.insert(book, input: input, queue: line, due: time, owner: owner) {
      pass.outcome.rows.append(FetchOutcome.News(book: book, state: .waiting))
      return
    }
    guard let stored = try queue.row(book) else { return }
    var row = stored
    if row.queue == .underWay {
      if row.claimedBy?.hasPrefix(holder + " ") != true { pass.outcome.elsewhere.append(book) }
    } else if wish.urgency == .force || row.input != input {
      Self.ask(anew: &row, by: input, in: line, time)
      if wish.urgency == .force { row.etag = nil }
    } else if !facts.servesQueue, row.state == .loaded, row.stage == .rest {
      // Lists show what there is.
      pass.outcome.complete.append(book)
    } else if row.state == .waiting || row.due <= time || (row.state == .failed && wish.urgency == .byHand)
      || (row.stage == .rest && wish.urgency == .byHand)
    {
      if row.queue.rawValue > line.rawValue { row.queue = line }
      row.due = min(row.due, time)
    } else {
      pass.outcome.complete.append(book)
    }
    // Whoever wanted it alone does so no more.
    if row.queue != .underWay, row.claimedBy != owner { row.claimedBy = nil }
    if row != stored { try queue.write(row) }
    let state = try MetadataReader(connection: pass.connection, provider: facts.name)
      .state(row, askedBy: input, now: pass.now)
    guard row != stored || state.isSettled else { return }
    pass.outcome.rows.append(
      FetchOutcome.News(book: book, state: state, failure: row.state == .loaded ? row.error : nil))
  }

  /// Forgets how the row was asked for so far.
  private static func ask(
    anew row: inout FetchStateTable.Row, by input: Int64, in line: FetchStateTable.Queue, _ time: Int64
  ) {
    let known = row.state == .loaded && row.input == input
    row = FetchStateTable.Row(
      book: row.book, input: input, state: known ? .loaded : .waiting, queue: line, due: time,
      etag: known ? row.etag : nil)
  }
}

// MARK: Requests

extension FetchDesk {
  private mutating func begin(_ pass: inout Pass) throws {
    if hasReturned { (open, hasReturned) = (sight + wished, false) }
    var candidates = FetchCandidates(
      pass.connection, facts, underWay: rowsUnderWay, inSight: open, now: pass.time)
    let isMore = try admit(&candidates, &pass)
    open = candidates.stillInSight
    for book in candidates.dropped {
      try pass.queue.delete(book)
      pass.outcome.complete.append(book)
    }
    pass.outcome.isIdle = !isMore
    if isMore || !facts.servesQueue { return }
    // What is due by now is under way, or was met: only later rows are work.
    let lines = try FetchStateTable.Queue.served.compactMap { try pass.queue.nextDue(in: $0, after: pass.time) }
    // A claim of another process that runs out is work, too.
    let claims = try underWay.isEmpty ? pass.queue.nextDue(in: .underWay, after: pass.time) : nil
    pass.outcome.wake = (lines + [claims].compactMap { $0 }).min().map { Date(milliseconds: $0) }
  }

  /// Claims the rows of as many requests as the host admits.
  ///
  /// - Returns: whether there are more rows to be asked for; when that can be is noted then.
  private mutating func admit(_ candidates: inout FetchCandidates, _ pass: inout Pass) throws -> Bool {
    while try candidates.hasSome(oldestFirst: (lastNumber + 1) % Self.turn == 0) {
      switch try pass.gate.admit(&places) {
      case .go(let place):
        lastNumber += 1
        let rows = try candidates.next()
        try pass.queue.claim(
          rows.map(\.book), by: claim(of: lastNumber), until: pass.later(FetchTimes.claim))
        let batch = FetchBatch(
          number: lastNumber, stage: rows[0].stage, rows: rows, place: place, change: pass.change)
        underWay[lastNumber] = batch
        pass.outcome.batches.append(batch)
      case .wait(let until):
        pass.outcome.wake = until
        return true
      case .rests(let failure, let until):
        if pass.outcome.hostWaits == nil { pass.outcome.hostWaits = (failure, until) }
        pass.outcome.wake = until
        return true
      }
    }
    return false
  }
}

extension SourceFailure {
  /// Whether the rows that were asked for have nothing to do with it.
  fileprivate var isHostsFault: Bool { isTransient || code == .denied }
}
