/// Methods that handle events while a fetcher is stopping or has stopped.
extension FetchCore {
  mutating func stepEnding(_ event: Event, _ now: Double) -> [Effect] {
    switch (event, phase) {
    case (.rowAwaited(_, let waiter, _), _): return [.tell(.row(waiter: waiter, .failure(CancellationError())))]
    case (.reportAwaited(_, let waiter, _, _), _):
      return [.tell(.report(waiter: waiter, .failure(CancellationError())))]
    case (.waiterLeft(let waiter), _): return waiters.leave(waiter).message.map { [.tell($0)] } ?? []
    case (.responded(let number, let result), .stopping(let batch)):
      return end(number, result) ? finishIfQuiet(batch, now) : []
    case (.committed(let result), .stopping(let batch?)):
      renewClaims(result, of: batch)
      for request in result.requests {
        underWay.insert(request.number)
        _ = end(request.number, .cancelled)
      }
      return tell(result) + finishIfQuiet(nil, now)
    case (.failed(let error), .stopping(let batch?)):
      pending.restore(batch)
      return waiters.fail(error).map(Effect.tell) + finishIfQuiet(nil, now)
    case (.timerFired(let time), .stopping(let batch)):
      guard timer.fire(at: max(now, time)).isPatienceOver else { return setTimer() }
      // Stops waiting for a database write that is blocked by another process.
      return batch == nil ? finish(now) : [.cancelBatch] + end()
    case (.timerFired(let time), .finishing):
      return timer.fire(at: max(now, time)).isPatienceOver ? [.cancelBatch] + end() : setTimer()
    case (.committed, .finishing), (.failed, .finishing): return end()
    case (.shown, _), (.requested, _), (.gathered, _), (.responded, _), (.committed, _), (.failed, _), (.timerFired, _),
      (.stop, _):
      return []
    }
  }

  mutating func stop(_ batch: FetchBatch?, _ now: Double) -> [Effect] {
    timer = FetchTimer()
    timer.patience = now + Self.patience
    return underWay.sorted().map { .cancel(request: $0) } + finishIfQuiet(batch, now)
  }

  private mutating func finishIfQuiet(_ batch: FetchBatch?, _ now: Double) -> [Effect] {
    if batch == nil, underWay.isEmpty { return finish(now) }
    phase = .stopping(batch)
    return setTimer()
  }

  /// Runs the last batch, which releases all claims.
  private mutating func finish(_ now: Double) -> [Effect] {
    for number in underWay.sorted() { _ = end(number, .cancelled) }
    timer = FetchTimer()
    timer.patience = now + Self.patience
    phase = .finishing
    var batch = pending.next(FetchScheduler.batchSize)
    batch.isLast = true
    return [.run(batch)] + setTimer()
  }

  private mutating func end() -> [Effect] {
    phase = .stopped
    return [.cancelTimer] + waiters.fail(CancellationError()).map(Effect.tell) + [.finish]
  }
}
