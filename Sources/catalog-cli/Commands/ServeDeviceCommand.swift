import CommandLineKit

/// The commands for device tokens.
struct ServeDeviceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device", meanings: ["devices", "token", "tokens", "key"],
    abstract: "Let e-readers and programs log in with a token.",
    discussion: """
      A token takes the place of the password of an account: e-readers send it with the account's name, programs as
      'Authorization: Bearer TOKEN'. Each device has its own, which can be taken back. Where others can read along, by plain
      HTTP, it is good for reading alone.
      """,
    examples: [
      Example("catalog serve device add e-reader --user ada"), Example("catalog serve device list"),
      Example("catalog serve device remove e-reader --user ada"),
    ], group: .sources,
    subcommands: [ServeDeviceAddCommand.self, ServeDeviceListCommand.self, ServeDeviceRemoveCommand.self])

  var declarations: ArgumentDeclarations { [:] }
}
