import CommandLineKit

struct CheckCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", meanings: ["verify", "validate", "doctor", "repair", "fsck"],
    abstract: "Verify the catalog; --repair rebuilds derived data.",
    discussion: """
      Checks the file's structure and schema, and compares everything that is derived (what books show, sort keys, search
      index, page index, authors, tags) with what it is derived from. --repair rebuilds that, drops another program's
      triggers and views, and adds the books that it wrote. A damaged file is left as it is: restore a backup.
      """,
    examples: [Example("catalog check"), Example("catalog check --repair")], group: .care)

  @Flag(help: "Rebuild what can be rebuilt without loss.") var repair = false
  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations { ["repair": _repair, "global": _global] }

  mutating func run() throws {
    let console = global.console
    guard global.exists else {
      throw CommandError.noFile(verb: "check", path: global.path)
    }
    let report = try (repair ? global.openForWriting(needsBooks: true) : global.openForReading()).check(repair: repair)
    let isUnfinished = report.isUnfinished && !report.isRepaired
    if isUnfinished {
      console.diagnostics.note(
        "an import has not finished, and search lacks \(report.pending.counted("book")) so far; if it was killed, "
          + "\(global.typed.quoted("check", "--repair")) or the next import finishes it")
    }
    for doubt in report.doubts { console.diagnostics.note(doubt) }
    if report.findings.isEmpty {
      let extent = isUnfinished ? "in order as far as the import came" : "all in order"
      return try console.line("\(report.books.counted("book")), \(extent)")
    }
    for finding in report.findings { try console.line(VisibleText.forTerminal(finding.message), style: .red) }
    if report.isRepaired { return try console.line("repaired") }
    let isRepairable = report.findings.allSatisfy(\.isRepairable)
    console.diagnostics.hint(
      isRepairable && !repair
        ? "\(global.typed.quoted("check", "--repair")) repairs this"
        : "restore a backup: \(global.typed.quoted("restore", "FILE"))")
    throw ExitCode.data
  }
}
