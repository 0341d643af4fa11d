import FoundationEssentials

/// Takes the rows of an input into the catalog as one step, in short transactions: parsing goes on on another core, and a
/// user's edit waits for one of them at most. Stopped or killed at any point, what was committed stands, `undo` takes it
/// back, and the same import again does the rest.
struct Importer {
  /// How long a transaction may go on, in seconds, when nobody waits for its end; longer for the first books of a
  /// catalog, when there is nobody yet to be kept waiting.
  static let transactionTime = 0.25
  static let firstTransactionTime = 2.0
  /// How many rows a transaction takes at most while the first books come in: each time twice as many, so that reading
  /// and writing overlap from the start, and later each page of an index is written for many rows at once.
  static let firstRows = 2_000
  static let mostRows = 20_000

  let database: Database
  /// Every transaction is taken back, so that nothing changes; rows that mean the same book and stand far apart are then
  /// counted as two.
  let isTrial: Bool
  let now: @Sendable () -> Date

  /// - Parameters:
  ///   - source: the name of the source, which is made if need be.
  ///   - location: the file the rows come from.
  ///   - notice: is given each row that is not taken in, or not whole; throwing ends the import.
  ///   - progress: is called after each transaction.
  func run(
    _ reader: any RecordReader, source name: String, location: String?,
    notice: (ImportNotice) throws -> Void, progress: (ImportProgress) -> Void
  ) async throws -> ImportReport {
    let started = now()
    var report = ImportReport(source: name)
    let opened = try await database.write(keeping: !isTrial) {
      try ImportTransaction.open($0, name, location, now: started)
    }
    var run: Int64?
    var seen = BookSet()
    var failure: (any Error)?
    do {
      var wanted = Self.firstRows
      var next = Task { try await Self.batch(of: 1, from: reader) }
      defer { next.cancel() }
      while let batch = try await next.value {
        wanted = opened.isFirstLoad ? min(2 * wanted, Self.mostRows) : 1
        next = Task { [wanted] in try await Self.batch(of: wanted, from: reader) }
        var position = 0
        while position < batch.rows.count {
          try Task.checkCancellation()
          let state = ImportTransaction.State(
            source: opened.source, step: report.step, run: run, counts: report.counts, started: started,
            position: position,
            isFirstLoad: opened.isFirstLoad, seen: seen)
          let database = database
          let result = try await database.write(keeping: !isTrial) { connection in
            try ImportTransaction.apply(batch.rows, state, connection) { database.hasWaitingWriter }
          }
          for item in result.notices { try notice(item) }
          (report.counts, position) = (result.state.counts, result.state.position)
          // What a trial wrote is gone, with the ids it gave.
          if !isTrial { (report.step, run, seen) = (result.state.step, result.state.run, result.state.seen) }
          progress(ImportProgress(counts: report.counts, bytesRead: batch.bytesRead))
        }
      }
    } catch is CancellationError {
      report.isInterrupted = true
    } catch {
      failure = error
    }
    if let step = report.step {
      let finished = report
      let error = failure.map { String(describing: $0) } ?? (report.isInterrupted ? "interrupted" : nil)
      let (endedRun, ended) = (run, now())
      // Not cancelled with the import: it says how the import ended.
      try await Task {
        try await database.write { connection in
          let summary = finished.summary(isWhole: error == nil)
          try StepTable(connection: connection).set(summary: summary, of: step)
          if let endedRun {
            try SyncRunTable(connection: connection).update(
              endedRun, finished.counts, step: step, ended: ended, error: error)
          }
        }
      }.value
    }
    if report.counts.total == report.counts.rejected, !isTrial {
      // Nothing came of it: the source is not worth remembering.
      try await database.write { try SourceTable(connection: $0).removeUnused(opened.source.id) }
    }
    if let failure { throw failure }
    return report
  }
}

extension Importer {
  /// The reader's next batches together, until they have so many rows; `nil` at the end.
  private static func batch(of rows: Int, from reader: any RecordReader) async throws -> ImportBatch? {
    guard var batch = try await reader.nextBatch() else { return nil }
    while batch.rows.count < rows, let more = try await reader.nextBatch() {
      batch.rows += more.rows
      batch.bytesRead = more.bytesRead
    }
    return batch
  }
}

extension ImportReport {
  /// “imported goodbooks-10k: 10,000 added, 0 updated”
  fileprivate func summary(isWhole: Bool) -> String {
    "imported \(source): \(counts.added) added, \(counts.updated) updated" + (isWhole ? "" : ", not to its end")
  }
}

/// One transaction of an import.
private enum ImportTransaction {
  struct State: Sendable {
    let source: Source
    var step: Int64?
    var run: Int64?
    var counts: RunCounts
    let started: Date
    /// The first row of the batch that was not looked at.
    var position: Int
    let isFirstLoad: Bool
    /// The books that rows so far are about.
    var seen: BookSet
  }

  struct Result: Sendable {
    var state: State
    var notices: [ImportNotice] = []
  }

  static func open(
    _ connection: Connection, _ name: String, _ location: String?, now: Date
  ) throws -> (source: Source, isFirstLoad: Bool) {
    let sources = SourceTable(connection: connection)
    let source =
      try sources.source(named: name) ?? sources.add(name, .import, location: location, now: now)
    let isEmpty = try connection.integer("SELECT EXISTS (SELECT 1 FROM book)") == 0
    return (source, isEmpty)
  }

  /// Takes in rows until the time is up, somebody waits, or the batch ends.
  static func apply(
    _ rows: [ImportRow], _ begun: State, _ connection: Connection, isWaitedFor: () -> Bool
  ) throws -> Result {
    var result = Result(state: begun)
    let recorder = ChangeRecorder(
      connection: connection, kind: .import, now: begun.started, step: begun.step)
    let applier = try RecordApplier(
      connection: connection, source: begun.source, recorder: recorder, generator: SystemRandomNumberGenerator(),
      seen: begun.seen)
    let clock = ContinuousClock()
    let time = begun.isFirstLoad ? Importer.firstTransactionTime : Importer.transactionTime
    let deadline = clock.now + .seconds(time)
    repeat {
      let row = rows[result.state.position]
      result.state.position += 1
      do {
        guard case .record(let record) = row.content else {
          if case .rejected(let reason) = row.content { result.reject(row, reason) }
          continue
        }
        result.state.counts.count(try applier.apply(record, added: record.added ?? begun.started))
        if let reason = row.leftOut {
          result.state.counts.leftOut += 1
          result.notices.append(.leftOut(number: row.number, reason: reason))
        }
      } catch let error as InvalidValue {
        result.reject(row, String(describing: error))
      }
    } while result.state.position < rows.count && !isWaitedFor() && clock.now < deadline
    try applier.finish()
    if let step = recorder.step, result.state.run == nil {
      try recorder.finish(summary: "imported \(begun.source.name), not to its end")
      result.state.run = try SyncRunTable(connection: connection)
        .begin(source: begun.source.id, step: step, now: begun.started)
    }
    result.state.step = recorder.step
    result.state.seen = applier.seen ?? BookSet()
    return result
  }
}

extension ImportTransaction.Result {
  fileprivate mutating func reject(_ row: ImportRow, _ reason: String) {
    state.counts.rejected += 1
    notices.append(.rejected(RejectedRow(number: row.number, reason: reason, raw: row.raw)))
  }
}

extension SourceRecord {
  /// When the book came into the catalog that the record comes from.
  fileprivate var added: Date? {
    if case .instant(let time)? = values[.added].value { time } else { nil }
  }
}
