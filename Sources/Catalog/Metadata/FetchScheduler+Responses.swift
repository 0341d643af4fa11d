import FoundationEssentials

/// The answer for one row of a response.
private struct RowAnswer {
  let row: FetchRow
  let answer: MetadataAnswer
  /// The claim that this process must still have on the row for the answer to be stored; `nil` to store the answer in
  /// any case.
  var claim: String?
  /// True if the catalog, and therefore the book, has not changed since this process claimed the row.
  var isBookUnchanged: Bool

  init(_ answer: MetadataAnswer, to row: FetchRow, claim: String, isBookUnchanged: Bool) {
    (self.row, self.claim, self.isBookUnchanged) = (row, claim, isBookUnchanged)
    if case .unchanged = answer, row.query.known == nil {
      self.answer = .unusable("it reported “unchanged” for a book that was never fetched from it")
    } else {
      self.answer = answer
    }
  }
}

extension FetchScheduler {
  /// Stores a response and ends the claims of its request.
  ///
  /// - Parameter withdrawn: The rows that this fetcher no longer needs.
  mutating func store(
    _ response: FetchResponse, withdrawn: Set<Book.ID>, in transaction: inout FetchTransaction,
    using generator: inout some RandomNumberGenerator
  ) throws {
    let request = response.request
    claims[request.number] = nil
    slots.giveBack(request.slot)
    switch response.result {
    case .cancelled:
      for row in request.rows {
        let isUnwanted = withdrawn.contains(row.book) && row.stored.claimedBy == holder
        try requeue(row, of: request, isUnwanted: isUnwanted, in: &transaction)
      }
    case .failed(let failure) where failure.isHostsFault:
      let until = transaction.limiter.fail(failure)
      if until != nil || failure.code == .denied {
        transaction.result.hostWait = HostWait(failure: failure, until: until)
      }
      for row in request.rows { try requeue(row, of: request, isUnwanted: false, in: &transaction) }
    case .failed(let failure):
      transaction.limiter.succeed()
      for row in request.rows {
        try store(.unusable(failure.cause), to: row, of: request, in: &transaction, using: &generator)
      }
    case .answers(let answers):
      transaction.limiter.succeed()
      for (index, row) in request.rows.enumerated() {
        let answer = index < answers.count ? answers[index] : .unusable("the response does not include this book")
        try store(answer, to: row, of: request, in: &transaction, using: &generator)
      }
    }
  }

  private mutating func store(
    _ answer: MetadataAnswer, to row: FetchRow, of request: FetchRequest, in transaction: inout FetchTransaction,
    using generator: inout some RandomNumberGenerator
  ) throws {
    // If nothing in the catalog has changed, the book is also unchanged.
    let isSame = request.change == transaction.change
    let claim = claim(ofRequest: request.number)
    var answer = RowAnswer(answer, to: row, claim: claim, isBookUnchanged: isSame)
    let input = try isSame ? row.input : transaction.input(of: row.book)
    if let input, try write(answer, over: row.stored, requestedBy: input, in: &transaction, using: &generator) {
      return
    }
    guard let stored = try transaction.queue.row(row.book) else { return transaction.result.complete.append(row.book) }
    // The claim has expired and another process has claimed the row. Only the answer to that process is stored.
    if let other = stored.claimedBy, other != claim { return transaction.result.elsewhere.append(row.book) }
    guard let input else {
      try transaction.queue.delete(row.book)
      return transaction.result.complete.append(row.book)
    }
    (answer.claim, answer.isBookUnchanged) = (nil, false)
    _ = try write(answer, over: stored, requestedBy: input, in: &transaction, using: &generator)
  }

  /// Writes the result of a request for one row.
  ///
  /// - Parameters:
  ///   - stored: The row before the answer.
  ///   - input: The fingerprint of the book's current query.
  /// - Returns: True if the result was written; false if this process no longer has the claim.
  private mutating func write(
    _ answer: RowAnswer, over stored: FetchStateRow, requestedBy input: Int64, in transaction: inout FetchTransaction,
    using generator: inout some RandomNumberGenerator
  ) throws -> Bool {
    let requestedRow = answer.row
    var row = stored
    row.claimedBy = nil
    // The answer is for an older query of this book.
    guard input == requestedRow.input else {
      row.restart(by: input, in: requestedRow.stored.queue == .requested ? .requested : .seen, at: transaction.time)
      guard try transaction.queue.write(row, ifClaimedBy: answer.claim) else { return false }
      hasReturned = true
      return true
    }
    row.input = input
    row.take(answer.answer, to: requestedRow, hasMore: profile.hasMore, at: transaction.time, using: &generator)
    guard try transaction.queue.write(row, ifClaimedBy: answer.claim) else { return false }
    let state = try show(answer, as: row, in: transaction)
    let isMoreDue = row.state == .loaded && row.stage == .rest && row.due <= transaction.time
    if !isMoreDue || !profile.servesQueue { transaction.result.complete.append(requestedRow.book) }
    transaction.result.rows.append(
      FetchRowChange(book: requestedRow.book, state: state, failure: row.state == .loaded ? row.error : nil))
    return true
  }

  /// Updates the displayed metadata of a book according to an answer.
  ///
  /// - Parameter row: The row as it was written.
  /// - Returns: The new state of the row.
  private func show(
    _ answer: RowAnswer, as row: FetchStateRow, in transaction: FetchTransaction
  ) throws -> MetadataState {
    let requestedRow = answer.row
    let table = MetadataTable(connection: transaction.connection)
    switch answer.answer {
    case .found(var metadata, _, _):
      // The description arrives with the rest of the metadata. Until then, the known description is kept.
      if profile.hasMore, requestedRow.stage == .summary, metadata.description == nil {
        metadata.description = requestedRow.query.known?.description
      }
      if let layer = try apply(metadata, to: requestedRow.book, in: transaction) { return .loaded(BookMetadata(layer)) }
    case .unchanged:
      try table.confirm(profile.name, of: requestedRow.book, now: transaction.now)
    case .notFound where row.state == .notFound, .otherBook where row.state == .notFound:
      // If the catalog stored no metadata from the provider for this book, nothing has to be deleted.
      let mayHaveLayer = requestedRow.hasLayer || !answer.isBookUnchanged
      if mayHaveLayer, try table.layer(of: requestedRow.book, profile.name) != nil {
        try apply(nil, to: requestedRow.book, in: transaction)
      }
      return .notFound(until: Date(milliseconds: row.due))
    case .notFound, .otherBook, .unusable: break
    }
    return try MetadataReader(connection: transaction.connection, provider: profile.name)
      .state(row, requestedBy: row.input, now: transaction.now)
  }

  @discardableResult
  private func apply(
    _ metadata: ProviderMetadata?, to id: Book.ID, in transaction: FetchTransaction
  ) throws -> MetadataLayer? {
    guard let book = try BookTable(connection: transaction.connection).book(id) else { return nil }
    return try MetadataApplier(connection: transaction.connection, provider: profile.name, now: transaction.now)
      .apply(metadata, to: book)
  }

  /// Puts a row back at its position in the queue. The row's request ended without a result, for reasons unrelated to
  /// the row.
  ///
  /// - Parameter isUnwanted: True to remove the row from the queue instead.
  private mutating func requeue(
    _ requestedRow: FetchRow, of request: FetchRequest, isUnwanted: Bool, in transaction: inout FetchTransaction
  ) throws {
    var stored = requestedRow.stored
    // The row was due when it was claimed. If the clock has been set back since then, the due time may now be in the
    // future.
    stored.due = min(stored.due, transaction.time)
    guard try transaction.queue.write(stored, ifClaimedBy: claim(ofRequest: request.number)) else {
      guard let row = try transaction.queue.row(requestedRow.book) else {
        return transaction.result.complete.append(requestedRow.book)
      }
      if row.queue == .claimed { transaction.result.elsewhere.append(requestedRow.book) }
      return
    }
    if isUnwanted { return try transaction.queue.delete(requestedRow.book) }
    hasReturned = true
    if requestedRow.stored.state == .waiting {
      transaction.result.rows.append(FetchRowChange(book: requestedRow.book, state: .waiting))
    }
  }
}

extension SourceFailure {
  /// True if the failure is independent of the requested rows.
  fileprivate var isHostsFault: Bool { isTransient || code == .denied }
}
