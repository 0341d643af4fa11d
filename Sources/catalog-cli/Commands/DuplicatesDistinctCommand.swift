import Catalog
import CommandLineKit

struct DuplicatesDistinctCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "distinct", abstract: "Say that books are not the same.",
    discussion: """
      'catalog duplicates' does not propose them together again, also when they are merged into other books. To forget it, undo
      the step.
      """,
    examples: [Example("catalog duplicates distinct 7 12")], group: .editing)

  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "Numbers, ISBNs or UUIDs, at least two.", valueName: "book", completion: .values(.book)) var books:
    [String]

  var declarations: ArgumentDeclarations { ["output": _output, "global": _global, "books": _books] }

  mutating func validate() throws {
    if books.count < 2 { throw ValidationError("name at least two books") }
  }

  mutating func run() throws {
    let names = books
    let outcome = try global.change(output) { transaction in
      try transaction.markDistinct(BookArguments.ids(names, transaction.snapshot))
    }
    try MutationReport(global: global, options: output).print(outcome)
  }
}
