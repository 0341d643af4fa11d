import CatalogDatabase
import FoundationEssentials

/// Methods that store pages and positions, and that remove records that a full enumeration did not find.
extension RefreshRun {
  mutating func store(from: SyncPosition, to: SyncPosition) async throws -> SyncCore.Input {
    let before = state.report.counts.added
    let application = PageApplication(
      refresh: context, items: items, notes: notes, from: from, to: to, now: surroundings.now())
    defer { (items, notes) = ([], nil) }
    if !isDryRun { try await load.prepare(forRows: application.items.count) }
    let input = try await inParts { state, position, connection, isToStop in
      try application.apply(state, at: position, connection, isToStop: isToStop)
    }
    // A page with many new books is likely to be followed by others with new books.
    state.addsMany = state.report.counts.added - before > application.items.count / 4
    preparation.expectsNewBooks = state.addsMany
    if !isDryRun { try await load.goOn() }
    return input
  }

  /// Runs transactions until the work is complete.
  private mutating func inParts(
    _ part: @escaping @Sendable (RefreshState, Int, Connection, () -> Bool) throws -> StoredPart
  ) async throws -> SyncCore.Input {
    var position = 0
    while true {
      try Task.checkCancellation()
      let (begun, start) = (state, position)
      let result = try await load.writes.run(keeping: !isDryRun) { connection, isToStop in
        try part(begun, start, connection, isToStop)
      }
      take(result, since: begun)
      switch result.ending {
      case .partly(let next): position = next
      case .stored: return .stored(state.position)
      case .overtaken(let current):
        state.unusable = nil
        return .overtaken(current)
      case .taken: return .taken
      }
    }
  }

  mutating func take(_ result: StoredPart, since begun: RefreshState) {
    state = isDryRun ? begun.counting(result.state) : result.state
    if !isDryRun {
      load.take(result.terms, added: state.report.counts.added - begun.report.counts.added)
    }
    for change in result.changes { surroundings.tell(.wouldChange(source: source.name, change)) }
    if state.report.counts != begun.report.counts { surroundings.tell(.stored(state.report)) }
  }

  /// Stores a new position of the source without storing records.
  mutating func move(from position: SyncPosition, to new: SyncPosition) async throws -> SyncCore.Input {
    guard !isDryRun else { return .stored(new) }
    let (context, begun, now) = (context, state, surroundings.now())
    let (state, input) = try await database.load(in: load.contents) { connection in
      var state = begun
      state.position = position
      let source = try context.source(connection, now: now)
      switch try context.admit(&state, source.id, connection, now: now) {
      case .overtaken(let current): return (begun, SyncCore.Input.overtaken(current))
      case .taken: return (begun, .taken)
      case .alone: break
      }
      state.position = new
      try SyncCursorTable(connection: connection).set(new, of: source.id)
      return (state, .stored(new))
    }
    self.state = state
    return input
  }

  mutating func sweep(_ sourcePosition: SyncPosition) async throws -> SyncCore.Input {
    let sweep = EnumerationSweep(refresh: context, sourcePosition: sourcePosition)
    if isDryRun { return try await sweepDryRun(sweep) }
    try await database.read { try sweep.check($0) }
    var (last, misses): (String?, Bool) = (nil, false)
    let now = surroundings.now()
    while true {
      let after = last
      let missing = try await database.read { try sweep.missing(after: after, $0) }
      guard let end = missing.last else { break }
      let input = try await inParts { state, position, connection, isToStop in
        try sweep.apply(missing, at: position, state, connection, now: now, isToStop: isToStop)
      }
      guard case .stored = input else { return input }
      misses = misses || sweep.leavesMissing(missing)
      last = end.remoteID
    }
    var end = sourcePosition
    end.enumeration = .none
    let input = try await move(from: sourcePosition, to: end)
    guard case .stored = input else { return input }
    return .swept(end, misses: misses)
  }

  /// Reports the records that a sweep would remove.
  private mutating func sweepDryRun(_ sweep: EnumerationSweep) async throws -> SyncCore.Input {
    let (shown, now) = (state.shown, surroundings.now())
    let missing = try await database.read { try sweep.missing(in: shown, $0) }
    for start in stride(from: 0, to: missing.count, by: EnumerationSweep.batch) {
      let batch = Array(missing[start..<min(start + EnumerationSweep.batch, missing.count)])
      let input = try await inParts { state, position, connection, isToStop in
        try sweep.apply(batch, at: position, state, connection, now: now, isToStop: isToStop)
      }
      guard case .stored = input else { return input }
    }
    var end = sweep.sourcePosition
    end.enumeration = .none
    return .swept(end, misses: false)
  }
}
