import Catalog
import CatalogJSON
import CatalogSources
import CommandLineKit
import FoundationEssentials
import Platform

struct StatusCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", meanings: ["summary"], abstract: "Show what is in the catalog and where it comes from.",
    examples: [Example("catalog status"), Example("catalog status --json", "for a program")], group: .care)

  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations { ["json": _json, "global": _global] }

  mutating func run() throws {
    let console = global.console
    let catalog = try global.openForReading()
    var (status, metadata) = try catalog.read { (try $0.status(), try $0.metadataStatus()) }
    status.path = global.path
    if json { return try printJSON(status, metadata, console) }
    let lines = LabelledLines(labelWidth: 12, stream: console.output, settings: console.outputSettings)
    func number(_ value: Int) -> String { console.isTerminal ? value.grouped : String(value) }
    try lines.write("file", status.path)
    try lines.write("size", console.isTerminal ? Self.size(status.bytes) : String(status.bytes))
    try lines.write("books", number(status.books))
    if status.removed > 0 { try lines.write("removed", number(status.removed)) }
    try lines.write("edits", number(status.edits))
    if status.conflicts > 0 {
      try lines.write(
        "conflicts", number(status.conflicts) + (console.isTerminal ? " (see \(global.typed.quoted("conflicts")))" : "")
      )
    }
    try lines.write("undo", console.isTerminal ? status.steps.counted("step") : String(status.steps))
    for source in status.sources {
      try lines.write("source", Self.text(of: source, console), style: source.lastError == nil ? .plain : .red)
    }
    for provider in metadata.providers { try lines.write("metadata", MetadataText.text(of: provider)) }
    if status.foreign > 0 {
      console.diagnostics.warning(
        "another program wrote \(status.foreign.counted("book")); \(global.typed.quoted("check", "--repair")) adds them"
      )
    }
  }

  private static func text(of status: SourceStatus, _ console: Console) -> String {
    func time(_ date: Date) -> String { console.isTerminal ? date.localTime : date.rfc3339 }
    let source = status.source
    var parts = ["\(source.name) (\(source.kind.rawValue)): \(status.records.counted("record"))"]
    if source.state == .paused { parts.append("paused") }
    if let refreshed = status.refreshed { parts.append("refreshed \(time(refreshed))") }
    if let every = source.every { parts.append("every \(RefreshInterval(every))") }
    if let due = status.due { parts.append("next \(time(due))") }
    if status.quarantined > 0 { parts.append("\(status.quarantined.counted("record")) in quarantine") }
    let text = parts.joined(separator: ", ")
    guard let error = status.lastError else { return text }
    let times = status.failures > 1 ? "failed \(status.failures.grouped) times, last" : "failed"
    let failure = "\(times) \(status.failed.map(time) ?? ""): \(error)"
    return text + (console.isTerminal ? "\n" : ", ") + failure
  }

  /// Returns a size in the largest suitable unit up to GB, such as `1.4 MB`.
  private static func size(_ bytes: Int64) -> String {
    var value = Double(bytes)
    for unit in ["bytes", "kB", "MB", "GB"] {
      if value < 1_000 || unit == "GB" { return "\(((value * 10).rounded() / 10).shortest) \(unit)" }
      value /= 1_000
    }
    return ""
  }

  private func printJSON(_ status: CatalogStatus, _ metadata: MetadataStatus, _ console: Console) throws {
    var json = JSONWriter(for: console.outputSettings)
    json.object { json in
      json.member("path", status.path)
      json.member("bytes", status.bytes)
      json.member("schema", status.schema)
      json.member("books", status.books)
      json.member("removed", status.removed)
      json.member("foreign", status.foreign)
      json.member("edits", status.edits)
      json.member("conflicts", status.conflicts)
      json.member("steps", status.steps)
      json.array("sources") { json in
        for source in status.sources { SourceJSON.write(source, to: &json) }
      }
      json.array("metadata") { json in
        for provider in metadata.providers { MetadataJSON.write(provider, to: &json) }
      }
    }
    try console.print(json)
  }
}
