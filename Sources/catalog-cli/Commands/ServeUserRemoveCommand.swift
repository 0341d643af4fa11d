import Catalog
import CommandLineKit

struct ServeUserRemoveCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove an account, with its devices.",
    discussion: "Who is logged in with it is so no more, at once. What they changed stays, and so does its history.",
    examples: [Example("catalog serve user remove ben")], group: .sources)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "Its name.", valueName: "name", completion: .values(.account)) var name: String

  var declarations: ArgumentDeclarations { ["global": _global, "name": _name] }

  mutating func run() throws {
    let name = name
    let account = try global.openForWriting(needsBooks: true).write { try $0.removeAccount(name) }
    try global.console.line("account \(quoted(account.name)) removed")
  }
}
