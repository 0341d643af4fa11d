import Catalog
import CommandLineKit
import Platform

/// The options of commands that change the fields of books.
struct BulkOptions: ParsableArguments {
  @Flag(help: "Change several books without confirmation.") var yes = false
  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup(title: "Output") var differences: DifferenceOptions

  var declarations: ArgumentDeclarations { ["yes": _yes, "output": _output, "differences": _differences] }
}

extension GlobalOptions {
  /// Changes books and reports the result. If several books change, shows the differences first and asks for
  /// confirmation.
  ///
  /// - Parameters:
  ///   - books: The books to change.
  ///   - own: The user-defined fields, if the change may affect them.
  ///   - isBrief: True to omit the differences for a single book, because the summary already describes them.
  ///   - change: A closure that makes the change. It is called twice: in a dry run, and then for the actual change.
  func make(
    _ options: BulkOptions, of books: ChosenBooks, own: OwnFields = OwnFields(), isBrief: Bool = false,
    _ change: (CatalogTransaction) throws -> ChangeOutcome
  ) throws {
    let (output, report) = (options.output, MutationReport(global: self, options: options.output))
    let catalog = try openForWriting(isDryRun: output.dryRun, needsBooks: true)
    let dryRun = try catalog.change(dryRun: true, change)
    if (output.dryRun || dryRun.differences.count > 1) && (!isBrief || dryRun.books.count > 1) {
      try report.printDifferences(dryRun, own: own, isWhole: options.differences.all)
    }
    if dryRun.books.count > 1 { try books.noteAuthors(in: catalog, console) }
    if output.dryRun || dryRun.step == nil { return try report.print(dryRun, own: own) }
    if dryRun.books.count > 1 {
      try Confirmation(console: console, isGiven: options.yes).require("Change \(dryRun.books.count.grouped) books")
    }
    try report.print(catalog.change(dryRun: false, change))
  }
}
