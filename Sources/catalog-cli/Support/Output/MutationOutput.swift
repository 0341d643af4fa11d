import Catalog
import CatalogJSON
import CatalogSources
import CommandLineKit
import Platform

/// The output options for commands that change the catalog.
struct MutationOptions: ParsableArguments {
  @Flag(help: "Show what would change, without changing anything.") var dryRun = false
  @Flag(help: "Print {\"changed\":n,\"ids\":[…]}.") var json = false

  var declarations: ArgumentDeclarations { ["dryRun": _dryRun, "json": _json] }
}

/// The option that shows all differences when many books change.
struct DifferenceOptions: ParsableArguments {
  @Flag(help: "Show all differences instead of the first ten.") var all = false

  var declarations: ArgumentDeclarations { ["all": _all] }
}

/// A printer for the report on a change, which includes the command that undoes it.
struct MutationReport {
  /// The maximum number of lines that a report shows by default.
  private static let shownLines = 10

  let global: GlobalOptions
  let options: MutationOptions

  private var console: Console { global.console }

  /// Reports a change.
  ///
  /// - Parameters:
  ///   - summary: One line, such as “Dune: rated 4.5”.
  ///   - more: A closure that writes additional members of the JSON object.
  func print(
    _ summary: String, books: [Book.ID], step: HistoryStep.ID?, more: (inout JSONWriter) -> Void = { _ in }
  ) throws {
    if options.json {
      var json = JSONWriter(for: console.outputSettings)
      json.object { json in
        ChangeJSON.writeMembers(books: books, to: &json)
        more(&json)
      }
      return try console.print(json)
    }
    if options.dryRun { return try console.line("would be done: " + summary) }
    try console.line(summary + (step == nil ? "" : "  (undo: \(global.commandLine(["undo"])))"))
  }

  /// Reports the outcome of a change or of a dry run.
  ///
  /// - Parameters:
  ///   - own: The user-defined fields, if the change may affect them.
  ///   - more: A closure that writes additional members of the JSON object.
  func print(
    _ outcome: ChangeOutcome, own: OwnFields = OwnFields(), more: (inout JSONWriter) -> Void = { _ in }
  ) throws {
    if options.dryRun, outcome.step == nil, !options.json { return try console.line("nothing would change") }
    try print(outcome.summary, books: outcome.books, step: outcome.step) { json in
      if options.dryRun { ChangeJSON.writeDifferences(outcome.differences, own, to: &json) }
      more(&json)
    }
    noteDoubts(outcome.doubts)
  }

  /// Prints notes about improbable reading dates.
  private func noteDoubts(_ doubts: [String]) {
    let end = options.dryRun ? "" : " (stored as given)"
    for doubt in doubts.prefix(Self.shownLines) { console.diagnostics.note(VisibleText.forTerminal(doubt) + end) }
    let rest = doubts.count - Self.shownLines
    if rest > 0 { console.diagnostics.note("\(rest.grouped) more dates like this") }
  }

  /// Prints the differences that a change makes, with one line for each field.
  ///
  /// - Parameters:
  ///   - own: The user-defined fields.
  ///   - isWhole: True to print all lines. If false, prints the first ten lines and the number of further lines.
  func printDifferences(_ outcome: ChangeOutcome, own: OwnFields, isWhole: Bool = true) throws {
    try printLines(of: outcome.differences, isWhole: isWhole) { $0.text(own, console.outputSettings.symbols) }
  }

  /// Prints lines that describe a change. Prints nothing if the output is JSON.
  ///
  /// - Parameter isWhole: True to print all lines. If false, prints the first ten lines and the number of further
  ///   lines.
  func printLines<Item>(of items: [Item], isWhole: Bool, _ text: (Item) -> String) throws {
    guard !options.json else { return }
    let shown = isWhole ? items[...] : items.prefix(Self.shownLines)
    for item in shown { try console.line(text(item)) }
    let rest = items.count - shown.count
    if rest > 0 {
      try console.line("\(console.outputSettings.symbols.ellipsis) and \(rest.grouped) more (--all shows them)")
    }
  }
}

extension GlobalOptions {
  /// Returns a hint such as “  (undo: catalog undo)” for a step that was just made. The command includes the step's
  /// number if `undo` alone would not undo this step, because it is automatic or other steps followed. The hint is
  /// empty if there is no step or the step is no longer in effect.
  func undoHint(of step: HistoryStep.ID?, in catalog: BookCatalog) throws -> String {
    guard let step else { return "" }
    let (steps, all) = try catalog.read { (try $0.stepsToUndo(limit: 1), try $0.steps(limit: 100)) }
    guard let made = all.first(where: { $0.id == step }), made.state == .done else { return "" }
    return "  (undo: \(commandLine(steps.first?.id == step ? ["undo"] : ["undo", String(step)])))"
  }
}

extension FieldDifference {
  /// Returns the difference as shown to the user, such as “42 Dune: pages “412” → “604””.
  func text(_ own: OwnFields, _ symbols: TerminalSymbols) -> String {
    func quoted(_ value: FieldValue?) -> String {
      value.map { "\(symbols.openingQuote)\($0)\(symbols.closingQuote)" } ?? "nothing"
    }
    let origin = from.isEmpty ? "" : " (from \(from.map(String.init).joined(separator: ", ")))"
    return "\(book) \(title): \(own.words(of: field)) \(quoted(old)) \(symbols.arrow) \(quoted(new))\(origin)"
  }
}

/// The outcome of a dry run. It is thrown so that the transaction is rolled back.
struct DryRunOutcome: Error {
  let outcome: ChangeOutcome
}

extension GlobalOptions {
  /// Opens the catalog and makes a change. In a dry run, only determines the effect of the change.
  ///
  /// - Parameter needsBooks: True if the change needs an existing catalog. A missing catalog is then not created.
  func change(
    _ options: MutationOptions, needsBooks: Bool = true, _ body: (CatalogTransaction) throws -> ChangeOutcome
  ) throws -> ChangeOutcome {
    try openForWriting(isDryRun: options.dryRun, needsBooks: needsBooks).change(dryRun: options.dryRun, body)
  }
}

extension BookCatalog {
  /// Makes a change. In a dry run, only determines the effect of the change.
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
