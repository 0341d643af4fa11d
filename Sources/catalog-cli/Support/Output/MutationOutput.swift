import Catalog
import CatalogSources
import CommandLineKit

/// How commands that change something are told to do it, and how they say what they did.
struct MutationOptions: ParsableArguments {
  @Flag(help: "Show what would change, and change nothing.") var dryRun = false
  @Flag(help: "Print {\"changed\":n,\"ids\":[…]}.") var json = false

  var declarations: ArgumentDeclarations { ["dryRun": _dryRun, "json": _json] }
}

/// Says what changed and how to take it back.
struct MutationReport {
  let global: GlobalOptions
  let options: MutationOptions

  private var console: Console { global.console }

  /// - Parameter summary: one line; “Dune: rated 4.5”.
  func print(_ summary: String, books: [Book.ID], step: HistoryStep.ID?) throws {
    if options.json {
      var json = JSONWriter(for: console.outputSettings)
      json.beginObject()
      json.member("changed", books.count)
      json.key("ids")
      json.beginArray()
      for id in books { json.integer(id) }
      json.endArray()
      json.endObject()
      return try console.print(json)
    }
    if options.dryRun { return try console.line("would be done: " + summary) }
    try console.line(summary + (step == nil ? "" : "  (undo: \(global.commandLine(["undo"])))"))
  }

  func print(_ outcome: ChangeOutcome) throws {
    if options.dryRun, outcome.step == nil, !options.json { return try console.line("nothing would change") }
    try print(outcome.summary, books: outcome.books, step: outcome.step)
  }

  /// The difference, a line a field, for changes of several fields or books.
  ///
  /// - Parameter own: what the fields of the user's own are called.
  func printDifferences(_ outcome: ChangeOutcome, own: OwnFields) throws {
    guard !options.json else { return }
    for difference in outcome.differences { try console.line(difference.text(own, console.outputSettings.symbols)) }
  }
}

extension GlobalOptions {
  /// “  (undo: catalog undo)”, for who has just made a step; with its number where others were made after it, or where nobody
  /// asked for it, since undo passes over such ones. Nothing without a step, or when it stands no more.
  func undoHint(of step: HistoryStep.ID?, in catalog: BookCatalog) throws -> String {
    guard let step else { return "" }
    let (steps, all) = try catalog.read { (try $0.stepsToUndo(limit: 1), try $0.steps(limit: 100)) }
    guard let made = all.first(where: { $0.id == step }), made.state == .done else { return "" }
    return "  (undo: \(commandLine(steps.first?.id == step ? ["undo"] : ["undo", String(step)])))"
  }
}

extension FieldDifference {
  /// For people: “42 Dune: pages “412” → “604””.
  func text(_ own: OwnFields, _ symbols: TerminalSymbols) -> String {
    func quoted(_ value: FieldValue?) -> String {
      value.map { "\(symbols.openingQuote)\($0)\(symbols.closingQuote)" } ?? "nothing"
    }
    return "\(book) \(title): \(own.words(of: field)) \(quoted(old)) \(symbols.arrow) \(quoted(new))"
  }
}

/// Carries the outcome of a dry run out of the transaction that it undoes.
struct DryRunOutcome: Error {
  let outcome: ChangeOutcome
}

extension GlobalOptions {
  /// Opens the catalog and makes a change, or only finds out what it would do.
  ///
  /// - Parameter needsBooks: whether a catalog that is missing is an error.
  func change(
    _ options: MutationOptions, needsBooks: Bool = true, _ body: (CatalogTransaction) throws -> ChangeOutcome
  ) throws -> ChangeOutcome {
    try openForWriting(isDryRun: options.dryRun, needsBooks: needsBooks).change(dryRun: options.dryRun, body)
  }
}

extension BookCatalog {
  /// Makes a change, or only finds out what it would do.
  func change(dryRun: Bool, _ body: (CatalogTransaction) throws -> ChangeOutcome) throws -> ChangeOutcome {
    do {
      return try write { transaction in
        let outcome = try body(transaction)
        if dryRun { throw DryRunOutcome(outcome: outcome) }
        return outcome
      }
    } catch let dryRun as DryRunOutcome {
      return dryRun.outcome
    }
  }
}
