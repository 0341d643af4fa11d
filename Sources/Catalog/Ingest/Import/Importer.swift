import FoundationEssentials
import Platform

/// Imports the rows of an input as one step, in short transactions. Parsing runs on another core, and a user's edit
/// waits for at most one transaction. If an import is stopped or killed, the committed rows remain and `undo` can
/// revert them. Running the same import again completes the rest.
struct Importer {
  let database: Database
  /// True to roll back every transaction, so that nothing changes. Two rows for the same book under different names
  /// then count as two books if they are far apart in the input.
  let isDryRun: Bool
  let now: @Sendable () -> Date
  /// The object that looks up rows without a title; `nil` to look up nothing.
  var completer: (any RecordCompleter)?
  var pace = LoadPace()

  /// Runs the import.
  ///
  /// - Parameters:
  ///   - source: The name of the source, ignoring case. The source is created if it does not exist.
  ///   - location: The file that the rows come from.
  ///   - scan: A summary of the file, by which later exports from the same account are recognized.
  ///   - admit: A closure that throws an error if the import must not write to the given source.
  ///   - notice: A closure that receives a notice about each row that is rejected, or stored but may need attention. An
  ///     error that the closure throws ends the import.
  ///   - progress: A closure that is called after each transaction.
  func run(
    _ reader: any RecordReader, source name: String, location: String?, scan: ImportScan? = nil,
    admit: @escaping @Sendable (CatalogSource) throws -> Void = { _ in },
    notice: (ImportNotice) throws -> Void, progress: (ImportProgress) -> Void
  ) async throws -> ImportReport {
    var state = ImportState(sourceName: name, location: location, admit: admit, started: now())
    state.statedOn = scan?.newest
    var load = BulkLoad(database: database, contents: nil, pace: pace, isFirst: false, now: now)
    var bytesRead: Int64 = 0
    func store(_ rows: [PreparedRow], isHolding: Bool) async throws {
      var work = ImportApplication(rows, after: state, isHolding: isHolding, isDryRun: isDryRun)
      while !work.isFinished {
        try Task.checkCancellation()
        let added = state.counts.added
        try await load.writes.next(of: &work, keeping: !isDryRun)
        state = work.state
        if !isDryRun { load.take(work.terms, added: state.counts.added - added) }
        for item in work.notices { try notice(item) }
        progress(ImportProgress(counts: state.counts, waiting: state.waiting, bytesRead: bytesRead))
      }
    }
    func storeHeld() async throws {
      let rows = state.held.rows
      state.held.removeAll()
      try await store(rows, isHolding: false)
    }
    var isInterrupted = false
    var failure: (any Error)?
    do {
      let (known, number, isFirstLoad, contents) = try await database.read { connection in
        let sources = SourceTable(connection: connection)
        let known = try sources.source(called: name)
        return (
          known, try known?.id ?? sources.number(ofNamed: name), try BulkLoad.isFirst(connection),
          try ContentsVersion(connection)
        )
      }
      if let known { state.sourceName = known.name }
      if known?.kind == .import { state.source = known }
      load = BulkLoad(database: database, contents: contents, pace: pace, isFirst: isFirstLoad, now: now)
      var preparation = ImportPreparation(source: number, started: state.started, time: state.started)
      let reader = CompletingReader(reader, by: completer, source: number, database)
      var requestedRows = 1
      var next = Self.reading(1, from: reader, preparation)
      defer { next.cancel() }
      while let batch = try await Self.value(of: next) {
        requestedRows = min(max(pace.minRows, 2 * requestedRows), pace.maxRows)
        preparation.time = now()
        next = Self.reading(requestedRows, from: reader, preparation)
        let before = state.counts
        bytesRead = batch.bytesRead
        if !isDryRun { try await load.prepare(forRows: batch.rows.count) }
        try await store(batch.rows, isHolding: true)
        preparation.expectsNewBooks = state.counts.added - before.added > batch.rows.count / 4
        if state.held.bytes > pace.heldBytes { try await storeHeld() }
        if !isDryRun { try await load.goOn() }
      }
      try await storeHeld()
    } catch is CancellationError {
      isInterrupted = true
    } catch {
      failure = error
    }
    let report = ImportReport(
      source: state.sourceName, counts: state.counts, waiting: state.waiting, waitingReason: state.waitingReason,
      step: state.step, isInterrupted: isInterrupted)
    try await finish(report, state, load, scan, failure)
    if let failure { throw failure }
    return report
  }

  /// Writes deferred index data, and records in the catalog how the import ended. Runs to its end even if the import is
  /// cancelled.
  private func finish(
    _ report: ImportReport, _ state: ImportState, _ load: BulkLoad, _ scan: ImportScan?, _ failure: (any Error)?
  ) async throws {
    guard !isDryRun else { return }
    let error = failure.map { String(describing: $0) } ?? (report.isInterrupted ? "interrupted" : nil)
    let (database, contents, ended) = (database, load.contents, now())
    try await Task {
      var load = load
      try await database.write { connection in
        try contents?.require(connection)
        if let step = report.step {
          let summary = report.summary(isWhole: error == nil)
          try StepTable(connection: connection).set(summary: summary, of: step)
          if let run = state.run {
            try SyncRunTable(connection: connection).update(
              run, report.counts, step: step.rawValue, ended: ended, error: error)
          }
        } else if let source = state.source {
          // If nothing was imported, the source is deleted if nothing else uses it.
          try SourceTable(connection: connection).removeUnused(source.id)
        }
        guard error == nil, let scan, let source = state.source else { return }
        if try SourceTable(connection: connection).source(source.id) != nil {
          try ImportFinder(connection: connection).remember(scan, of: source.id)
        }
      }
      try await load.finish()
    }.value
  }
}

extension Importer {
  /// Returns the result of a read. Cancelling the import cancels the read, which may be waiting for input.
  private static func value(of reading: Task<PreparedBatch?, any Error>) async throws -> PreparedBatch? {
    try await withTaskCancellationHandler {
      try await reading.value
    } onCancel: {
      reading.cancel()
    }
  }

  /// Starts a task that reads batches until they contain the requested number of rows, and prepares the rows while the
  /// writer works. The result of the task is `nil` at the end of the input.
  private static func reading(
    _ requestedRows: Int, from reader: any RecordReader, _ preparation: ImportPreparation
  ) -> Task<PreparedBatch?, any Error> {
    Task {
      guard let first = try await reader.nextBatch() else { return nil }
      var batch = PreparedBatch(rows: preparation.rows(first.rows), bytesRead: first.bytesRead)
      var isSlow = first.isSlow
      while !isSlow, batch.rows.count < requestedRows, let more = try await reader.nextBatch() {
        batch.rows += preparation.rows(more.rows)
        batch.bytesRead = more.bytesRead
        isSlow = more.isSlow
      }
      return batch
    }
  }

  private struct PreparedBatch {
    var rows: [PreparedRow]
    var bytesRead: Int64
  }
}

extension ImportReport {
  /// Returns the summary of the import's step, such as “imported goodbooks-10k: 10,000 added, 0 updated”.
  fileprivate func summary(isWhole: Bool) -> String {
    "imported \(source): \(counts.added.grouped) added, \(counts.updated.grouped) updated"
      + (isWhole ? "" : ", incomplete")
  }
}
