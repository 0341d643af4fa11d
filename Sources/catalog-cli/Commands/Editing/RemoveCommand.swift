import Catalog
import CommandLineKit
import Platform

struct RemoveCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", aliases: ["rm"], meanings: ["delete", "del", "erase", "discard", "trash", "drop"],
    abstract: "Remove books from the catalog.",
    discussion: "A removed book stays removed even if a source lists it again; 'catalog undo' restores it.",
    examples: [
      Example("catalog remove 42"), Example("catalog remove 42 43 44 --yes", "several books"),
      Example("catalog remove --matching \"tag:sold -is:rated\" --dry-run", "all books that match"),
    ],
    group: .editing)

  @Flag(help: "Remove several books without confirmation.") var yes = false
  @Option(
    help: "Remove all books that match a query (instead of BOOK).", valueName: "query", completion: .values(.query))
  var matching: String?
  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup(title: "Output") var differences: DifferenceOptions
  @OptionGroup var global: GlobalOptions
  @Argument(
    help: BookArguments.help, valueName: "book", completion: .values(.book), replacement: BookArguments.matchingName)
  var books: [String] = []

  var declarations: ArgumentDeclarations {
    [
      "yes": _yes, "matching": _matching, "output": _output, "differences": _differences, "global": _global,
      "books": _books,
    ]
  }

  mutating func run() throws {
    let console = global.console
    let chosen = try ChosenBooks(books, matching: matching)
    let catalog = try global.openForWriting(isDryRun: output.dryRun, needsBooks: true)
    let ids = try catalog.read { try chosen.ids(in: $0) }
    let report = MutationReport(global: global, options: output)
    if ids.count > 1 {
      let lines = try catalog.read { try $0.lines(of: ids, withAuthors: false) }
      try report.printLines(of: lines, isWhole: differences.all) { "\($0.id) \($0.title)" }
      try chosen.noteAuthors(in: catalog, console)
    }
    if ids.count > 1, !output.dryRun {
      try Confirmation(console: console, isGiven: yes).require("Remove \(ids.count.grouped) books")
    }
    let outcome = try catalog.change(dryRun: output.dryRun) { try $0.remove(ids) }
    try report.print(outcome)
  }
}
