import FoundationEssentials
import Synchronization

/// An engine that refreshes the catalog from its sources in the background, while other code reads and edits.
///
/// ```swift
/// let engine = catalog.syncEngine(sources: [feed])
/// for report in try await engine.refresh() { print(report.source, report.counts.added) }
/// ```
///
/// A page and the cursor after it are stored in one transaction, and only if the source is still at the position from
/// which the page was requested. Late or repeated pages are discarded, and a crash loses at most the current page.
///
/// Each source is read by one refresh at a time. Callers that request the same refresh while it is running receive its
/// report. A source that the user renames stays the same source. A refresh of a removed source fails with
/// ``SourceFailure/Code/removed``, even if another source now has its name.
public actor SyncEngine {
  /// The maximum number of sources to read at the same time.
  static let parallel = 4

  /// The key of a refresh. Callers with equal keys share the refresh.
  private struct RefreshKey: Equatable {
    let source: String
    let options: RefreshOptions
  }

  private let sources: [any BookSource]
  private let surroundings: RefreshRun.Surroundings
  private let board: SourceBoard
  private let makeGenerator: @Sendable () -> any RandomNumberGenerator & Sendable
  /// The identity under which this engine holds leases, unique among all processes.
  private let holder: String
  private let refreshes = SharedTasks<RefreshKey, RefreshReport>(lastCaller: .waits)
  /// The ids of the sources that were looked up by name. An id stays valid after the lookup, even if another source is
  /// later renamed to the same name.
  private var numbers: [String: CatalogSource.ID] = [:]
  /// The version of the catalog's contents when the sources were looked up.
  private var contents: ContentsVersion?

  init(
    sources: [any BookSource], database: Database, now: @escaping @Sendable () -> Date, outside: Outside
  ) {
    let board = SourceBoard()
    self.sources = sources
    self.board = board
    makeGenerator = outside.generator
    var generator = outside.generator()
    holder = UUID.version7(at: now(), using: &generator).uuidString
    surroundings = RefreshRun.Surroundings(
      database: database, now: now, wait: outside.wait,
      tell: { event in
        board.take(event, now: now())
        outside.observer(event)
      }, pace: outside.pace)
  }

  /// The dependencies of an engine. Tests replace the clocks and random numbers.
  struct Outside: Sendable {
    var wait: @Sendable (RefreshRun.Wait, Double) async throws -> Void = { _, seconds in
      try await Task.sleep(for: .seconds(seconds))
    }
    var generator: @Sendable () -> any RandomNumberGenerator & Sendable = { SystemRandomNumberGenerator() }
    var pace = LoadPace()
    var observer: @Sendable (SyncEvent) -> Void = { _ in }
  }

  /// The events of all refreshes as an asynchronous sequence. Each access returns a new, independent sequence, which
  /// ends with the engine.
  ///
  /// ```swift
  /// for await event in engine.events {
  ///   if case .ended(let report) = event { print(report.source, report.counts.added) }
  /// }
  /// ```
  public nonisolated var events: AsyncStream<SyncEvent> { board.events() }

  /// Returns the state of a source, as far as this engine knows. The state is ``SourceState/idle`` before the engine's
  /// first refresh of the source.
  ///
  /// ```swift
  /// if case .failed(let failure, _, _) = engine.state(of: "home") { print(failure) }
  /// ```
  public nonisolated func state(of source: String) -> SourceState { board.state(of: source) }

  /// Refreshes sources. The failure of one source appears in its report and does not affect the other sources.
  ///
  /// ```swift
  /// for report in try await engine.refresh(RefreshOptions(sources: ["home"])) {
  ///   if let failure = report.failure { print("\(report.source): \(failure)") }
  /// }
  /// ```
  ///
  /// - Returns: A report for each requested source, in the order of the engine's sources.
  /// - Throws: ``CatalogError`` if the catalog cannot be written; ``InvalidValue`` if two of the engine's sources have
  ///   the same name, or if the options name an unknown source; `CancellationError` if the task is cancelled or the
  ///   engine is stopped. Data stored before the error remains.
  public func refresh(_ options: RefreshOptions = RefreshOptions()) async throws -> [RefreshReport] {
    try checkNames(options.sources ?? [])
    let requested = sources.filter { source in options.sources?.contains(source.name) ?? true }
    try await lookUp(requested, makes: !options.isDryRun)
    return try await withThrowingTaskGroup(of: (Int, RefreshReport).self) { group in
      var reports: [Int: RefreshReport] = [:]
      for (index, source) in requested.enumerated() {
        if index >= Self.parallel, let (done, report) = try await group.next() { reports[done] = report }
        group.addTask { (index, try await self.report(of: source, options)) }
      }
      for try await (done, report) in group { reports[done] = report }
      return requested.indices.compactMap { reports[$0] }
    }
  }

  /// Parses quarantined records again from their stored contents. The sources are not contacted.
  ///
  /// ```swift
  /// for report in try await engine.retryQuarantine() { print(report.source, report.rejected) }
  /// ```
  ///
  /// - Returns: A report for each of the engine's sources. Each report counts the records that are usable now, and
  ///   lists the records that are still unusable as rejected.
  /// - Throws: The errors of ``refresh(_:)``.
  public func retryQuarantine() async throws -> [RefreshReport] {
    var reports: [RefreshReport] = []
    try checkNames([])
    try await lookUp(sources, makes: false)
    for source in sources {
      reports.append(
        try await RefreshRun.retryQuarantine(
          source, known(source), holder: holder, generator: makeGenerator(), in: surroundings))
      board.end(source.name)
    }
    return reports
  }

  /// Cancels all running refreshes and prevents new ones. Calling this method is optional: an engine that is not
  /// stopped loses no data. If a source ignores the cancellation, this method waits for at most two seconds, and
  /// discards an answer that arrives later.
  public func stop() async {
    await refreshes.stop()
    board.finish()
  }

  /// Checks that the engine's sources have unique names, and that the requested names exist. The names identify the
  /// sources in requests and reports.
  private func checkNames(_ requested: [String]) throws {
    var names: Set<String> = []
    for source in sources where !names.insert(source.name).inserted {
      throw InvalidValue("source", source.name, "two sources of the engine have this name; names must be unique")
    }
    if let unknown = requested.first(where: { !names.contains($0) }) {
      throw InvalidValue("source", unknown, "the engine has no source with this name")
    }
  }

  /// Looks up the sources in the catalog.
  ///
  /// - Parameter makes: True to add unknown sources to the catalog. Their precedence follows the order of this list.
  private func lookUp(_ requested: [any BookSource], makes: Bool) async throws {
    // A caller that joins a running refresh needs no id.
    let underWay = Set(await refreshes.keys.map(\.source))
    let names = requested.filter { $0.sourceID == nil && !underWay.contains($0.name) }.map { ($0.name, $0.kind) }
    guard !names.isEmpty else { return }
    let (found, contents) = try await surroundings.database.read { connection in
      (
        try names.map { try SourceTable(connection: connection).known($0.0, $0.1)?.id }, try ContentsVersion(connection)
      )
    }
    // If a backup has replaced the contents, the same ids may denote other sources.
    if contents != self.contents { (self.contents, numbers) = (contents, [:]) }
    take(found, of: names.map(\.0))
    guard makes, names.contains(where: { numbers[$0.0] == nil }) else { return }
    let now = surroundings.now()
    let made = try await surroundings.database.write { connection in
      try names.map { try SourceTable(connection: connection).source(named: $0.0, $0.1, now: now)?.id }
    }
    take(made, of: names.map(\.0))
  }

  private func take(_ found: [CatalogSource.ID?], of names: [String]) {
    for (name, number) in zip(names, found) where numbers[name] == nil { numbers[name] = number }
  }

  private func known(_ source: any BookSource) -> RefreshRun.SourceLookup {
    if let number = source.sourceID { return RefreshRun.SourceLookup(number: number, contents: nil) }
    return RefreshRun.SourceLookup(number: numbers[source.name], contents: contents)
  }

  /// Refreshes a source or joins a running refresh with the same options. If a refresh with other options is running,
  /// waits for it to end first.
  private func report(of source: any BookSource, _ options: RefreshOptions) async throws -> RefreshReport {
    let name = source.name
    return try await refreshes.value(
      of: RefreshKey(source: name, options: options), excluding: { $0.source == name },
      { try await self.refresh(source, options) })
  }

  private func refresh(_ source: any BookSource, _ options: RefreshOptions) async throws -> RefreshReport {
    defer { board.end(source.name) }
    return try await RefreshRun.refresh(
      source, known(source), options, holder: holder, generator: makeGenerator(), in: surroundings)
  }
}

/// The stream of events for an engine's observers, and the state of each source.
private final class SourceBoard: Sendable {
  private let broadcast = Broadcast<SyncEvent>()
  private let states = Mutex<[String: SourceState]>([:])

  func events() -> AsyncStream<SyncEvent> { broadcast.stream() }

  func state(of source: String) -> SourceState { states.withLock { $0[source] } ?? .idle }

  func take(_ event: SyncEvent, now: Date) {
    switch event {
    case .began(let source): set(.refreshing(RunCounts()), of: source)
    case .stored(let report): set(.refreshing(report.counts), of: report.source)
    case .ended(let report):
      set(report.failure.map { .failed($0, at: now, next: report.next) } ?? .idle, of: report.source)
    case .retrying, .wouldChange: break
    }
    broadcast.send(event)
  }

  /// Resets the state of a source to idle if its refresh was interrupted.
  func end(_ source: String) {
    states.withLock { if case .refreshing = $0[source] { $0[source] = .idle } }
  }

  func finish() { broadcast.finish() }

  private func set(_ state: SourceState, of source: String) { states.withLock { $0[source] = state } }
}
