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
    let pace: LoadPace
    /// Returns after so many seconds, in which a page has to come, or throws when it is cancelled.
    var pageTimer: @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
  }

  /// What the source answered.
  private enum Answer: Sendable {
    case page(SyncCore.PageHead, [PreparedItem], SourceNotes?)
    case unchanged
    case failed(SourceFailure)
    case cancelled
  }

  let source: any BookSource
  let context: RefreshContext
  let surroundings: Surroundings
  private var core: SyncCore
  private var generator: any RandomNumberGenerator & Sendable
  var state: RefreshState
  var load: BulkLoad
  var preparation: PagePreparation
  private var fetch: Task<Answer, Never>?
  /// The items of the page that came last.
  var items: [PreparedItem] = []
  /// What it changes in the source's notes.
  var notes: SourceNotes?
  /// The cursor that the source gave last, whose notes it remembers.
  private var given: String?

  var database: Database { surroundings.database }
  var isTrial: Bool { context.options.isTrial }

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
    let context = context
    let (position, health) = try await database.read { connection in
      guard let known = try context.known(connection) else {
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
    let (source, preparation, context, surroundings) = (source, preparation, context, surroundings)
    let isRemembered = request.cursor == nil || request.cursor == given
    return Task {
      do {
        var asked = request
        if !isRemembered {
          asked.notes = try await surroundings.database.read { connection in
            try context.known(connection).map { try SourceNoteTable(connection: connection).notes(of: $0.id) } ?? []
          }
        }
        switch try await surroundings.answer(of: source, to: asked) {
        case .unchanged: return .unchanged
        case .page(let page):
          return .page(
            SyncCore.PageHead(page, request: request), preparation.items(of: page, now: surroundings.now()), page.notes)
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

  /// How long a page may take to come, in seconds.
  static let pageTime = 600.0

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
    case .page(let head, let items, let notes):
      (self.items, self.notes, given) = (items, notes, head.cursor)
      return .answered(head)
    case .unchanged: return .unchanged
    case .failed(let failure): return .failed(failure)
    case .cancelled: return .failed(SourceFailure(.failed, source.name, cause: "the question was cancelled"))
    }
  }
}

extension RefreshRun.Surroundings {
  /// What a source answers, within the time that a page may take: a server that sends a byte now and then is given up too.
  fileprivate func answer(of source: any BookSource, to request: SourceRequest) async throws -> SourceAnswer {
    try await withThrowingTaskGroup(of: SourceAnswer?.self) { group in
      group.addTask { try await source.page(request) }
      group.addTask {
        try await pageTimer(RefreshRun.pageTime)
        return nil
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() ?? nil else {
        throw SourceFailure(.timedOut, source.name, cause: "a page took longer than ten minutes")
      }
      return answer
    }
  }
}
