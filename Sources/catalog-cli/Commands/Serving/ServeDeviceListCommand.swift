import Catalog
import CatalogJSON
import CatalogSources
import CommandLineKit

struct ServeDeviceListCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the devices that have a token.",
    examples: [Example("catalog serve device list"), Example("catalog serve device list --json", "for a program")],
    group: .sources)

  @Option(help: "Only devices of this account.", valueName: "name", completion: .values(.account)) var user: String?
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations { ["user": _user, "json": _json, "global": _global] }

  mutating func run() throws {
    let (user, console) = (user, global.console)
    let tokens = try global.openForReading().read { try $0.deviceTokens(of: user) }
    if json {
      var json = JSONWriter(for: console.outputSettings)
      json.array { json in
        for token in tokens { DeviceTokenJSON.write(token, to: &json) }
      }
      return try console.print(json)
    }
    var table = TableWriter(
      columns: [
        TableColumn("DEVICE", importance: 4), TableColumn("USER", importance: 3), TableColumn("MADE", importance: 1),
        TableColumn("LAST USED", importance: 2),
      ], stream: console.output, settings: console.outputSettings)
    for token in tokens {
      try table.write([
        TableCell(token.name, style: .bold), TableCell(token.account),
        TableCell(console.isTerminal ? token.made.localTime : token.made.rfc3339),
        TableCell(token.lastUsed?.description ?? ""),
      ])
    }
    try table.finish()
    guard tokens.isEmpty, console.hasReader, global.exists else { return }
    console.diagnostics.hint(
      "no device tokens yet; add one: \(global.commandLine(["serve", "device", "add", "DEVICE", "--user", "NAME"]))")
  }
}
