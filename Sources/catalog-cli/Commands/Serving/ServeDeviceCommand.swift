import CommandLineKit

/// The commands for device tokens.
struct ServeDeviceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device", meanings: ["devices", "token", "tokens", "key"],
    abstract: "Let e-readers and programs log in with a token.",
    discussion: """
      A token replaces the password of an account. E-readers send it with the account's name, and programs as
      'Authorization: Bearer TOKEN'. Each device has its own token, which can be revoked. Over plain HTTP, a token only
      allows reading.
      """,
    examples: [
      Example("catalog serve device add e-reader --user ada"), Example("catalog serve device list"),
      Example("catalog serve device remove e-reader --user ada"),
    ], group: .sources,
    subcommands: [ServeDeviceAddCommand.self, ServeDeviceListCommand.self, ServeDeviceRemoveCommand.self])

  var declarations: ArgumentDeclarations { [:] }
}
