import FoundationEssentials

/// A part of a page, stored by one transaction.
struct StoredPart: Sendable {
  var state: RefreshState
  var ending: PageApplication.Ending
  /// The terms of the books that came in, which are pending now.
  var terms = DeferredTerms()
  /// What a dry run would have changed.
  var changes: [RefreshChange] = []
}

/// A page of a source that is to be taken in, in one transaction or in several where somebody waits to write. Only the last
/// one moves the source's position, so that a kill between two of them costs repeated work and no record: what is there
/// already is known by its fingerprint.
struct PageApplication: Sendable {
  let refresh: RefreshContext
  let items: [PreparedItem]
  /// What changes in the source's notes.
  var notes: SourceNotes?
  /// Where the source must still stand.
  let from: SyncPosition
  /// Where it stands once the page is stored.
  let to: SyncPosition
  let now: Date

  /// Takes in items until the page ends, the time is up or somebody waits.
  ///
  /// - Parameter position: the first item that was not looked at.
  /// - Throws: ``SourceFailure`` when the page says something that must not be done unasked; then nothing is stored.
  func apply(
    _ begun: RefreshState, at position: Int, _ connection: Connection, isToStop: () -> Bool
  ) throws -> StoredPart {
    var state = begun
    if position == 0 { (state.place, state.isBroken) = (from, from.enumeration == .broken) }
    let source = try refresh.source(connection, now: now)
    switch try refresh.admit(&state, source.id, connection, now: now) {
    case .overtaken(let place): return StoredPart(state: begun, ending: .overtaken(place))
    case .taken: return StoredPart(state: begun, ending: .taken)
    case .alone: break
    }
    let cursors = SyncCursorTable(connection: connection)
    if position == 0, to.generation != from.generation {
      // What the enumeration marks must not be taken for an earlier one's, also when it is killed midway.
      (state.place.generation, state.place.enumeration, state.isBroken) = (to.generation, .whole, false)
      state.unusable = []
      try cursors.set(state.place, of: source.id)
    }
    let transaction = try RefreshTransaction(
      refresh, state, source, connection, generation: to.generation, isByNewerRules: from.decoder.isReplacing, now: now)
    var next = position
    while next < items.count {
      try transaction.take(items[next])
      next += 1
      if isToStop() { break }
    }
    var place = transaction.state.place
    if next == items.count {
      place = to
      if to.enumeration != .whole, to.enumeration != .broken { try transaction.endEnumeration() }
      if transaction.state.isBroken { place.enumeration = to.enumeration == .whole ? .broken : .none }
    }
    try transaction.finish(readFrom: from, at: place, notes: next == items.count ? notes : nil)
    return StoredPart(
      state: transaction.state, ending: next == items.count ? .stored : .partly(next), terms: transaction.terms,
      changes: transaction.changes)
  }

  enum Ending: Sendable, Equatable {
    /// The transaction ended before the page did; the first item that was not looked at.
    case partly(Int)
    case stored
    /// Another one was faster; the source stands there.
    case overtaken(SyncPosition)
    /// Another process is at it.
    case taken
  }

}
