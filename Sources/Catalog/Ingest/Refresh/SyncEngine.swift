import FoundationEssentials
import Synchronization

/// Refreshes the catalog from its sources, in the background, while others read and edit.
///
/// ```swift
/// let engine = catalog.syncEngine(sources: [feed])
/// for report in try await engine.refresh() { print(report.source, report.counts.added) }
/// ```
///
/// A page and the cursor behind it are stored in one transaction, and only if the source still stands where the page was
/// asked from: a page that comes late or twice falls away, and a crash costs at most the page under way. Each source is
/// read by one refresh at a time; who asks for the same meanwhile is given that one's report. A source that the user renames
/// stays the same; one that is removed fails (``SourceFailure/Code/removed``), whoever has its name by then.
public actor SyncEngine {
  /// How many sources are read at the same time.
  static let parallel = 4

  /// A refresh that equal callers share.
  private struct RefreshKey: Equatable {
    let source: String
    let options: RefreshOptions
  }

  private let sources: [any BookSource]
  private let surroundings: RefreshRun.Surroundings
  private let board: SourceBoard
  private let makeGenerator: @Sendable () -> any RandomNumberGenerator & Sendable
  /// Who this is to other processes.
  private let holder: String
  private let refreshes = SharedTasks<RefreshKey, RefreshReport>(lastCaller: .waits)
  /// Which sources of the catalog those are that were looked up by their names: from then on a source that is called so is
  /// another one.
  private var numbers: [String: CatalogSource.ID] = [:]
  /// The contents in which they were looked up.
  private var contents: ContentsMark?

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

  /// What an engine takes from outside; tests give it other clocks and numbers.
  struct Outside: Sendable {
    var wait: @Sendable (RefreshRun.Wait, Double) async throws -> Void = { _, seconds in
      try await Task.sleep(for: .seconds(seconds))
    }
    var generator: @Sendable () -> any RandomNumberGenerator & Sendable = { SystemRandomNumberGenerator() }
    var pace = LoadPace()
    var observer: @Sendable (SyncEvent) -> Void = { _ in }
  }

  /// The events, as they happen: each access is a stream of its own, which ends with the engine.
  public nonisolated var events: AsyncStream<SyncEvent> { board.events() }

  /// How a source is doing, as far as this engine knows: ``SourceState/idle`` before its first refresh.
  public nonisolated func state(of source: String) -> SourceState { board.state(of: source) }

  /// Asks sources for what is new. One that fails says so in its report and does not keep the others back.
  ///
  /// - Returns: a report for each source that was asked for, in the order in which the engine was given them.
  /// - Throws: ``CatalogError`` when the catalog itself cannot be written; ``InvalidValue`` if two of the engine's sources have
  ///   one name, or none has a name that the options name; `CancellationError` when the task was cancelled or the engine
  ///   stopped. What was stored before stands.
  public func refresh(_ options: RefreshOptions = RefreshOptions()) async throws -> [RefreshReport] {
    try checkNames(options.sources ?? [])
    let wanted = sources.filter { source in options.sources?.contains(source.name) ?? true }
    try await lookUp(wanted, makes: !options.isDryRun)
    return try await withThrowingTaskGroup(of: (Int, RefreshReport).self) { group in
      var reports: [Int: RefreshReport] = [:]
      for (index, source) in wanted.enumerated() {
        if index >= Self.parallel, let (done, report) = try await group.next() { reports[done] = report }
        group.addTask { (index, try await self.report(of: source, options)) }
      }
      for try await (done, report) in group { reports[done] = report }
      return wanted.indices.compactMap { reports[$0] }
    }
  }

  /// Reads again what could not be used of the sources' records, from what was kept of them. The sources are not asked.
  ///
  /// - Returns: a report for each of the engine's sources: what could be used now, and as rejected what still cannot.
  /// - Throws: as ``refresh(_:)``.
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

  /// Ends every refresh under way, as cancelling does, and takes no new ones. Nothing depends on it: an engine that is not
  /// stopped loses nothing. A source that does not let go is waited for two seconds at most, here and where a refresh is
  /// cancelled; what it answers then falls away.
  public func stop() async {
    await refreshes.stop()
    board.finish()
  }

  /// Checks that each source has a name of its own, by which it is refreshed and reported, and that sources have the names
  /// that the caller asks for.
  private func checkNames(_ asked: [String]) throws {
    var names: Set<String> = []
    for source in sources where !names.insert(source.name).inserted {
      throw InvalidValue("source", source.name, "two sources of the engine have this name; give each a name of its own")
    }
    if let unknown = asked.first(where: { !names.contains($0) }) {
      throw InvalidValue("source", unknown, "the engine has no source of this name")
    }
  }

  /// Finds out which sources of the catalog these are.
  ///
  /// - Parameter makes: whether those that it does not know become known to it, in their order, so that this is the order of
  ///   their precedence.
  private func lookUp(_ wanted: [any BookSource], makes: Bool) async throws {
    // Who joins a refresh under way needs no number.
    let underWay = Set(await refreshes.keys.map(\.source))
    let names = wanted.filter { $0.sourceID == nil && !underWay.contains($0.name) }.map { ($0.name, $0.kind) }
    guard !names.isEmpty else { return }
    let (found, contents) = try await surroundings.database.read { connection in
      (
        try names.map { try SourceTable(connection: connection).known($0.0, $0.1)?.id }, try ContentsMark(connection)
      )
    }
    // In other contents the numbers are those of other sources.
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

  /// Refreshes a source, or joins the refresh under way that does the same; one with other options is waited for.
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

/// What observers of an engine are told, and how each source is doing.
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

  /// What was cut short is idle again.
  func end(_ source: String) {
    states.withLock { if case .refreshing = $0[source] { $0[source] = .idle } }
  }

  func finish() { broadcast.finish() }

  private func set(_ state: SourceState, of source: String) { states.withLock { $0[source] = state } }
}
