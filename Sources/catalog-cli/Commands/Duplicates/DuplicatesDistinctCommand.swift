import Catalog
import CommandLineKit

struct DuplicatesDistinctCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "distinct", abstract: "Mark books as different, so that they are not suggested again.",
    discussion: """
      'catalog duplicates' no longer suggests these books together, even if they are merged into other books. Undo the
      step to have them suggested again.
      """,
    examples: [Example("catalog duplicates distinct 7 12")], group: .editing)

  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "At least two numbers, ISBNs or UUIDs.", valueName: "book", completion: .values(.book)) var books:
    [String]

  var declarations: ArgumentDeclarations { ["output": _output, "global": _global, "books": _books] }

  mutating func validate() throws {
    if books.count < 2 { throw ValidationError("specify at least two books") }
  }

  mutating func run() throws {
    let names = books
    let outcome = try global.change(output) { transaction in
      try transaction.markDistinct(BookArguments.ids(names, transaction.snapshot))
    }
    try MutationReport(global: global, options: output).print(outcome)
  }
}
