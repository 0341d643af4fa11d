import CatalogDatabase
import FoundationEssentials

/// The constant properties of one source's refresh.
struct RefreshContext: Sendable {
  /// The id of the source in the catalog. The id is looked up once and stays the same, even if sources are renamed. If
  /// the catalog does not know the source, the id is `nil` and only a dry run can continue.
  let sourceID: CatalogSource.ID?
  /// The name of the ``BookSource``. In the catalog, the user may have given the source another name.
  let sourceName: String
  let sourceKind: CatalogSource.Kind
  let decoderVersion: Int
  var options: RefreshOptions
  /// The name under which the engine holds the lease on the source.
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

  /// Returns the current state of the source being refreshed. A dry run creates the source if it is missing, and rolls
  /// this back together with its other changes.
  ///
  /// - Throws: ``SourceFailure/Code/removed`` if the user has removed the source, even before the refresh began.
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

  /// Checks that the source is at the expected position and that no other process is refreshing it. Acquires or renews
  /// the lease on the source.
  func admit(
    _ state: inout RefreshState, _ source: CatalogSource.ID, _ connection: Connection, now: Date
  ) throws -> Admission {
    // A dry run stores nothing, so the source stays at its initial position and needs no check.
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

/// The state of a refresh, which each transaction passes to the next one.
struct RefreshState: Sendable {
  let started: Date
  var report: RefreshReport
  var run: Int64?
  /// The epoch of the lease on the source; `nil` if the lease is not held yet.
  var lease: Int64?
  /// The position of the source that the next transaction expects.
  var position = SyncPosition()
  /// True if an unusable item of the full enumeration could not be assigned to a record.
  var isBroken = false
  /// The unusable items of the full enumeration, as fingerprints of their names in the quarantine. `nil` if there is no
  /// full enumeration, or if this refresh did not read it from the beginning.
  var unusable: Set<Int64>?
  /// True if more than a quarter of the items on the last page were new books.
  var addsMany = false
  /// The fingerprints of the names of the records that a dry run saw.
  var shown: Set<Int64> = []

  /// Returns the state after a transaction of a dry run. The counts are kept, although the changes of the transaction
  /// are rolled back.
  func counting(_ dryRun: RefreshState) -> RefreshState {
    var state = dryRun
    (state.run, state.lease, state.report.step) = (nil, nil, nil)
    return state
  }
}

extension RefreshState {
  /// Writes the refresh's row in the database. The row is created with the first change or failure.
  mutating func writeRun(of source: CatalogSource.ID, _ connection: Connection, now: Date, error: String? = nil) throws
  {
    let runs = SyncRunTable(connection: connection)
    let run = try run ?? runs.begin(source: source, step: report.step?.rawValue, now: started)
    self.run = run
    try runs.update(run, report.counts, step: report.step?.rawValue, ended: now, error: error)
  }
}
