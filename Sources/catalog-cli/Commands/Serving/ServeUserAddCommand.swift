import Catalog
import CatalogServer
import CommandLineKit

struct ServeUserAddCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an account.",
    discussion: """
      The password is asked for twice, or read from standard input. It must have 8 to 511 bytes; only a hash is stored.
      If a person with the same name has already made changes, these belong to the account.
      """,
    examples: [
      Example("catalog serve user add ada --role owner"),
      Example("pass show catalog | catalog serve user add ben --role reader"),
      Example("catalog serve user add kim --role child", "sees only the books of 'serve --role child=QUERY'"),
      Example("catalog serve user add kitchen --role reader --no-password", "only for device tokens"),
    ], group: .sources)

  @Option(
    help: "reader, editor, owner, or a role of your own (see serve --role).", valueName: "role",
    completion: .values(.role)) var role: Role
  @Flag(help: "No password; log in only with device tokens or through a proxy.") var noPassword = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The name to log in with.", valueName: "name", completion: .values(.person)) var name: String

  var declarations: ArgumentDeclarations {
    ["role": _role, "noPassword": _noPassword, "global": _global, "name": _name]
  }

  mutating func run() throws {
    let (name, role, console) = (name, role, global.console)
    let catalog = try global.openForWriting()
    // Fails before asking for a password if the name is already taken.
    try catalog.read { try $0.requireNoAccount(name) }
    let hash = try noPassword ? nil : NewPassword(console: console).hash(for: name)
    let account = try catalog.write { try $0.addAccount(name, role: role, passwordHash: hash) }
    let next =
      noPassword
      ? global.commandLine(["serve", "device", "add", "DEVICE", "--user", account.name])
      : global.commandLine(["serve", "certificate"])
    try console.line("added account \(quoted(account.name)): \(role.rawValue)  (next: \(next))")
    try console.output.flush()
    console.diagnostics.noteBooks(of: account)
  }
}

extension CatalogSnapshot {
  /// Checks that no account has this name yet.
  ///
  /// - Throws: `InvalidValue` if an account has this name.
  fileprivate func requireNoAccount(_ name: String) throws {
    guard try account(named: name) == nil else {
      throw InvalidValue("account", name, "an account with that name already exists")
    }
  }
}
