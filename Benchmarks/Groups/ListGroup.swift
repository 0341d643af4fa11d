import Catalog

/// Pages of the list: whole processes, and the library alone.
struct ListGroup: BenchGroup {
  let name = "list"
  let summary = "pages of the list"

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    let last = Self.lastPage(context)
    let rating = "coalesce(rating, average_rating)"
    let pages: [(arguments: [String], sql: String)] = [
      (["list", "--page", "2"], PeerSQL.page(key: "added_at", direction: "DESC", page: 2)),
      (["list", "--page", "\(last)"], PeerSQL.page(key: "added_at", direction: "DESC", page: last)),
      (
        ["list", "--sort", "-rating", "--page", "2"],
        PeerSQL.page(condition: "\(rating) IS NOT NULL", key: rating, direction: "DESC", page: 2)
      ),
      (["list", "--sort", "title"], PeerSQL.page(key: "title_key", direction: "ASC", page: 1)),
    ]
    for page in pages {
      results.measures.append(
        try PeerSQL.measure(
          "catalog " + page.arguments.joined(separator: " "), arguments: page.arguments, sql: page.sql, context))
    }
    results.measures += try inProcess(context)
  }

  /// What a page costs must not depend on where it is: the last one stands beside the second.
  private static func lastPage(_ context: BenchContext) -> Int { max(1, context.options.books / 20) }

  private func inProcess(_ context: BenchContext) throws -> [Measure] {
    let path = try context.data.catalog()
    let catalog = try BookCatalog.open(path)
    defer { catalog.close() }
    return try [1, 2, Self.lastPage(context)].map { number in
      let sql = PeerSQL.page(PeerSQL.whole, key: "added_at", direction: "DESC", page: number)
      let statement = try RawStatement(path: path, sql: sql)
      let samples = try Interleaved.measure(
        SampleCount(warmUp: 50, most: 2_000),
        { _ = try catalog.read { try $0.page(at: .offset((number - 1) * 20)) } }, { try statement.run() })
      return Measure(
        "library: page \(number)", samples,
        peer: "C calls to SQLite, prepared once: the rows' columns read, no books made, no transaction begun")
    }
  }
}
