import Catalog
import CatalogSources
import CommandLineKit
import Platform

/// The commands for quarantined records. A record is quarantined if it cannot be used.
struct QuarantineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quarantine", abstract: "Show records of sources that could not be used.",
    discussion: """
      A record that cannot be used is set aside with the reason; all other records of its source are used. It leaves the
      quarantine when the source corrects it. If an import left rows waiting, run the same import again.
      """,
    examples: [
      Example("catalog quarantine"), Example("catalog quarantine list home --json", "with the records themselves"),
      Example("catalog quarantine retry", "after an upgrade of the program"),
    ], group: .sources, subcommands: [QuarantineListCommand.self, QuarantineRetryCommand.self],
    defaultSubcommand: QuarantineListCommand.self)

  var declarations: ArgumentDeclarations { [:] }
}

struct QuarantineListCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the records that could not be used, and why.",
    examples: [Example("catalog quarantine list home")], group: .sources)

  @Flag(help: "Print JSON, with the records themselves.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The name of a source (default: all sources).", valueName: "source", completion: .values(.source))
  var source: String?

  var declarations: ArgumentDeclarations { ["json": _json, "global": _global, "source": _source] }

  mutating func run() throws {
    let console = global.console
    let catalog = try global.openForReading()
    let name = try catalog.read { snapshot in try source.map { try SourceArguments.source($0, snapshot).name } }
    let listing = Listing<QuarantinedRecord>(
      columns: Self.columns, cells: { Self.cells(of: $0, isTerminal: console.isTerminal) }, json: Self.write)
    let count = try listing.print(asJSON: json, to: console) { last in
      try catalog.read { try $0.quarantine(source: name, limit: 100, after: last) }
    }.count
    guard console.hasReader, global.exists, !json || count == 0 else { return }
    if count == 0 { return console.diagnostics.line("no rejected records") }
    let again = try RetriedSources(catalog, source: name).commands(global).joined(separator: "; ")
    console.diagnostics.line("\(count.counted("record")). Try again: \(again)")
  }

  private static let columns = [
    TableColumn("SOURCE", importance: 4), TableColumn("RECORD", minimumWidth: 12, importance: 3),
    TableColumn("SINCE", importance: 1), TableColumn("REASON", minimumWidth: 24, importance: 5, wraps: true),
  ]

  private static func cells(of record: QuarantinedRecord, isTerminal: Bool) -> [TableCell] {
    [
      TableCell(record.source, style: .bold), TableCell(record.remoteID),
      TableCell(isTerminal ? record.since.localTime : record.since.rfc3339), TableCell(record.reason),
    ]
  }

  private static func write(_ record: QuarantinedRecord, to json: inout JSONWriter) {
    json.object { json in
      json.member("source", record.source)
      json.member("record", record.remoteID)
      json.member("reason", record.reason)
      json.member("since", record.since.rfc3339)
      json.member("text", String(decoding: record.payload, as: UTF8.self))
    }
  }
}

/// The sources that have quarantined records, with the commands that retry those records.
struct RetriedSources {
  private let sources: [CatalogSource]

  /// Finds the sources with quarantined records.
  ///
  /// - Parameter name: The name of the only source to consider; `nil` for all sources.
  init(_ catalog: BookCatalog, source name: String? = nil) throws {
    sources = try catalog.read { snapshot in
      try snapshot.sources().filter { source in
        guard name == nil || name == source.name else { return false }
        return try !snapshot.quarantine(source: source.name, limit: 1).isEmpty
      }
    }
  }

  /// Returns the commands that retry the quarantined records. Each affected import must be run again. For all other
  /// sources together, one command reads the stored records again.
  func commands(_ global: GlobalOptions) -> [String] {
    let imports = imports(global)
    let hasOthers = imports.count < sources.count
    return (hasOthers ? [global.commandLine(["quarantine", "retry"])] : []) + imports
  }

  /// Returns the commands that repeat the imports with quarantined records.
  func imports(_ global: GlobalOptions) -> [String] {
    sources.filter { $0.kind == .import }.map { source in
      global.commandLine(["import", source.location ?? "-", "--source", source.name])
    }
  }
}
