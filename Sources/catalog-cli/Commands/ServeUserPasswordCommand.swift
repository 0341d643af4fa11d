import Catalog
import CommandLineKit

struct ServeUserPasswordCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "password", abstract: "Give an account another password.",
    discussion: """
      It is asked for twice, or read from standard input. Who is logged in with a browser must log in again; device tokens go
      on, and 'serve device remove' ends one.
      """,
    examples: [Example("catalog serve user password ada")], group: .sources)

  @Flag(help: "Take no password any more: only device tokens, or a proxy's word.") var noPassword = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "Its name.", valueName: "name", completion: .values(.account)) var name: String

  var declarations: ArgumentDeclarations { ["noPassword": _noPassword, "global": _global, "name": _name] }

  mutating func run() throws {
    let (name, console) = (name, global.console)
    let catalog = try global.openForWriting(needsBooks: true)
    // Fails before asking for a password if there is no such account.
    try catalog.read { snapshot in
      guard try snapshot.account(named: name) != nil else {
        throw InvalidValue("account", name, "there is none of that name")
      }
    }
    let hash = try noPassword ? nil : NewPassword(console: console).hash(for: name)
    let account = try catalog.write { try $0.setPasswordHash(hash, of: name) }
    try console.line("account \(quoted(account.name)): \(noPassword ? "no password any more" : "password changed")")
  }
}
