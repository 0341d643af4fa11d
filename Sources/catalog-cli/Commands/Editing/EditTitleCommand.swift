import Catalog
import CommandLineKit

struct EditTitleCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit-title", abstract: "Change the title of a book.",
    discussion: "Sources do not change it back. 'catalog revert BOOK title' restores the source's title.",
    examples: [
      Example("catalog edit-title 42 \"Dune\""),
      Example("catalog edit-title 9780441013593 Dune Messiah", "words are joined"),
    ], group: .editing)

  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.helpOfOne, valueName: "book", completion: .values(.book)) var book: String
  @Argument(help: "The new title.", valueName: "title") var title: [String]

  var declarations: ArgumentDeclarations { ["output": _output, "global": _global, "book": _book, "title": _title] }

  mutating func run() throws {
    let value = try BookField.title.value(of: title.joined(separator: " "))
    let outcome = try global.change(output) { transaction in
      try transaction.edit([transaction.snapshot.id(named: book)], [.set(.title, value)])
    }
    try MutationReport(global: global, options: output).print(outcome)
  }
}
