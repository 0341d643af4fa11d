import Catalog
import CatalogSources
import CommandLineKit

/// The commands about records that could not be used.
struct QuarantineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quarantine", abstract: "Show records of sources that could not be used.",
    discussion: """
      A record that cannot be used is set aside with the reason, and the rest of its source is used. It leaves the
      quarantine when the source corrects it.
      """,
    examples: [
      Example("catalog quarantine"), Example("catalog quarantine list home --json", "with the records themselves"),
      Example("catalog quarantine retry", "after an upgrade of the program"),
    ], group: .sources, subcommands: [QuarantineListCommand.self, QuarantineRetryCommand.self],
    defaultSubcommand: QuarantineListCommand.self)

  var declarations: ArgumentDeclarations { [:] }
}

struct QuarantineListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the records that could not be used, and why.",
    examples: [Example("catalog quarantine list home")], group: .sources)

  @Flag(help: "Print JSON, with the records themselves.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The name of a source; all without one.", valueName: "source") var source: String?

  var declarations: ArgumentDeclarations { ["json": _json, "global": _global, "source": _source] }

  mutating func run() throws {
    let console = global.console
    var count = 0
    let catalog = try global.openForReading()
    let name = try catalog.read { snapshot in try source.map { try SourceArguments.source($0, snapshot).name } }
    try console.paged { stream in
      var printer = QuarantinePrinter(isJSON: json, console: console, stream: stream)
      var last: QuarantinedRecord?
      while case let page = try catalog.read({ try $0.quarantine(source: name, limit: 100, after: last) }),
        let end = page.last
      {
        for record in page { try printer.print(record) }
        (count, last) = (count + page.count, end)
      }
      try printer.finish()
    }
    guard console.hasReader, global.exists, !json || count == 0 else { return }
    console.diagnostics.line(
      count == 0
        ? "no rejected records"
        : "\(count.counted("record")). Try again: \(global.commandLine(["quarantine", "retry"]))")
  }
}

/// Prints quarantined records in the form that was asked for.
private struct QuarantinePrinter {
  private let console: Console
  private var table: TableWriter?
  private var json: JSONArrayPrinter?

  init(isJSON: Bool, console: Console, stream: StandardStream) {
    self.console = console
    if isJSON {
      json = JSONArrayPrinter(console: console, stream: stream)
    } else {
      table = TableWriter(
        columns: [
          TableColumn("SOURCE", importance: 4), TableColumn("RECORD", minimumWidth: 12, importance: 3),
          TableColumn("SINCE", importance: 1), TableColumn("REASON", minimumWidth: 24, importance: 5),
        ], stream: stream, settings: console.outputSettings)
    }
  }

  mutating func print(_ record: QuarantinedRecord) throws {
    try table?.write([
      TableCell(record.source, style: .bold), TableCell(record.remoteID),
      TableCell(console.isTerminal ? record.since.localTime : record.since.rfc3339), TableCell(record.reason),
    ])
    try json?.print { json in
      json.beginObject()
      json.member("source", record.source)
      json.member("record", record.remoteID)
      json.member("reason", record.reason)
      json.member("since", record.since.rfc3339)
      json.member("text", String(decoding: record.payload, as: UTF8.self))
      json.endObject()
    }
  }

  mutating func finish() throws {
    try table?.finish()
    try json?.finish()
  }
}
