/// `catalog-bench plot`: how cost grows, from the JSON documents of several runs, as an SVG on standard output.
struct PlotTool: Tool {
  static let name = "plot"
  static let usage = "catalog-bench plot RUN.json…"

  private let runs: [RunDocument]

  init(_ arguments: ToolArguments) throws {
    try arguments.requireWords(1)
    runs = try arguments.words.map(RunDocument.init)
  }

  func run() { BenchConsole.print(GrowthPlot(runs).svg) }
}

/// `catalog-bench document`: puts the tables of runs into a document, between its marks (``PerformanceTable``).
struct DocumentTool: Tool {
  static let name = "document"
  static let usage = "catalog-bench document FILE.md RUN.json…"

  private let path: String
  private let runs: [RunDocument]

  init(_ arguments: ToolArguments) throws {
    try arguments.requireWords(2)
    path = arguments.words[0]
    runs = try arguments.words.dropFirst().map(RunDocument.init)
  }

  func run() throws {
    let document = try PerformanceTable(runs).inserted(into: FileReader.text(of: path))
    try FileWriter.write(Array(document.utf8), to: path)
  }
}
