import FoundationEssentials

/// One refresh of one source: does what ``SyncCore`` decides, and tells it what came of it. While a page is stored, the next
/// one is on its way and is made ready on another core.
struct RefreshRun {
  /// What the outside world is to it.
  struct Surroundings: Sendable {
    let database: Database
    let now: @Sendable () -> Date
    /// Waits for so many seconds, or throws when it is cancelled.
    let sleep: @Sendable (Double) async throws -> Void
    /// Told after what it speaks of was committed.
    let tell: @Sendable (SyncEvent) -> Void
    let changes: Broadcast<CatalogChange>
    let pace: LoadPace
  }

  /// What the source answered.
  private enum Answer: Sendable {
    case page(SyncCore.PageHead, [PreparedItem])
    case unchanged
    case failed(SourceFailure)
    case cancelled
  }

  private let source: any BookSource
  private let context: RefreshContext
  private let surroundings: Surroundings
  private var core: SyncCore
  private var generator: any RandomNumberGenerator & Sendable
  private var state: RefreshState
  private var load: BulkLoad
  private var preparation: PagePreparation
  private var fetch: Task<Answer, Never>?
  /// The items of the page that came last.
  private var items: [PreparedItem] = []

  private var database: Database { surroundings.database }
  private var isTrial: Bool { context.options.isTrial }

  /// Refreshes a source.
  ///
  /// - Throws: ``CatalogError`` when the catalog cannot be written; `CancellationError`. What was committed stands.
  static func refresh(
    _ source: any BookSource, _ options: RefreshOptions, holder: String,
    generator: any RandomNumberGenerator & Sendable, in surroundings: Surroundings
  ) async throws -> RefreshReport {
    let (run, known) = try await make(source, options, holder: holder, generator: generator, in: surroundings)
    if options.sources == nil, let state = known?.state, state != .active {
      var report = run.state.report
      report.outcome = .skipped
      return report
    }
    var begun = run
    return try await begun.run()
  }

  /// Reads all that could not be used again, from what was kept of it.
  ///
  /// - Throws: as ``refresh(_:_:holder:generator:in:)``.
  static func retryQuarantine(
    _ source: any BookSource, holder: String, generator: any RandomNumberGenerator & Sendable,
    in surroundings: Surroundings
  ) async throws -> RefreshReport {
    var (run, _) = try await make(source, RefreshOptions(), holder: holder, generator: generator, in: surroundings)
    surroundings.tell(.began(source: source.name))
    try await run.retryQuarantine(upTo: .max)
    if run.load.hasDeferred { try await run.load.finish(now: surroundings.now()) }
    surroundings.tell(.ended(run.state.report))
    return run.state.report
  }

  private static func make(
    _ source: any BookSource, _ options: RefreshOptions, holder: String,
    generator: any RandomNumberGenerator & Sendable, in surroundings: Surroundings
  ) async throws -> (run: RefreshRun, known: Source?) {
    let context = RefreshContext(
      sourceName: source.name, sourceKind: source.kind, decoderVersion: source.decoderVersion, options: options,
      holder: holder)
    let known = try await surroundings.database.read { connection in
      let sources = SourceTable(connection: connection)
      let known = try sources.known(context.sourceName, context.sourceKind)
      return (
        source: known, number: try known?.id ?? sources.number(ofNamed: context.sourceName),
        isFirst: try BulkLoad.isFirst(connection)
      )
    }
    var run = RefreshRun(
      source: source, context: context, surroundings: surroundings,
      core: SyncCore(source: source.name, options: options, interval: known.source?.every.map(Double.init)),
      generator: generator,
      state: RefreshState(started: surroundings.now(), report: RefreshReport(source: source.name)),
      load: BulkLoad(database: surroundings.database, pace: surroundings.pace, isFirst: known.isFirst),
      preparation: PagePreparation(source: known.number, expectsNewBooks: known.isFirst))
    run.state.addsMany = known.isFirst
    return (run, known.source)
  }

  private init(
    source: any BookSource, context: RefreshContext, surroundings: Surroundings, core: SyncCore,
    generator: any RandomNumberGenerator & Sendable, state: RefreshState, load: BulkLoad, preparation: PagePreparation
  ) {
    (self.source, self.context, self.surroundings, self.core) = (source, context, surroundings, core)
    (self.generator, self.state, self.load, self.preparation) = (generator, state, load, preparation)
  }

  private mutating func run() async throws -> RefreshReport {
    do {
      surroundings.tell(.began(source: source.name))
      if !isTrial { try await retryQuarantine() }
      var effects = step(try await begin())
      while true {
        if !effects.isEmpty {
          if let input = try await perform(effects.removeFirst()) { effects += step(input) }
        } else if let fetch {
          let answer = await Self.value(of: fetch)
          try Task.checkCancellation()
          self.fetch = nil
          effects += step(input(of: answer))
        } else {
          break
        }
      }
    } catch {
      fetch?.cancel()
      try await leave(error)
      throw error
    }
    if load.hasDeferred { try await load.finish(now: surroundings.now()) }
    surroundings.tell(.ended(state.report))
    return state.report
  }

  private mutating func step(_ input: SyncCore.Input) -> [SyncCore.Effect] {
    var generator = generator
    defer { self.generator = generator }
    return core.step(input, now: surroundings.now(), using: &generator)
  }

  private mutating func begin() async throws -> SyncCore.Input {
    let (name, kind) = (source.name, source.kind)
    let (position, health) = try await database.read { connection in
      guard let known = try SourceTable(connection: connection).known(name, kind) else {
        return (SyncPosition(), SyncHealth())
      }
      let cursors = SyncCursorTable(connection: connection)
      return (try cursors.position(of: known.id), try cursors.health(of: known.id))
    }
    state.place = position
    return .begin(position, health)
  }

  private mutating func perform(_ effect: SyncCore.Effect) async throws -> SyncCore.Input? {
    try Task.checkCancellation()
    switch effect {
    case .fetch(let request):
      fetch = fetching(request)
      return nil
    case .cancelFetch:
      fetch?.cancel()
      fetch = nil
      return nil
    case .store(_, let from, let to): return try await store(from: from, to: to)
    case .reset(let place):
      return try await move(from: place, to: SyncPosition(generation: place.generation))
    case .sweep(let place): return try await sweep(place)
    case .wait(let failure, let seconds):
      surroundings.tell(.retrying(source: source.name, failure, after: seconds))
      try await surroundings.sleep(seconds)
      return .waited
    case .succeed(let validators):
      try await succeed(validators)
      return nil
    case .fail(let failure, let next):
      state.report.next = next
      try await note(failure, next: next)
      return nil
    case .end(let outcome):
      state.report.outcome = outcome
      return nil
    }
  }
}

// MARK: Asking

extension RefreshRun {
  private func fetching(_ request: SourceRequest) -> Task<Answer, Never> {
    let (source, preparation, now) = (source, preparation, surroundings.now)
    return Task {
      do {
        switch try await source.page(request) {
        case .unchanged: return .unchanged
        case .page(let page):
          return .page(SyncCore.PageHead(page, request: request), preparation.items(of: page, now: now()))
        }
      } catch is CancellationError {
        return .cancelled
      } catch let failure as SourceFailure {
        return .failed(failure)
      } catch {
        return .failed(SourceFailure(.failed, source.name, cause: String(describing: error)))
      }
    }
  }

  /// What came of the question; cancelling the refresh cancels the question.
  private static func value(of fetch: Task<Answer, Never>) async -> Answer {
    await withTaskCancellationHandler {
      await fetch.value
    } onCancel: {
      fetch.cancel()
    }
  }

  private mutating func input(of answer: Answer) -> SyncCore.Input {
    switch answer {
    case .page(let head, let items):
      self.items = items
      return .answered(head)
    case .unchanged: return .unchanged
    case .failed(let failure): return .failed(failure)
    case .cancelled: return .failed(SourceFailure(.failed, source.name, cause: "the question was cancelled"))
    }
  }
}

// MARK: Storing

extension RefreshRun {
  private mutating func store(from: SyncPosition, to: SyncPosition) async throws -> SyncCore.Input {
    let before = state.report.counts.added
    let application = PageApplication(refresh: context, items: items, from: from, to: to, now: surroundings.now())
    defer { items = [] }
    let input = try await inParts { state, position, connection, isToStop in
      try application.apply(state, at: position, connection, isToStop: isToStop)
    }
    // A page that brings mostly new books is likely to be followed by more of them.
    state.addsMany = state.report.counts.added - before > application.items.count / 4
    preparation.expectsNewBooks = state.addsMany
    if !isTrial { try await load.goOn(now: surroundings.now()) }
    return input
  }

  /// Runs transactions until what is to be done in them is done.
  private mutating func inParts(
    _ part: @escaping @Sendable (RefreshState, Int, Connection, () -> Bool) throws -> PageApplication.Result
  ) async throws -> SyncCore.Input {
    var position = 0
    while true {
      try Task.checkCancellation()
      let (begun, start) = (state, position)
      let result: PageApplication.Result
      do {
        result = try await load.run(keeping: !isTrial) { connection, isToStop in
          try part(begun, start, connection, isToStop)
        }
      } catch let failure as SourceFailure {
        return .failed(failure)
      }
      take(result, since: begun)
      switch result.ending {
      case .partly(let next): position = next
      case .stored: return .stored(state.place)
      case .overtaken(let place): return .overtaken(place)
      case .taken: return .taken
      }
    }
  }

  private mutating func take(_ result: PageApplication.Result, since begun: RefreshState) {
    state = isTrial ? begun.counting(result.state) : result.state
    if !isTrial {
      load.take(result.words, added: state.report.counts.added - begun.report.counts.added)
      surroundings.changes.send(CatalogChange(result.books))
    }
    for change in result.changes { surroundings.tell(.wouldChange(source: source.name, change)) }
    if state.report.counts != begun.report.counts { surroundings.tell(.stored(state.report)) }
  }

  /// Notes that the source stands elsewhere, where nothing is stored with it.
  private mutating func move(from place: SyncPosition, to new: SyncPosition) async throws -> SyncCore.Input {
    guard !isTrial else { return .stored(new) }
    let (context, begun, now) = (context, state, surroundings.now())
    let (state, input) = try await database.load(logPages: Database.logPages) { connection in
      var state = begun
      state.place = place
      let source = try context.source(connection, now: now)
      switch try context.admit(&state, source.id, connection, now: now) {
      case .overtaken(let place): return (begun, SyncCore.Input.overtaken(place))
      case .taken: return (begun, .taken)
      case .alone: break
      }
      state.place = new
      try SyncCursorTable(connection: connection).set(new, of: source.id)
      return (state, .stored(new))
    }
    self.state = state
    return input
  }

  private mutating func sweep(_ place: SyncPosition) async throws -> SyncCore.Input {
    let sweep = WalkSweep(refresh: context, place: place)
    if isTrial { return try await sweepTrial(sweep) }
    do {
      try await database.read { try sweep.check($0) }
    } catch let failure as SourceFailure {
      return .failed(failure)
    }
    var (last, misses): (String?, Bool) = (nil, false)
    let now = surroundings.now()
    while true {
      let after = last
      let missing = try await database.read { try sweep.missing(after: after, $0) }
      guard let end = missing.last else { break }
      let input = try await inParts { state, position, connection, isToStop in
        try sweep.apply(missing, at: position, state, connection, now: now, isToStop: isToStop)
      }
      guard case .stored = input else { return input }
      misses = misses || sweep.leavesMissing(missing)
      last = end.remoteID
    }
    var end = place
    end.walk = .none
    let input = try await move(from: place, to: end)
    guard case .stored = input else { return input }
    return .swept(end, misses: misses)
  }

  /// Says what a sweep would take out.
  private mutating func sweepTrial(_ sweep: WalkSweep) async throws -> SyncCore.Input {
    let (shown, now) = (state.shown, surroundings.now())
    let missing: [WalkSweep.Missing]
    do {
      missing = try await database.read { try sweep.missing(in: shown, $0) }
    } catch let failure as SourceFailure {
      return .failed(failure)
    }
    for start in stride(from: 0, to: missing.count, by: WalkSweep.batch) {
      let batch = Array(missing[start..<min(start + WalkSweep.batch, missing.count)])
      let input = try await inParts { state, position, connection, isToStop in
        try sweep.apply(batch, at: position, state, connection, now: now, isToStop: isToStop)
      }
      guard case .stored = input else { return input }
    }
    var end = sweep.place
    end.walk = .none
    return .swept(end, misses: false)
  }
}

// MARK: The end

extension RefreshRun {
  private func succeed(_ validators: SourceValidators?) async throws {
    guard !isTrial else { return }
    let (context, state, now) = (context, state, surroundings.now())
    try await database.load(logPages: Database.logPages) { connection in
      let source = try context.source(connection, now: now)
      let cursors = SyncCursorTable(connection: connection)
      let health = try cursors.health(of: source.id)
      try cursors.succeed(source.id, now: now)
      if health.etag != validators?.etag || health.lastModified != validators?.lastModified {
        try cursors.set(etag: validators?.etag, lastModified: validators?.lastModified, of: source.id)
      }
      try Self.release(state, source.id, context, connection)
    }
  }

  private mutating func note(_ failure: SourceFailure, next: Date) async throws {
    guard !isTrial else { return }
    let (context, begun, now) = (context, state, surroundings.now())
    state = try await database.load(logPages: Database.logPages) { connection in
      var state = begun
      let source = try context.source(connection, now: now)
      try SyncCursorTable(connection: connection)
        .fail(source.id, error: String(describing: failure), next: next, now: now)
      let runs = SyncRunTable(connection: connection)
      let run = try state.run ?? runs.begin(source: source.id, step: state.report.step, now: state.started)
      state.run = run
      try runs.update(
        run, state.report.counts, step: state.report.step, ended: now, error: String(describing: failure))
      try Self.release(state, source.id, context, connection)
      return state
    }
  }

  private static func release(
    _ state: RefreshState, _ source: Int64, _ context: RefreshContext, _ connection: Connection
  ) throws {
    guard state.lease != nil else { return }
    try LeaseTable(connection: connection).release(LeaseTable.name(ofSource: source), holder: context.holder)
  }

  /// Puts in order what an error or a cancellation left: not cancelled with it.
  private func leave(_ error: any Error) async throws {
    guard !isTrial, state.lease != nil else { return }
    let (context, state, now, load, database) = (context, state, surroundings.now(), load, database)
    let reason = error is CancellationError ? "interrupted" : String(describing: error)
    try await Task {
      try await database.load(logPages: Database.logPages) { connection in
        let source = try context.source(connection, now: now)
        try Self.release(state, source.id, context, connection)
        guard let run = state.run else { return }
        try SyncRunTable(connection: connection)
          .update(run, state.report.counts, step: state.report.step, ended: now, error: reason)
      }
      var load = load
      if load.hasDeferred { try await load.finish(now: now) }
    }.value
  }
}

// MARK: Quarantine

extension RefreshRun {
  /// Reads again what could not be used by earlier versions of the rules.
  ///
  /// - Parameter version: the last version to try again what was read by; by default those before the source's.
  private mutating func retryQuarantine(upTo version: Int64? = nil) async throws {
    let (name, kind, version) = (source.name, source.kind, version ?? Int64(source.decoderVersion) - 1)
    let retry = QuarantineRetry(refresh: context)
    var last: String?
    while true {
      try Task.checkCancellation()
      let after = last
      let rows = try await database.read { connection -> [QuarantineTable.Row] in
        guard let known = try SourceTable(connection: connection).known(name, kind) else { return [] }
        return try QuarantineTable(connection: connection)
          .rows(of: known.id, after: after, decoderUpTo: version, limit: 100)
      }
      guard let end = rows.last else { return }
      last = end.remoteID
      let items = retry.items(rows, by: source, preparation, now: surroundings.now())
      let (begun, now) = (state, surroundings.now())
      let result = try await load.run { connection, _ in
        try retry.apply(items, from: rows, begun, connection, now: now)
      }
      take(result, since: begun)
    }
  }
}
