/// Measures the start of a process, and lists the shared objects that it loads.
struct StartGroup: BenchGroup {
  let name = "start"
  let summary = "starting the program"

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    results.measures.append(
      try context.measure(
        "catalog --version", context.catalog("--version"), peer: context.shell("--version"),
        does: "sqlite3 --version: starts and prints"))
    results.measures.append(
      try context.measure(
        "catalog --version", context.catalog("--version"), peer: context.shell(":memory:", "select 1"),
        does: "sqlite3 :memory: 'select 1': starts, opens no file, runs one statement"))
    #if os(Linux)
      try examineSharedObjects(context, &results)
    #endif
  }

  /// Lists the shared objects that the program is linked with, and those that `catalog list` maps, including any that
  /// `dlopen` adds.
  private func examineSharedObjects(_ context: BenchContext, _ results: inout GroupResults) throws {
    let linked = try ProcessCommand(program: "ldd", arguments: [context.options.catalogPath]).output()
      .split(separator: "\n").compactMap { $0.split(whereSeparator: \.isWhitespace).first.map(String.init) }
    results.facts.append(Fact(name: "shared objects (ldd)", value: "\(linked.count)"))
    let loaded = try loadedObjects(context)
    results.facts.append(Fact(name: "mapped by catalog list", value: loaded.joined(separator: " ")))
    if loaded.contains(where: { $0.hasPrefix("libcurl") }) {
      results.problems.append("catalog list loads libcurl, which only a refresh over the network may")
    }
  }

  /// The names of the objects that the dynamic linker initialises during `catalog list` (ld.so(8), LD_DEBUG).
  private func loadedObjects(_ context: BenchContext) throws -> [String] {
    let log = context.data.scratch("loaded")
    var list = context.catalog("--db", try context.data.catalog(), "list", "--page", "2")
    list.environment = [("LD_DEBUG", "files"), ("LD_DEBUG_OUTPUT", log)]
    // The linker adds the process's id to the name.
    let shell = ProcessCommand(program: "sh", arguments: ["-c", "cat '\(log)'.*; rm '\(log)'.*"])
    try list.run()
    let names = try shell.output().split(separator: "\n").compactMap { line -> String? in
      guard let found = line.firstRange(of: "calling init: ") else { return nil }
      return line[found.upperBound...].split(separator: "/").last.map(String.init)
    }
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
