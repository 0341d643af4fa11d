import FoundationEssentials

extension FetchScheduler {
  /// Claims rows for as many requests as the host admits, and stores the time at which to look for more work.
  mutating func claimRequests(in transaction: inout FetchTransaction) throws {
    if hasReturned { (open, hasReturned) = (sight + requested, false) }
    var candidates = FetchCandidates(
      transaction.connection, profile, claimed: claimedRows, inSight: open, now: transaction.time)
    let isMore = try admit(&candidates, in: &transaction)
    open = candidates.stillInSight
    for book in candidates.dropped {
      try transaction.queue.delete(book)
      transaction.result.complete.append(book)
    }
    transaction.result.isIdle = !isMore
    if isMore || !profile.servesQueue { return }
    // Every due row has been claimed or examined, so there is no more work until another row becomes due.
    let queued = try FetchQueue.served.compactMap { try transaction.queue.nextDue(in: $0, after: transaction.time) }
    // A row that another process has claimed can be fetched when the claim expires.
    let claimed = try claims.isEmpty ? transaction.queue.nextDue(in: .claimed, after: transaction.time) : nil
    transaction.result.wake = (queued + [claimed].compactMap { $0 }).min().map { Date(milliseconds: $0) }
  }

  /// Claims rows until none are left, or until the host admits no more requests.
  ///
  /// - Returns: True if rows remain to be fetched. In this case, the result of the transaction contains the time to
  ///   continue.
  private mutating func admit(_ candidates: inout FetchCandidates, in transaction: inout FetchTransaction) throws
    -> Bool
  {
    while try candidates.hasSome(oldestFirst: (lastNumber + 1) % Self.oldestFirstInterval == 0) {
      switch try transaction.limiter.acquire(from: &slots) {
      case .admitted(let slot):
        lastNumber += 1
        let rows = try candidates.next()
        try transaction.queue.claim(
          rows.map(\.book), by: claim(ofRequest: lastNumber), until: transaction.time(in: FetchTimes.claim))
        let request = FetchRequest(
          number: lastNumber, stage: rows[0].stage, rows: rows, slot: slot, change: transaction.change)
        claims[lastNumber] = request
        transaction.result.requests.append(request)
      case .limited(let until):
        transaction.result.wake = until
        return true
      case .refused(let wait):
        if transaction.result.hostWait == nil { transaction.result.hostWait = wait }
        transaction.result.wake = wait.until
        return true
      }
    }
    return false
  }
}
