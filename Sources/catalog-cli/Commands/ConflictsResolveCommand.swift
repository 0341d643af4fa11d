import Catalog
import CommandLineKit

struct ConflictsResolveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Decide a conflict, or all of them.",
    discussion: """
      --mine keeps what you said, until the source says something new again; --theirs drops your edit; --value says a third
      thing. Of a book that its source has no more, --mine makes a book of your own, and --theirs hides it.
      """,
    examples: [
      Example("catalog conflicts resolve 42 title --mine"), Example("catalog conflicts resolve 42 pages --value 412"),
      Example("catalog conflicts resolve 42 book --theirs", "it is gone from its source"),
      Example("catalog conflicts resolve --all --theirs"),
    ], group: .editing)

  @Flag(help: "Keep what you said.") var mine = false
  @Flag(help: "Show what the source says.") var theirs = false
  @Option(help: "Show this instead; empty for no value.", valueName: "text") var value: String?
  @Flag(help: "Decide all conflicts, with --mine or --theirs.") var all = false
  @Flag(help: "Decide all without being asked.") var yes = false
  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "A number, an ISBN or a UUID.", valueName: "book") var book: String?
  @Argument(
    help: "The field, or 'book' for a book that is gone from its source.", valueName: "field") var field:
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
        answers == 0 ? "say who is right: --mine, --theirs or --value" : "--mine, --theirs or --value, only one")
    }
    if all {
      if book != nil { throw ValidationError("name a book or use --all, not both") }
      if value != nil { throw ValidationError("--all is decided with --mine or --theirs") }
      if output.dryRun { throw ValidationError("'catalog conflicts' lists all: leave --dry-run out") }
    } else if book == nil || field == nil {
      throw ValidationError(book == nil ? "name a book and a field, or use --all" : "name the field")
    }
    if field == .removal, value != nil { throw ValidationError("whether a book is there has no --value") }
  }

  mutating func run() throws {
    let catalog = try global.openForWriting(isTrial: output.dryRun, needsBooks: true)
    let report = MutationReport(global: global, options: output)
    guard let book, let field else { return try report.print(resolveAll(catalog)) }
    let resolution = try resolution(of: field)
    let outcome = try catalog.change(trial: output.dryRun) { transaction in
      try transaction.resolve(transaction.snapshot.id(named: book), field, resolution)
    }
    try report.print(outcome)
  }

  private func resolution(of subject: ConflictSubject) throws -> ConflictResolution {
    if case .field(let field) = subject, let value { return .value(try field.value(of: value)) }
    return mine ? .mine : .theirs
  }

  private func resolveAll(_ catalog: BookCatalog) throws -> ChangeOutcome {
    let count = try catalog.read { try $0.conflictCount() }
    if count > 1 {
      let side = mine ? "your favour" : "favour of the sources"
      try Confirmation(console: global.console, isGiven: yes).require("Decide \(count.grouped) conflicts in \(side)")
    }
    return try catalog.resolveAll(mine ? .mine : .theirs)
  }
}
