import CatalogTestSupport
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("A connection")
struct ConnectionTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func settings(of connection: Connection) throws -> [String: String] {
    try [
      "journal_mode", "synchronous", "foreign_keys", "trusted_schema", "query_only", "recursive_triggers",
    ].reduce(into: [:]) { $0[$1] = try connection.text("PRAGMA \($1)") }
  }

  @Test("that writes is durable, strict about keys and trusts no schema")
  func writer() throws {
    let settings = try catalog.database.write { try self.settings(of: $0) }
    #expect(settings["journal_mode"] == "wal")
    #expect(settings["synchronous"] == "2", "FULL: an acknowledged edit survives a power cut")
    #expect(settings["foreign_keys"] == "1")
    #expect(settings["trusted_schema"] == "0")
    #expect(settings["query_only"] == "0")
  }

  @Test("that reads cannot write")
  func reader() throws {
    let settings = try catalog.database.read { try self.settings(of: $0) }
    #expect(settings["query_only"] == "1")
    #expect(settings["trusted_schema"] == "0")
    #expect(settings["foreign_keys"] == "1")
    #expect(throws: CatalogError.self) {
      try catalog.database.read { try $0.run("INSERT INTO catalog_fact (name, value) VALUES ('x', 1)") }
    }
  }

  @Test("takes no word in double quotes for a text, and lets nobody write the schema")
  func strictness() throws {
    #expect(throws: CatalogError.self) { try catalog.database.read { try $0.text("SELECT \"no such column\"") } }
    #expect(throws: CatalogError.self) {
      try catalog.database.write {
        try $0.runScript("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'book_tag'")
      }
    }
    #expect(try catalog.findings() == [])
  }

  @Test("is left without a busy statement and without a transaction by whatever an access does")
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
    #expect(try catalog.database.read { $0.hasBusyStatement } == false)
    #expect(try catalog.database.write { $0.hasBusyStatement } == false)
    #expect(try catalog.bookCount() == 2)
  }

  @Test("rolls back what a failing write did, and goes on")
  func rollback() throws {
    #expect(throws: ScriptedFailure.self) {
      try catalog.write { transaction in
        try transaction.add { $0.title = "Dune" }
        throw ScriptedFailure("enough")
      }
    }
    #expect(try catalog.bookCount() == 0)
    #expect(try catalog.view { try $0.steps() } == [])
    #expect(try catalog.addBook([.title: "Emma"]) == 1)
    #expect(try catalog.findings() == [])
  }

  @Test("reads a list inside the reading of the same list")
  func nested() throws {
    for title in ["Dune", "Emma", "Ulysses"] { try catalog.addBook([.title: title]) }
    var pairs = 0
    try catalog.view { snapshot in
      try snapshot.forEachBook { _ in
        // Ends a loop that would never end.
        guard pairs < 100 else { throw ScriptedFailure("the outer list began anew") }
        try snapshot.forEachBook { _ in pairs += 1 }
      }
    }
    #expect(pairs == 9)
  }

  @Test("sees one state of the catalog during a read")
  func isolation() throws {
    try catalog.addBook([.title: "Dune"])
    let counts = try catalog.view { snapshot in
      let before = try snapshot.count()
      try catalog.addBook([.title: "Emma"])
      return [before, try snapshot.count()]
    }
    #expect(counts == [1, 1])
    #expect(try catalog.bookCount() == 2)
  }

  @Test(
    "keeps texts as they are: empty, long, with quotes, percent signs, combining marks and characters beyond the BMP")
  func texts() throws {
    let texts = ["", "'", "\"%_?;--", "e\u{301}", "𝄞🎼", String(repeating: "long ", count: 50_000)]
    for text in texts {
      #expect(try catalog.database.read { try $0.text("SELECT ?", [.text(text)]) } == text)
    }
    #expect(try catalog.database.read { try $0.text("SELECT typeof(?)", [.text("")]) } == "text")
    #expect(try catalog.database.read { try $0.text("SELECT typeof(?)", [.null]) } == "null")
  }
}
