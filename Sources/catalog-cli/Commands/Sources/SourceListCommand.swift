import Catalog
import CatalogJSON
import CatalogSources
import CommandLineKit
import Platform

struct SourceListCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the sources.",
    discussion: "Imports and books added by hand are sources, too, but cannot be refreshed.",
    examples: [Example("catalog source list"), Example("catalog source list --json", "for a program")],
    group: .sources)

  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations { ["json": _json, "global": _global] }

  mutating func run() throws {
    let console = global.console
    let sources = try global.openForReading().read { try $0.status().sources }
    if json {
      var json = JSONWriter(for: console.outputSettings)
      json.array { json in
        for source in sources { SourceJSON.write(source, to: &json) }
      }
      return try console.print(json)
    }
    var table = TableWriter(
      columns: [
        TableColumn("NAME", importance: 9), TableColumn("KIND", importance: 8), TableColumn("STATE", importance: 7),
        TableColumn("BOOKS", alignment: .right, importance: 6), TableColumn("REFRESHED", importance: 5),
        TableColumn("EVERY", importance: 4), TableColumn("LOCATION", minimumWidth: 20, importance: 3),
      ], stream: console.output, settings: console.outputSettings)
    for status in sources {
      let source = status.source
      try table.write([
        TableCell(source.name, style: .bold), TableCell(source.kind.rawValue),
        TableCell(status.stateInWords, style: status.lastError == nil ? .plain : .red),
        TableCell(console.isTerminal ? status.records.grouped : String(status.records)),
        TableCell(status.refreshed.map { console.isTerminal ? $0.localTime : $0.rfc3339 } ?? ""),
        TableCell(source.every.map { RefreshInterval($0).description } ?? ""),
        TableCell(source.location ?? ""),
      ])
    }
    try table.finish()
    guard sources.isEmpty, console.hasReader, global.exists else { return }
    console.diagnostics.hint("no sources yet; \(global.typed.addSource)")
  }
}
