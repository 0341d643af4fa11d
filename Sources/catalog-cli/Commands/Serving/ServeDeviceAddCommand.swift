import Catalog
import CommandLineKit

struct ServeDeviceAddCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Create a device token and print it once.",
    examples: [Example("catalog serve device add e-reader --user ada")], group: .sources)

  @Option(help: "The account of the device.", valueName: "name", completion: .values(.account))
  var user: String
  @OptionGroup var global: GlobalOptions
  @Argument(help: "A name for the device.", valueName: "device") var device: String

  var declarations: ArgumentDeclarations { ["user": _user, "global": _global, "device": _device] }

  mutating func run() throws {
    let (device, user, console) = (device, user, global.console)
    let made = try global.openForWriting(needsBooks: true).write { try $0.addDeviceToken(device, of: user) }
    try console.line(made.secret)
    try console.output.flush()
    console.diagnostics.note(
      "token of \(quoted(made.token.name)) for \(quoted(made.token.account)); it will not be shown again")
  }
}
