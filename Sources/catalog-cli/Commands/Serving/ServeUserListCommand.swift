import Catalog
import CatalogJSON
import CatalogSources
import CommandLineKit

struct ServeUserListCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the accounts.",
    examples: [Example("catalog serve user list"), Example("catalog serve user list --json", "for a program")],
    group: .sources)

  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations { ["json": _json, "global": _global] }

  mutating func run() throws {
    let console = global.console
    let accounts = try global.openForReading().read { snapshot in
      try snapshot.accounts().map { (account: $0, devices: try snapshot.deviceTokens(of: $0.name).count) }
    }
    if json {
      var json = JSONWriter(for: console.outputSettings)
      json.array { json in
        for (account, devices) in accounts { AccountJSON.write(account, devices: devices, to: &json) }
      }
      return try console.print(json)
    }
    var table = TableWriter(
      columns: [
        TableColumn("NAME", importance: 5), TableColumn("ROLE", importance: 4),
        TableColumn("PASSWORD", importance: 3), TableColumn("DEVICES", alignment: .right, importance: 2),
        TableColumn("ADDED", importance: 1),
      ], stream: console.output, settings: console.outputSettings)
    for (account, devices) in accounts {
      try table.write([
        TableCell(account.name, style: .bold), TableCell(account.role.rawValue),
        TableCell(account.hasPassword ? "yes" : "no"), TableCell(String(devices)),
        TableCell(console.isTerminal ? account.added.localTime : account.added.rfc3339),
      ])
    }
    try table.finish()
    guard accounts.isEmpty, console.hasReader, global.exists else { return }
    console.diagnostics.hint("no accounts yet; \(global.typed.addAccount)")
  }
}
