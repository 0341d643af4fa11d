import CatalogDatabase
import FoundationEssentials

/// Stores items of one source in the catalog within one transaction.
final class RefreshTransaction {
  private(set) var changes: [RefreshChange] = []
  var state: RefreshState
  private let refresh: RefreshContext
  private let source: CatalogSource
  private let connection: Connection
  private let now: Date
  private let recorder: ChangeRecorder
  private let applier: RecordApplier
  private let quarantine: QuarantineTable
  /// True if the source has records in quarantine. If false, no record needs to be looked up there.
  private var hasQuarantine: Bool
  private var removals: RemovalLimit

  /// - Parameters:
  ///   - generation: The number of the full enumeration in which the source delivers the items.
  ///   - isByNewerRules: True if the source is read again because the parsing rules are newer.
  init(
    _ refresh: RefreshContext, _ state: RefreshState, _ source: CatalogSource, _ connection: Connection,
    generation: Int64, isByNewerRules: Bool = false, now: Date
  ) throws {
    (self.refresh, self.state, self.source, self.connection, self.now) = (refresh, state, source, connection, now)
    recorder = try ChangeRecorder(
      connection: connection, kind: .refresh, isByItself: refresh.options.onlyDue, now: now,
      goingOnWith: state.report.step)
    applier = try RecordApplier(
      connection: connection, source: source, recorder: recorder, generator: SystemRandomNumberGenerator(),
      defersSearch: state.addsMany, generation: generation, isByNewerRules: isByNewerRules,
      tellsDifferences: refresh.options.isDryRun)
    quarantine = QuarantineTable(connection: connection)
    hasQuarantine = try quarantine.holds(any: source.id)
    removals = RemovalLimit(source: source, isOff: refresh.options.allowsRemovals, run: state.run)
  }

  /// The search terms of the added books, if they are left to be indexed later. They are complete after
  /// ``finish(readFrom:at:notes:)``.
  var terms: DeferredTerms { applier.deferredTerms }

  /// Stores an item.
  ///
  /// - Throws: ``SourceFailure`` if the item would cause more removals than are allowed without consent.
  func take(_ item: PreparedItem) throws {
    switch item {
    case .record(let record, let raw, let added):
      do {
        let applied = try applier.apply(record, added: added)
        count(applied, of: record.record)
        // If the record is unchanged, an earlier refresh has already reported the values that were left out.
        if applied.change != .unchanged { state.report.leaveOut(record.record.leftOut, of: record.record.remoteID) }
        try release(record.record.remoteID)
      } catch let error as InvalidValue {
        try reject(
          BadRecord(remoteID: record.record.remoteID, payload: raw, reason: String(describing: error)))
      }
    case .present(let remoteID):
      note(remoteID)
      if try applier.mark(present: remoteID) { state.report.counts.unchanged += 1 }
    case .removed(let remoteID):
      try release(remoteID)
      try remove(remoteID)
    case .bad(let record): try reject(record)
    }
  }

  /// Removes a record that the source no longer has.
  func remove(_ remoteID: String) throws {
    guard let applied = try applier.remove(remoteID) else { return }
    state.report.counts.count(applied)
    guard applied.change == .removed else { return }
    try removals.check(state.report.counts.removed, added: state.report.counts.added, connection)
    if refresh.options.isDryRun, let book = try BookTable(connection: connection).book(applied.book) {
      changes.append(.removed(book: book.id, title: book.title))
    }
  }

  /// Completes the deferred writes.
  ///
  /// - Parameters:
  ///   - start: The position from which the source must be read again if the step is undone, so that the records of
  ///     this transaction are delivered again.
  ///   - position: The position of the source after this transaction.
  ///   - notes: The changes to the source's notes that belong to the new position.
  func finish(readFrom start: SyncPosition, at position: SyncPosition, notes: SourceNotes? = nil) throws {
    try applier.finish()
    if let notes {
      try SourceNoteTable(connection: connection).write(notes.added, after: notes.kept, of: source.id)
    }
    if recorder.step != nil {
      try recorder.record(
        0, .cursor(source: source.id), old: HistoryTable.State(returningTo: start),
        new: HistoryTable.State(returningTo: position))
    }
    if position != state.position { try SyncCursorTable(connection: connection).set(position, of: source.id) }
    state.position = position
    state.report.step = recorder.step ?? state.report.step
    try recorder.finish(summary: state.report.summary)
    guard recorder.step != nil || state.run != nil else { return }
    try state.writeRun(of: source.id, connection, now: now)
  }

  private func count(_ applied: AppliedRecord, of record: SourceRecord) {
    note(record.remoteID)
    state.report.counts.count(applied)
    guard applied.change != .unchanged, refresh.options.isDryRun else { return }
    if applied.change == .added {
      changes.append(.added(title: record.values[.title].value?.description ?? record.remoteID))
    } else if !applied.differences.isEmpty {
      changes.append(.updated(applied.differences))
    }
  }

  /// Records that the source has a record, in a dry run. The marks of a full enumeration cannot be used for this,
  /// because a dry run rolls them back.
  private func note(_ remoteID: String) {
    if refresh.options.isDryRun { state.shown.insert(Fingerprint.of(remoteID.utf8)) }
  }

  /// Deletes a record from the quarantine, because it is usable or no longer exists.
  private func release(_ remoteID: String) throws {
    if hasQuarantine { try quarantine.delete(source: source.id, remoteID: remoteID) }
  }

  /// Quarantines an unusable record. The stored version of the record is kept, and is not treated as removed.
  private func reject(_ record: BadRecord) throws {
    // A record with an invalid name is treated as a record without a name.
    let remoteID = record.remoteID.flatMap { SourceRecord.isName($0) ? $0 : nil }
    state.report.reject(remoteID, record.reason)
    if let remoteID {
      note(remoteID)
      _ = try applier.mark(present: remoteID)
    } else {
      state.isBroken = true
    }
    let name = QuarantineTable.name(remoteID, record.payload)
    state.unusable?.insert(Fingerprint.of(name.utf8))
    try quarantine.write(
      QuarantineRow(
        source: source.id, remoteID: name, payload: record.payload, reason: record.reason,
        decoder: Int64(refresh.decoderVersion), first: now))
    if remoteID == nil { try quarantine.boundNameless(of: source.id) }
    hasQuarantine = true
  }

  /// Deletes quarantined records that a full enumeration no longer contains. Does nothing if this refresh did not read
  /// the whole enumeration.
  func endEnumeration() throws {
    if let unusable = state.unusable, hasQuarantine { try quarantine.keep(only: unusable, of: source.id) }
    state.unusable = nil
  }
}
