extension FetchScheduler {
  /// Queues the rows of a demand, except rows whose metadata is already known.
  mutating func take(_ demand: FetchDemand, in transaction: inout FetchTransaction) throws {
    if demand.priority == .forced, !demand.isRemainder { transaction.limiter.halfOpen() }
    let answered = transaction.result.complete.count
    for book in demand.books { try enqueue(book, for: demand, in: &transaction) }
    if profile.servesQueue { return }
    let complete = Set(transaction.result.complete[answered...])
    let rows = demand.books.filter { !complete.contains($0) }
    if demand.priority != .seen {
      requested += rows
      open += rows
    } else {
      // Rows of an older demand may no longer be visible. Such rows are fetched only if a caller waits for them.
      let needed = Set(sight).union(requested)
      open += rows.filter(needed.contains)
    }
  }

  private func enqueue(_ book: Book.ID, for demand: FetchDemand, in transaction: inout FetchTransaction) throws {
    guard let input = try transaction.input(of: book) else {
      transaction.result.complete.append(book)
      return
    }
    let owner = demand.isWaiterOnly ? holder : nil
    if try transaction.queue.insert(
      book, input: input, queue: demand.priority.queue, due: transaction.time, owner: owner)
    {
      transaction.result.rows.append(FetchRowChange(book: book, state: .waiting))
      return
    }
    guard let stored = try transaction.queue.row(book) else { return }
    var row = stored
    raise(&row, for: demand, requestedBy: input, in: &transaction)
    // The row is no longer reserved for a single waiting caller.
    if row.queue != .claimed, row.claimedBy != owner { row.claimedBy = nil }
    if row != stored { try transaction.queue.write(row) }
    let state = try MetadataReader(connection: transaction.connection, provider: profile.name)
      .state(row, requestedBy: input, now: transaction.now)
    guard row != stored || state.isSettled else { return }
    transaction.result.rows.append(
      FetchRowChange(book: book, state: state, failure: row.state == .loaded ? row.error : nil))
  }

  /// Makes a queued row due if the demand requires more metadata than is already known.
  private func raise(
    _ row: inout FetchStateRow, for demand: FetchDemand, requestedBy input: Int64,
    in transaction: inout FetchTransaction
  ) {
    let isRequested = demand.priority == .requested
    if row.queue == .claimed {
      if row.claimedBy?.hasPrefix(holder + " ") != true { transaction.result.elsewhere.append(row.book) }
    } else if demand.priority == .forced || row.input != input {
      row.restart(by: input, in: demand.priority.queue, at: transaction.time)
      if demand.priority == .forced { row.etag = nil }
    } else if !profile.servesQueue, row.state == .loaded, row.stage == .rest {
      // Lists need only the summary, and the summary is already known.
      transaction.result.complete.append(row.book)
    } else if row.state == .waiting || row.due <= transaction.time || (row.state == .failed && isRequested)
      || (row.stage == .rest && isRequested)
    {
      if row.queue.rawValue > demand.priority.queue.rawValue { row.queue = demand.priority.queue }
      row.due = min(row.due, transaction.time)
    } else {
      transaction.result.complete.append(row.book)
    }
  }
}

extension FetchPriority {
  /// The queue for rows of this priority.
  fileprivate var queue: FetchQueue { self == .seen ? .seen : .requested }
}
