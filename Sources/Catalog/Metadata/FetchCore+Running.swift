import FoundationEssentials

/// Methods that handle events while a fetcher is running: in the states idle, gathering and batching.
extension FetchCore {
  mutating func stepRunning(_ event: Event, _ now: Double) -> [Effect] {
    switch (event, phase) {
    case (.shown(let books, let ahead, let viewer), _):
      waiters.want(books + ahead)
      pending.show(books, ahead: ahead, viewer: viewer)
      return gather()
    case (.requested(let books, let isForced), _):
      waiters.want(books)
      return demand(FetchDemand(books, isForced ? .forced : .requested))
    case (.rowAwaited(let book, let waiter, let isForced), _):
      waiters.add(waiter, for: book, isInSight: pending.isInSight(book))
      return demand(FetchDemand([book], isForced ? .forced : .requested, isWaiterOnly: true))
    case (.reportAwaited(let books, let waiter, let isForced, let isBrief), _):
      if books.isEmpty { return [.tell(.report(waiter: waiter, .success(MetadataReport())))] }
      waiters.add(waiter, ReportWaiter(books, isBrief: isBrief))
      return demand(FetchDemand(books, isForced ? .forced : .requested))
    case (.waiterLeft(let waiter), _): return leave(waiter)
    case (.gathered, .gathering):
      let batch = pending.next(FetchScheduler.batchSize)
      phase = .batching(batch, isNextRequested: false)
      return [.run(batch)]
    case (.committed(let result), .batching(let batch, _)): return commit(result, of: batch, now)
    case (.failed(let error), .batching(let batch, _)): return fail(batch, error, now)
    case (.responded(let number, let result), _): return end(number, result) ? gather() : []
    case (.timerFired(let time), _): return fire(max(now, time)) + setTimer()
    case (.stop, .batching(let batch, _)): return stop(batch, now)
    case (.stop, _): return stop(nil, now)
    case (.gathered, _), (.committed, _), (.failed, _): return []
    }
  }

  /// Requests a batch, which runs now or after the current batch.
  mutating func gather() -> [Effect] {
    switch phase {
    case .idle:
      phase = .gathering
      return [.gather]
    case .batching(let batch, _): phase = .batching(batch, isNextRequested: true)
    case .gathering, .stopping, .finishing, .stopped: break
    }
    return []
  }

  private mutating func demand(_ demand: FetchDemand) -> [Effect] {
    if demand.books.isEmpty { return [] }
    pending.add(demand)
    return gather()
  }

  private mutating func leave(_ waiter: Int) -> [Effect] {
    let (message, unwanted) = waiters.leave(waiter)
    var effects = message.map { [Effect.tell($0)] } ?? []
    guard let unwanted else { return effects }
    pending.withdraw(unwanted)
    for number in underWay.sorted() {
      if let request = claims[number], waiters.isUnwanted(request, holder: holder) {
        effects.append(.cancel(request: number))
      }
    }
    return effects + gather()
  }

  private mutating func commit(_ result: FetchBatchResult, of batch: FetchBatch, _ now: Double) -> [Effect] {
    retry = Self.firstRetry
    renewClaims(result, of: batch)
    var effects: [Effect] = []
    for request in result.requests {
      underWay.insert(request.number)
      if waiters.isUnwanted(request, holder: holder) {
        if end(request.number, .cancelled) { effects += gather() }
      } else {
        timer.deadlines[request.number] = now + FetchTimes.request
        effects.append(.start(request))
      }
    }
    waiters.keepUnwanted(of: underWay.compactMap { claims[$0] })
    effects += tell(result)
    if let pause = waiters.pause(isIdle: result.isIdle) { timer.look = min(timer.look ?? .infinity, now + pause) }
    timer.wake = result.wake.map { now + $0.timeIntervalSince(result.time) }
    effects += setTimer()
    var isNextRequested = pending.hasDemands
    if case .batching(_, true) = phase { isNextRequested = true }
    phase = .idle
    return isNextRequested ? effects + gather() : effects
  }

  /// Restores the input of a failed batch. If the catalog is writable, also schedules a retry.
  private mutating func fail(_ batch: FetchBatch, _ error: any Error, _ now: Double) -> [Effect] {
    pending.restore(batch)
    phase = .idle
    var effects: [Effect] = []
    if retry == Self.firstRetry, let error = error as? CatalogError {
      effects.append(.tellObservers(.cannotStore(error)))
    }
    if canStore {
      timer.wake = now + retry
      retry = min(2 * retry, Self.maxRetry)
      effects += setTimer()
    } else {
      pending.dropDemands()
    }
    return effects + waiters.fail(error).map(Effect.tell)
  }

  private mutating func fire(_ time: Double) -> [Effect] {
    let firing = timer.fire(at: time)
    var effects: [Effect] = []
    for number in firing.late {
      effects.append(.cancel(request: number))
      let cause = "no response within \(Int(FetchTimes.request)) seconds"
      if end(number, .failed(SourceFailure(.timedOut, host, cause: cause))) { effects += gather() }
    }
    if firing.looks {
      let claimed = Set(claims.values.flatMap { $0.rows.map(\.book) })
      let pending = pending
      let books = waiters.takeElsewhere(isInSight: { pending.isInSight($0) }, claimed: claimed)
      effects += demand(FetchDemand(books, .seen))
    }
    return firing.wakes ? effects + gather() : effects
  }
}
