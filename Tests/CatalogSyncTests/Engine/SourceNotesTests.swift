import Synchronization
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Notes that a source keeps with its cursor")
struct SourceNotesTests {
  private let temporary: TemporaryCatalog

  init() throws { temporary = try TemporaryCatalog() }

  /// Returns an enumeration over five records, one per page, each with a note; it fails before one of them.
  private func source(breakingAt broken: Int? = nil) -> AnsweringSource {
    AnsweringSource { request in
      let number = request.cursor.flatMap { Int($0) } ?? 0
      if number == broken { throw SourceFailure(.malformed, "feed", cause: "broken") }
      return .page(
        SourcePage(
          items: [.record(try SourceRecord("\(number)", [.title: "Book \(number)"]))],
          cursor: number == 4 ? nil : "\(number + 1)", isLast: number == 4,
          coverage: .fullEnumeration(begins: number == 0, isStable: true),
          notes: SourceNotes(kept: number, added: ["note \(number)"])))
    }
  }

  private func stored() throws -> [String?] {
    try temporary.foreign().rows("SELECT text FROM source_note ORDER BY number").map { $0[0] }
  }

  @Test("notes are stored with the page, given to the next reader, and removed with the cursor")
  func resuming() async throws {
    let first = source(breakingAt: 3)
    try await expectEqual(temporary.refresh(first)[0].failure?.code, .malformed)
    try expectEqual(stored(), ["note 0", "note 1", "note 2"])
    // The object that returned the last cursor remembers its notes.
    expectEqual(first.receivedRequests.map(\.notes), [nil, nil, nil, nil])
    let second = source()
    try await expectEqual(temporary.refresh(second)[0].outcome, .complete)
    expectEqual(second.receivedRequests.map(\.cursor), ["3", "4"])
    expectEqual(second.receivedRequests.map(\.notes), [["note 0", "note 1", "note 2"], nil])
    try expectEqual(stored(), [])
  }

  @Test("notes belong to the current enumeration only")
  func anotherEnumeration() async throws {
    _ = try await temporary.refresh(source(breakingAt: 3))
    var full = RefreshOptions()
    full.isFull = true
    _ = try await temporary.refresh(source(breakingAt: 1), options: full)
    try expectEqual(stored(), ["note 0"])
  }

  @Test("notes are given to a restart after an undo and removed with the first page without them")
  func undone() async throws {
    _ = try await temporary.refresh(source(breakingAt: 3))
    _ = try await temporary.catalog.undo()
    let again = source(breakingAt: 1)
    _ = try await temporary.refresh(again)
    #expect(
      again.receivedRequests.first?.cursor == nil
        && again.receivedRequests.first?.notes == ["note 0", "note 1", "note 2"])
    try expectEqual(stored(), ["note 0"])
  }

  @Test("an upgraded catalog can store notes and keeps its cursors")
  func upgrade() throws {
    let folder = TemporaryFolder()
    try folder.write("old.db", "")
    let old = try ForeignConnection(folder.file("old.db"))
    let number = try #require(EmbeddedMigrations.all.firstIndex { $0.name.hasSuffix("source-notes.sql") })
    for migration in EmbeddedMigrations.all.prefix(number) { try old.run(migration.sql) }
    try old.run(
      """
      PRAGMA application_id = \(Migrator.applicationID); PRAGMA user_version = \(number);
      INSERT INTO catalog_fact (name, value) VALUES ('fold_version', \(Fold.version));
      INSERT INTO source (id, name, kind, location, precedence, added_at) VALUES (1, 'o', 'opds', 'http://x/', 100, 1);
      INSERT INTO sync_cursor (source_id, cursor, walk) VALUES (1, '{"version":1}', 1);
      """)
    let catalog = try BookCatalog.open(folder.file("old.db"))
    try expectEqual(catalog.view { try $0.sources().map(\.name) }, ["o"])
    try expectEqual(catalog.findings(), [])
    try expectEqual(old.value("SELECT cursor FROM sync_cursor"), #"{"version":1}"#)
    try expectEqual(old.value("SELECT count(*) FROM source_note"), "0")
  }

  @Test("notes of a dry run are not stored")
  func trial() async throws {
    var dryRun = RefreshOptions()
    dryRun.isDryRun = true
    let whole = source()
    try await expectEqual(temporary.refresh(whole, options: dryRun)[0].counts.added, 5)
    expectEqual(whole.receivedRequests.map(\.notes), [nil, nil, nil, nil, nil])
    _ = try await temporary.refresh(source(breakingAt: 2))
    let rest = source()
    try await expectEqual(temporary.refresh(rest, options: dryRun)[0].counts.added, 3)
    expectEqual(rest.receivedRequests.first?.notes, ["note 0", "note 1"])
    try expectEqual(stored(), ["note 0", "note 1"])
  }
}
