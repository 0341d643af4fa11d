import Catalog
import CommandLineKit

struct FieldSetCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change the choices of a custom field.",
    discussion: "Books keep a value that is no longer among the choices until you change it.",
    examples: [Example("catalog field set mood --choices \"happy; sad; angry\"")], group: .editing)

  @Option(help: "The words, separated by semicolons.", valueName: "words") var choices: String
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The name of the field.", valueName: "name", completion: .values(.ownField)) var name: String

  var declarations: ArgumentDeclarations { ["choices": _choices, "global": _global, "name": _name] }

  mutating func run() throws {
    let (name, words) = (name, FieldChoices.words(of: choices))
    let field = try global.openForWriting(needsBooks: true).write { try $0.setChoices(words, of: name) }
    try global.reportField("field \(quoted(field.name)): \(FieldChoices.help(of: field))")
  }
}
