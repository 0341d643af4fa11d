import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials

struct HistoryCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", meanings: ["log", "changes", "steps"], abstract: "Show the changes made, newest first.",
    discussion: """
      A number selects a step, as for 'undo' and 'redo'. To see the history of one book, use --book, or the
      book's title if no other book has it. Changes made by someone else show their name ('catalog help people').
      """,
    examples: [
      Example("catalog history"), Example("catalog history 12", "the changes of step 12"),
      Example("catalog history --book 42", "the history of book 42"),
    ],
    group: .editing)

  @Option(
    help: "Show the history of a book: its number, ISBN, UUID or title.", valueName: "book", completion: .values(.book))
  var book: String?
  @Option(help: "Show at most N steps (default 100); for a single step, at most N books (default 20).", valueName: "n")
  var limit: Int?
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(
    help: "The number of a step, or the title of a single book.", valueName: "step",
    completion: .values(.stepOrBook)) var step: String?

  var declarations: ArgumentDeclarations {
    ["book": _book, "limit": _limit, "json": _json, "global": _global, "step": _step]
  }

  mutating func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1, not \(limit)") }
    if book != nil, step != nil { throw ValidationError("specify a step or a book, not both") }
  }

  mutating func run() throws {
    let catalog = try global.openForReading()
    let own = try catalog.read { try $0.fields() }
    if let number = step.flatMap({ HistoryStep.ID($0) }) {
      let limit = limit ?? 20
      guard let changes = try catalog.read({ try $0.changes(of: number, limit: limit) }) else {
        throw CommandError.noStep(number)
      }
      return try StepPrinter(changes, own: own, console: global.console).print(isJSON: json)
    }
    let (book, limit) = (book ?? step, limit ?? 100)
    let entries = try catalog.read { snapshot -> [(HistoryStep, [HistoryChange])] in
      guard let book else { return try snapshot.steps(limit: limit).map { ($0, []) } }
      return try snapshot.history(of: snapshot.id(named: book), limit: limit).map { ($0.step, $0.changes) }
    }
    try HistoryPrinter(own: own, console: global.console).print(entries, isJSON: json)
  }
}
