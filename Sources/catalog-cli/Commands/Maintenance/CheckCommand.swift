import CommandLineKit
import Platform

struct CheckCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", meanings: ["verify", "validate", "doctor", "repair", "fsck"],
    abstract: "Verify the catalog; --repair rebuilds derived data.",
    discussion: """
      Checks the file's structure and schema, and compares all derived data (shown values, sort keys, search index, page
      index, authors, tags) with the data that it is derived from. --repair rebuilds the derived data, drops triggers and views of other
      programs, and adds books that other programs wrote. A damaged file is not changed; restore a backup instead.
      """,
    examples: [Example("catalog check"), Example("catalog check --repair")], group: .care)

  @Flag(help: "Rebuild everything that can be rebuilt without loss.") var repair = false
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
        "an import is not finished, so search does not find \(report.pending.counted("book")) yet; if the import was "
          + "killed, "
          + "\(global.typed.quoted("check", "--repair")) or the next import finishes it")
    }
    for doubt in report.doubts { console.diagnostics.note(doubt) }
    if report.findings.isEmpty {
      let extent = isUnfinished ? "the imported part is in order" : "all in order"
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
