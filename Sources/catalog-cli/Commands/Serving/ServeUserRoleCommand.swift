import Catalog
import CommandLineKit

struct ServeUserRoleCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "role", abstract: "Change the role of an account.",
    examples: [Example("catalog serve user role ben editor")], group: .sources)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The name of the account.", valueName: "name", completion: .values(.account)) var name: String
  @Argument(
    help: "reader, editor, owner, or a role of your own (see serve --role).", valueName: "role",
    completion: .values(.role)) var role: Role

  var declarations: ArgumentDeclarations { ["global": _global, "name": _name, "role": _role] }

  mutating func run() throws {
    let (name, role) = (name, role)
    let account = try global.openForWriting(needsBooks: true).write { try $0.setRole(role, of: name) }
    try global.console.line("account \(quoted(account.name)): \(account.role.rawValue)")
    try global.console.output.flush()
    global.console.diagnostics.noteBooks(of: account)
  }
}
