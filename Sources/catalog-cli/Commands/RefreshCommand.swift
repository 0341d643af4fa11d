import Catalog
import CatalogSources

struct RefreshCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Get what is new from the sources.",
    discussion: "What you edited stays edited. A refresh is one step for 'catalog undo'.",
    examples: [Example("catalog refresh")], group: .sources)

  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations { ["json": _json, "global": _global] }

  mutating func run() throws {
    let console = global.console
    let catalog = try global.openForWriting()
    // The task's hold on the catalog may outlast this process's end: what is written is put into the one file here.
    defer { catalog.close() }
    let engine = catalog.syncEngine(sources: [SampleSource()])
    let reports = try Interruption.cancelling { try await engine.refresh() }
    if json {
      try printJSON(reports, console)
    } else {
      for report in reports { try print(report, console) }
    }
    let failed = reports.filter { $0.failure != nil }
    if !failed.isEmpty { throw failed.count == reports.count ? ExitCode.unavailable : ExitCode.partly }
    if reports.contains(where: { !$0.rejected.isEmpty }) { throw ExitCode.partly }
  }

  private func print(_ report: RefreshReport, _ console: Console) throws {
    if let failure = report.failure { console.diagnostics.error("cannot refresh \(failure)") }
    for reason in report.rejected.prefix(10) { console.diagnostics.warning("rejected \(reason)") }
    guard report.step != nil else {
      if report.failure == nil { try console.line("\(report.source): nothing new") }
      return
    }
    try console.line(
      "\(report.source): \(report.counts.added.grouped) added, \(report.counts.updated.grouped) updated"
        + "  (undo: \(global.commandLine(["undo"])))")
  }

  private func printJSON(_ reports: [RefreshReport], _ console: Console) throws {
    var json = JSONWriter(for: console.outputSettings)
    json.beginArray()
    for report in reports {
      json.beginObject()
      json.member("source", report.source)
      json.member("added", report.counts.added)
      json.member("updated", report.counts.updated)
      json.member("unchanged", report.counts.unchanged)
      json.member("rejected", report.counts.rejected)
      json.member("removed", report.counts.removed)
      json.member("kept", report.counts.kept)
      json.member("error", report.failure?.description)
      json.endObject()
    }
    json.endArray()
    json.endLine()
    try console.output.write(json.bytes)
  }
}
