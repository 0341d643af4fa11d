import CatalogDatabase
import FoundationEssentials

/// The result of a transaction that stored a part of a page.
struct StoredPart: Sendable {
  var state: RefreshState
  var ending: PageApplication.Ending
  /// The search terms of the added books, not yet in the search index.
  var terms = DeferredTerms()
  /// The changes that a dry run would make.
  var changes: [RefreshChange] = []
}

/// Stores a page of a source in one transaction, or in several if other writers wait. Only the last transaction moves
/// the source's position. If the process is killed between two transactions, some work is repeated, but no record is
/// lost or stored twice, because stored records are recognized by their fingerprints.
struct PageApplication: Sendable {
  let refresh: RefreshContext
  let items: [PreparedItem]
  /// The changes to the source's notes.
  var notes: SourceNotes?
  /// The position that the source must still have when the page is stored.
  let from: SyncPosition
  /// The position of the source after the page is stored.
  let to: SyncPosition
  let now: Date

  /// Stores items until the page ends, the time is up, or another writer waits.
  ///
  /// - Parameter position: The index of the first item to process.
  /// - Throws: ``SourceFailure`` if the page would remove more books than is allowed without consent, or if the user
  ///   has removed the source. In both cases, nothing is stored.
  func apply(
    _ begun: RefreshState, at position: Int, _ connection: Connection, isToStop: () -> Bool
  ) throws -> StoredPart {
    var state = begun
    if position == 0 { (state.position, state.isBroken) = (from, from.enumeration == .broken) }
    let source = try refresh.source(connection, now: now)
    switch try refresh.admit(&state, source.id, connection, now: now) {
    case .overtaken(let current): return StoredPart(state: begun, ending: .overtaken(current))
    case .taken: return StoredPart(state: begun, ending: .taken)
    case .alone: break
    }
    let cursors = SyncCursorTable(connection: connection)
    if position == 0, to.generation != from.generation {
      // The new generation is stored first, so that the marks of this enumeration are not confused with those of an
      // earlier enumeration, even if this enumeration is killed midway.
      (state.position.generation, state.position.enumeration, state.isBroken) = (to.generation, .whole, false)
      state.unusable = []
      try cursors.set(state.position, of: source.id)
    }
    let transaction = try RefreshTransaction(
      refresh, state, source, connection, generation: to.generation, isByNewerRules: from.decoder.isReplacing, now: now)
    var next = position
    while next < items.count {
      try transaction.take(items[next])
      next += 1
      if isToStop() { break }
    }
    var reached = transaction.state.position
    if next == items.count {
      reached = to
      if to.enumeration != .whole, to.enumeration != .broken { try transaction.endEnumeration() }
      if transaction.state.isBroken { reached.enumeration = to.enumeration == .whole ? .broken : .none }
    }
    try transaction.finish(readFrom: from, at: reached, notes: next == items.count ? notes : nil)
    return StoredPart(
      state: transaction.state, ending: next == items.count ? .stored : .partly(next), terms: transaction.terms,
      changes: transaction.changes)
  }

  enum Ending: Sendable, Equatable {
    /// The transaction ended before the end of the page. The value is the index of the next item to process.
    case partly(Int)
    case stored
    /// Another refresh moved the source's position in the meantime. The value is the current position of the source.
    case overtaken(SyncPosition)
    /// Another process is refreshing the source.
    case taken
  }

}
