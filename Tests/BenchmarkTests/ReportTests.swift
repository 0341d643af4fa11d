import CatalogTestSupport
import TestExpectations
import Testing

@testable import catalog_bench

@Suite("Reports of runs")
struct ReportTests {
  /// Returns a report with one measure of each kind of outcome.
  private func report(books: Int, milliseconds: Double) -> BenchReport {
    var results = GroupResults(group: "search")
    var samples = Samples()
    samples.own = [milliseconds]
    samples.peer = [2]
    var measure = Measure("library: a word", samples, peer: "the peer")
    measure.limit = .ratio(1.5)
    results.measures.append(measure)
    results.facts.append(Fact(name: "share", value: "1 | 2", limit: "≤ 3", isReached: false))
    let machine = Machine(cores: 2, kernel: "Linux", processor: "a processor", load: 0.5)
    var report = BenchReport(books: books, machine: machine, versions: [(name: "catalog", version: "1")])
    report.groups = [results]
    return report
  }

  private func document(books: Int, milliseconds: Double) throws -> RunDocument {
    let folder = TemporaryFolder()
    return try RunDocument(path: folder.write("run.json", report(books: books, milliseconds: milliseconds).json))
  }

  @Test("a report is read back as it was written")
  func roundTrip() throws {
    let run = try document(books: 10_000, milliseconds: 2.5)
    expectEqual(run.books, 10_000)
    expectEqual(run.machine.cores, 2)
    let measure = try #require(run.measures.first)
    expectEqual(measure.medianMilliseconds, 2.5)
    expectEqual(measure.peer?.medianMilliseconds, 2)
    expectEqual(measure.ratio, 1.25)
    expectEqual(measure.limit, "≤ 1.5 ×")
    expectEqual(measure.isReached, true)
    expectEqual(run.facts.first?.isReached, false)
  }

  @Test("a file that is not a report is rejected")
  func wrongDocument() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("other.json", "{\"books\": 1}")
    #expect(throws: BenchError.self) { try RunDocument(path: path) }
  }

  @Test("a report states for each measure if its limit is met")
  func limits() {
    let own = Distribution([2, 2, 9])
    expectEqual(Limit.ratio(1.5).isReached(by: own, peer: Distribution([1])), false)
    #expect(Limit.ratio(1.5).isReached(by: own, peer: nil) == nil)
    expectEqual(Limit.milliseconds(2).isReached(by: own, peer: nil), true)
    expectEqual(Limit.p99Milliseconds(8).isReached(by: own, peer: nil), false)
    #expect(own.p90 == 9 && own.slowest == 9)
    expectEqual(Limit.slowestMilliseconds(8).isReached(by: own, peer: nil), false)
    expectEqual(Limit.ratioWithP99(0.5).isReached(by: own, peer: Distribution([4, 4, 18])), true)
    expectEqual(Limit.ratioWithP99(0.5).isReached(by: own, peer: Distribution([4, 4, 17])), false)
    #expect(Limit.ratioWithP99(0.5).isReached(by: own, peer: nil) == nil)
    expectEqual(Limit.peerOrMilliseconds(3).isReached(by: own, peer: Distribution([1])), true)
    expectEqual(Limit.peerOrMilliseconds(1).isReached(by: own, peer: Distribution([2])), true)
    #expect(Limit.peerOrMilliseconds(1).isReached(by: own, peer: nil) == nil)
    expectEqual(Limit.ratio(1.5).text, "≤ 1.5 ×")
    let text = ReportTable(report(books: 10, milliseconds: 4)).text
    #expect(text.contains("2.00  ≤ 1.5 × ✗  peer 1"))
    #expect(text.contains("share: 1 | 2 (≤ 3 ✗)"))
  }

  @Test("reports are inserted between the marks of a document, the smallest catalog first")
  func table() throws {
    let runs = try [document(books: 1_000_000, milliseconds: 4), document(books: 10_000, milliseconds: 1)]
    let before = "text\n\(PerformanceTable.begin)\nold\n\(PerformanceTable.end)\nmore\n"
    let after = try PerformanceTable(runs).inserted(into: before)
    #expect(after.hasPrefix("text\n\(PerformanceTable.begin)\n### 10,000 books\n"))
    #expect(after.hasSuffix("\(PerformanceTable.end)\nmore\n"))
    #expect(!after.contains("old"))
    #expect(after.contains("| search | library: a word | 1 | 4.000 | 4.000 | 2.000 | 2.00 | ≤ 1.5 × ✗ |"))
    #expect(after.contains("| search | share | 1 \\| 2 | ≤ 3 ✗ |"))
    try expectEqual(PerformanceTable(runs).inserted(into: after), after)
    #expect(throws: BenchError.self) { try PerformanceTable(runs).inserted(into: "no marks") }
  }

  @Test("a plot is well-formed and has a line, a mark and a name for each measure")
  func plot() throws {
    let plot = GrowthPlot(lines: [
      GrowthPlot.Line(name: "a < b & c", points: [(10_000, 0.03), (1_000_000, 2)]),
      GrowthPlot.Line(name: "import", points: [(10_000, 300), (1_000_000, 40_000)]),
      GrowthPlot.Line(name: "nowhere measured", points: []),
    ])
    let svg = plot.svg
    #expect(Markup(svg).problem == nil)
    expectEqual(svg.split(separator: "<polyline").count - 1, 2)
    #expect(svg.contains(">a &lt; b &amp; c</text>"))
    #expect(!svg.contains("nowhere"))
    for label in [">10,000<", ">1 million<", ">10 µs<", ">1 ms<", ">100 s<", "prefers-color-scheme: dark"] {
      #expect(svg.contains(label), "\(label)")
    }
    #expect(!svg.contains("nan") && !svg.contains("inf"))
    #expect(Markup(GrowthPlot(lines: []).svg).problem == nil)
    let run = try document(books: 100, milliseconds: 1)
    expectEqual(GrowthPlot([run]).lines.map(\.name), ["search, slowest kind"])
  }
}

/// A check that tags are closed in order and attributes are quoted, the first requirements of an XML parser.
private struct Markup {
  private(set) var problem: String?

  init(_ text: String) {
    var open: [Substring] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      guard let end = rest[start...].firstIndex(of: ">") else {
        problem = "a tag without its end"
        return
      }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      let name = tag.drop { $0 == "/" }.prefix { $0.isLetter }
      if name.isEmpty || tag.count(where: { $0 == "\"" }) % 2 != 0 { problem = "the tag <\(tag)>" }
      if tag.hasPrefix("/") {
        if open.popLast() != name { problem = "</\(name)> closes nothing" }
      } else if !tag.hasSuffix("/") {
        open.append(name)
      }
    }
    if !open.isEmpty { problem = "\(open) stay open" }
  }
}
