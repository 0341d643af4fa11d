import Catalog

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Fifty queries as people type them on goodbooks-10k, each with the title that a person expects among the first three
/// (`Queries/goodbooks.tsv`). The table itself is named by the environment variable CATALOG_BENCH_CSV.
enum GoodbooksQueries {
  /// The number of results that a person looks at.
  static let patience = 3

  struct Expectation: Equatable {
    let query: String
    let title: String
  }

  /// Adds the share of queries that succeed, and those that do not.
  static func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    guard let table = RealTable.path else { return }
    let path = context.data.scratch("goodbooks.db")
    context.data.remove(path)
    defer { context.data.remove(path) }
    try RealTable.importing(table, into: path, context).run()
    let catalog = try LibraryCalls.open(path)
    defer { catalog.close() }
    let expectations = try parse(FileReader.text(of: context.script("Queries/goodbooks.tsv")))
    let failed = try expectations.filter { try !isFound($0, catalog) }
    results.facts.append(
      Fact(
        name: "queries whose book is among the first three",
        value: "\(expectations.count - failed.count) of \(expectations.count)"))
    if !failed.isEmpty {
      let names = failed.map { "\($0.query) (\($0.title))" }.joined(separator: "; ")
      results.facts.append(Fact(name: "not among the first three", value: names))
    }
  }

  /// A line is a query and a title, a tab between; lines that begin with # are notes.
  static func parse(_ text: String) throws -> [Expectation] {
    try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let parts = line.split(separator: "\t")
      guard parts.count == 2 else { throw BenchError("no query and title with a tab between: '\(line)'") }
      return Expectation(query: String(parts[0]), title: String(parts[1]))
    }
  }

  /// True if a query finds the expected title. If the query finds nothing, the first suggested spelling is searched
  /// for.
  private static func isFound(_ expectation: Expectation, _ catalog: BookCatalog) throws -> Bool {
    var books = try LibraryCalls.search(expectation.query, limit: patience, in: catalog).books
    if books.isEmpty, let suggestion = try LibraryCalls.suggestions(for: expectation.query, in: catalog).first {
      books = try LibraryCalls.search(suggestion, limit: patience, in: catalog).books
    }
    return books.contains { isTitle(expectation.title, $0.title) }
  }

  /// The table writes the series behind the title, as in “Dune (Dune Chronicles #1)”.
  static func isTitle(_ expected: String, _ title: String) -> Bool {
    title == expected || title.hasPrefix(expected + " (")
  }
}

/// A real table that the environment variable CATALOG_BENCH_CSV names.
enum RealTable {
  static var path: String? { getenv("CATALOG_BENCH_CSV").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }

  /// Some rows of a real table are no books, which is exit code 3.
  static func importing(_ table: String, into target: String, _ context: BenchContext) -> ProcessCommand {
    var command = context.catalog("--db", target, "import", table, acceptedCodes: [0, 3])
    command.showsMessages = false
    return command
  }
}
