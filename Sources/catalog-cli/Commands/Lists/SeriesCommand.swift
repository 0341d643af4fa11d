import Catalog
import CatalogSources
import CommandLineKit
import Platform

struct SeriesCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "series", meanings: ["volumes", "sequel", "missing", "gaps"],
    abstract: "Show series: what you have, have read, miss, and what is next.",
    discussion: """
      Without a name, lists all series. With a name, lists the parts of one series. A part is missing if its number is
      lower than the highest one that you have. Several editions of a part count once. In pipes and files, the columns
      are the name, the number of parts, the number of parts read, the missing numbers, and the next part.
      """,
    examples: [
      Example("catalog series"), Example("catalog series earthsea", "the parts of one series"),
      Example("catalog series --begun", "only series that you have begun and not finished"),
    ], group: .reading)

  @Flag(help: "Only series of which you have read a part, but not all.") var begun = false
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The name of a series.", valueName: "name", completion: .values(.series)) var name: String?

  var declarations: ArgumentDeclarations { ["begun": _begun, "json": _json, "global": _global, "name": _name] }

  mutating func run() throws {
    let catalog = try global.openForReading()
    let console = global.console
    if let name {
      guard let series = try catalog.read({ try $0.series(named: name) }) else {
        let labels = try catalog.read { try $0.groups(by: .series) }.compactMap(\.label)
        throw CommandError.noGroup("series", name, nearest: suggestion(for: name, among: labels))
      }
      return try SeriesPrinter(console: console).write(series, asJSON: json)
    }
    let isBegun = begun
    // The output can wait for days in a pager, so the transaction ends first.
    var all: [BookSeries] = []
    try catalog.read { snapshot in
      try snapshot.forEachSeries { series in
        if !isBegun || series.readCount > 0 && series.next != nil { all.append(series) }
      }
    }
    if all.isEmpty, console.hasReader { console.diagnostics.line("no series") }
    try SeriesPrinter(console: console).write(all, asJSON: json)
  }
}

extension BookSeries.Next {
  /// The next part as text: “43 Dune Messiah (#2)”, or “#4 (missing)”.
  var words: String {
    switch self {
    case .volume(let volume): "\(volume.id) \(volume.title)" + (volume.number.map { " (#\($0.shortest))" } ?? "")
    case .missing(let number): "#\(number) (missing)"
    }
  }
}

/// A printer of series and their parts.
private struct SeriesPrinter {
  let console: Console

  func write(_ all: [BookSeries], asJSON: Bool) throws {
    try console.paged { stream in
      if asJSON {
        var json = JSONWriter(for: console.outputSettings)
        json.beginArray()
        for series in all { Self.write(series, to: &json) }
        json.endArray()
        json.endLine()
        return try stream.write(json.bytes)
      }
      var table = TableWriter(
        columns: [
          TableColumn("SERIES", minimumWidth: 16, importance: 9), TableColumn("HAVE", alignment: .right, importance: 7),
          TableColumn("READ", alignment: .right, importance: 6),
          TableColumn("MISSING", minimumWidth: 8, importance: 4, isOptional: true),
          TableColumn("NEXT", minimumWidth: 16, importance: 5),
        ], stream: stream, settings: console.outputSettings)
      for series in all {
        let cells = [
          series.name, String(series.count), String(series.readCount), Self.words(of: series.missing),
          series.next?.words ?? "",
        ]
        try table.write(cells.map { TableCell($0) })
      }
      try table.finish()
    }
  }

  /// Writes the parts of a series, with a line for each missing number.
  func write(_ series: BookSeries, asJSON: Bool) throws {
    if asJSON {
      var json = JSONWriter(for: console.outputSettings)
      Self.write(series, to: &json)
      return try console.print(json)
    }
    var table = TableWriter(
      columns: [
        TableColumn("NUMBER", alignment: .right, importance: 8), TableColumn("ID", alignment: .right, importance: 7),
        TableColumn("TITLE", minimumWidth: 16, importance: 9), TableColumn("READ", importance: 5),
      ], stream: console.output, settings: console.outputSettings)
    var rows = series.volumes.map { volume in
      (
        volume.number,
        [
          volume.number?.shortest ?? "", String(volume.id), volume.title,
          volume.readState == .unread ? "" : volume.readState.rawValue,
        ]
      )
    }
    rows += series.missing.map { (Double($0.lowerBound), [Self.words(of: [$0]), "", "(missing)", ""]) }
    for (_, cells) in rows.enumerated().sorted(by: { one, other in
      let (first, second) = (one.element.0 ?? .infinity, other.element.0 ?? .infinity)
      return first != second ? first < second : one.offset < other.offset
    }).map(\.element) {
      try table.write(cells.map { TableCell($0) })
    }
    try table.finish()
  }

  /// Returns missing numbers as text: “1, 4-6”.
  private static func words(of missing: [ClosedRange<Int>]) -> String {
    missing.map { $0.count == 1 ? String($0.lowerBound) : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ", ")
  }

  private static func write(_ series: BookSeries, to json: inout JSONWriter) {
    json.object { json in
      json.member("series", series.name)
      json.member("count", series.count)
      json.member("read", series.readCount)
      json.array("missing") { json in for range in series.missing { for number in range { json.integer(number) } } }
      json.key("next")
      switch series.next {
      case nil: json.null()
      case .missing(let number): json.object { $0.member("missing", number) }
      case .volume(let volume): write(volume, to: &json)
      }
      json.array("books") { json in for volume in series.volumes { write(volume, to: &json) } }
    }
  }

  private static func write(_ volume: BookSeries.Volume, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", volume.id)
      json.member("title", volume.title)
      json.key("number")
      json.number(volume.number)
      json.member("readState", volume.readState.rawValue)
    }
  }
}
