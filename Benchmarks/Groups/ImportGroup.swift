#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Imports into a new file, and of what is there already. The environment variable CATALOG_BENCH_CSV may name a real table.
struct ImportGroup: BenchGroup {
  let name = "import"
  let summary = "imports"

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    let count = Self.repetitions(context.options.books)
    results.measures.append(try first(context, count))
    results.measures.append(try again(context, count))
    if let table = getenv("CATALOG_BENCH_CSV").map({ String(cString: $0) }), !table.isEmpty {
      results.measures.append(try real(table, context))
    }
  }

  /// A million books take minutes.
  private static func repetitions(_ books: Int) -> SampleCount {
    SampleCount(warmUp: books > 50_000 ? 0 : 1, most: books > 200_000 ? 1 : books > 50_000 ? 3 : 7, budget: 120)
  }

  private func first(_ context: BenchContext, _ count: SampleCount) throws -> Measure {
    let input = try context.data.jsonLines()
    let target = context.data.scratch("import.db")
    defer { context.data.remove(target) }
    let command = context.catalog("--db", target, "import", input)
    let peer = try peer(context)
    defer { context.data.remove(Self.peerTarget(context)) }
    let samples = try Interleaved.measure(
      count,
      {
        context.data.remove(target)
        try command.run()
      }, peer)
    var measure = Measure(
      "catalog import (new file)", samples,
      peer: peer == nil
        ? nil
        : """
        sqlite3 .import of the same rows as CSV into one plain table, then the same eight indexes: a lower bound, since \
        it makes no sort keys, no full-text index, no layers and no history
        """)
    measure.rows = context.options.books
    return measure
  }

  private static func peerTarget(_ context: BenchContext) -> String { context.data.scratch("peer.db") }

  private func peer(_ context: BenchContext) throws -> (() throws -> Void)? {
    guard context.sqliteShell != nil else { return nil }
    let table = try context.data.csv()
    let target = Self.peerTarget(context)
    let columns = [
      "id", "title", "authors", "isbn", "pages INTEGER", "publisher", "published INTEGER", "language", "series",
      "seriesNumber REAL", "tags", "averageRating REAL", "ratingsCount INTEGER", "added",
    ]
    let indexes = ["title", "authors", "published", "added", "averageRating", "pages", "series", "isbn"]
      .map { "CREATE INDEX book_by_\($0) ON book (\($0));" }
    let shell = context.shell(
      target, "PRAGMA journal_mode = WAL; CREATE TABLE book (\(columns.joined(separator: ", ")));",
      ".import --csv --skip 1 \(table) book", indexes.joined(separator: " "))
    return shell.map { shell in
      {
        context.data.remove(target)
        try shell.run()
      }
    }
  }

  private func again(_ context: BenchContext, _ count: SampleCount) throws -> Measure {
    let target = context.data.scratch("import.db")
    context.data.remove(target)
    defer { context.data.remove(target) }
    let command = context.catalog("--db", target, "import", try context.data.jsonLines())
    try command.run()
    let samples = try Interleaved.measure(count, { try command.run() }, nil)
    var measure = Measure("catalog import (same again, unchanged)", samples, peer: nil)
    measure.rows = context.options.books
    return measure
  }

  /// Some rows of a real table are no books, which is exit code 3.
  private func real(_ table: String, _ context: BenchContext) throws -> Measure {
    let target = context.data.scratch("import.db")
    defer { context.data.remove(target) }
    var command = context.catalog("--db", target, "import", table, acceptedCodes: [0, 3])
    command.showsMessages = false
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
