import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import catalog_bench

@Suite("The peer of the import")
struct PeerImportTests {
  @Test("a value is quoted so that the shell reads it back unchanged")
  func tabSeparated() throws {
    func row(_ values: [[UInt8]?]) throws -> String { String(decoding: try TabSeparated.row(values), as: UTF8.self) }
    try expectEqual(row([Array("a".utf8), nil, []]), "a\t\\N\t\n")
    try expectEqual(row([Array("a\tb".utf8), Array("\"c\" d".utf8)]), "\"a\tb\"\t\"\"\"c\"\" d\"\n")
    try expectEqual(row([Array("in \"quotes\"".utf8), Array("x\ny".utf8)]), "in \"quotes\"\t\"x\ny\"\n")
    try expectEqual(row([[0, 0xAB]]), "00ab\n")
    #expect(throws: BenchError.self) { try row([Array("\\N".utf8)]) }
  }

  static let shellIsThere = (try? ProcessCommand(program: "sqlite3", arguments: ["--version"]).run()) != nil

  @Test("the peer loads every row and index of an import and the words of every book", .enabled(if: shellIsThere))
  func equalTables() async throws {
    let temporary = try TemporaryCatalog()
    // With this many books some identifier contains a zero byte, which takes a different path through the dump.
    try await temporary.importRecords((1...600).map { try SourceRecordFixture.book($0) })
    let words = try await temporary.catalog.read { try Self.words(of: $0) }
    temporary.catalog.close()
    let dump = temporary.folder.file("dump")
    let loaded = temporary.folder.file("loaded.db")
    try PeerDump.write(catalog: temporary.path, to: dump)
    let script = Folders.benchmarks + "/peer-import.sql"
    try PeerImport.command("sqlite3", script: script, dump: dump, into: loaded).run()

    let original = try Contents(temporary.path)
    let copy = try Contents(loaded)
    expectEqual(original.schema, copy.schema)
    #expect(original.identifiersWithZero > 0)
    #expect(words.count > 2_000)
    try expectEqual(Self.indexedWords(loaded), words)
    for (table, rows) in original.tables {
      let expected = PeerDump.searchTables.contains(table) ? [] : rows
      expectEqual(copy.tables[table], expected, "\(table) differs: does peer-import.sql load it?")
    }
  }

  /// The expected position of each word of each visible book in the peer's index: row, column and offset.
  private static func words(of snapshot: CatalogSnapshot) throws -> [String] {
    var lines: [String] = []
    try snapshot.forEachBookByID { book in
      let title = SearchWords.words(in: book.title)
      let row = SearchRank(ratingsCount: book.ratingsCount, titleWords: title.count).position(of: book.id.rawValue)
      let series = [book.series, book.seriesNumber.map { "\($0)" }].compactMap(\.self).joined(separator: " ")
      let texts = [
        "title": [book.title], "authors": book.authors, "series": [series], "tags": book.tags,
        "notes": [book.notes ?? ""], "publisher": [book.publisher ?? ""],
      ]
      for (column, names) in texts {
        let words = names.map { SearchWords.words(in: $0) }.joined(separator: [PeerSearchRows.between])
        lines += words.enumerated().map { "\(row) \(column) \($0.offset) \($0.element)" }
      }
    }
    return lines.sorted()
  }

  private static func indexedWords(_ path: String) throws -> [String] {
    let database = try RawDatabase(path)
    try database.run("CREATE VIRTUAL TABLE temp.place_of_word USING fts5vocab (main, search_index, instance)")
    return try database.statement(
      "SELECT doc || ' ' || col || ' ' || offset || ' ' || term FROM temp.place_of_word"
    ).texts().sorted()
  }

  /// The whole contents of a catalog as text. For the peer's file, its own index is left out.
  private struct Contents {
    let schema: [String]
    var tables: [String: [String]] = [:]
    let identifiersWithZero: Int

    init(_ path: String) throws {
      let database = try RawDatabase(path)
      schema = try database.statement(
        """
        SELECT type || name || coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'search\\_index%' ESCAPE '\\'
        ORDER BY 1
        """
      ).texts()
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
    }
  }
}
