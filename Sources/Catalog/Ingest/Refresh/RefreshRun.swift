import FoundationEssentials

/// Performs one refresh of one source. Performs the effects that ``SyncCore`` returns, and passes their results back to
/// it. While a page is stored, the next page is requested and prepared on another CPU core.
struct RefreshRun {
  /// The environment of the refresh.
  struct Surroundings: Sendable {
    let database: Database
    let now: @Sendable () -> Date
    /// A closure that waits for a number of seconds, or throws an error if the wait is cancelled.
    let wait: @Sendable (Wait, Double) async throws -> Void
    /// A closure that sends an event. It is called after the data that the event describes is committed.
    let tell: @Sendable (SyncEvent) -> Void
    let pace: LoadPace
  }

  /// The result of looking up a source in the catalog.
  struct SourceLookup: Sendable {
    /// The id of the source; `nil` if the catalog does not know the source.
    let number: CatalogSource.ID?
    /// The version of the catalog's contents when `number` was looked up; `nil` if the caller already knew the id.
    let contents: ContentsVersion?
  }

  /// The purpose of a wait.
  enum Wait: Sendable {
    /// The pause before a request is repeated.
    case retry
    /// The time limit of the whole refresh. The refresh continues during this wait.
    case deadline
    /// The time limit for a page. The refresh continues during this wait.
    case page
    /// The time limit for a source to end a cancelled request. The refresh continues during this wait.
    case patience
  }

  /// The source's answer to a request.
  enum Answer: Sendable {
    case page(SyncCore.PageHead, [PreparedItem], SourceNotes?)
    case unchanged
    case failed(SourceFailure)
    case cancelled
  }

  /// A message that the refresh waits for while it has no work to do.
  enum Message: Sendable {
    case answer(Answer, to: Int)
    case timeUp
    /// A page exceeded its time limit, for example because a server sends it one byte at a time.
    case late(Int)
    /// The source did not end a cancelled request.
    case abandoned
  }

  /// A running request.
  struct Fetch {
    let number: Int
    let task: Task<Void, Never>
    let timer: Task<Void, any Error>

    func cancel() {
      task.cancel()
      timer.cancel()
    }
  }

  /// The time limit in seconds for a source to end a cancelled request.
  static let patience = 2.0
  /// The time limit in seconds for a page.
  static let pageTime = 600.0

  let source: any BookSource
  let context: RefreshContext
  let surroundings: Surroundings
  var core: SyncCore
  var generator: any RandomNumberGenerator & Sendable
  var state: RefreshState
  var load: BulkLoad
  var preparation: PagePreparation
  var fetch: Fetch?
  var lastFetch = 0
  let channel = MessageChannel<Message>()
  /// The items of the last page.
  var items: [PreparedItem] = []
  /// The changes that the last page makes to the source's notes.
  var notes: SourceNotes?
  /// The last cursor that the source returned. The source still remembers the notes that belong to this cursor.
  var given: String?

  var database: Database { surroundings.database }
  var isDryRun: Bool { context.options.isDryRun }

  /// Refreshes a source.
  ///
  /// - Throws: ``CatalogError`` if the catalog cannot be written, or if a backup is restored into it in the meantime;
  ///   `CancellationError`. Committed data remains.
  static func refresh(
    _ source: any BookSource, _ lookup: SourceLookup, _ options: RefreshOptions, holder: String,
    generator: any RandomNumberGenerator & Sendable, in surroundings: Surroundings
  ) async throws -> RefreshReport {
    let (run, known) = try await make(source, lookup, options, holder: holder, generator: generator, in: surroundings)
    if options.sources == nil, known?.state == .paused {
      var report = run.state.report
      report.outcome = .skipped
      return report
    }
    var begun = run
    return try await begun.reportingEnd { run in try await run.run() }
  }

  /// Parses all quarantined records again from their stored contents.
  ///
  /// - Throws: The errors of ``refresh(_:_:_:holder:generator:in:)``.
  static func retryQuarantine(
    _ source: any BookSource, _ lookup: SourceLookup, holder: String, generator: any RandomNumberGenerator & Sendable,
    in surroundings: Surroundings
  ) async throws -> RefreshReport {
    var (run, _) = try await make(
      source, lookup, RefreshOptions(), holder: holder, generator: generator, in: surroundings)
    return try await run.reportingEnd { run in
      do {
        try await run.retryQuarantine(upTo: .max)
      } catch let failure as SourceFailure {
        run.state.report.outcome = .failed(failure)
      }
      if run.load.hasDeferred { try await run.load.finish() }
    }
  }

  static func make(
    _ source: any BookSource, _ lookup: SourceLookup, _ options: RefreshOptions, holder: String,
    generator: any RandomNumberGenerator & Sendable, in surroundings: Surroundings
  ) async throws -> (run: RefreshRun, known: CatalogSource?) {
    let number = lookup.number
    let context = RefreshContext(
      sourceID: number, sourceName: source.name, sourceKind: source.kind, decoderVersion: source.decoderVersion,
      options: options, holder: holder)
    let known = try await surroundings.database.read { connection in
      try lookup.contents?.require(connection)
      let sources = SourceTable(connection: connection)
      return (
        source: try number.flatMap { try sources.source($0) },
        number: try number ?? sources.number(ofNamed: context.sourceName), isFirst: try BulkLoad.isFirst(connection),
        contents: try ContentsVersion(connection)
      )
    }
    let began = surroundings.now()
    var run = RefreshRun(
      source: source, context: context, surroundings: surroundings,
      core: SyncCore(
        source: source.name, decoder: Int64(source.decoderVersion), options: options,
        interval: known.source?.every?.seconds),
      generator: generator,
      state: RefreshState(started: began, report: RefreshReport(source: source.name)),
      load: BulkLoad(
        database: surroundings.database, contents: known.contents, pace: surroundings.pace, isFirst: known.isFirst,
        now: surroundings.now),
      preparation: PagePreparation(
        source: known.number, isMine: known.source?.isMine ?? source.kind.isMine, expectsNewBooks: known.isFirst,
        began: began))
    run.state.addsMany = known.isFirst
    return (run, known.source)
  }

  init(
    source: any BookSource, context: RefreshContext, surroundings: Surroundings, core: SyncCore,
    generator: any RandomNumberGenerator & Sendable, state: RefreshState, load: BulkLoad, preparation: PagePreparation
  ) {
    (self.source, self.context, self.surroundings, self.core) = (source, context, surroundings, core)
    (self.generator, self.state, self.load, self.preparation) = (generator, state, load, preparation)
  }

  /// Sends one event when the refresh begins and another when it ends, even if the body throws an error.
  mutating func reportingEnd(_ body: (inout RefreshRun) async throws -> Void) async throws -> RefreshReport {
    surroundings.tell(.began(source: source.name))
    do {
      try await body(&self)
    } catch {
      state.report.outcome = .interrupted
      surroundings.tell(.ended(state.report))
      throw error
    }
    surroundings.tell(.ended(state.report))
    return state.report
  }

  mutating func run() async throws {
    let alarm = context.options.timeout.map { [surroundings, channel] timeout in
      Task {
        try await surroundings.wait(.deadline, timeout.seconds)
        channel.send(.timeUp)
      }
    }
    defer { alarm?.cancel() }
    do {
      var effects: [SyncCore.Effect] = []
      if let input = try await turningFailures({ run in try await run.begin() }) { effects = step(input) }
      while true {
        if !effects.isEmpty {
          let effect = effects.removeFirst()
          let input = try await turningFailures { run in try await run.perform(effect) }
          // After a failure, the remaining effects no longer apply.
          if case .failed = input { effects = [] }
          if let input { effects += step(input) }
        } else if let fetch {
          let message = await message(waitingFor: fetch)
          try Task.checkCancellation()
          if let input = take(message) { effects += step(input) }
        } else {
          break
        }
      }
    } catch {
      fetch?.cancel()
      try await leave(error)
      throw error
    }
    if let failure = state.report.failure, failure.code == .removed { try await leave(failure) }
    if load.hasDeferred { try await load.finish() }
  }

  /// Runs the body and returns its result. If the source fails, returns the failure as an input for ``SyncCore``.
  mutating func turningFailures(
    _ body: (inout RefreshRun) async throws -> SyncCore.Input?
  ) async throws -> SyncCore.Input? {
    do {
      return try await body(&self)
    } catch let failure as SourceFailure {
      return .failed(failure)
    }
  }

  mutating func step(_ input: SyncCore.Input) -> [SyncCore.Effect] {
    var generator = generator
    defer { self.generator = generator }
    return core.step(input, now: surroundings.now(), using: &generator)
  }

  mutating func begin() async throws -> SyncCore.Input {
    if !isDryRun { try await retryQuarantine() }
    let context = context
    let (position, health) = try await database.read { connection in
      guard let known = try context.known(connection) else {
        // A dry run of an unknown source has no stored position to start from.
        if !context.options.isDryRun { throw context.removed }
        return (SyncPosition(), SyncHealth())
      }
      let cursors = SyncCursorTable(connection: connection)
      return (try cursors.position(of: known.id), try cursors.health(of: known.id))
    }
    state.position = position
    return .begin(position, health)
  }

  mutating func perform(_ effect: SyncCore.Effect) async throws -> SyncCore.Input? {
    try Task.checkCancellation()
    switch effect {
    case .fetch(let request):
      lastFetch += 1
      fetch = fetching(request, lastFetch)
      return nil
    case .cancelFetch:
      fetch?.cancel()
      fetch = nil
      return nil
    case .store(_, let from, let to): return try await store(from: from, to: to)
    case .reset(let position, let beginning): return try await move(from: position, to: beginning)
    case .sweep(let position): return try await sweep(position)
    case .wait(let failure, let seconds):
      surroundings.tell(.retrying(source: source.name, failure, after: .seconds(seconds)))
      try await surroundings.wait(.retry, seconds)
      return .waited
    case .succeed(let validators):
      try await succeed(validators)
      return nil
    case .leaveOff(let limit):
      try await leaveOff(limit)
      return nil
    case .fail(let failure, let next):
      state.report.next = next
      try await note(failure, next: next)
      return nil
    case .end(let outcome):
      state.report.outcome = outcome
      state.report.isByNewerRules = core.isReplacing
      return nil
    }
  }
}
