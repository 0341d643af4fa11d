import Catalog
import CatalogSources

/// `catalog-bench search`: how long each query of a file takes in any catalog. A query is a line of any bytes; one run
/// of each is not measured.
struct SearchTool: Tool {
  static let name = "search"
  static let usage = "catalog-bench search --db FILE --queries FILE [--limit 20] [--repeat 9]"
  static let options: Set<String> = ["--db", "--queries", "--limit", "--repeat"]

  private let path: String
  private let queries: String
  private let limit: Int
  private let repetitions: Int

  init(_ arguments: ToolArguments) throws {
    path = try arguments.required("--db")
    queries = try arguments.required("--queries")
    limit = try arguments.count("--limit", or: 20)
    repetitions = try arguments.count("--repeat", or: 9)
  }

  func run() throws {
    let catalog = try LibraryCalls.open(path)
    defer { catalog.close() }
    for query in Self.lines(of: try FileReader.bytes(of: queries)) {
      let answer = try RepeatedCall.measure(repetitions) {
        try LibraryCalls.search(query, limit: limit, in: catalog).books.count
      }
      BenchConsole.print(
        answer.line { json in
          json.member("query", query)
        })
    }
  }

  /// Each line without its end; what is no UTF-8 becomes a replacement character. An empty line is a query, what
  /// stands behind the last line's end is not.
  static func lines(of bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// `catalog-bench page`: how long pages of the list, or of the books that a query finds, take in any catalog, by
/// their numbers.
struct PageTool: Tool {
  static let name = "page"
  static let usage = "catalog-bench page --db FILE --sort KEY --pages 2,1000,50000 [--query QUERY] [--repeat 9]"
  static let options: Set<String> = ["--db", "--sort", "--pages", "--query", "--repeat"]

  private let path: String
  private let order: BookOrder
  private let query: String
  private let pages: [Int]
  private let repetitions: Int

  init(_ arguments: ToolArguments) throws {
    path = try arguments.required("--db")
    order = try arguments.text("--sort").map { try BookOrder($0) } ?? .newestFirst
    query = arguments.text("--query") ?? ""
    pages = try arguments.counts("--pages")
    repetitions = try arguments.count("--repeat", or: 9)
  }

  func run() throws {
    let catalog = try LibraryCalls.open(path)
    defer { catalog.close() }
    for page in pages {
      let answer = try RepeatedCall.measure(repetitions) {
        try LibraryCalls.page(page, of: query, order, in: catalog).count
      }
      BenchConsole.print(answer.line { $0.member("page", page) })
    }
  }
}

/// The times of a repeated call, and the number of books that it returned.
struct RepeatedCall {
  let times: Distribution
  let count: Int

  /// One run before the measured ones does not count.
  static func measure(_ repetitions: Int, _ call: () throws -> Int) throws -> RepeatedCall {
    var count = try call()
    let times = try (0..<repetitions).map { _ in try Stopwatch.milliseconds { count = try call() } }
    return RepeatedCall(times: Distribution(times), count: count)
  }

  /// One JSON object with its line end.
  /// - Parameter subject: writes what was called.
  func line(_ subject: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter(layout: .compact)
    json.beginObject()
    subject(&json)
    json.key("medianMs")
    json.number(times.median)
    json.key("p99Ms")
    json.number(times.p99)
    json.member("count", count)
    json.endObject()
    json.endLine()
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
