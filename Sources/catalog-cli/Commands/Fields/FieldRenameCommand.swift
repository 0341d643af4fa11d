import Catalog
import CommandLineKit

struct FieldRenameCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a custom field.",
    examples: [Example("catalog field rename shelf room")], group: .editing)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The name of the field.", valueName: "name", completion: .values(.ownField)) var name: String
  @Argument(help: "The new name.", valueName: "new-name") var newName: String

  var declarations: ArgumentDeclarations { ["global": _global, "name": _name, "newName": _newName] }

  mutating func run() throws {
    let (old, new) = (name, newName)
    let (field, searches) = try global.openForWriting(needsBooks: true).write { transaction in
      let before = try transaction.snapshot.savedSearches()
      let field = try transaction.renameField(old, to: new)
      let after = try transaction.snapshot.savedSearches()
      return (field, zip(before, after).filter { $0 != $1 }.map { "@\($0.0.name)" })
    }
    let named = searches.count > 5 ? "\(searches.count) saved searches" : searches.joined(separator: ", ")
    let also = searches.isEmpty ? "" : ", also in \(named)"
    try global.reportField("renamed field \(quoted(old)) to \(quoted(field.name))\(also)")
  }
}
