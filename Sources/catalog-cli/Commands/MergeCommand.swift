import Catalog
import CommandLineKit

struct MergeCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merge several books into one.",
    discussion: """
      The first book keeps its number and its values; what it lacks comes from the others, in the order in which you name
      them. Your edits, ratings, notes and dates count more than any source, and those of the first book more than those of
      the others; one that is not shown is named, here and by 'catalog why'. Your tags are combined. The other books are
      hidden, and all their sources still update the merged book.
      """,
    examples: [Example("catalog merge 7 12"), Example("catalog duplicates", "books that may be the same book")],
    group: .editing)

  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "Numbers, ISBNs or UUIDs, at least two.", valueName: "book") var books: [String]

  var declarations: ArgumentDeclarations { ["output": _output, "global": _global, "books": _books] }

  mutating func validate() throws {
    if books.count < 2 { throw ValidationError("name at least two books") }
  }

  mutating func run() throws {
    let names = books
    var own = OwnFields()
    let outcome = try global.change(output) { transaction in
      own = try transaction.snapshot.fields()
      return try transaction.merge(BookArguments.ids(names, transaction.snapshot))
    }
    let report = MutationReport(global: global, options: output)
    try report.printDifferences(outcome, own: own)
    try report.print(outcome)
  }
}
