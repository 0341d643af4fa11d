import Catalog
import CatalogJSON
import CatalogSources
import CommandLineKit

/// How commands that change something are told to do it, and how they say what they did.
struct MutationOptions: ParsableArguments {
  @Flag(help: "Show what would change, and change nothing.") var dryRun = false
  @Flag(help: "Print {\"changed\":n,\"ids\":[…]}.") var json = false

  var declarations: ArgumentDeclarations { ["dryRun": _dryRun, "json": _json] }
}

/// Of a change of many books, how much of it is shown.
struct DifferenceOptions: ParsableArguments {
  @Flag(help: "Show every difference, and not only the first ten.") var all = false

  var declarations: ArgumentDeclarations { ["all": _all] }
}

/// Says what changed and how to take it back.
struct MutationReport {
  /// So many lines of a change of many books are shown unasked.
  private static let shownLines = 10

  let global: GlobalOptions
  let options: MutationOptions

  private var console: Console { global.console }

  /// - Parameters:
  ///   - summary: one line; “Dune: rated 4.5”.
  ///   - more: writes further members of the object that JSON has.
  func print(
    _ summary: String, books: [Book.ID], step: HistoryStep.ID?, more: (inout JSONWriter) -> Void = { _ in }
  ) throws {
    if options.json {
      var json = JSONWriter(for: console.outputSettings)
      json.beginObject()
      ChangeJSON.writeMembers(books: books, to: &json)
      more(&json)
      json.endObject()
      return try console.print(json)
    }
    if options.dryRun { return try console.line("would be done: " + summary) }
    try console.line(summary + (step == nil ? "" : "  (undo: \(global.commandLine(["undo"])))"))
  }

  /// - Parameters:
  ///   - own: what the fields of the user's own are called, of a change that may be of such.
  ///   - more: writes further members of the object that JSON has.
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

  /// Says which days of readings can hardly be meant.
  private func noteDoubts(_ doubts: [String]) {
    let end = options.dryRun ? "" : " (stored as you gave it)"
    for doubt in doubts.prefix(Self.shownLines) { console.diagnostics.note(VisibleText.forTerminal(doubt) + end) }
    let rest = doubts.count - Self.shownLines
    if rest > 0 { console.diagnostics.note("\(rest.grouped) more such days") }
  }

  /// The difference, a line a field, for changes of several fields or books.
  ///
  /// - Parameters:
  ///   - own: what the fields of the user's own are called.
  ///   - isWhole: whether all of it is shown; else the first lines, and how many more there are.
  func printDifferences(_ outcome: ChangeOutcome, own: OwnFields, isWhole: Bool = true) throws {
    try printLines(of: outcome.differences, isWhole: isWhole) { $0.text(own, console.outputSettings.symbols) }
  }

  /// Lines about what a change does, unless JSON is asked for.
  ///
  /// - Parameter isWhole: whether all are shown; else the first ones, and how many more there are.
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
    let origin = from.isEmpty ? "" : " (from \(from.map(String.init).joined(separator: ", ")))"
    return "\(book) \(title): \(own.words(of: field)) \(quoted(old)) \(symbols.arrow) \(quoted(new))\(origin)"
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
