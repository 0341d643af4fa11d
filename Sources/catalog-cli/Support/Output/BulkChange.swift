import Catalog
import CommandLineKit

/// How a command that changes books by hand is told to do it.
struct BulkOptions: ParsableArguments {
  @Flag(help: "Change several books without asking first.") var yes = false
  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup(title: "Output") var differences: DifferenceOptions

  var declarations: ArgumentDeclarations { ["yes": _yes, "output": _output, "differences": _differences] }
}

extension GlobalOptions {
  /// Makes a change of books and says what it did: of several the differences first, and only after a question.
  ///
  /// - Parameters:
  ///   - own: what the fields of the user's own are called, of a change that may be of such.
  ///   - isBrief: whether one line says all that there is to say of one book.
  ///   - change: makes it; asked once more when it was only tried.
  func make(
    _ options: BulkOptions, own: OwnFields = OwnFields(), isBrief: Bool = false,
    _ change: (CatalogTransaction) throws -> ChangeOutcome
  ) throws {
    let (output, report) = (options.output, MutationReport(global: self, options: options.output))
    let catalog = try openForWriting(isDryRun: output.dryRun, needsBooks: true)
    let dryRun = try catalog.change(dryRun: true, change)
    if (output.dryRun || dryRun.differences.count > 1) && (!isBrief || dryRun.books.count > 1) {
      try report.printDifferences(dryRun, own: own, isWhole: options.differences.all)
    }
    if output.dryRun || dryRun.step == nil { return try report.print(dryRun, own: own) }
    if dryRun.books.count > 1 {
      try Confirmation(console: console, isGiven: options.yes).require("Change \(dryRun.books.count.grouped) books")
    }
    try report.print(catalog.change(dryRun: false, change))
  }
}
