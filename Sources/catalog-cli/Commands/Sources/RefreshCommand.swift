import Catalog
import CommandLineKit

struct RefreshCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", meanings: ["sync", "pull", "fetch", "reload"],
    abstract: "Get new and changed books from the sources.",
    discussion: """
      Without a name, all sources that are not paused are refreshed. A catalog without sources gets the sample books.
      Your edits stay; 'catalog conflicts' shows where a source has changed since. Each source is one step for 'catalog
      undo'. After an interruption, run the same command to continue.

      A source that suddenly lists far fewer books may be broken. If a refresh would remove all books, or more than 50
      and more than a tenth of them, none are removed without --allow-removals. A source that does not end is stopped
      after --timeout or 25,000 pages; the next refresh continues.
      """,
    examples: [
      Example("catalog refresh", "all sources"),
      Example("catalog refresh home --dry-run", "preview the changes of one source"),
      Example("catalog refresh --due", "for cron: only sources that are due"),
    ], group: .sources)

  @Flag(help: "Refresh only sources that are due according to --every; print nothing if none are due.") var due = false
  @Flag(help: "Show what would change, without changing anything.") var dryRun = false
  @Flag(help: "Read everything from the beginning.") var full = false
  @Flag(help: "Allow any number of removals.") var allowRemovals = false
  @Option(help: "Stop each source after this time; the next refresh continues.", valueName: "time")
  var timeout = RefreshInterval(seconds: 7_200)
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The names of sources.", valueName: "source", completion: .values(.refreshedSource)) var sources:
    [String] = []

  var declarations: ArgumentDeclarations {
    [
      "due": _due, "dryRun": _dryRun, "full": _full, "allowRemovals": _allowRemovals, "timeout": _timeout,
      "json": _json, "global": _global, "sources": _sources,
    ]
  }

  mutating func run() throws {
    let question = Question(console: global.console)
    if sources.isEmpty, !due, !json, !dryRun, question.isInteractive,
      try !global.exists || global.openForReading().read(RefreshSources.areSamples)
    {
      guard try question.agrees(to: "No sources yet. Add some sample books") else {
        return global.console.diagnostics.line("nothing was changed (\(global.typed.addSource))")
      }
    }
    // Without a catalog, no source can be due.
    if due, sources.isEmpty, !global.exists { return json ? try global.console.print("[]\n") : () }
    MemoryUse.keepSmall()
    let catalog = try global.openForWriting(isDryRun: dryRun)
    // Closes the catalog explicitly, because a task may keep it alive until the process ends. Closing merges the
    // write-ahead log into the catalog's file.
    defer { catalog.close() }
    let requested = try catalog.read { try requestedSources($0) }
    let own = try catalog.read { try $0.fields() }
    let output = RefreshOutput(global: global, own: own, isDryRun: dryRun, isJSON: json, isQuiet: due)
    if sources.isEmpty, !due { output.notePassedOver(try catalog.read { try $0.sources() }) }
    if requested.isEmpty, !json {
      if !due { output.noteNothingToAsk(try catalog.read { try $0.sources() }) }
      return
    }
    var options = RefreshOptions()
    options.sources = sources.isEmpty ? nil : requested.map(\.name)
    (options.onlyDue, options.isFull, options.allowsRemovals) = (due, full, allowRemovals)
    (options.isDryRun, options.timeout) = (dryRun, timeout.duration)
    let finalOptions = options
    let before = try catalog.read { try $0.conflictCount() }
    let progress = RefreshProgress(output)
    let engine = catalog.syncEngine(sources: requested, observer: progress.take)
    let reports: [RefreshReport]
    do {
      defer { progress.finish() }
      reports = try Interruption.cancelling { try await engine.refresh(finalOptions) }
    } catch  where Interruption.isCause(of: error) {
      if dryRun { throw ExitCode.interrupted }
      progress.noteStored()
      global.console.diagnostics.hint("interrupted: run the same command to continue")
      throw ExitCode.interrupted
    }
    try output.print(reports, progress.changes) { try global.undoHint(of: $0, in: catalog) }
    if !dryRun { output.noteConflicts(try catalog.read { try $0.conflictCount() } - before, after: reports) }
    let code = RefreshOutput.exitCode(of: reports, isQuiet: due)
    if code != .success { throw code }
  }

  /// Returns the sources named on the command line, in the given order. If none is named, returns all sources to
  /// refresh, in the catalog's order.
  private func requestedSources(_ snapshot: CatalogSnapshot) throws -> [any BookSource] {
    let known = RefreshSources(environment: global.console.environment)
    return sources.isEmpty ? try known.all(snapshot, isTimer: due) : try known.named(sources, snapshot)
  }
}
