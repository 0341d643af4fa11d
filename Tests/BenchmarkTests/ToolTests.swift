import CatalogTestSupport
import TestExpectations
import Testing

@testable import catalog_bench

@Suite("The tools of catalog-bench")
struct ToolTests {
  @Test("the first word chooses the tool; search is a group unless a catalog is named")
  func choice() {
    #expect(Tools.chosen(by: ["search", "--peers"]) == nil)
    #expect(Tools.chosen(by: ["--books", "10", "page"]) == nil)
    #expect(Tools.chosen(by: []) == nil)
    #expect(Tools.chosen(by: ["search", "--db", "a.db", "--queries", "q"]) == SearchTool.self)
    #expect(Tools.chosen(by: ["page", "--pages", "1"]) == PageTool.self)
    #expect(Tools.chosen(by: ["plot"]) == PlotTool.self)
  }

  @Test("a tool takes options with values and leaves the words after them unchanged")
  func arguments() throws {
    let arguments = try ToolArguments(
      ["--db", "a.db", "--pages", "2,50000", "run", "--db", "x"], options: ["--db", "--pages"], usage: "u")
    expectEqual(arguments.text("--db"), "a.db")
    try expectEqual(arguments.counts("--pages"), [2, 50_000])
    try expectEqual(arguments.count("--repeat", or: 9), 9)
    expectEqual(arguments.words, ["run", "--db", "x"])
  }

  @Test(
    "a wrong argument is reported together with the usage",
    arguments: [
      (["--pages", "1", "--what", "2"], "unknown option --what"), (["--pages", "1", "--db"], "--db needs a value"),
      (["--pages", "1"], "--db is missing"), (["--db", "a", "--pages", "1,0"], "--pages needs a number"),
      (["--db", "a", "--pages", "1,,2"], "--pages needs a number"),
      (["--db", "a", "--pages", "1", "--repeat", "many"], "--repeat needs a number"),
    ])
  func wrongArguments(_ arguments: [String], _ problem: String) {
    let error = #expect(throws: BenchError.self) { try PageTool(PageTool.arguments(arguments[...])) }
    expectEqual(error?.description.hasPrefix(problem), true, "\(String(describing: error))")
    expectEqual(error?.description.hasSuffix("usage: \(PageTool.usage)"), true)
  }

  @Test("a tool reads one query per line, of any bytes")
  func queries() {
    expectEqual(SearchTool.lines(of: []), [])
    expectEqual(SearchTool.lines(of: Array("the\n\n \"\r\nlast".utf8)), ["the", "", " \"\r", "last"])
    expectEqual(SearchTool.lines(of: Array("one\n".utf8)), ["one"])
    expectEqual(SearchTool.lines(of: [0, 0x61, 0xFF, 0x0A]), ["\0a\u{FFFD}"])
  }

  @Test("a tool prints one object per line, with the times and the number of books")
  func line() {
    let call = RepeatedCall(times: Distribution([3, 1, 2]), count: 20)
    expectEqual(
      call.line { $0.member("query", "a \"b\"\0") },
      "{\"query\":\"a \\\"b\\\"\\u0000\",\"medianMs\":2,\"p99Ms\":3,\"count\":20}\n")
  }

  @Test("a tool runs once without measuring, then as often as requested")
  func repetitions() throws {
    var calls = 0
    let call = try RepeatedCall.measure(4) {
      calls += 1
      return calls
    }
    expectEqual(call.times.runs, 4)
    expectEqual(call.count, 5)
  }

  @Test("a tool searches and pages through a catalog that is opened read-only")
  func library() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords((1...25).map { try SourceRecordFixture.book($0) })
    let catalog = try LibraryCalls.open(temporary.path)
    defer { catalog.close() }
    try expectEqual(LibraryCalls.search("book", limit: 3, in: catalog).books.count, 3)
    #expect(try LibraryCalls.search("*\0\"", in: catalog).books.isEmpty)
    try expectEqual(LibraryCalls.page(2, in: catalog).count, 5)
    #expect(try LibraryCalls.page(.max, in: catalog).isEmpty)
    #expect(throws: (any Error).self) { try LibraryCalls.open(temporary.folder.file("missing.db")) }
  }
}
