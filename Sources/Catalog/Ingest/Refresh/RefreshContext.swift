import FoundationEssentials

/// What stays the same while one source is refreshed.
struct RefreshContext: Sendable {
  /// The source in the catalog, looked up once: whatever becomes of its name and of other sources, it stays the same.
  /// `nil` where the catalog knows none, which only a dry run goes on from.
  let sourceID: CatalogSource.ID?
  /// The source, as it names itself.
  let sourceName: String
  let sourceKind: CatalogSource.Kind
  let decoderVersion: Int
  var options: RefreshOptions
  /// Who refreshes, as the lease has it.
  let holder: String

  enum Admission: Equatable {
    case alone
    case overtaken(SyncPosition)
    case taken
  }

  /// The source as it is now; `nil` where the catalog never knew it.
  ///
  /// - Throws: ``SourceFailure/Code/removed`` when the user has removed it since it was looked up.
  func known(_ connection: Connection) throws -> CatalogSource? {
    guard let sourceID else { return try SourceTable(connection: connection).known(sourceName, sourceKind) }
    guard let source = try SourceTable(connection: connection).source(sourceID), source.state != .removed else {
      throw removed
    }
    return source
  }

  /// The same of a source that is being refreshed. A dry run makes it, and takes that back with the rest.
  ///
  /// - Throws: as ``known(_:)``, also for a source that the user removed before.
  func source(_ connection: Connection, now: Date) throws -> CatalogSource {
    if let known = try known(connection) { return known }
    guard options.isDryRun,
      let source = try SourceTable(connection: connection).source(named: sourceName, sourceKind, now: now)
    else { throw removed }
    return source
  }

  var removed: SourceFailure {
    SourceFailure(.removed, sourceName, cause: "the source was removed", hint: "add it again to refresh it")
  }

  /// Whether the source still stands where the refresh believes it to stand, and nobody else is at it. Takes or renews the
  /// lease.
  func admit(
    _ state: inout RefreshState, _ source: CatalogSource.ID, _ connection: Connection, now: Date
  ) throws -> Admission {
    // A dry run leaves no trace, so that all of it happens where the source stood at its beginning.
    if options.isDryRun { return .alone }
    let place = try SyncCursorTable(connection: connection).position(of: source)
    guard place == state.place else { return .overtaken(place) }
    let lease = try LeaseTable(connection: connection)
      .acquire(LeaseTable.name(ofSource: source), holder: holder, epoch: state.lease, now: now)
    guard case .held(let epoch) = lease else { return .taken }
    if state.lease == nil { try SyncCursorTable(connection: connection).bringBack(source, now: state.started) }
    state.lease = epoch
    return .alone
  }
}

/// What the transactions of a refresh hand on to one another.
struct RefreshState: Sendable {
  let started: Date
  var report: RefreshReport
  var run: Int64?
  /// The epoch of the lease, once it is held.
  var lease: Int64?
  /// Where the source stands: what the next transaction expects.
  var place = SyncPosition()
  /// Whether something of the enumeration could not be told from any record.
  var isBroken = false
  /// What a full enumeration has shown that cannot be used, as fingerprints of what that is kept under; `nil` where the
  /// refresh has not seen the enumeration's beginning, or nothing is enumerated.
  var unusable: Set<Int64>?
  /// Whether most of the last page were new books.
  var addsMany = false
  /// What a dry run was shown of the source, as fingerprints.
  var shown: Set<Int64> = []

  /// This state with what a dry run counted: what it wrote is taken back.
  func counting(_ dryRun: RefreshState) -> RefreshState {
    var state = dryRun
    (state.run, state.lease, state.report.step) = (nil, nil, nil)
    return state
  }
}

extension RefreshState {
  /// Writes the run's row, which begins with its first change or failure.
  mutating func writeRun(of source: CatalogSource.ID, _ connection: Connection, now: Date, error: String? = nil) throws
  {
    let runs = SyncRunTable(connection: connection)
    let run = try run ?? runs.begin(source: source, step: report.step?.rawValue, now: started)
    self.run = run
    try runs.update(run, report.counts, step: report.step?.rawValue, ended: now, error: error)
  }
}
