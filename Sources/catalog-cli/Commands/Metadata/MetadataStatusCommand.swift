import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials
import Platform

struct MetadataStatusCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show how much metadata was fetched, and the state of its providers.",
    examples: [Example("catalog metadata status"), Example("catalog metadata status --json", "for a program")],
    group: .sources)

  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations { ["json": _json, "global": _global] }

  mutating func run() throws {
    let console = global.console
    let status = try global.openForReading().read { try $0.metadataStatus() }
    if json { return try printJSON(status, console) }
    let lines = LabelledLines(labelWidth: 12, stream: console.output, settings: console.outputSettings)
    for provider in status.providers {
      let next = provider.nextDue.map { ", next \(Self.time($0, console))" } ?? ""
      try lines.write("provider", MetadataText.text(of: provider) + next)
    }
    // Each host from which covers were fetched has an entry, so hosts without a problem can be many.
    let healthy = status.hosts.filter(Self.isHealthy)
    for host in status.hosts.filter({ !Self.isHealthy($0) }) + healthy.prefix(Self.maxHealthy) {
      try lines.write("host", Self.text(of: host, console), style: Self.isHealthy(host) ? .plain : .red)
    }
    if healthy.count > Self.maxHealthy {
      try lines.write("host", "\((healthy.count - Self.maxHealthy).grouped) more that answer")
    }
    if status.providers.isEmpty, console.hasReader, global.exists {
      console.diagnostics.hint("no metadata yet; fetch it: \(global.commandLine(["metadata"]))")
    }
  }

  /// The maximum number of hosts without a problem in the list.
  private static let maxHealthy = 5

  private static func isHealthy(_ host: MetadataStatus.Host) -> Bool { host.condition == .answers && host.error == nil }

  private static func time(_ date: Date, _ console: Console) -> String {
    console.isTerminal ? date.localTime : date.rfc3339
  }

  private static func text(of host: MetadataStatus.Host, _ console: Console) -> String {
    let condition =
      switch host.condition {
      case .answers: "answers"
      case .blocked(let until): "accepts no requests until \(time(until, console))"
      case .givenUp(let until): "does not answer, next try \(time(until, console))"
      case .denied: "refuses requests from Catalog"
      }
    guard let error = host.error, !error.isEmpty else { return "\(host.name): \(condition)" }
    let times = host.failures > 1 ? " (\(host.failures.grouped) failures)" : ""
    return "\(host.name): \(condition)\(times)" + (console.isTerminal ? "\n" : "; ") + error
  }

  private func printJSON(_ status: MetadataStatus, _ console: Console) throws {
    var json = JSONWriter(for: console.outputSettings)
    json.object { json in
      json.array("providers") { json in
        for provider in status.providers { MetadataJSON.write(provider, to: &json) }
      }
      json.array("hosts") { json in
        for host in status.hosts {
          var until: Date?
          let condition: String
          switch host.condition {
          case .answers: condition = "answers"
          case .blocked(let time): (condition, until) = ("blocked", time)
          case .givenUp(let time): (condition, until) = ("givenUp", time)
          case .denied: condition = "denied"
          }
          json.object { json in
            json.member("host", host.name)
            json.member("condition", condition)
            json.member("until", until?.rfc3339)
            json.member("failures", host.failures)
            json.member("error", host.error)
          }
        }
      }
    }
    try console.print(json)
  }
}
