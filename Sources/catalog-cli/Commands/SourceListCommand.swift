import Catalog
import CatalogSources
import CommandLineKit

struct SourceListCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the sources.",
    discussion: "Imports and books added by hand are sources, too, but are not refreshed.",
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
      json.beginArray()
      for source in sources { source.write(to: &json) }
      json.endArray()
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
    console.diagnostics.hint("there are no sources yet: \(global.typed.addSource)")
  }
}

extension SourceStatus {
  /// `active`, `failing` or `paused`; nothing for one that is not refreshed.
  var stateInWords: String {
    guard source.isRefreshed else { return "" }
    return source.state == .paused ? "paused" : lastError == nil ? "active" : "failing"
  }

  /// As an object of JSON.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("name", source.name)
    json.member("kind", source.kind.rawValue)
    json.member("location", source.location)
    json.member("records", records)
    json.member("refreshed", refreshed?.rfc3339)
    json.member("error", lastError)
    json.member("user", source.user)
    json.member("every", source.every?.components.seconds)
    json.member("state", stateInWords.isEmpty ? nil : stateInWords)
    json.member("failed", failed?.rfc3339)
    json.member("failures", failures)
    json.member("due", due?.rfc3339)
    json.member("quarantined", quarantined)
    json.member("mine", source.isMine)
    json.endObject()
  }
}
