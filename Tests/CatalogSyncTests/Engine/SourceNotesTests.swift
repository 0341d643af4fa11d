import Synchronization
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
      if number == broken { throw SourceFailure(.nonsense, "feed", cause: "broken") }
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
    #expect(try await temporary.refresh(first)[0].failure?.code == .nonsense)
    #expect(try stored() == ["note 0", "note 1", "note 2"])
    // The object that returned the last cursor remembers its notes.
    #expect(first.receivedRequests.map(\.notes) == [nil, nil, nil, nil])
    let second = source()
    #expect(try await temporary.refresh(second)[0].outcome == .complete)
    #expect(second.receivedRequests.map(\.cursor) == ["3", "4"])
    #expect(second.receivedRequests.map(\.notes) == [["note 0", "note 1", "note 2"], nil])
    #expect(try stored() == [])
  }

  @Test("notes belong to the current enumeration only")
  func anotherEnumeration() async throws {
    _ = try await temporary.refresh(source(breakingAt: 3))
    var full = RefreshOptions()
    full.isFull = true
    _ = try await temporary.refresh(source(breakingAt: 1), options: full)
    #expect(try stored() == ["note 0"])
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
    #expect(try stored() == ["note 0"])
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
    #expect(try catalog.view { try $0.sources().map(\.name) } == ["o"])
    #expect(try catalog.findings() == [])
    #expect(try old.value("SELECT cursor FROM sync_cursor") == #"{"version":1}"#)
    #expect(try old.value("SELECT count(*) FROM source_note") == "0")
  }

  @Test("notes of a dry run are not stored")
  func trial() async throws {
    var dryRun = RefreshOptions()
    dryRun.isDryRun = true
    let whole = source()
    #expect(try await temporary.refresh(whole, options: dryRun)[0].counts.added == 5)
    #expect(whole.receivedRequests.map(\.notes) == [nil, nil, nil, nil, nil])
    _ = try await temporary.refresh(source(breakingAt: 2))
    let rest = source()
    #expect(try await temporary.refresh(rest, options: dryRun)[0].counts.added == 3)
    #expect(rest.receivedRequests.first?.notes == ["note 0", "note 1"])
    #expect(try stored() == ["note 0", "note 1"])
  }
}
