import Catalog
import CommandLineKit

struct ServeUserRemoveCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove an account and its devices.",
    discussion: "Its sessions end at once. Changes made with it stay, and so does their history.",
    examples: [Example("catalog serve user remove ben")], group: .sources)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The name of the account.", valueName: "name", completion: .values(.account)) var name: String

  var declarations: ArgumentDeclarations { ["global": _global, "name": _name] }

  mutating func run() throws {
    let name = name
    let account = try global.openForWriting(needsBooks: true).write { try $0.removeAccount(name) }
    try global.console.line("removed account \(quoted(account.name))")
  }
}
