import Catalog
import CatalogSources
import CommandLineKit
import Platform

struct QuarantineRetryCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Try the quarantined records again.",
    discussion:
      "Reads the stored records again with this version of Catalog, without contacting the sources.",
    examples: [Example("catalog quarantine retry"), Example("catalog quarantine retry home")], group: .sources)

  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The names of sources (default: all sources).", valueName: "source", completion: .values(.source))
  var sources: [String] = []

  var declarations: ArgumentDeclarations { ["json": _json, "global": _global, "sources": _sources] }

  mutating func run() throws {
    let catalog = try global.openForWriting(needsBooks: true)
    defer { catalog.close() }
    let names = sources
    let requested = try catalog.read { snapshot in
      let connections = SourceConnections(environment: global.console.environment)
      let known =
        try names.isEmpty
        ? snapshot.sources() : SourceArguments.all(names, snapshot, SourceArguments.refreshedHere)
      return known.compactMap(connections.bookSource)
    }
    let engine = catalog.syncEngine(sources: requested)
    let reports = try Interruption.cancelling { try await engine.retryQuarantine() }.filter { $0.counts.total > 0 }
    let console = global.console
    if json {
      try printJSON(reports, console)
    } else {
      for report in reports { try print(report, undo: global.undoHint(of: report.step, in: catalog), console) }
    }
    if reports.isEmpty, console.hasReader {
      let imports = names.isEmpty && !json ? try RetriedSources(catalog).imports(global) : []
      if imports.isEmpty { console.diagnostics.line("no rejected records") }
      for command in imports { console.diagnostics.hint("to retry an import, run it again: '\(command)'") }
    }
    if reports.contains(where: { $0.counts.rejected > 0 }) { throw ExitCode.partly }
  }

  private func print(_ report: RefreshReport, undo: String, _ console: Console) throws {
    let (usable, rejected) = (report.counts.total - report.counts.rejected, report.counts.rejected)
    try console.line("\(report.source): \(usable.grouped) now usable, \(rejected.grouped) still rejected\(undo)")
    if rejected > 0 {
      console.diagnostics.hint("to see why, run '\(global.commandLine(["quarantine", "list", report.source]))'")
    }
  }

  private func printJSON(_ reports: [RefreshReport], _ console: Console) throws {
    var json = JSONWriter(for: console.outputSettings)
    json.array { json in
      for report in reports {
        json.object { json in
          json.member("source", report.source)
          json.member("takenIn", report.counts.total - report.counts.rejected)
          json.member("rejected", report.counts.rejected)
        }
      }
    }
    try console.print(json)
  }
}
