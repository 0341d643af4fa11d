import Catalog
import CommandLineKit

struct RevertCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "revert", abstract: "Remove your edit of a field, so that the source's value shows again.",
    discussion: """
      For your rating, reading status and other personal fields, this restores the last value from an imported file or
      one of your sources, and follows that source again.
      """,
    examples: [Example("catalog revert 42 title"), Example("catalog revert 42 rating", "restore the imported rating")],
    group: .editing)

  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.helpOfOne, valueName: "book", completion: .values(.book)) var book: String
  @Argument(help: "The field.", valueName: "field", completion: .values(.field))
  var field: String

  var declarations: ArgumentDeclarations { ["output": _output, "global": _global, "book": _book, "field": _field] }

  mutating func run() throws {
    let outcome = try global.change(output) { transaction in
      let requested = try FieldArgument.field(field, transaction.snapshot.fields())
      return try transaction.revert(transaction.snapshot.id(named: book), requested)
    }
    try MutationReport(global: global, options: output).print(outcome)
  }
}

extension RevertCommand {
  var situation: ErrorSituation? { BookField(named: field).map { .reverting($0, book: book) } }
}
