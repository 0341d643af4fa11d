/// Methods that update a queue row in memory, without access to the file.
extension FetchStateRow {
  /// Applies an answer. Updates the row's state and the time at which the row is due again.
  ///
  /// - Parameters:
  ///   - requestedRow: The row as it was requested.
  ///   - hasMore: True if the provider has more metadata than the summary.
  ///   - time: The current time, in milliseconds since 1970.
  mutating func take(
    _ answer: MetadataAnswer, to requestedRow: FetchRow, hasMore: Bool, at time: Int64,
    using generator: inout some RandomNumberGenerator
  ) {
    func expiry(_ maxAge: Duration?) -> Int64 {
      FetchTimes.time(time, plus: FetchTimes.answer(maxAge: maxAge, using: &generator))
    }
    switch answer {
    case .found(_, let maxAge, let etag):
      self.etag = etag
      succeed(requestedRow, hasMore: hasMore, at: time, expires: expiry(maxAge))
    case .unchanged(let maxAge):
      succeed(requestedRow, hasMore: hasMore, at: time, expires: expiry(maxAge))
    case .notFound where requestedRow.stage == .rest, .otherBook where requestedRow.stage == .rest:
      succeed(requestedRow, hasMore: hasMore, at: time, expires: expiry(nil))
    case .notFound, .otherBook:
      attempts = (state == .notFound ? attempts : 0) + 1
      (state, stage, queue, etag, error) = (.notFound, .summary, .refresh, nil, nil)
      if case .otherBook(let cause) = answer { error = cause }
      due = FetchTimes.time(time, plus: FetchTimes.missing(attempts: attempts, using: &generator))
    case .unusable(let cause):
      // A row that already has metadata keeps its metadata.
      let hasSome = state == .loaded
      attempts = (hasSome || state == .failed ? attempts : 0) + 1
      if !hasSome { state = .failed }
      (stage, queue, error) = (requestedRow.stage, requestedRow.stored.queue, cause)
      due = FetchTimes.time(time, plus: FetchTimes.backoff(attempts: attempts, using: &generator))
    }
  }

  /// Records success. The next fetch is for the details that the summary lacks. If there are none, the next fetch is
  /// for all metadata, when the answer expires.
  private mutating func succeed(_ requestedRow: FetchRow, hasMore: Bool, at time: Int64, expires: Int64) {
    (state, attempts, error) = (.loaded, 0, nil)
    if hasMore, requestedRow.stage == .summary {
      (stage, queue, due) = (.rest, requestedRow.stored.queue == .requested ? .requested : .rest, time)
    } else {
      (stage, queue, due) = (.summary, .refresh, expires)
    }
  }

  /// Queues the row again for the book's current query, and forgets earlier attempts and failures.
  mutating func restart(by input: Int64, in queue: FetchQueue, at time: Int64) {
    let known = state == .loaded && self.input == input
    self = FetchStateRow(
      book: book, input: input, state: known ? .loaded : .waiting, queue: queue, due: time, etag: known ? etag : nil)
  }
}
