import Catalog
import CommandLineKit
import Platform

struct ConflictsResolveCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Resolve one conflict, or all of them.",
    discussion: """
      --mine keeps your value until the source changes again. --theirs removes your edit. --value sets another value. If
      its source no longer has a book, --mine keeps the book as your own, and --theirs hides it.
      """,
    examples: [
      Example("catalog conflicts resolve 42 title --mine"), Example("catalog conflicts resolve 42 pages --value 412"),
      Example("catalog conflicts resolve 42 book --theirs", "hide a book that its source no longer has"),
      Example("catalog conflicts resolve --all --theirs"),
    ], group: .editing)

  @Flag(help: "Keep your value.") var mine = false
  @Flag(help: "Use the source's value.") var theirs = false
  @Option(help: "Set this value instead (empty: clear the field).", valueName: "text") var value: String?
  @Flag(help: "Resolve all conflicts, with --mine or --theirs.") var all = false
  @Flag(help: "Resolve all conflicts without confirmation.") var yes = false
  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.helpOfOne, valueName: "book", completion: .values(.book)) var book: String?
  @Argument(
    help: "The field, or 'book' for a book that its source no longer has.", valueName: "field") var field:
    ConflictSubject?

  var declarations: ArgumentDeclarations {
    [
      "mine": _mine, "theirs": _theirs, "value": _value, "all": _all, "yes": _yes, "output": _output,
      "global": _global, "book": _book, "field": _field,
    ]
  }

  mutating func validate() throws {
    let answers = [mine, theirs, value != nil].filter(\.self).count
    if answers != 1 {
      throw ValidationError(
        answers == 0 ? "choose --mine, --theirs or --value" : "choose only one of --mine, --theirs and --value")
    }
    if all {
      if book != nil { throw ValidationError("specify a book or use --all, not both") }
      if value != nil { throw ValidationError("--all needs --mine or --theirs") }
      if output.dryRun { throw ValidationError("--all cannot be combined with --dry-run") }
    } else if book == nil || field == nil {
      throw ValidationError(book == nil ? "specify a book and a field, or use --all" : "specify the field")
    }
    if field == .removal, value != nil {
      throw ValidationError("the field 'book' needs --mine or --theirs, not --value")
    }
  }

  mutating func run() throws {
    let catalog = try global.openForWriting(isDryRun: output.dryRun, needsBooks: true)
    let report = MutationReport(global: global, options: output)
    guard let book, let field else { return try report.print(resolveAll(catalog)) }
    let resolution = try resolution(of: field)
    let outcome = try catalog.change(dryRun: output.dryRun) { transaction in
      try transaction.resolve(transaction.snapshot.id(named: book), field, resolution)
    }
    try report.print(outcome)
  }

  private func resolution(of subject: ConflictSubject) throws -> ConflictResolution {
    if case .field(let field) = subject, let value { return .value(try field.definition.typedValue(of: value)) }
    return mine ? .mine : .theirs
  }

  private func resolveAll(_ catalog: BookCatalog) throws -> ChangeOutcome {
    let count = try catalog.read { try $0.conflictCount() }
    if count == 0 { return ChangeOutcome() }
    if count > 1 {
      let side = mine ? "your favour" : "favour of the sources"
      try Confirmation(console: global.console, isGiven: yes).require("Resolve \(count.grouped) conflicts in \(side)")
    }
    return try catalog.resolveAll(mine ? .mine : .theirs)
  }
}

extension ConflictsResolveCommand {
  var situation: ErrorSituation? { .resolvingConflict }
}
