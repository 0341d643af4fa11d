import Platform

/// The peak of resident memory, and the size of the file.
struct MemoryGroup: BenchGroup {
  let name = "memory"
  let summary = "memory and file size"

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    let path = try context.data.catalog()
    let input = try context.data.jsonLines()
    let target = context.data.scratch("import.db")
    context.data.remove(target)
    defer { context.data.remove(target) }
    let imported = try Self.peak(context, ["--db", target, "import", input])
    let limit = context.limits.importMemory
    results.facts.append(
      Fact(
        name: "peak memory of an import", value: Self.megabytes(imported), limit: "≤ \(limit.shortest) MB",
        isReached: Double(imported) <= limit * 1e6))
    let floor = try Self.peak(context, ["--version"])
    for (name, arguments) in [("list --page 2", ["list", "--page", "2"]), ("search the", ["search", "the"])] {
      let bytes = try Self.peak(context, ["--db", path] + arguments)
      results.facts.append(Fact(name: "peak memory of catalog \(name)", value: Self.megabytes(bytes)))
    }
    results.facts.append(Fact(name: "peak memory of catalog --version", value: Self.megabytes(floor)))
    try fileSize(path, context, &results)
  }

  /// Through a small process of our own, for the reason that ``PeakTool`` names.
  static func peak(_ context: BenchContext, _ arguments: [String]) throws -> Int {
    let command = ProcessCommand(
      program: context.benchProgram, arguments: [PeakTool.name, context.options.catalogPath] + arguments)
    let text = try command.output().firstLine
    guard let bytes = Int(text) else { throw BenchError("\(command.line) printed no number: \(text)") }
    return bytes
  }

  static func megabytes(_ bytes: Int) -> String { "\((Double(bytes) / 1e6).fixed(1)) MB" }

  /// Beside the same rows in plain tables: a copy without history, sources and vocabulary, packed.
  private func fileSize(_ path: String, _ context: BenchContext, _ results: inout GroupResults) throws {
    let own = try Self.size(path)
    results.facts.append(Fact(name: "file size", value: Self.megabytes(own)))
    let copy = try context.data.copyOfCatalog(context.data.scratch("plain.db"))
    defer { context.data.remove(copy) }
    try Self.reduceToPlainTables(copy)
    let plain = try Self.size(copy)
    let ratio = Double(own) / Double(plain)
    results.facts.append(
      Fact(
        name: "file size beside book, authors, tags, indexes and the same search index in plain tables, packed",
        value: "\(ratio.fixed(2)) × \(Self.megabytes(plain))", limit: "≤ 1.3 ×", isReached: ratio <= 1.3))
  }

  private static let plainTables = ["book", "book_author", "book_tag"] + PeerDump.searchTables

  private static func reduceToPlainTables(_ path: String) throws {
    let database = try RawDatabase(path)
    let kept = plainTables.map { "'\($0)'" }.joined(separator: ", ")
    let others = try database.statement(
      """
      SELECT 'DROP ' || type || ' ' || name FROM pragma_table_list
      WHERE schema = 'main' AND type IN ('table', 'view') AND name NOT IN (\(kept))
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type = 'table'
      """
    ).texts()
    for statement in others { try database.run(statement) }
    try database.run("PRAGMA journal_mode = DELETE; VACUUM")
  }

  private static func size(_ path: String) throws -> Int {
    let database = try RawDatabase(path)
    let numbers = try ["page_count", "page_size"].map { name in
      try database.statement("PRAGMA \(name)").texts().compactMap(Int.init).reduce(0, +)
    }
    return numbers.reduce(1, *)
  }
}
