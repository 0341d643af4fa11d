import FoundationEssentials

/// Refreshes the catalog from its sources, in the background, while others read and edit.
///
/// A page and the cursor behind it are stored in one transaction, and only if the cursor is still the one the page was
/// asked with: a page that comes late or twice falls away, and a crash costs at most the page under way.
public actor SyncEngine {
  private let database: Database
  private let sources: [any BookSource]
  private let broadcast: ChangeBroadcast
  private let now: @Sendable () -> Date
  /// A refresh under way, which a second caller awaits.
  private var running: Task<[RefreshReport], any Error>?

  init(
    database: Database, sources: [any BookSource], broadcast: ChangeBroadcast, now: @escaping @Sendable () -> Date
  ) {
    self.database = database
    self.sources = sources
    self.broadcast = broadcast
    self.now = now
  }

  /// Asks every source for what is new. A source that fails says so in its report and does not keep the others back.
  ///
  /// - Throws: ``CatalogError`` when the catalog itself cannot be written; `CancellationError`.
  public func refresh() async throws -> [RefreshReport] {
    if let running { return try await running.value }
    let task = Task { try await refreshAll() }
    running = task
    defer { running = nil }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func refreshAll() async throws -> [RefreshReport] {
    var reports: [RefreshReport] = []
    for source in sources { reports.append(try await refresh(source)) }
    return reports
  }

  private func refresh(_ source: any BookSource) async throws -> RefreshReport {
    var report = RefreshReport(source: source.name)
    var run = Run(started: now())
    let known = try await database.read { try SourceTable(connection: $0).known(for: source) }
    var cursor: String?
    if let known { cursor = try await database.read { try SyncCursorTable(connection: $0).cursor(of: known.id) } }
    while true {
      try Task.checkCancellation()
      let page: SourcePage
      do {
        guard case .page(let answer) = try await source.page(SourceRequest(cursor: cursor)) else { return report }
        page = answer
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        report.failure = String(describing: error)
        try await note(failure: report, of: source, in: run)
        return report
      }
      let asked = cursor
      let (before, begun) = (report, run)
      let time = now()
      (report, run, cursor) = try await database.write { connection in
        var application = PageApplication(connection: connection, source: source, report: before, run: begun, now: time)
        try application.apply(page, asked: asked)
        return (application.report, application.run, application.cursor)
      }
      if report != before { broadcast.send(.many) }
      if !page.isLast, cursor == asked {
        report.failure = "the source has more and says no way to it"
        try await note(failure: report, of: source, in: run)
        return report
      }
      if page.isLast { return report }
    }
  }

  private func note(failure report: RefreshReport, of source: any BookSource, in run: Run) async throws {
    let time = now()
    try await database.write { connection in
      let known = try SourceTable(connection: connection).source(for: source, now: time)
      try SyncCursorTable(connection: connection).fail(known.id, error: report.failure ?? "", now: time)
      var run = run
      try run.write(connection, source: known.id, step: report.step, now: time, error: report.failure)
    }
  }
}

/// The run of one source, over all its pages: a row once it changed something or failed.
private struct Run: Sendable {
  let started: Date
  var id: Int64?
  var counts = RunCounts()

  mutating func write(_ connection: Connection, source: Int64, step: Int64?, now: Date, error: String?) throws {
    let runs = SyncRunTable(connection: connection)
    let id = try id ?? runs.begin(source: source, step: step, now: started)
    self.id = id
    try runs.update(id, counts, step: step, ended: now, error: error)
  }
}

/// One page of one source, taken in inside one transaction.
private struct PageApplication {
  let connection: Connection
  let source: any BookSource
  var report: RefreshReport
  var run: Run
  let now: Date
  /// Where the source was read to, by this run or by another one that was faster.
  var cursor: String?

  mutating func apply(_ page: SourcePage, asked: String?) throws {
    let known = try SourceTable(connection: connection).source(for: source, now: now)
    let cursors = SyncCursorTable(connection: connection)
    cursor = try cursors.cursor(of: known.id)
    guard cursor == asked else { return }
    let recorder = try ChangeRecorder(connection: connection, kind: .refresh, now: now, goingOnWith: report.step)
    let applier = try RecordApplier(
      connection: connection, source: known, recorder: recorder, generator: SystemRandomNumberGenerator())
    for (index, item) in page.items.enumerated() {
      guard case .record(let record, _) = item else { continue }
      do {
        // A source lists the newest first: times that fall keep that order in the list of what came in last.
        run.counts.count(try applier.apply(record, added: now.addingTimeInterval(-Double(index) / 1000)))
      } catch let error as InvalidValue {
        run.counts.rejected += 1
        report.rejected.append("\(record.remoteID): \(error)")
      }
    }
    try applier.finish()
    if recorder.step != nil {
      try recorder.record(
        0, .cursor(source: known.id), old: HistoryTable.State(value: asked), new: HistoryTable.State(value: page.cursor)
      )
    }
    (report.added, report.updated, report.unchanged) = (run.counts.added, run.counts.updated, run.counts.unchanged)
    report.step = recorder.step ?? report.step
    try recorder.finish(summary: "refreshed \(known.name): \(report.added) added, \(report.updated) updated")
    try cursors.advance(known.id, to: page.cursor, now: now)
    cursor = page.cursor
    if recorder.step != nil || run.id != nil {
      try run.write(connection, source: known.id, step: report.step, now: now, error: nil)
    }
  }
}

extension SourceTable {
  /// The source as the catalog knows it: under its name, or under that with a number where an import has taken it.
  fileprivate func known(for source: any BookSource) throws -> Source? { try lookUp(source).known }

  fileprivate func source(for source: any BookSource, now: Date) throws -> Source {
    let (known, name) = try lookUp(source)
    return try known ?? add(name, source.kind, location: nil, now: now)
  }

  private func lookUp(_ source: any BookSource) throws -> (known: Source?, name: String) {
    var (name, number) = (source.name, 2)
    while let found = try self.source(named: name) {
      if found.kind == source.kind { return (found, name) }
      name = "\(source.name)-\(number)"
      number += 1
    }
    return (nil, name)
  }
}

/// What the refresh of one source did.
public struct RefreshReport: Sendable, Equatable {
  /// The name that the source gives itself.
  public let source: String
  /// Records that brought a new book, or brought one back whose refresh was undone.
  public var added = 0
  /// Records that said something else than before, or were the first of this source about a book that was there.
  public var updated = 0
  /// Records that said the same as before.
  public var unchanged = 0
  /// Records that could not be taken in, each with its reason.
  public var rejected: [String] = []
  /// Why the source could not be read to its end; what came before is stored.
  public var failure: String?
  /// The step by which `undo` takes the run back; `nil` when it changed nothing.
  public var step: Int64?
}
