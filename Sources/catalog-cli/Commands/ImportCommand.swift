import Catalog
import CatalogJSON
import CatalogSources
import CommandLineKit
import FoundationEssentials

struct ImportCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", meanings: ["load", "read-in", "upload"],
    abstract: "Import books from a file: a table (CSV), JSON Lines, MARC, or what other programs write.",
    discussion: """
      Importing the same file again changes nothing; importing a newer one updates its books, and your edits stay. A
      newer download of the same export updates the source of the earlier one, whatever the file is called: --new-source
      keeps it apart, --source names the source. You are asked before an older file is imported. Columns
      of a table are recognised by their names, as Goodreads, StoryGraph, LibraryThing, calibre and others write them; --map
      names others, for each field one, for authors and tags as many as hold them. A row without an id is recognised by its
      ISBN, else by its title and authors. The JSON of LibraryThing and the archive of an account of BookWyrm (.tar.gz) are
      read as they are, and so are the books of BibTeX (.bib), RIS (.ris) and CSL-JSON; articles are passed over. Records of
      libraries, MARC 21 (.mrc) and MARCXML, are read with the original script as the title, and all their fields are kept,
      for 'catalog export' to write again.

      What divides the authors and tags of a column is told by its first rows together. Where each comma may be that of one
      name, as in “Herbert, Frank”, a cell is one author, and so is “Plato, Aristotle”: --map does not change that, a
      semicolon between two authors in one of these rows does.

      'catalog undo' takes back the whole import as one step; one that was killed and run again is a step for each run. See
      'catalog help json' for JSON Lines.
      """,
    examples: [
      Example("catalog import goodreads_library_export.csv"),
      Example("catalog import books.csv --map title=original_title"),
      Example("catalog import books.csv --map own.price:number=Paid", "a column becomes a field of your own"),
      Example("catalog import library.bib", "from JabRef, Zotero or LaTeX"),
      Example("catalog import list.csv --map title=1 --map authors=2", "a table without a header"),
      Example("zcat books.jsonl.gz | catalog import - --source books", "from another program"),
      Example("catalog import books.csv --keep-columns", "unknown columns become fields of your own"),
      Example("catalog import books.csv --rejects rejected.csv", "keep the rows that could not be used"),
    ], group: .sources)

  @Option(help: "The name of the source; by default the file's.", valueName: "name", completion: .values(.importSource))
  var source: String?
  @Flag(help: "Keep the file apart from sources that an earlier download was imported as.") var newSource = false
  @Option(
    help: "Take a field from a column, by name, or by number in a table without a header (repeatable).",
    valueName: "field=column", completion: .values(.fieldPrefix)) var map: [String] = []
  @Flag(help: "Make a field of your own of each column that is not known.") var keepColumns = false
  @Option(help: "The format; by default that of the file's name.") var format: ImportFormat?
  @Option(
    help: "The encoding; by default it is detected.", valueName: "name",
    completion: .list(["UTF-8", "UTF-16LE", "UTF-16BE", "Windows-1252"])) var encoding: String?
  @Option(help: "Write rejected rows to a file, each with the reason.", valueName: "file", completion: .file())
  var rejects: String?
  @Flag(help: "Replace an existing file of rejected rows.") var force = false
  @Flag(help: "Ask nobody which books rows without a title are: what the ISBN file knows has to do.") var offline =
    false
  @Flag(help: "Count what would change, change nothing, and ask nobody.") var dryRun = false
  @Flag(help: "Print the numbers as JSON.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(
    help: "The file, or - for standard input.", valueName: "file",
    completion: .file(
      extensions: ["csv", "tsv", "txt", "json", "jsonl", "gz", "bib", "ris", "mrc", "marc", "xml", "marcxml"]))
  var file: String

  var declarations: ArgumentDeclarations {
    [
      "source": _source, "newSource": _newSource, "map": _map, "keepColumns": _keepColumns, "format": _format,
      "encoding": _encoding,
      "rejects": _rejects, "force": _force, "offline": _offline, "dryRun": _dryRun, "json": _json, "global": _global,
      "file": _file,
    ]
  }

  mutating func validate() throws {
    if dryRun, rejects != nil { throw ValidationError("--dry-run writes nothing: leave --rejects out") }
    if newSource, source != nil { throw ValidationError("--source names the source: leave --new-source out") }
    if source?.trimmed().isEmpty == true { throw ValidationError("--source needs a name") }
  }

  mutating func run() throws {
    var options = ImportInput.Options()
    options.format = format
    options.encoding = encoding
    options.keepsColumns = keepColumns
    options.acceptsIDs = file != "-" || source != nil
    for argument in map {
      if let name = FieldAssignment.name(in: argument), name.lowercased().hasPrefix("own.") {
        try options.takeOwn(name, from: FieldAssignment.text(in: argument).trimmed())
        continue
      }
      let assignment = try FieldAssignment(
        argument, own: OwnFields(), problem: "--map takes FIELD=COLUMN, not \(quoted(argument))")
      try options.take(assignment.field, from: assignment.text.trimmed())
    }
    MemoryUse.keepSmall()
    let console = global.console
    let input = try ImportInput(path: file, options: options)
    let hint = input.isEncodingGuessed ? " (if it is another encoding: --encoding NAME)" : ""
    for note in input.notes { console.diagnostics.note(note + hint) }
    let catalog = try global.openForWriting(isDryRun: dryRun)
    let completer =
      try dryRun
      ? nil
      : MetadataConnections(environment: console.environment).completer(
        catalog, isOffline: offline, console.diagnostics)
    try ImportRun(
      input: input, scanned: input.isScanned ? try ImportInput(path: file, options: options) : nil, file: file,
      choice: ImportSourceChoice(name: source, isNew: newSource, console: console), rejectsPath: rejects,
      replacesRejects: force, isDryRun: dryRun,
      isJSON: json, console: console,
      global: global, catalog: catalog, completer: completer
    ).run()
  }
}

extension ImportFormat: ExpressibleByArgument {}
extension ExportFormat: ExpressibleByArgument {}

/// A running import with its progress, rejected rows and summary.
private struct ImportRun {
  let input: ImportInput
  /// A second reader of the same input, which scans it to identify its source.
  let scanned: ImportInput?
  let file: String
  let choice: ImportSourceChoice
  let rejectsPath: String?
  let replacesRejects: Bool
  let isDryRun: Bool
  let isJSON: Bool
  let console: Console
  let global: GlobalOptions
  let catalog: BookCatalog
  let completer: (any RecordCompleter)?

  func run() throws {
    // The task may still hold the catalog when the process ends, so closing it here merges the log into the file.
    defer { catalog.close() }
    let location = file == "-" ? nil : Self.absolutePath(file)
    let today = PartialDate.day(at: Date())
    let scan = try scanned.flatMap { scanned in try Interruption.cancelling { try await scanned.scan(today: today) } }
    let name = try choice.name(of: scan, at: location, in: catalog)
    let diagnostics = console.diagnostics
    let reporter = RejectReporter(
      file: try rejectsPath.map {
        try RejectsFile(
          path: $0, format: input.rejects, replaces: replacesRejects, catalog: catalog.path,
          input: file == "-" ? nil : file)
      },
      diagnostics: diagnostics)
    let bar = ProgressBar(
      "Importing", unit: "rows", total: nil, isTotalEstimated: true, stream: diagnostics.stream,
      settings: diagnostics.settings)
    defer { bar.finish() }
    let (target, reader, isDryRun, completer) = (catalog, input.reader, isDryRun, completer)
    let progress = ProgressReporter(bar, totalBytes: input.totalBytes)
    let report: ImportReport
    do {
      report = try Interruption.cancelling {
        try await target.importRecords(
          from: reader, source: name, location: location, scan: scan, isDryRun: isDryRun, completer: completer,
          notice: reporter.report, progress: progress.report)
      }
    } catch {
      let stored = progress.storedRows
      // After a restore, these rows exist only in the copy made before it.
      let areThere = (error as? CatalogError)?.code != .restored
      if stored > 0, areThere, !isDryRun {
        diagnostics.note("\(stored.counted("row")) were stored before this; run the same command to import the rest")
      }
      throw error
    }
    bar.finish()
    try reporter.finish()
    if reporter.hasApart {
      diagnostics.hint("'\(global.commandLine(["duplicates"]))' shows the books that share a number")
    }
    try finish(report)
  }

  private func finish(_ report: ImportReport) throws {
    let counts = report.counts
    if counts.total + report.waiting == 0, !report.isInterrupted { throw input.emptiness }
    if isJSON {
      try printJSON(report)
    } else {
      let undo = try isDryRun ? "" : global.undoHint(of: report.step, in: catalog)
      try console.line(Self.summary(report, isDryRun: isDryRun) + undo)
    }
    if !isJSON { noteColumns() }
    if let reason = report.waitingReason { noteWaiting(report, reason) }
    if report.isInterrupted {
      console.diagnostics.hint("interrupted: run the same command to continue")
      throw ExitCode.interrupted
    }
    if counts.rejected == counts.total, report.waiting == 0 { throw ExitCode.data }
    if counts.rejected + report.waiting > 0 { throw ExitCode.partly }
  }

  /// Reports that rows are waiting, the reason, and the command that continues with them.
  private func noteWaiting(_ report: ImportReport, _ reason: String) {
    let diagnostics = console.diagnostics
    diagnostics.note("\(report.waiting.counted("row")) wait: \(VisibleText.forTerminal(reason))")
    if isDryRun { return diagnostics.hint("the import itself asks, unless it is told --offline") }
    diagnostics.hint(
      "the same command with a network, without --offline, takes them up; "
        + "'\(global.commandLine(["quarantine", "list", report.source]))' shows them")
  }

  /// Reports the mapping of columns and the data that was not kept, so that the user need not compare.
  private func noteColumns() {
    let table = input.table
    if table.rows > 0 { console.diagnostics.note("passed over \(table.rows.counted("row")): no books of yours") }
    if let mixture = table.mixture {
      console.diagnostics.note(
        "read \(mixture.rows.counted("row")) as \(mixture.encoding), the others as \(mixture.others) (--encoding NAME for all)"
      )
    }
    let arrow = console.outputSettings.symbols.arrow
    let became = table.became.filter { BookField(named: $0.column).map(TableReport.Target.field) != $0.target }.map {
      "\(VisibleText.forTerminal($0.column)) \(arrow) \(Self.words(of: $0.target)) (\(Self.counts(of: $0)))"
    }
    if !became.isEmpty { console.diagnostics.note("became: \(became.joined(separator: ", "))") }
    let lost = table.columns.map { column in
      "\(VisibleText.forTerminal(column.name)) (\(column.cells.grouped), such as “\(VisibleText.forTerminal(column.example))”)"
    }
    if !lost.isEmpty { console.diagnostics.note("not kept: \(lost.joined(separator: ", "))") }
  }

  private static func words(of target: TableReport.Target) -> String {
    if case .field(let field) = target { return field.words }
    return VisibleText.forTerminal(target.name)
  }

  /// Returns the most frequent values with their counts, such as “fantasy 36, classics 12, 4 more”; the number of cells
  /// if the column does not contain words.
  private static func counts(of column: TableReport.Became) -> String {
    if column.values.isEmpty { return column.cells.grouped }
    let shown = column.values.prefix(5).map { "\(VisibleText.forTerminal($0.text)) \($0.count.grouped)" }
    let more = column.values.count - shown.count
    return (shown + (more > 0 ? ["\(more.grouped) more"] : [])).joined(separator: ", ")
  }

  private static func summary(_ report: ImportReport, isDryRun: Bool) -> String {
    let counts = report.counts
    var parts = ["\(counts.added.grouped) added", "\(counts.updated.grouped) updated"]
    parts.append("\(counts.unchanged.grouped) unchanged")
    if report.waiting > 0 { parts.append("\(report.waiting.grouped) waiting") }
    if counts.rejected > 0 { parts.append("\(counts.rejected.grouped) rejected") }
    if counts.leftOut > 0 { parts.append("\(counts.leftOut.grouped) with an invalid value left out") }
    if counts.keptYours > 0 { parts.append("\(counts.keptYours.grouped) with your edits kept") }
    if counts.otherReadings > 0 { parts.append("\(counts.otherReadings.grouped) with readings of other sources shown") }
    return "\(isDryRun ? "would import" : "imported") \(report.source): \(parts.joined(separator: ", "))"
  }

  private func printJSON(_ report: ImportReport) throws {
    var json = JSONWriter(for: console.outputSettings)
    ImportJSON.write(report, input.table, to: &json)
    try console.print(json)
  }

  private static func absolutePath(_ path: String) -> String {
    URL(filePath: FileArguments.absolutePath(path)).resolvingSymlinksInPath().path
  }
}
