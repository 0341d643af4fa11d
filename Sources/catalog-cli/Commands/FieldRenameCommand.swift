import Catalog
import CommandLineKit

struct FieldRenameCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a field of your own another name.",
    examples: [Example("catalog field rename shelf room")], group: .editing)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "Its name.", valueName: "name", completion: .values(.ownField)) var name: String
  @Argument(help: "The new name.", valueName: "new-name") var newName: String

  var declarations: ArgumentDeclarations { ["global": _global, "name": _name, "newName": _newName] }

  mutating func run() throws {
    let (old, new) = (name, newName)
    let field = try global.openForWriting(needsBooks: true).write { try $0.renameField(old, to: new) }
    try global.reportField("field \(quoted(old)) is called \(quoted(field.name)) now")
  }
}
