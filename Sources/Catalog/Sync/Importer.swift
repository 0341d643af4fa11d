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
  static let mostRows = 10_000

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
    var state = ImportTransaction.State(sourceName: name, location: location, started: now())
    var isInterrupted = false
    var failure: (any Error)?
    do {
      var wanted = Self.firstRows
      var next = Task { try await Self.batch(of: 1, from: reader) }
      defer { next.cancel() }
      while let batch = try await Self.value(of: next) {
        next = Task { [wanted] in try await Self.batch(of: wanted, from: reader) }
        state.position = 0
        while state.position < batch.rows.count {
          try Task.checkCancellation()
          let (begun, database) = (state, database)
          let result = try await database.write(keeping: !isTrial) { connection in
            try ImportTransaction.apply(batch.rows, begun, connection) { database.hasWaitingWriter }
          }
          state = isTrial ? begun.counting(result.state) : result.state
          for item in result.notices { try notice(item) }
          progress(ImportProgress(counts: state.counts, bytesRead: batch.bytesRead))
        }
        wanted = state.isFirstLoad == true ? min(2 * wanted, Self.mostRows) : 1
      }
    } catch is CancellationError {
      isInterrupted = true
    } catch {
      failure = error
    }
    let report = ImportReport(
      source: name, counts: state.counts, step: state.step, isInterrupted: isInterrupted)
    try await finish(report, state, failure)
    if let failure { throw failure }
    return report
  }

  /// Says in the catalog how the import ended. Not cancelled with it.
  private func finish(
    _ report: ImportReport, _ state: ImportTransaction.State, _ failure: (any Error)?
  ) async throws {
    guard !isTrial else { return }
    let error = failure.map { String(describing: $0) } ?? (report.isInterrupted ? "interrupted" : nil)
    let (database, ended) = (database, now())
    try await Task {
      try await database.write { connection in
        if let step = report.step {
          let summary = report.summary(isWhole: error == nil)
          try StepTable(connection: connection).set(summary: summary, of: step)
          if let run = state.run {
            try SyncRunTable(connection: connection).update(run, report.counts, step: step, ended: ended, error: error)
          }
        } else if let source = state.source {
          // Where nothing came of it, the source is not worth remembering.
          try SourceTable(connection: connection).removeUnused(source.id)
        }
      }
    }.value
  }
}

extension Importer {
  /// What the reader gives; cancelling the import cancels the reading, which may wait for input.
  private static func value(of reading: Task<ImportBatch?, any Error>) async throws -> ImportBatch? {
    try await withTaskCancellationHandler {
      try await reading.value
    } onCancel: {
      reading.cancel()
    }
  }

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
