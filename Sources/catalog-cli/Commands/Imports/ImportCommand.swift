import Catalog
import CatalogJSON
import CatalogSources
import CommandLineKit
import FoundationEssentials
import Platform

struct ImportCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", meanings: ["load", "read-in", "upload"],
    abstract: "Import books from a file: CSV, JSON Lines, MARC, or an export of another program.",
    discussion: """
      Importing the same file again changes nothing. Importing a newer version updates its books, and your edits stay. A
      newer download of the same export updates the source of the earlier one, even if the file has another name.
      --new-source makes a separate source, and --source names the source. You are asked before an older file is
      imported.

      Columns of a table are recognised by their names, as written by Goodreads, StoryGraph, LibraryThing, calibre and
      others. --map assigns other columns: one for each field, or several for authors and tags. A row without an id is
      identified by its ISBN, otherwise by its title and authors. The JSON of LibraryThing and the archive of a BookWyrm
      account (.tar.gz) are imported as they are. So are the books of BibTeX (.bib), RIS (.ris) and CSL-JSON files;
      articles are skipped. MARC 21 (.mrc) and MARCXML records are read with the title in its original script. All their
      fields are kept, so that 'catalog export' can write them again.

      The separator of authors or tags is detected from the first rows of the column. If every comma there may
      be part of a name, as in “Herbert, Frank”, each cell becomes one author, even “Plato, Aristotle”. To
      prevent this, put a semicolon between two authors in one of these rows; --map has no effect on it.

      'catalog undo' undoes the whole import as one step. If an import was killed and run again, each run is a
      step of its own. See 'catalog help json' for JSON Lines.
      """,
    examples: [
      Example("catalog import goodreads_library_export.csv"),
      Example("catalog import books.csv --map title=original_title"),
      Example("catalog import books.csv --map own.price:number=Paid", "a column becomes a custom field"),
      Example("catalog import library.bib", "from JabRef, Zotero or LaTeX"),
      Example("catalog import list.csv --map title=1 --map authors=2", "a table without a header"),
      Example("zcat books.jsonl.gz | catalog import - --source books", "from another program"),
      Example("catalog import books.csv --keep-columns", "unknown columns become custom fields"),
      Example("catalog import books.csv --rejects rejected.csv", "write rejected rows to a file"),
    ], group: .sources)

  @Option(help: "The source's name (default: the file's).", valueName: "name", completion: .values(.importSource))
  var source: String?
  @Flag(help: "Make a new source, even if an earlier download was imported.") var newSource = false
  @Option(
    help: "Read a field from the column with this name, or with this number if there is no header (repeatable).",
    valueName: "field=column", completion: .values(.fieldPrefix)) var map: [String] = []
  @Flag(help: "Import each unknown column as a custom field.") var keepColumns = false
  @Option(help: "The format (default: from the file's name).") var format: ImportFormat?
  @Option(
    help: "The encoding (default: detected).", valueName: "name",
    completion: .list(["UTF-8", "UTF-16LE", "UTF-16BE", "Windows-1252"])) var encoding: String?
  @Option(help: "Write rejected rows and their reasons to a file.", valueName: "file", completion: .file())
  var rejects: String?
  @Flag(help: "Replace an existing file of rejected rows.") var force = false
  @Flag(help: "Don't look up rows without a title online; use only the ISBN file.") var offline =
    false
  @Flag(help: "Count what would change, without changing anything or using the network.") var dryRun = false
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
    if dryRun, rejects != nil { throw ValidationError("--dry-run cannot be combined with --rejects") }
    if newSource, source != nil { throw ValidationError("use --source or --new-source, not both") }
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
    let hint = input.isEncodingGuessed ? " (choose another with --encoding NAME)" : ""
    for note in input.notes { console.diagnostics.note(note + hint) }
    let catalog = try global.openForWriting(isDryRun: dryRun)
    let completer =
      try dryRun
      ? nil
      : MetadataConnections(environment: console.environment).completer(
        catalog, isOffline: offline, console.diagnostics)
    try ImportRun(
      input: input, covers: WebCoverCounter(input.reader),
      scanned: input.isScanned ? try ImportInput(path: file, options: options) : nil, file: file,
      choice: ImportSourceChoice(name: source, isNew: newSource, console: console), rejectsPath: rejects,
      replacesRejects: force, isDryRun: dryRun,
      isJSON: json, keepsColumns: keepColumns, console: console,
      global: global, catalog: catalog, completer: completer
    ).run()
  }
}

extension ImportFormat: ExpressibleByArgument {}
extension ExportFormat: ExpressibleByArgument {}

/// One run of an import: its input, progress, rejected rows and summary.
private struct ImportRun {
  let input: ImportInput
  /// The reader of the input.
  let covers: WebCoverCounter
  /// A second reader of the same input, used to find the source that the file belongs to.
  let scanned: ImportInput?
  let file: String
  let choice: ImportSourceChoice
  let rejectsPath: String?
  let replacesRejects: Bool
  let isDryRun: Bool
  let isJSON: Bool
  /// True if unknown columns are kept as user-defined fields.
  let keepsColumns: Bool
  let console: Console
  let global: GlobalOptions
  let catalog: BookCatalog
  let completer: (any RecordCompleter)?

  func run() throws {
    // Closes the catalog explicitly, because a task may keep it alive until the process ends. Closing merges the
    // write-ahead log into the catalog's file.
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
    let (target, reader, isDryRun, completer) = (catalog, covers, isDryRun, completer)
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
      // If a backup was restored during the import, the stored rows exist only in the copy made before the restore.
      let areThere = (error as? CatalogError)?.code != .restored
      if stored > 0, areThere, !isDryRun {
        diagnostics.note(
          "\(stored.counted("row")) stored before the error; run the same command to import the rest")
      }
      throw error
    }
    bar.finish()
    try reporter.finish()
    if reporter.hasApart {
      diagnostics.hint(
        "to see the books that share an ISBN or another identifier, run '\(global.commandLine(["duplicates"]))'")
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
    if !isDryRun { try CoverNote(console: console, catalog: catalog).write(of: covers.count) }
    if let reason = report.waitingReason { noteWaiting(report, reason) }
    if report.isInterrupted {
      console.diagnostics.hint("interrupted: run the same command to continue")
      throw ExitCode.interrupted
    }
    if counts.rejected == counts.total, report.waiting == 0 { throw ExitCode.data }
    if counts.rejected + report.waiting > 0 { throw ExitCode.partly }
  }

  /// Reports the number of rows that were not imported yet because they wait for metadata, the reason, and the command
  /// that imports them.
  private func noteWaiting(_ report: ImportReport, _ reason: String) {
    let diagnostics = console.diagnostics
    diagnostics.note("\(report.waiting.counted("row")) waiting for metadata: \(VisibleText.forTerminal(reason))")
    if isDryRun { return diagnostics.hint("the actual import looks them up online, unless --offline is given") }
    diagnostics.hint(
      "to import them, run the same command with a network connection and without --offline; "
        + "'\(global.commandLine(["quarantine", "list", report.source]))' shows them")
  }

  /// Reports the mapping of columns to fields and the ignored data, so that the user does not have to compare the file
  /// with the catalog.
  private func noteColumns() {
    let table = input.table
    if table.rows > 0 {
      console.diagnostics.note("skipped \(table.rows.counted("row")) that are not books of yours, such as films")
    }
    if let mixture = table.mixture {
      console.diagnostics.note(
        "read \(mixture.rows.counted("row")) as \(mixture.encoding), the others as \(mixture.others) (to use one "
          + "encoding for all rows: --encoding NAME)"
      )
    }
    let arrow = console.outputSettings.symbols.arrow
    let became = table.became.filter { BookField(named: $0.column).map(TableReport.Target.field) != $0.target }.map {
      "\(VisibleText.forTerminal($0.column)) \(arrow) \(Self.words(of: $0.target)) (\(Self.counts(of: $0)))"
    }
    if !became.isEmpty {
      console.diagnostics.note("columns stored under another name: \(Self.listed(became))")
    }
    let lost = table.columns.map { column in
      let example = VisibleText.forTerminal(column.example)
      return "\(VisibleText.forTerminal(column.name)) (\(column.cells.counted("value")), e.g. “\(example)”)"
    }
    if !lost.isEmpty {
      let hint = keepsColumns ? "" : ". Keep them with --keep-columns"
      console.diagnostics.note("columns ignored: \(Self.listed(lost))\(hint)")
    }
  }

  /// The maximum number of columns that a note names. JSON has all of them.
  private static let namedColumns = 10

  /// Returns the first columns, and the number of further columns.
  private static func listed(_ columns: [String]) -> String {
    let more = columns.count - namedColumns
    return (columns.prefix(namedColumns) + (more > 0 ? ["and \(more.grouped) more (--json lists them)"] : []))
      .joined(separator: ", ")
  }

  private static func words(of target: TableReport.Target) -> String {
    if case .field(let field) = target { return field.words }
    return VisibleText.forTerminal(target.name)
  }

  /// Returns the most frequent values in a column with their counts, such as “36 fantasy, 12 classics, 4 more”. If the
  /// values were not counted individually, returns the number of cells.
  private static func counts(of column: TableReport.Became) -> String {
    if column.values.isEmpty { return column.cells.counted("value") }
    let shown = column.values.prefix(5).map { "\($0.count.grouped) \(VisibleText.forTerminal($0.text))" }
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
    if counts.otherReadings > 0 {
      parts.append("\(counts.otherReadings.grouped) with more complete readings in another source")
    }
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
