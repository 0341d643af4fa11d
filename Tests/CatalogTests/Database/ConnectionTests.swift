import CatalogDatabase
import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Connections")
struct ConnectionTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func settings(of connection: Connection) throws -> [String: String] {
    try [
      "journal_mode", "synchronous", "foreign_keys", "trusted_schema", "query_only", "recursive_triggers",
    ].reduce(into: [:]) { $0[$1] = try connection.text("PRAGMA \($1)") }
  }

  @Test("a writing connection is durable, strict about keys and does not trust the schema")
  func writer() throws {
    let settings = try catalog.database.write { try self.settings(of: $0) }
    expectEqual(settings["journal_mode"], "wal")
    expectEqual(settings["synchronous"], "2", "FULL: an acknowledged edit survives a power cut")
    expectEqual(settings["foreign_keys"], "1")
    expectEqual(settings["trusted_schema"], "0")
    expectEqual(settings["query_only"], "0")
  }

  @Test("a reading connection cannot write")
  func reader() throws {
    let settings = try catalog.database.read { try self.settings(of: $0) }
    expectEqual(settings["query_only"], "1")
    expectEqual(settings["trusted_schema"], "0")
    expectEqual(settings["foreign_keys"], "1")
    #expect(throws: CatalogError.self) {
      try catalog.database.read { try $0.run("INSERT INTO catalog_fact (name, value) VALUES ('x', 1)") }
    }
  }

  @Test("a connection rejects double-quoted texts and writes to the schema")
  func strictness() throws {
    #expect(throws: CatalogError.self) { try catalog.database.read { try $0.text("SELECT \"no such column\"") } }
    #expect(throws: CatalogError.self) {
      try catalog.database.write {
        try $0.runScript("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'book_tag'")
      }
    }
    try expectEqual(catalog.findings(), [])
  }

  @Test("any access leaves a connection without busy statements and transactions")
  func tidiness() throws {
    try catalog.addBook([.title: "Dune"])
    try catalog.addBook([.title: "Emma"])
    #expect(throws: ScriptedFailure.self) {
      try catalog.view { snapshot in try snapshot.forEachBook { _ in throw ScriptedFailure("enough") } }
    }
    #expect(throws: ScriptedFailure.self) {
      try catalog.write { transaction in
        try transaction.snapshot.forEachBookByID { _ in throw ScriptedFailure("enough") }
      }
    }
    #expect(throws: CatalogError.self) { try catalog.database.read { try $0.run("nonsense") } }
    _ = try catalog.found("dune")
    _ = try catalog.view { try $0.id(named: "1") }
    _ = try catalog.check(repair: true)
    try expectEqual(catalog.database.read { $0.hasBusyStatement }, false)
    try expectEqual(catalog.database.write { $0.hasBusyStatement }, false)
    try expectEqual(catalog.bookCount(), 2)
  }

  @Test("a connection rolls back a failing write and continues")
  func rollback() throws {
    #expect(throws: ScriptedFailure.self) {
      try catalog.write { transaction in
        try transaction.add { $0.title = "Dune" }
        throw ScriptedFailure("enough")
      }
    }
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(catalog.view { try $0.steps() }, [])
    try expectEqual(catalog.addBook([.title: "Emma"]), 1)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a list can be read while the same list is being read")
  func nested() throws {
    for title in ["Dune", "Emma", "Ulysses"] { try catalog.addBook([.title: title]) }
    var pairs = 0
    try catalog.view { snapshot in
      try snapshot.forEachBook { _ in
        // Ends a loop that would otherwise never end.
        guard pairs < 100 else { throw ScriptedFailure("the outer list began anew") }
        try snapshot.forEachBook { _ in pairs += 1 }
      }
    }
    expectEqual(pairs, 9)
  }

  @Test("a read sees one state of the catalog")
  func isolation() throws {
    try catalog.addBook([.title: "Dune"])
    let counts = try catalog.view { snapshot in
      let before = try snapshot.count()
      try catalog.addBook([.title: "Emma"])
      return [before, try snapshot.count()]
    }
    expectEqual(counts, [1, 1])
    try expectEqual(catalog.bookCount(), 2)
  }

  @Test(
    "texts are kept unchanged: empty, long, with quotes, percent signs, combining marks and characters beyond the BMP")
  func texts() throws {
    let texts = ["", "'", "\"%_?;--", "e\u{301}", "𝄞🎼", String(repeating: "long ", count: 50_000)]
    for text in texts {
      try expectEqual(catalog.database.read { try $0.text("SELECT ?", [.text(text)]) }, text)
    }
    try expectEqual(catalog.database.read { try $0.text("SELECT typeof(?)", [.text("")]) }, "text")
    try expectEqual(catalog.database.read { try $0.text("SELECT typeof(?)", [.null]) }, "null")
  }
}
