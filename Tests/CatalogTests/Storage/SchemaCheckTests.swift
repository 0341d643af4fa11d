import CatalogTestSupport
import FoundationEssentials
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("A schema that another program changed")
struct SchemaCheckTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws {
    temporary = try TemporaryCatalog()
    try catalog.addBook([.title: "Dune", .authors: "Frank Herbert", .tags: "classic"])
    try catalog.set(.pages, of: 1, to: "412")
  }

  private static let mendable: [(sql: String, finding: String)] = [
    ("DROP TRIGGER book_update_guard", "the trigger book_update_guard is missing"),
    ("DROP TRIGGER book_delete_guard", "the trigger book_delete_guard is missing"),
    (
      "DROP TRIGGER book_update_guard; CREATE TRIGGER book_update_guard BEFORE UPDATE ON book BEGIN SELECT 1; END",
      "the trigger book_update_guard is not as it should be"
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
      "the table posting_change is not as it should be"
    ),
    (
      "ALTER TABLE posting RENAME COLUMN books TO sets; DELETE FROM posting",
      "the table posting is not as it should be"
    ),
  ]

  private func damage(_ sql: String) throws { try temporary.foreign().run(sql) }

  @Test("is found by check and mended without loss", arguments: mendable.indices)
  func mended(index: Int) throws {
    let (sql, finding) = Self.mendable[index]
    let before = try catalog.shownText()
    try damage(sql)
    #expect(try catalog.findings() == [finding])
    #expect(try catalog.check(repair: true).isRepaired)
    #expect(try catalog.findings() == [])
    #expect(try catalog.shownText() == before)
    #expect(try catalog.found("herbert") == [1])
    try catalog.addBook([.title: "Emma"])
    #expect(try catalog.findings() == [])
  }

  @Test("is mended where a view stands in the place of a table", arguments: ["posting_change", "posting", "word"])
  func view(table: String) throws {
    let before = try catalog.shownText()
    try damage("DROP TABLE \(table); CREATE VIEW \(table) AS SELECT 1 AS book, x'00' AS terms")
    #expect(
      try Set(catalog.findings()) == ["another program's view: \(table)", "the table \(table) is missing"])
    #expect(try catalog.check(repair: true).isRepaired)
    #expect(try catalog.findings() == [])
    #expect(try catalog.shownText() == before)
    #expect(try catalog.found("herbert") == [1])
  }

  @Test("is opened all the same, so that check can say what is wrong", arguments: ["derived_pending", "catalog_fact"])
  func opened(table: String) throws {
    try damage("DROP TABLE \(table)")
    let again = try BookCatalog.open(temporary.path)
    defer { again.close() }
    #expect(try again.check().findings.map(\.message) == ["the table \(table) is missing"])
  }

  @Test("is found behind what another program says is left of a load, and mended with it")
  func forgedPending() throws {
    for number in 1...30 { try catalog.addBook([.title: "Sand \(number)"]) }
    try catalog.set(.title, of: 5, to: "Edited five")
    try damage("INSERT INTO derived_pending (what, first_id, last_id, at) VALUES ('search', 1, 31, 0)")
    _ = try catalog.check(repair: true)
    #expect(try catalog.findings() == [])
    #expect(try catalog.found("edited") == [5])
    #expect(try catalog.found("sand").count == 29)
  }

  @Test("is mended when it comes with a backup", arguments: mendable.indices)
  func restored(index: Int) throws {
    let (sql, _) = Self.mendable[index]
    let before = try catalog.shownText()
    let backup = temporary.folder.file("backup.db")
    try catalog.backup(to: backup)
    try ForeignConnection(backup).run(sql)
    try catalog.restore(from: backup)
    #expect(try catalog.findings() == [])
    #expect(try catalog.shownText() == before)
    #expect(try catalog.found("herbert") == [1])
  }

  @Test(
    "is damage where a table of the user's is missing", arguments: ["history", "metadata", "field_edit", "sync_run"])
  func missing(table: String) throws {
    let backup = temporary.folder.file("backup.db")
    try catalog.backup(to: backup)
    try damage("PRAGMA foreign_keys = OFF; DROP TABLE \(table)")
    let report = try catalog.check(repair: true)
    #expect(report.findings.contains(CheckFinding(message: "the table \(table) is missing", isRepairable: false)))
    #expect(!report.isRepaired)
    // Nothing of it is taken for good, and a whole backup mends it.
    let hurt = temporary.folder.file("hurt.db")
    try catalog.backup(to: hurt)
    let other = try BookCatalog.open(temporary.folder.file("other.db"))
    let error = #expect(throws: CatalogError.self) { try other.restore(from: hurt) }
    #expect(error?.code == .damaged)
    try catalog.restore(from: backup)
    #expect(try catalog.findings() == [])
  }

  @Test("is its own affair where it has only tables beside ours")
  func beside() throws {
    try damage(
      """
      CREATE TABLE song (name TEXT); CREATE INDEX song_by_name ON song (name);
      CREATE TRIGGER sing AFTER INSERT ON song BEGIN DELETE FROM song; END; ANALYZE
      """)
    #expect(try catalog.findings() == [])
  }
}
