import Catalog
import CommandLineKit

struct RevertCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "revert", abstract: "Drop your edit of a field and show the source's value.",
    examples: [Example("catalog revert 42 title")], group: .editing)

  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "A number, an ISBN or a UUID.", valueName: "book") var book: String
  @Argument(help: "The field.", valueName: "field", completion: .list(BookField.bibliographic.map(\.typedName)))
  var field: BookField

  var declarations: ArgumentDeclarations { ["output": _output, "global": _global, "book": _book, "field": _field] }

  mutating func run() throws {
    let outcome = try global.change(output) { transaction in
      try transaction.revert(transaction.snapshot.id(named: book), field)
    }
    try MutationReport(global: global, options: output).print(outcome)
  }
}

extension RevertCommand {
  var situation: ErrorSituation? { .reverting(field, book: book) }
}
