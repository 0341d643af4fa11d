import CatalogTestSupport
import Testing

@testable import catalog_bench

@Suite("The import's peer")
struct PeerImportTests {
  @Test("writes values so that the shell reads them back")
  func tabSeparated() throws {
    func row(_ values: [[UInt8]?]) throws -> String { String(decoding: try TabSeparated.row(values), as: UTF8.self) }
    #expect(try row([Array("a".utf8), nil, []]) == "a\t\\N\t\n")
    #expect(try row([Array("a\tb".utf8), Array("\"c\" d".utf8)]) == "\"a\tb\"\t\"\"\"c\"\" d\"\n")
    #expect(try row([Array("in \"quotes\"".utf8), Array("x\ny".utf8)]) == "in \"quotes\"\t\"x\ny\"\n")
    #expect(try row([[0, 0xAB]]) == "00ab\n")
    #expect(throws: BenchError.self) { try row([Array("\\N".utf8)]) }
  }

  static let shellIsThere = (try? ProcessCommand(program: "sqlite3", arguments: ["--version"]).run()) != nil

  @Test("loads every row, index and word that an import leaves", .enabled(if: shellIsThere))
  func equalTables() async throws {
    let temporary = try TemporaryCatalog()
    // So many that some identifier holds a zero byte, which takes another way through the dump.
    try await temporary.importRecords((1...600).map { try SourceRecordFixture.book($0) })
    temporary.catalog.close()
    let dump = temporary.folder.file("dump")
    let loaded = temporary.folder.file("loaded.db")
    try PeerDump.write(catalog: temporary.path, to: dump)
    let script = Folders.benchmarks + "/peer-import.sql"
    try PeerImport.command("sqlite3", script: script, dump: dump, into: loaded).run()

    let original = try Contents(temporary.path)
    let copy = try Contents(loaded)
    #expect(original.schema == copy.schema)
    #expect(original.identifiersWithZero > 0)
    #expect(original.words.count > 2_000)
    #expect(original.words == copy.words)
    for (table, rows) in original.tables {
      #expect(rows == copy.tables[table], "\(table) differs: does peer-import.sql load it?")
    }
  }

  /// Everything that a catalog holds, as text.
  private struct Contents {
    let schema: [String]
    var tables: [String: [String]] = [:]
    let words: [String]
    let identifiersWithZero: Int

    init(_ path: String) throws {
      let database = try RawDatabase(path)
      schema = try database.statement("SELECT type || name || coalesce(sql, '') FROM sqlite_schema ORDER BY 1").texts()
      identifiersWithZero = try database.statement("SELECT id FROM book WHERE instr(uuid, x'00')").texts().count
      let names = try database.statement(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'"
      ).texts()
      for name in names {
        let columns = try database.statement("SELECT 'quote(' || name || ')' FROM pragma_table_info('\(name)')").texts()
        tables[name] = try database.statement(
          "SELECT \(columns.joined(separator: " || ',' || ")) FROM \(name) ORDER BY 1"
        ).texts()
      }
      try database.run("CREATE VIRTUAL TABLE temp.place_of_word USING fts5vocab (main, search_index, instance)")
      words = try database.statement(
        "SELECT doc || ' ' || col || ' ' || offset || ' ' || term FROM temp.place_of_word ORDER BY 1"
      ).texts()
    }
  }
}
