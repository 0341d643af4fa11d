import Catalog

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Examine the whole catalog, and mend what can be made anew.",
    discussion: """
      Examined are the file's structure and schema, and everything that is derived (what books show, sort keys, search
      index, page index, authors, tags) against what it is derived from. --repair makes that anew, drops another program's
      triggers and views, and takes in books that it wrote. A damaged file is left as it is: restore a backup.
      """,
    examples: [Example("catalog check"), Example("catalog check --repair")], group: .care)

  @Flag(help: "Mend what can be made anew without loss.") var repair = false
  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations { ["repair": _repair, "global": _global] }

  mutating func run() throws {
    let console = global.console
    guard global.exists else {
      throw CommandError.noFile(verb: "check", path: global.path)
    }
    let report = try (repair ? global.openForWriting(needsBooks: true) : global.openForReading()).check(repair: repair)
    if report.isUnfinished, !report.isRepaired {
      console.diagnostics.note(
        "a load has not ended, and search lacks \(report.pending.counted("book")) so far; after one that was killed, "
          + "'catalog check --repair' or the next import goes on")
    }
    if report.findings.isEmpty { return try console.line("\(report.books.counted("book")), all in order") }
    for finding in report.findings { try console.line(VisibleText.forTerminal(finding.message), style: .red) }
    if report.isRepaired { return try console.line("repaired") }
    let isRepairable = report.findings.allSatisfy(\.isRepairable)
    console.diagnostics.hint(
      isRepairable && !repair ? "'catalog check --repair' mends this" : "restore a backup: 'catalog restore FILE'")
    throw ExitCode.data
  }
}
