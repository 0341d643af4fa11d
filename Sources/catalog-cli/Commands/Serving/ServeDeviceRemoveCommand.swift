import Catalog
import CommandLineKit

struct ServeDeviceRemoveCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Revoke a device token.",
    examples: [Example("catalog serve device remove e-reader --user ada")], group: .sources)

  @Option(help: "The account of the device.", valueName: "name", completion: .values(.account))
  var user: String
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The name of the device.", valueName: "device", completion: .values(.device)) var device: String

  var declarations: ArgumentDeclarations { ["user": _user, "global": _global, "device": _device] }

  mutating func run() throws {
    let (device, user) = (device, user)
    let token = try global.openForWriting(needsBooks: true).write { transaction in
      let tokens = try transaction.snapshot.deviceTokens(of: user)
      guard let token = tokens.first(where: { $0.name == device }) else {
        throw InvalidValue("device", device, "\(user) has no device with that name")
      }
      return try transaction.removeDeviceToken(token.id)
    }
    try global.console.line("removed device \(quoted(token.name)) of \(quoted(token.account))")
  }
}
