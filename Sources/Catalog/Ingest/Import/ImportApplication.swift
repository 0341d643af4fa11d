import CatalogDatabase
import FoundationEssentials

/// The state of a running import, passed from one transaction to the next.
struct ImportState: Sendable {
  var sourceName: String
  let location: String?
  /// A closure that throws an error if the import must not write to the given source.
  let admit: @Sendable (CatalogSource) throws -> Void
  let started: Date
  /// The day on which the file's values were current; `nil` for the day of the import.
  var statedOn: PartialDate?
  /// The source of the import, which is known after the first transaction at the latest. The import continues with this
  /// source even if the source is renamed.
  var source: CatalogSource?
  var step: HistoryStep.ID?
  var run: Int64?
  var counts = RunCounts()
  /// The number of rows that wait for a completer, and the reason why the first of these rows waits.
  var waiting = 0
  var waitingReason: String?
  /// The records from the rows processed so far.
  var seen = SeenRecords()
  /// The rows that are held back until all other rows are processed.
  var held = HeldRows()
  /// The fingerprints of the names of added records, in a dry run. Each transaction is rolled back, so a repeated name
  /// would otherwise be counted as another new book.
  var tried: Set<Int64> = []

  /// Returns this state, updated with the counts from a transaction of a dry run. All changes of that transaction are
  /// rolled back, including the ids that the transaction assigned.
  ///
  /// - Parameter added: The ids that the transaction assigned.
  func counting(_ dryRun: ImportState, taking added: ClosedRange<Int64>?) -> ImportState {
    var state = self
    state.seen = dryRun.seen
    if let added { state.seen.remove(added) }
    (state.counts, state.waiting, state.waitingReason) = (dryRun.counts, dryRun.waiting, dryRun.waitingReason)
    (state.held, state.tried) = (dryRun.held, dryRun.tried)
    return state
  }
}

/// Stores a batch of rows of an import, in one or more transactions.
struct ImportApplication: BatchedWork {
  let rows: [PreparedRow]
  /// True to hold back rows that must be processed after all other rows (``HeldRows``).
  let isHolding: Bool
  /// True to roll back each transaction and only count the results.
  let isDryRun: Bool
  private(set) var state: ImportState
  /// The index of the next row to process.
  private var position = 0
  /// The notices from the last transaction.
  private(set) var notices: [ImportNotice] = []
  /// The search terms of the books that the last transaction added, not yet in the search index.
  private(set) var terms = DeferredTerms()

  /// Creates a unit of work that stores rows.
  ///
  /// - Parameter begun: The state of the import after the previous transactions.
  init(_ rows: [PreparedRow], after begun: ImportState, isHolding: Bool, isDryRun: Bool) {
    (self.rows, self.isHolding, self.isDryRun, state) = (rows, isHolding, isDryRun, begun)
  }

  var isFinished: Bool { position >= rows.count }

  /// Stores rows until the time is up, another writer waits, or the batch ends.
  ///
  /// - Throws: ``CatalogError/Code/noSuchSource`` if the user has removed the source since the import began.
  mutating func next(_ connection: Connection, isToStop: () -> Bool) throws {
    let begun = state
    notices = []
    let source = try Self.source(begun, connection)
    try begun.admit(source)
    state.source = source
    let recorder = try ChangeRecorder(
      connection: connection, kind: .import, now: begun.started, goingOnWith: begun.step)
    let applier = try RecordApplier(
      connection: connection, source: source, recorder: recorder, generator: SystemRandomNumberGenerator(),
      seen: begun.seen, defersSearch: true, statedOn: begun.statedOn)
    let quarantine = QuarantineTable(connection: connection)
    let today = PartialDate.day(at: connection.clock())
    var hasWaiting = try quarantine.holds(any: source.id)
    repeat {
      let row = rows[position]
      position += 1
      do {
        switch row.content {
        case .rejected(let reason): reject(row.row, reason)
        case .field(let field): try applier.takeField(field)
        case .record(let prepared) where try isHolding && applier.givesWay(prepared): state.held.append(row)
        case .record(let prepared):
          let applied = try applier.apply(prepared, added: prepared.record.added ?? begun.started)
          count(applied, prepared.record.remoteID)
          if let other = try applied.contradicted.flatMap(applier.books.book) {
            notices.append(.apart(number: row.row.number, reason: SharedNumber.words(of: prepared.record, other)))
          }
          if hasWaiting { try quarantine.delete(source: source.id, remoteID: prepared.record.remoteID) }
          if let reason = prepared.record.leftOut.words {
            state.counts.leftOut += 1
            notices.append(.leftOut(number: row.row.number, reason: reason))
          }
          for reason in DoubtfulDays.lines(of: prepared.record.values, today: today) {
            notices.append(.doubtful(number: row.row.number, reason: reason))
          }
        case .waiting(let remoteID, let reason):
          state.waiting += 1
          state.waitingReason = state.waitingReason ?? reason
          hasWaiting = true
          try quarantine.write(
            QuarantineRow(
              source: source.id, remoteID: remoteID, payload: row.row.raw, reason: reason, decoder: 0,
              first: begun.started))
        }
      } catch let error as InvalidValue {
        reject(row.row, String(describing: error))
      }
    } while !isFinished && !isToStop()
    let added = applier.addedRange
    try applier.finish()
    terms = applier.deferredTerms
    if recorder.step != begun.step { try recorder.finish(summary: "imported \(source.name), incomplete") }
    if let step = recorder.step, state.run == nil {
      state.run = try SyncRunTable(connection: connection)
        .begin(source: source.id, step: step.rawValue, now: begun.started)
    }
    state.step = recorder.step ?? begun.step
    state.seen = applier.seen ?? SeenRecords()
    if isDryRun { state = begun.counting(state, taking: added) }
  }

  private static func source(_ begun: ImportState, _ connection: Connection) throws -> CatalogSource {
    let sources = SourceTable(connection: connection)
    if let known = begun.source {
      guard let source = try sources.source(known.id), source.state != .removed else {
        throw CatalogError(
          .noSuchSource, "import", begun.sourceName, cause: "the source was removed in the meantime",
          hint: "import again to add the source again")
      }
      return source
    }
    let source =
      try sources.source(called: begun.sourceName)
      ?? sources.add(
        SourceEditor(connection: connection).checkedName(begun.sourceName, for: nil), .import,
        location: begun.location, now: begun.started)
    // A source of another kind uses its own ids, so a row of this file could be mistaken for a record of that source.
    guard source.kind == .import, source.name != SourceTable.localName else {
      throw InvalidValue("source", source.name, "a source of another kind has that name; choose another name")
    }
    return source
  }
}

extension ImportApplication {
  private mutating func count(_ applied: AppliedRecord, _ remoteID: String) {
    if isDryRun, applied.change == .added, !state.tried.insert(Fingerprint.of(remoteID.utf8)).inserted {
      state.counts.unchanged += 1
      return
    }
    state.counts.count(applied)
  }

  private mutating func reject(_ row: ImportRow, _ reason: String) {
    state.counts.rejected += 1
    notices.append(.rejected(RejectedRow(number: row.number, reason: reason, raw: row.raw)))
  }
}
