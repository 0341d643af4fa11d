/// Imports of what other services write, beside the same books as JSON Lines.
struct FormatGroup: BenchGroup {
  let name = "formats"
  let summary = "imports of the files of other services"

  static let does = "'catalog import' of the same books as JSON Lines"

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    let count = SampleCount(warmUp: context.options.books > 50_000 ? 0 : 1, most: 5, budget: 60)
    let (target, other) = (context.data.scratch("format.db"), context.data.scratch("format-lines.db"))
    let lines = context.catalog("--db", other, "import", try context.data.jsonLines())
    defer { for path in [target, other] { context.data.remove(path) } }
    for format in RowFormat.allCases {
      let file = try context.data.file(of: format)
      var command = context.catalog("--db", target, "import", file, "--offline")
      // The report about the columns is the same each time.
      command.showsMessages = false
      let samples = try Interleaved.measure(
        count,
        { [command] in
          context.data.remove(target)
          try command.run()
        },
        {
          context.data.remove(other)
          try lines.run()
        })
      var measure = Measure("catalog import (\(format.rawValue))", samples, peer: Self.does)
      measure.rows = context.options.books
      measure.limit = .ratio(1.5)
      results.measures.append(measure)
    }
  }
}
