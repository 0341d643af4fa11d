import Catalog

/// Pages of the list: whole processes, and the library alone.
struct ListGroup: BenchGroup {
  let name = "list"
  let summary = "pages of the list"

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    let last = max(1, context.options.books / 20)
    results.facts.append(Fact(name: "last page", value: String(last)))
    results.measures += try besideShell(context, last)
    results.measures.append(try lastPage(context, last))
    results.measures += try completions(context)
    let path = try context.data.catalog()
    let catalog = try LibraryCalls.open(path)
    defer { catalog.close() }
    results.measures.append(try decoding(catalog, path))
    if let measure = try besideGRDB(catalog, context) { results.measures.append(measure) }
    for key in BookOrder.Key.allCases {
      results.measures.append(try lastPage(catalog, BookOrder(key), last))
    }
  }

  private func besideShell(_ context: BenchContext, _ last: Int) throws -> [Measure] {
    let pages: [(name: String, arguments: [String], sql: String)] = [
      ("list --page 2", ["list", "--page", "2"], PeerSQL.page(key: "added_at", direction: "DESC", page: 2)),
      (
        "list, last page", ["list", "--page", "\(last)"],
        PeerSQL.page(key: "added_at", direction: "DESC", page: last)
      ),
      (
        "list --sort -average --page 2", ["list", "--sort", "-average", "--page", "2"],
        PeerSQL.page(condition: "average_rating IS NOT NULL", key: "average_rating", direction: "DESC", page: 2)
      ),
      ("list --sort title", ["list", "--sort", "title"], PeerSQL.page(key: "title_key", direction: "ASC", page: 1)),
    ]
    return try pages.map { page in
      var measure = try PeerSQL.measure("catalog \(page.name)", arguments: page.arguments, sql: page.sql, context)
      measure.limit = page.name == "list, last page" ? nil : .ratio(1.5)
      return measure
    }
  }

  /// The whole process at the end of the list, beside the same at its start: the peer is ours.
  private func lastPage(_ context: BenchContext, _ last: Int) throws -> Measure {
    let path = try context.data.catalog()
    var measure = try context.measure(
      "catalog list, last page against page 2", context.catalog("--db", path, "list", "--page", "\(last)"),
      peer: context.catalog("--db", path, "list", "--page", "2"), does: "catalog list --page 2")
    measure.limit = .ratio(1.2)
    return measure
  }

  /// Measures a shell's wait for completions after Tab, including the start of the process.
  private func completions(_ context: BenchContext) throws -> [Measure] {
    let path = try context.data.catalog()
    let typed = [
      ("query", "tag:"), ("query", "tag:SCI"), ("query", "author:j"), ("query", "author:smi"), ("query", "series:t"),
      ("query", "language:"), ("query", "is:"), ("book", "the s"), ("assignment", "tags=a;s"), ("undo-step", ""),
    ]
    return try typed.map { kind, word in
      var measure = try context.measure(
        "catalog complete \(kind) \(word.isEmpty ? "''" : word)",
        context.catalog("--db", path, "complete", "--", kind, word), peer: nil, does: "")
      measure.limit = .slowestMilliseconds(50)
      return measure
    }
  }

  private func lastPage(_ catalog: BookCatalog, _ order: BookOrder, _ last: Int) throws -> Measure {
    let samples = try Interleaved.measure(
      SampleCount(warmUp: 20, most: 500, budget: 10), { _ = try LibraryCalls.page(last, order, in: catalog) },
      { _ = try LibraryCalls.page(2, order, in: catalog) })
    var measure = Measure("library: last page by \(order.name)", samples, peer: "the library's page 2 in that order")
    measure.limit = .ratio(1.2)
    return measure
  }

  private func besideGRDB(_ catalog: BookCatalog, _ context: BenchContext) throws -> Measure? {
    let copy = context.data.scratch("list-grdb.db")
    defer { context.data.remove(copy) }
    guard let peer = try GRDBPeer(context, copy) else { return nil }
    let samples = try Interleaved.measure(
      SampleCount(warmUp: 50, most: 2_000), { _ = try LibraryCalls.page(2, in: catalog) },
      timedPeer: { try peer.page(2) })
    var measure = Measure("library: page 2, beside GRDB", samples, peer: GRDBPeer.page)
    measure.limit = .ratio(0.55)
    return measure
  }

  private func decoding(_ catalog: BookCatalog, _ path: String) throws -> Measure {
    let sql = PeerSQL.page(PeerSQL.whole, key: "added_at", direction: "DESC", page: 2)
    let statement = try RawDatabase(path).statement(sql)
    let samples = try Interleaved.measure(
      SampleCount(warmUp: 50, most: 2_000), { _ = try LibraryCalls.page(2, in: catalog) }, { try statement.run() })
    var measure = Measure(
      "library: page 2", samples,
      peer: "C calls to SQLite, prepared once: the rows' columns read, no books made, no transaction begun")
    measure.limit = .ratio(1.3)
    return measure
  }
}
