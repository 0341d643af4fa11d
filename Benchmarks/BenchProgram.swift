#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The program `catalog-bench`: runs the groups that were asked for, prints a table, and writes the JSON document; or
/// runs one of the ``Tools``.
enum BenchProgram {
  static func main() -> Never {
    do {
      let arguments = CommandLine.arguments.dropFirst()
      if let tool = Tools.chosen(by: arguments) {
        try tool.init(tool.arguments(arguments.dropFirst())).run()
        exit(0)
      }
      exit(try run(BenchOptions(arguments)))
    } catch {
      BenchConsole.message("error: \(error)")
      exit(1)
    }
  }

  /// - Returns: the exit code: 1 when something could not be measured, or a rule that a group looks after is broken.
  private static func run(_ options: BenchOptions) throws -> Int32 {
    let context = try BenchContext(options)
    var report = BenchReport(books: options.books, machine: .current, versions: try context.versions())
    for group in options.groups {
      BenchConsole.message("measuring \(group.name): \(group.summary)")
      var results = GroupResults(group: group.name)
      do {
        try group.run(context, &results)
      } catch {
        // The results of the other groups, which may take an hour, are kept.
        results.problems.append("\(group.name): \(error)")
      }
      report.groups.append(results)
    }
    BenchConsole.print(ReportTable(report).text)
    if let path = options.jsonPath {
      try FileWriter.write(report.json, to: path)
      BenchConsole.message("wrote \(path)")
    }
    let problems = report.groups.flatMap(\.problems)
    for problem in problems { BenchConsole.message("error: \(problem)") }
    return problems.isEmpty ? 0 : 1
  }
}
