import Catalog
import CommandLineKit

struct SplitCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "split", abstract: "Move the record of one source into a separate book.",
    discussion: """
      Use this if two different books from two sources were merged. Later refreshes of the source change the new book.
      Your edits stay with the old book. 'catalog why BOOK' lists the sources.
      """,
    examples: [Example("catalog split 7 home")], group: .editing)

  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.helpOfOne, valueName: "book", completion: .values(.book)) var book: String
  @Argument(help: "The name of the source.", valueName: "source", completion: .values(.source)) var source: String

  var declarations: ArgumentDeclarations {
    ["output": _output, "global": _global, "book": _book, "source": _source]
  }

  mutating func run() throws {
    let (name, source) = (book, source)
    let outcome = try global.change(output) { transaction in
      let snapshot = transaction.snapshot
      return try transaction.split(
        snapshot.id(named: name), source: SourceArguments.source(source, snapshot).name)
    }
    try MutationReport(global: global, options: output).print(outcome)
  }
}

extension SplitCommand {
  var situation: ErrorSituation? { .splitting(book: book) }
}
