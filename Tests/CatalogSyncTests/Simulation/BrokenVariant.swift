import FoundationEssentials

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// An engine with a typical mistake. The correct engine runs, and the mistake's effects are then written to the file.
/// The simulation has to catch each of them to be worth anything.
enum BrokenVariant: String, CaseIterable, Sendable {
  /// The cursor is saved before the records that precede it.
  case cursorFirst
  /// A page is stored whatever the source's position is.
  case noCompareAndSwap
  /// An unusable record is skipped.
  case skipsBadRecords
  /// A book that a source deletes is deleted, edited or not.
  case deleteWins
  /// A source's values replace edited ones.
  case pullClobbersEdits
  /// A field that is not mentioned is cleared.
  case absentIsNull
  /// Disagreement between source and user is hidden.
  case hidesConflicts
  /// Data read by older rules count as read by newer ones.
  case forgetsOlderRules
  /// Every source fills the user's personal fields.
  case takesAllForMine
  /// A source of the user's own overrides the user's value of a personal field.
  case goesOverTheUser

  /// A seed whose life shows the mistake. Other seeds may have to take its place when the simulation changes.
  var knownSeed: UInt64 {
    switch self {
    case .cursorFirst: 8
    case .deleteWins: 28
    case .goesOverTheUser: 16
    case .noCompareAndSwap, .skipsBadRecords, .pullClobbersEdits, .absentIsNull, .hidesConflicts, .forgetsOlderRules,
      .takesAllForMine:
      1
    }
  }

  /// Returns an item as the engine sees it; `nil` to hide it.
  var transform: @Sendable (SourceItem) -> SourceItem? {
    switch self {
    case .skipsBadRecords:
      { item in
        if case .bad = item { nil } else { item }
      }
    case .absentIsNull:
      { item in
        guard case .record(var record, let raw) = item else { return item }
        for field in simulatedFields where record.values[field] == .absent { record.values[field] = .null }
        return .record(record, raw: raw)
      }
    case .cursorFirst, .noCompareAndSwap, .deleteWins, .pullClobbersEdits, .hidesConflicts, .forgetsOlderRules,
      .takesAllForMine, .goesOverTheUser:
      { $0 }
    }
  }

  /// The statements that the mistake runs after each refresh.
  fileprivate var statements: [String] {
    let tombstones =
      """
      SELECT book_id FROM source_record GROUP BY book_id HAVING count(*) = count(gone_at)
      """
    return switch self {
    case .deleteWins: ["UPDATE book SET hidden = 2 WHERE hidden = 0 AND id IN (\(tombstones))"]
    case .pullClobbersEdits:
      [
        """
        UPDATE book SET publisher = (SELECT theirs FROM field_edit WHERE book_id = book.id AND field = 'publisher')
        WHERE id IN (SELECT book_id FROM field_edit WHERE field = 'publisher')
        """, "DELETE FROM field_edit WHERE field = 'publisher'",
      ]
    case .hidesConflicts: ["UPDATE field_edit SET base = theirs WHERE field <> 'tags'"]
    case .forgetsOlderRules: ["UPDATE sync_cursor SET decoder = 1000"]
    case .takesAllForMine: ["UPDATE source SET mine = 1"]
    case .goesOverTheUser: ["UPDATE step SET kind = 'refresh' WHERE kind = 'edit'"]
    case .cursorFirst, .noCompareAndSwap, .skipsBadRecords, .absentIsNull: []
    }
  }
}

extension SimulatedWorld {
  func breakAfterCrash(_ server: SimulatedServer) throws {
    guard variant == .cursorFirst else { return }
    let cursor = try image().positions[server.name]?.cursor
    guard let next = server.snapshot.answers.last(where: { $0.cursor == cursor && !$0.items.isEmpty })?.page.cursor
    else {
      return
    }
    try catalog.tamper(
      "UPDATE sync_cursor SET cursor = '\(next)' WHERE source_id = (SELECT id FROM source WHERE name = '\(name(of: server))')"
    )
  }

  func breakAfterRefresh(_ server: SimulatedServer) throws {
    guard let variant else { return }
    if variant == .noCompareAndSwap { try storeLatePage(server) }
    for statement in variant.statements { try catalog.tamper(statement) }
  }

  /// Stores the first page of the previous refresh, whatever the source's position is now.
  private func storeLatePage(_ server: SimulatedServer) throws {
    let answers = server.snapshot.answers
    defer { latePages[server.name] = answers.first?.page }
    guard answers.count > 0, let page = latePages[server.name] else { return }
    clock.advance(by: 60)
    let source = source(server)
    let number = try known(server)?.id
    let context = RefreshContext(
      sourceID: number, sourceName: source.name, sourceKind: source.kind, decoderVersion: source.decoderVersion,
      options: RefreshOptions(),
      holder: "late")
    let now = clock.now
    try catalog.tamper { connection in
      let known = try context.source(connection, now: now)
      let position = try SyncCursorTable(connection: connection).position(of: known.id)
      var target = position
      target.cursor = page.cursor
      var state = RefreshState(started: now, report: RefreshReport(source: source.name))
      state.position = position
      let items = PagePreparation(source: known.id, isMine: known.isMine, expectsNewBooks: false, began: now).items(
        of: page, now: now)
      _ = try PageApplication(refresh: context, items: items, from: position, to: target, now: now)
        .apply(state, at: 0, connection) { false }
    }
  }
}
