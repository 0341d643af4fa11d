/// Imports into a new file, of what is there already, and of more books into a filled catalog. The environment variable
/// CATALOG_BENCH_CSV may name a real table.
struct ImportGroup: BenchGroup {
  let name = "import"
  let summary = "imports"

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    let count = Self.repetitions(context.options.books)
    let target = context.data.scratch("import.db")
    defer { context.data.remove(target) }
    try first(context, target, count, &results)
    results.measures.append(try again(context, target, count))
    results.measures.append(try more(context))
    if let table = RealTable.path { results.measures.append(try real(table, context)) }
  }

  /// A million books take minutes.
  private static func repetitions(_ books: Int) -> SampleCount {
    SampleCount(warmUp: books > 50_000 ? 0 : 1, most: books > 2_000_000 ? 1 : books > 50_000 ? 3 : 7, budget: 300)
  }

  private func first(
    _ context: BenchContext, _ target: String, _ count: SampleCount, _ results: inout GroupResults
  ) throws {
    let input = try context.data.jsonLines()
    let command = context.catalog("--db", target, "import", input)
    let peer = try PeerImport(context)
    defer { peer?.remove() }
    let samples = try Interleaved.measure(
      count,
      {
        context.data.remove(target)
        try command.run()
      }, peer.map { peer in { try peer.run() } })
    var measure = Measure("catalog import (new file)", samples, peer: peer == nil ? nil : PeerImport.does)
    measure.rows = context.options.books
    measure.limit = .ratio(1.3)
    results.measures.append(measure)
    results.facts.append(Fact(name: "pages of the catalog's file", value: try Self.pages(target)))
    if let peer { results.facts.append(Fact(name: "pages of the peer's file", value: try Self.pages(peer.target))) }
  }

  private static func pages(_ path: String) throws -> String {
    try RawDatabase(path).statement("PRAGMA page_count").texts().joined()
  }

  /// - Parameter target: holds what ``first(_:_:_:_:)`` imported last.
  private func again(_ context: BenchContext, _ target: String, _ count: SampleCount) throws -> Measure {
    let command = context.catalog("--db", target, "import", try context.data.jsonLines())
    let samples = try Interleaved.measure(count, { try command.run() }, nil)
    var measure = Measure("catalog import (same again, unchanged)", samples, peer: nil)
    measure.rows = context.options.books
    return measure
  }

  private static let moreBooks = 20_000

  /// Each run has a copy of the catalog, and of the peer's file, that is made before its time begins.
  private func more(_ context: BenchContext) throws -> Measure {
    let target = context.data.scratch("import-more.db")
    defer { context.data.remove(target) }
    let command = context.catalog("--db", target, "import", try context.data.moreJSONLines(Self.moreBooks))
    let peer = try PeerImport.More(context, books: Self.moreBooks)
    defer { peer?.remove() }
    var samples = Samples()
    for _ in 0..<(context.options.books > 50_000 ? 3 : 5) {
      _ = try context.data.copyOfCatalog(target)
      samples.own.append(try Stopwatch.milliseconds(command.run))
      guard let peer else { continue }
      try peer.prepare()
      samples.peer.append(try Stopwatch.milliseconds(peer.run))
    }
    var measure = Measure("catalog import (20,000 more)", samples, peer: peer == nil ? nil : PeerImport.More.does)
    measure.rows = Self.moreBooks
    return measure
  }

  private func real(_ table: String, _ context: BenchContext) throws -> Measure {
    let target = context.data.scratch("import.db")
    defer { context.data.remove(target) }
    let command = RealTable.importing(table, into: target, context)
    let samples = try Interleaved.measure(
      SampleCount(warmUp: 1, most: 5, budget: 120),
      {
        context.data.remove(target)
        try command.run()
      }, nil)
    let count = try context.catalog("--db", target, "list", "--all", "--json=id", "--jsonl").output()
      .utf8.count { $0 == UInt8(ascii: "\n") }
    var measure = Measure("catalog import (CATALOG_BENCH_CSV)", samples, peer: nil)
    measure.rows = count
    measure.note = "\(table): \(count) books"
    return measure
  }
}
