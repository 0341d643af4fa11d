import Catalog
import CommandLineKit

struct ServeUserPasswordCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "password", abstract: "Change the password of an account.",
    discussion: """
      The password is asked for twice, or read from standard input. Browsers that are logged in must log in again.
      Device tokens stay valid; 'serve device remove' revokes one.
      """,
    examples: [Example("catalog serve user password ada")], group: .sources)

  @Flag(help: "Remove the password; log in only with device tokens or through a proxy.") var noPassword = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The name of the account.", valueName: "name", completion: .values(.account)) var name: String

  var declarations: ArgumentDeclarations { ["noPassword": _noPassword, "global": _global, "name": _name] }

  mutating func run() throws {
    let (name, console) = (name, global.console)
    let catalog = try global.openForWriting(needsBooks: true)
    // Fails before asking for a password if there is no such account.
    try catalog.read { snapshot in
      guard try snapshot.account(named: name) != nil else {
        throw InvalidValue("account", name, "no account has that name")
      }
    }
    let hash = try noPassword ? nil : NewPassword(console: console).hash(for: name)
    let account = try catalog.write { try $0.setPasswordHash(hash, of: name) }
    try console.line("account \(quoted(account.name)): \(noPassword ? "password removed" : "password changed")")
  }
}
