import Catalog
import CommandLineKit
import Platform

struct UndoCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the last change: an edit, an import, a refresh.",
    discussion: """
      A field that its source has changed meanwhile shows the source's current value. Values that you changed in a later
      step stay, and are listed. A change that 'catalog redo' repeated counts as the last change, too. If an undo was
      interrupted, running it again continues it. 'catalog history' lists the steps, and 'catalog redo' redoes one.

      A step can be undone by its number only if no later step changed the same values. Automatic changes by 'refresh
      --due' and changes made by other people are undone only by number ('catalog help people').
      """,
    examples: [
      Example("catalog undo"), Example("catalog undo --steps 3", "the last three"),
      Example("catalog undo 12", "only step 12 of 'catalog history'"),
    ], group: .editing)

  @OptionGroup var options: ReplayOptions
  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The number of a step (default: the last one).", valueName: "step", completion: .values(.undoStep))
  var step: Int?

  var declarations: ArgumentDeclarations {
    ["options": _options, "output": _output, "global": _global, "step": _step]
  }

  private var replayer: StepReplayer {
    StepReplayer(replay: .undo, step: step.map(HistoryStep.ID.init), options: options, output: output, global: global)
  }

  mutating func validate() throws { try replayer.validate() }

  mutating func run() throws { try replayer.run() }
}

struct RedoCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Redo the last undone change.",
    discussion: """
      Redo is possible until you change something else, or someone else changes the same values; refreshes do not count.
      A step can also be redone by its number, no matter who made it, if no later step changed the same values.
      """,
    examples: [
      Example("catalog redo"), Example("catalog redo --steps 3", "the last three"),
      Example("catalog redo 12", "only step 12 of 'catalog history'"),
    ], group: .editing)

  @OptionGroup var options: ReplayOptions
  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(
    help: "The number of a step (default: the last undone step).", valueName: "step", completion: .values(.redoStep))
  var step: Int?

  var declarations: ArgumentDeclarations {
    ["options": _options, "output": _output, "global": _global, "step": _step]
  }

  private var replayer: StepReplayer {
    StepReplayer(replay: .redo, step: step.map(HistoryStep.ID.init), options: options, output: output, global: global)
  }

  mutating func validate() throws { try replayer.validate() }

  mutating func run() throws { try replayer.run() }
}

struct ReplayOptions: ParsableArguments {
  @Option(help: "The number of steps.", valueName: "n") var steps = 1

  var declarations: ArgumentDeclarations { ["steps": _steps] }

  mutating func validate() throws {
    if steps < 1 { throw ValidationError("--steps must be at least 1, not \(steps)") }
  }
}

/// The implementation of both `undo` and `redo`.
struct StepReplayer {
  let replay: Replay
  /// The step to undo or redo; `nil` for the latest steps.
  let step: HistoryStep.ID?
  let options: ReplayOptions
  let output: MutationOptions
  let global: GlobalOptions

  func validate() throws {
    if step != nil, options.steps != 1 { throw ValidationError("use a step number or --steps, not both") }
  }

  func run() throws {
    if output.dryRun, output.json { throw ValidationError("--dry-run cannot be combined with --json") }
    let console = global.console
    let catalog = try global.openForWriting(isDryRun: output.dryRun, needsBooks: true)
    if output.dryRun {
      let steps = try catalog.read { snapshot in
        try step.map { [try replay.step($0, snapshot)] } ?? replay.steps(snapshot, limit: options.steps)
      }
      if steps.isEmpty { try console.line("nothing would change") }
      for step in steps { try console.line("would be \(replay.done): \(step.summary)") }
      return
    }
    if let step { return try run(only: step, catalog) }
    // If a backup is restored between two steps, the command must stop, because the catalog then has different steps.
    let contents = try catalog.contents()
    var books: [Book.ID] = []
    for index in 0..<options.steps {
      let outcome: ReplayOutcome
      do {
        outcome = try replay.perform(catalog, in: contents)
      } catch let error as CatalogError where error.code == .nothingToDo && index > 0 {
        console.diagnostics.note("no more steps: \(index.grouped) of \(options.steps.grouped) \(replay.done)")
        break
      }
      books += outcome.books
      try report(outcome, catalog)
      if index == 0 { try noteNewerStep(than: outcome.step, catalog) }
    }
    if output.json { try MutationReport(global: global, options: output).print("", books: books.uniqued(), step: nil) }
  }

  /// Undoes or redoes one step, regardless of later steps.
  private func run(only step: HistoryStep.ID, _ catalog: BookCatalog) throws {
    let outcome = try replay.perform(catalog, only: step)
    try report(outcome, catalog)
    if output.json { try MutationReport(global: global, options: output).print("", books: outcome.books, step: nil) }
  }

  /// Prints a note about a newer step that was not undone because another person or a timer made it. The owner may have
  /// meant that step.
  private func noteNewerStep(than step: HistoryStep, _ catalog: BookCatalog) throws {
    guard replay == .undo, step.person == nil, !output.json else { return }
    let newer = try catalog.read { try $0.steps(limit: 100) }.first { newer in
      newer.id > step.id && newer.state == .done && (newer.person != nil || newer.isByItself)
    }
    guard let newer else { return }
    let command = global.commandLine(["undo", String(newer.id)])
    global.console.diagnostics.note(
      "step \(newer.id)\(newer.maker) is newer but was not undone (to undo it: \(command))")
  }

  private func report(_ outcome: ReplayOutcome, _ catalog: BookCatalog) throws {
    let console = global.console
    if !output.json {
      // Suggests the opposite command only if it would replay this step. Another process may have made a step in the
      // meantime.
      let isNext = try catalog.read { try replay.opposite.steps($0, limit: 1) }.first?.id == outcome.step.id
      let hint = isNext ? "  (\(replay.opposite): \(global.commandLine([replay.opposite.rawValue])))" : ""
      try console.line("\(replay.done): \(outcome.step.summary)\(hint)")
    }
    let own = try outcome.left.isEmpty ? OwnFields() : catalog.read { try $0.fields() }
    for left in outcome.left.prefix(20) { console.diagnostics.note("\(left.text(own)) was changed later and is kept") }
  }
}

extension LeftChange {
  /// Returns a description for the user, in which user-defined fields have the names that the user chose.
  fileprivate func text(_ own: OwnFields) -> String {
    if case .field(let field, let book) = self { "\(own.name(of: field)) of \(book)" } else { description }
  }
}
