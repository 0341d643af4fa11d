import CatalogDatabase
import FoundationEssentials

/// Methods that end a refresh, and that retry quarantined records at its beginning.
extension RefreshRun {
  func succeed(_ validators: SourceValidators?) async throws {
    guard !isDryRun else { return }
    let (context, state, now) = (context, state, surroundings.now())
    try await database.load(in: load.contents) { connection in
      let source = try context.source(connection, now: now)
      let cursors = SyncCursorTable(connection: connection)
      let health = try cursors.health(of: source.id)
      try cursors.bringBack(source.id, now: now)
      try cursors.succeed(source.id, now: now)
      // If the source's position was reset in the meantime, all its data must be read again, so its validators must not
      // be stored.
      let isThere = try cursors.position(of: source.id) == state.position
      if isThere, health.etag != validators?.etag || health.lastModified != validators?.lastModified {
        try cursors.set(etag: validators?.etag, lastModified: validators?.lastModified, of: source.id)
      }
      try Self.release(state, source.id, context, connection)
    }
  }

  mutating func note(_ failure: SourceFailure, next: Date) async throws {
    guard !isDryRun else { return }
    let (context, begun, now) = (context, state, surroundings.now())
    state = try await database.load(in: load.contents) { connection in
      var state = begun
      let source = try context.source(connection, now: now)
      try SyncCursorTable(connection: connection)
        .fail(source.id, error: String(describing: failure), next: next, now: now)
      try state.writeRun(of: source.id, connection, now: now, error: String(describing: failure))
      try Self.release(state, source.id, context, connection)
      return state
    }
  }

  /// Ends a refresh that reached a limit. Releases the lease on the source. If anything was stored, also records that
  /// the source was not read to its end.
  func leaveOff(_ limit: RefreshLimit) async throws {
    guard !isDryRun else { return }
    let (context, state, now) = (context, state, surroundings.now())
    try await database.load(in: load.contents) { connection in
      let source = try context.source(connection, now: now)
      try SyncCursorTable(connection: connection).goOn(source.id)
      try Self.release(state, source.id, context, connection)
      guard state.run != nil else { return }
      var state = state
      try state.writeRun(of: source.id, connection, now: now, error: "not read completely: \(limit.reason)")
    }
  }

  private static func release(
    _ state: RefreshState, _ source: CatalogSource.ID, _ context: RefreshContext, _ connection: Connection
  ) throws {
    guard state.lease != nil else { return }
    try LeaseTable(connection: connection).release(LeaseTable.name(ofSource: source), holder: context.holder)
  }

  /// Cleans up after an error or a cancellation. The cleanup continues even if the refresh is cancelled. The source may
  /// already have been removed.
  func leave(_ error: any Error) async throws {
    guard !isDryRun, state.lease != nil, let source = context.sourceID else { return }
    let (context, state, now, load, database) = (context, state, surroundings.now(), load, database)
    let reason = error is CancellationError ? "interrupted" : String(describing: error)
    try await Task {
      try await database.load(in: load.contents) { connection in
        try Self.release(state, source, context, connection)
        guard state.run != nil else { return }
        var state = state
        try state.writeRun(of: source, connection, now: now, error: reason)
      }
      var load = load
      if load.hasDeferred { try await load.finish() }
    }.value
  }
}

// MARK: Quarantine

extension RefreshRun {
  /// Retries records that earlier versions of the parsing rules could not use.
  ///
  /// - Parameter version: The latest version of the rules to consider. Records that were rejected by this or an earlier
  ///   version are retried. By default, the version before the source's current one.
  mutating func retryQuarantine(upTo version: Int64? = nil) async throws {
    let (context, version) = (context, version ?? Int64(source.decoderVersion) - 1)
    let retry = QuarantineRetry(refresh: context)
    var last: String?
    while true {
      try Task.checkCancellation()
      let after = last
      let rows = try await database.read { connection -> [QuarantineRow] in
        guard let known = try context.known(connection) else { return [] }
        return try QuarantineTable(connection: connection)
          .rows(of: known.id, after: after, decoderUpTo: version, limit: 100)
      }
      guard let end = rows.last else { return }
      last = end.remoteID
      let items = retry.items(rows, by: source, preparation, now: surroundings.now())
      let (begun, now) = (state, surroundings.now())
      let result = try await load.writes.run { connection, _ in
        try retry.apply(items, from: rows, begun, connection, now: now)
      }
      take(result, since: begun)
    }
  }
}
