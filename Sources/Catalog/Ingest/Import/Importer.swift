import FoundationEssentials

/// Takes the rows of an input into the catalog as one step, in short transactions: parsing goes on on another core, and a
/// user's edit waits for one of them at most. Stopped or killed at any point, what was committed stands, `undo` takes it
/// back, and the same import again does the rest.
struct Importer {
  let database: Database
  /// Every transaction is taken back, so that nothing changes; rows that mean the same book under different names and stand far
  /// apart are then counted as two.
  let isDryRun: Bool
  let now: @Sendable () -> Date
  /// Whoever knows which books rows without a title are; `nil`: nobody is asked.
  var completer: (any RecordCompleter)?
  var pace = LoadPace()

  /// - Parameters:
  ///   - source: the name of the source, in any case of its letters; it is made if need be.
  ///   - location: the file the rows come from.
  ///   - scan: the identity of the input.
  ///   - admit: throws where the import may not go on with a source.
  ///   - notice: is given each row that is not taken in, or not whole; throwing ends the import.
  ///   - progress: is called after each transaction.
  func run(
    _ reader: any RecordReader, source name: String, location: String?, scan: ImportScan? = nil,
    admit: @escaping @Sendable (CatalogSource) throws -> Void = { _ in },
    notice: (ImportNotice) throws -> Void, progress: (ImportProgress) -> Void
  ) async throws -> ImportReport {
    var state = ImportState(sourceName: name, location: location, admit: admit, started: now())
    state.saidOn = scan?.newest
    var load = BulkLoad(database: database, contents: nil, pace: pace, isFirst: false, now: now)
    var bytesRead: Int64 = 0
    func store(_ rows: [PreparedRow], isHolding: Bool) async throws {
      var work = ImportApplication(rows, after: state, isHolding: isHolding, isDryRun: isDryRun)
      while !work.isFinished {
        try Task.checkCancellation()
        let added = state.counts.added
        try await load.next(of: &work, keeping: !isDryRun)
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
          try ContentsMark(connection)
        )
      }
      if let known { state.sourceName = known.name }
      if known?.kind == .import { state.source = known }
      load = BulkLoad(database: database, contents: contents, pace: pace, isFirst: isFirstLoad, now: now)
      var preparation = ImportPreparation(source: number, started: state.started, time: state.started)
      let reader = CompletingReader(reader, by: completer, source: number, database)
      var wanted = 1
      var next = Self.reading(1, from: reader, preparation)
      defer { next.cancel() }
      while let batch = try await Self.value(of: next) {
        wanted = min(max(pace.fewestRows, 2 * wanted), pace.mostRows)
        preparation.time = now()
        next = Self.reading(wanted, from: reader, preparation)
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

  /// Derives what is left, and says in the catalog how the import ended. Not cancelled with it.
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
          // Where nothing came of it, the source is not worth remembering.
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
  /// What the reader gives; cancelling the import cancels the reading, which may wait for input.
  private static func value(of reading: Task<PreparedBatch?, any Error>) async throws -> PreparedBatch? {
    try await withTaskCancellationHandler {
      try await reading.value
    } onCancel: {
      reading.cancel()
    }
  }

  /// Reads the next batches together, until they have so many rows, and prepares them, beside the writer; `nil` at the
  /// end.
  private static func reading(
    _ wanted: Int, from reader: any RecordReader, _ preparation: ImportPreparation
  ) -> Task<PreparedBatch?, any Error> {
    Task {
      guard let first = try await reader.nextBatch() else { return nil }
      var batch = PreparedBatch(rows: preparation.rows(first.rows), bytesRead: first.bytesRead)
      var isSlow = first.isSlow
      while !isSlow, batch.rows.count < wanted, let more = try await reader.nextBatch() {
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
  /// “imported goodbooks-10k: 10,000 added, 0 updated”
  fileprivate func summary(isWhole: Bool) -> String {
    "imported \(source): \(counts.added.spoken) added, \(counts.updated.spoken) updated"
      + (isWhole ? "" : ", not to its end")
  }
}
