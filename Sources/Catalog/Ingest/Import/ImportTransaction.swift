import FoundationEssentials

/// One transaction of an import.
enum ImportTransaction {
  /// What one transaction leaves to the next.
  struct State: Sendable {
    var sourceName: String
    let location: String?
    let started: Date
    /// Known after the first transaction at the latest: from then on it is this one, whatever becomes of its name.
    var source: CatalogSource?
    var step: HistoryStep.ID?
    var run: Int64?
    var counts = RunCounts()
    /// The first row of the batch that was not looked at.
    var position = 0
    /// The records that rows so far are about.
    var seen = SeenRecords()

    /// This state with what a dry run counted: what it wrote is gone, with the ids it gave.
    func counting(_ dryRun: State) -> State {
      var state = self
      state.counts = dryRun.counts
      state.position = dryRun.position
      return state
    }
  }

  struct Result: Sendable {
    var state: State
    var notices: [ImportNotice] = []
    /// The terms of the books that came in, which are pending now.
    var terms = DeferredTerms()
  }

  /// Takes in rows until the time is up, somebody waits, or the batch ends.
  ///
  /// - Throws: ``CatalogError/Code/noSuchSource`` when the user has removed the source since the import began.
  static func apply(
    _ rows: [PreparedRow], _ begun: State, _ connection: Connection, isToStop: () -> Bool
  ) throws -> Result {
    var result = Result(state: begun)
    let source = try source(begun, connection)
    result.state.source = source
    let recorder = try ChangeRecorder(
      connection: connection, kind: .import, now: begun.started, goingOnWith: begun.step)
    let applier = try RecordApplier(
      connection: connection, source: source, recorder: recorder, generator: SystemRandomNumberGenerator(),
      seen: begun.seen, defersSearch: true)
    repeat {
      let position = result.state.position
      result.state.position += 1
      do {
        switch rows[position].content {
        case .rejected(let reason): result.reject(rows[position].row, reason)
        case .record(let prepared):
          result.state.counts.count(try applier.apply(prepared, added: prepared.record.added ?? begun.started))
          if let reason = rows[position].row.leftOut ?? prepared.leftOut {
            result.state.counts.leftOut += 1
            result.notices.append(.leftOut(number: rows[position].row.number, reason: reason))
          }
        }
      } catch let error as InvalidValue {
        result.reject(rows[position].row, String(describing: error))
      }
    } while result.state.position < rows.count && !isToStop()
    try applier.finish()
    result.terms = applier.deferredTerms
    if recorder.step != begun.step { try recorder.finish(summary: "imported \(source.name), not to its end") }
    if let step = recorder.step, result.state.run == nil {
      result.state.run = try SyncRunTable(connection: connection)
        .begin(source: source.id, step: step.rawValue, now: begun.started)
    }
    result.state.step = recorder.step ?? begun.step
    result.state.seen = applier.seen ?? SeenRecords()
    return result
  }

  private static func source(_ begun: State, _ connection: Connection) throws -> CatalogSource {
    let sources = SourceTable(connection: connection)
    if let known = begun.source {
      guard let source = try sources.source(known.id), source.state != .removed else {
        throw CatalogError(
          .noSuchSource, "import", begun.sourceName, cause: "the source was removed meanwhile",
          hint: "the same import again adds it anew")
      }
      return source
    }
    let source =
      try sources.source(called: begun.sourceName)
      ?? sources.add(
        SourceEditor(connection: connection).checkedName(begun.sourceName, for: nil), .import,
        location: begun.location, now: begun.started)
    // Their ids are not this file's: a row would pass for a record of theirs.
    guard source.kind == .import, source.name != SourceTable.localName else {
      throw InvalidValue("source", source.name, "that name belongs to another kind of source: choose another")
    }
    return source
  }
}

extension ImportTransaction.Result {
  fileprivate mutating func reject(_ row: ImportRow, _ reason: String) {
    state.counts.rejected += 1
    notices.append(.rejected(RejectedRow(number: row.number, reason: reason, raw: row.raw)))
  }
}
