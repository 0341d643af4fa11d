import FoundationEssentials

/// The constant properties of one source's refresh.
struct RefreshContext: Sendable {
  /// The source in the catalog. It is looked up once and stays the same, even if it or other sources are renamed. `nil`
  /// if the catalog does not know the source; only a dry run can continue then.
  let sourceID: CatalogSource.ID?
  /// The source's own name.
  let sourceName: String
  let sourceKind: CatalogSource.Kind
  let decoderVersion: Int
  var options: RefreshOptions
  /// The identity of the refresher in the lease.
  let holder: String

  enum Admission: Equatable {
    case alone
    case overtaken(SyncPosition)
    case taken
  }

  /// Returns the current state of the source; `nil` if the catalog has never known it.
  ///
  /// - Throws: ``SourceFailure/Code/removed`` if the user has removed the source since it was looked up.
  func known(_ connection: Connection) throws -> CatalogSource? {
    guard let sourceID else { return try SourceTable(connection: connection).known(sourceName, sourceKind) }
    guard let source = try SourceTable(connection: connection).source(sourceID), source.state != .removed else {
      throw removed
    }
    return source
  }

  /// Returns the current state of the source being refreshed. A dry run creates it if necessary, and rolls that back
  /// with everything else.
  ///
  /// - Throws: The errors of ``known(_:)``, also if the user removed the source earlier.
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

  /// Checks that the source is at the expected position and that nobody else is refreshing it. Acquires or renews the
  /// lease.
  func admit(
    _ state: inout RefreshState, _ source: CatalogSource.ID, _ connection: Connection, now: Date
  ) throws -> Admission {
    // A dry run leaves no trace, so the source stays at its initial position.
    if options.isDryRun { return .alone }
    let position = try SyncCursorTable(connection: connection).position(of: source)
    guard position == state.position else { return .overtaken(position) }
    let lease = try LeaseTable(connection: connection)
      .acquire(LeaseTable.name(ofSource: source), holder: holder, epoch: state.lease, now: now)
    guard case .held(let epoch) = lease else { return .taken }
    if state.lease == nil { try SyncCursorTable(connection: connection).bringBack(source, now: state.started) }
    state.lease = epoch
    return .alone
  }
}

/// The state that the transactions of a refresh pass on.
struct RefreshState: Sendable {
  let started: Date
  var report: RefreshReport
  var run: Int64?
  /// The epoch of the lease, if it is held.
  var lease: Int64?
  /// The position of the source that the next transaction expects.
  var position = SyncPosition()
  /// True if an unusable item of the enumeration could not be assigned to a record.
  var isBroken = false
  /// The unusable items of the full enumeration, as fingerprints of their names in the quarantine; `nil` if the refresh
  /// has not seen the beginning of the enumeration, or if there is none.
  var unusable: Set<Int64>?
  /// True if most items of the last page were new books.
  var addsMany = false
  /// The records that a dry run saw, as fingerprints.
  var shown: Set<Int64> = []

  /// Returns the state with the counts of a dry run, whose changes are rolled back.
  func counting(_ dryRun: RefreshState) -> RefreshState {
    var state = dryRun
    (state.run, state.lease, state.report.step) = (nil, nil, nil)
    return state
  }
}

extension RefreshState {
  /// Writes the row of the run. It is created with the first change or failure.
  mutating func writeRun(of source: CatalogSource.ID, _ connection: Connection, now: Date, error: String? = nil) throws
  {
    let runs = SyncRunTable(connection: connection)
    let run = try run ?? runs.begin(source: source, step: report.step?.rawValue, now: started)
    self.run = run
    try runs.update(run, report.counts, step: report.step?.rawValue, ended: now, error: error)
  }
}
