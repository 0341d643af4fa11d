import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("A schema changed by another program")
struct SchemaCheckTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws {
    temporary = try TemporaryCatalog()
    try catalog.addBook([.title: "Dune", .authors: "Frank Herbert", .tags: "classic"])
    try catalog.set(.pages, of: 1, to: "412")
  }

  private static let repairable: [(sql: String, finding: String)] = [
    ("DROP TRIGGER book_update_guard", "the trigger book_update_guard is missing"),
    ("DROP TRIGGER book_delete_guard", "the trigger book_delete_guard is missing"),
    (
      "DROP TRIGGER book_update_guard; CREATE TRIGGER book_update_guard BEFORE UPDATE ON book BEGIN SELECT 1; END",
      "the trigger book_update_guard is not as expected"
    ),
    (
      "CREATE TRIGGER \"my \"\" own\" AFTER INSERT ON history BEGIN DELETE FROM field_edit; END",
      "another program's trigger: my \" own"
    ),
    ("CREATE VIEW mine AS SELECT * FROM book", "another program's view: mine"),
    ("DROP VIEW conflict", "the view conflict is missing"),
    ("CREATE UNIQUE INDEX mine ON book (title)", "another program's index: mine"),
    ("DROP INDEX history_by_book", "the index history_by_book is missing"),
    ("DROP INDEX field_edit_conflict", "the index field_edit_conflict is missing"),
    ("DROP TABLE word", "the table word is missing"), ("DROP TABLE page_index", "the table page_index is missing"),
    ("DROP TABLE book_tag", "the table book_tag is missing"),
    ("DROP TABLE posting", "the table posting is missing"),
    ("DROP TABLE book_rank", "the table book_rank is missing"),
    ("DROP TABLE posting_change", "the table posting_change is missing"),
    ("DROP TABLE change", "the table change is missing"),
    ("DROP TABLE derived_pending", "the table derived_pending is missing"),
    (
      "DROP TABLE posting_change; CREATE TABLE posting_change (book INTEGER PRIMARY KEY, terms)",
      "the table posting_change is not as expected"
    ),
    (
      "ALTER TABLE posting RENAME COLUMN books TO sets; DELETE FROM posting",
      "the table posting is not as expected"
    ),
  ]

  private func damage(_ sql: String) throws { try temporary.foreign().run(sql) }

  @Test("check finds a changed schema and repairs it without loss", arguments: repairable.indices)
  func mended(index: Int) throws {
    let (sql, finding) = Self.repairable[index]
    let before = try catalog.shownText()
    try damage(sql)
    try expectEqual(catalog.findings(), [finding])
    #expect(try catalog.check(repair: true).isRepaired)
    try expectEqual(catalog.findings(), [])
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.found("herbert"), [1])
    try catalog.addBook([.title: "Emma"])
    try expectEqual(catalog.findings(), [])
  }

  @Test("a view in place of a table is repaired", arguments: ["posting_change", "posting", "word"])
  func view(table: String) throws {
    let before = try catalog.shownText()
    try damage("DROP TABLE \(table); CREATE VIEW \(table) AS SELECT 1 AS book, x'00' AS terms")
    try expectEqual(Set(catalog.findings()), ["another program's view: \(table)", "the table \(table) is missing"])
    #expect(try catalog.check(repair: true).isRepaired)
    try expectEqual(catalog.findings(), [])
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.found("herbert"), [1])
  }

  @Test("a changed schema can be opened, so that check can report it", arguments: ["derived_pending", "catalog_fact"])
  func opened(table: String) throws {
    try damage("DROP TABLE \(table)")
    let again = try BookCatalog.open(temporary.path)
    defer { again.close() }
    try expectEqual(again.check().findings.map(\.message), ["the table \(table) is missing"])
  }

  @Test("a changed schema is found and repaired despite a fake load note of another program")
  func forgedPending() throws {
    for number in 1...30 { try catalog.addBook([.title: "Sand \(number)"]) }
    try catalog.set(.title, of: 5, to: "Edited five")
    try damage("INSERT INTO derived_pending (what, first_id, last_id, at) VALUES ('search', 1, 31, 0)")
    _ = try catalog.check(repair: true)
    try expectEqual(catalog.findings(), [])
    try expectEqual(catalog.found("edited"), [5])
    try expectEqual(catalog.found("sand").count, 29)
  }

  @Test("a changed schema is repaired when it comes with a backup", arguments: repairable.indices)
  func restored(index: Int) throws {
    let (sql, _) = Self.repairable[index]
    let before = try catalog.shownText()
    let backup = temporary.folder.file("backup.db")
    try catalog.backup(to: backup)
    try ForeignConnection(backup).run(sql)
    try catalog.restore(from: backup)
    try expectEqual(catalog.findings(), [])
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.found("herbert"), [1])
  }

  @Test(
    "a missing table of user data is damage", arguments: ["history", "metadata", "field_edit", "sync_run"])
  func missing(table: String) throws {
    let backup = temporary.folder.file("backup.db")
    try catalog.backup(to: backup)
    try damage("PRAGMA foreign_keys = OFF; DROP TABLE \(table)")
    let report = try catalog.check(repair: true)
    #expect(report.findings.contains(CheckFinding(message: "the table \(table) is missing", isRepairable: false)))
    #expect(!report.isRepaired)
    // Its contents are not trusted, and an intact backup repairs it.
    let hurt = temporary.folder.file("hurt.db")
    try catalog.backup(to: hurt)
    let other = try BookCatalog.open(temporary.folder.file("other.db"))
    let error = #expect(throws: CatalogError.self) { try other.restore(from: hurt) }
    expectEqual(error?.code, .damaged)
    try catalog.restore(from: backup)
    try expectEqual(catalog.findings(), [])
  }

  @Test("additional tables of another program are left alone")
  func beside() throws {
    try damage(
      """
      CREATE TABLE song (name TEXT); CREATE INDEX song_by_name ON song (name);
      CREATE TRIGGER sing AFTER INSERT ON song BEGIN DELETE FROM song; END; ANALYZE
      """)
    try expectEqual(catalog.findings(), [])
  }
}
