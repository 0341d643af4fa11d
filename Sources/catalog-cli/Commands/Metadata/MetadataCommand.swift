import Catalog
import CommandLineKit
import FoundationEssentials

/// The commands for metadata from providers.
struct MetadataCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metadata", abstract: "Get descriptions, ratings and covers of books.",
    discussion: """
      Providers such as Open Library have data that your sources lack. This data fills in missing values, and never
      replaces values of your sources or your own. Without books or a query, metadata is fetched for all books, except
      where it was fetched recently.
      """,
    examples: [
      Example("catalog metadata", "for every book"),
      Example("catalog metadata author:austen", "for books that match a query"),
      Example("catalog metadata 42 --force", "again, for one book"),
      Example("catalog metadata --from-dump editions.txt.gz works.txt.gz", "for every book, without requests"),
      Example("catalog metadata status"),
    ], group: .sources, subcommands: [MetadataFetchCommand.self, MetadataStatusCommand.self],
    defaultSubcommand: MetadataFetchCommand.self)

  var declarations: ArgumentDeclarations { [:] }
}

struct MetadataFetchCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Fetch metadata now.",
    discussion: """
      If all words are numbers, ISBNs or UUIDs of books, they select those books; otherwise they are a query. If the
      command is interrupted, the fetched metadata is kept. Run the same command again to continue. Catalog respects the
      rate limit of each provider. Some providers allow more requests if catalog/settings contains your contact, such as
      contact = ada@books.example.

      With --from-dump, no requests are made. The command reads the monthly dumps of Open Library
      (https://openlibrary.org/developers/dumps) as downloaded, and fills in every book that they contain, by its ISBN
      or Open Library key. The dump of editions has titles, pages and covers, the dump of works has descriptions and
      subjects, and the dump of authors has names. Specify them in any order. If the command is interrupted, run it
      again to continue.
      """,
    examples: [
      Example("catalog metadata", "for every book"),
      Example("catalog metadata fetch 42 --force", "again, for one book"),
      Example("catalog metadata --from-dump editions.txt.gz works.txt.gz authors.txt.gz", "without a network"),
    ], group: .sources, takesQuery: true)

  @Flag(help: "Fetch again, even if already fetched.") var force = false
  @Flag(help: "Show how many books would be looked up, without requests.") var dryRun = false
  @Option(
    help: "Read a dump of Open Library instead of making requests (repeatable).", valueName: "file",
    completion: .file(extensions: ["gz", "txt"])) var fromDump: [String] = []
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var asked: ProviderOptions
  @OptionGroup var global: GlobalOptions
  @Argument(
    help: "Numbers, ISBNs or UUIDs of books, or a query (default: all books).", valueName: "book|query",
    completion: .values(.query))
  var words: [String] = []

  var declarations: ArgumentDeclarations {
    [
      "force": _force, "dryRun": _dryRun, "fromDump": _fromDump, "json": _json, "asked": _asked, "global": _global,
      "words": _words,
    ]
  }

  mutating func validate() throws {
    guard !fromDump.isEmpty else { return }
    if force || dryRun || asked.provider != nil {
      throw ValidationError("--from-dump cannot be combined with --force, --dry-run or --provider")
    }
    // Allows several dumps after one option: `--from-dump A B C`.
    (fromDump, words) = (fromDump + words, [])
  }

  mutating func run() throws {
    if !fromDump.isEmpty { return try DumpMetadata(global: global, isJSON: json, paths: fromDump).run() }
    let console = global.console
    let provider = try MetadataConnections(environment: console.environment).provider(asked.provider)
    let catalog = try global.openForWriting(needsBooks: true)
    // Closes the catalog explicitly, because a task may keep it alive until the process ends. Closing merges the
    // write-ahead log into the catalog's file.
    defer { catalog.close() }
    let ids = try catalog.read { try requestedBooks($0) }
    let output = MetadataOutput(global: global, isJSON: json, provider: provider.name)
    if dryRun { return try output.printDryRun(of: ids, isForced: force, catalog) }
    if ids.isEmpty, !json { return output.noteNothing(words) }
    let progress = MetadataProgress(total: ids.count, console)
    let isForced = force
    let report: MetadataReport
    do {
      defer { progress.finish() }
      report = try Interruption.cancelling {
        try await MetadataRun(catalog: catalog, provider: provider).fetch(ids, force: isForced, progress: progress.take)
      }
    } catch  where Interruption.isCause(of: error) {
      progress.noteStored()
      console.diagnostics.hint("interrupted: the fetched metadata is kept; run the same command to continue")
      throw ExitCode.interrupted
    }
    try output.print(report, catalog)
    if let code = Self.exitCode(of: report) { throw code }
  }

  /// Returns the exit code; `nil` on success.
  private static func exitCode(of report: MetadataReport) -> ExitCode? {
    if let failure = report.hostFailure {
      return [.malformed, .tooLarge].contains(failure.code) ? .data : .unavailable
    }
    guard report.failed > 0 else { return nil }
    // A book counts as failed if the provider sent a response that cannot be used.
    return report.failed == report.total ? .data : .partly
  }

  /// Returns the books named by the arguments. If the arguments are a query, returns the matching books.
  private func requestedBooks(_ snapshot: CatalogSnapshot) throws -> [Book.ID] {
    guard !words.isEmpty else { return try snapshot.ids() }
    let text = words.joined(separator: " ")
    // The arguments are a query unless every word is a number, an ISBN or a UUID.
    guard words.allSatisfy(BookArguments.isName) else { return try snapshot.ids(of: snapshot.query(meant: text)) }
    do {
      return try BookArguments.ids(words, snapshot)
    } catch let error as CatalogError where error.code == .noSuchBook {
      let found = try snapshot.ids(of: BookQuery(text))
      // An unknown number is an error, unless it matches books as a query.
      if found.isEmpty { throw error }
      return found
    }
  }
}

/// A fetch of metadata for any number of books.
struct MetadataRun {
  /// The number of books queued at a time. It is large enough to fill each request, and small enough to keep the state
  /// of every queued book in memory.
  private static let portion = 1_000

  let catalog: BookCatalog
  let provider: any MetadataProvider

  /// Fetches metadata.
  ///
  /// - Parameters:
  ///   - ids: The ids of the books.
  ///   - progress: A closure called with the progress for all books.
  /// - Throws: ``CatalogError``; `CancellationError`. Results stored before the error are kept.
  func fetch(
    _ ids: [Book.ID], force: Bool, progress: @escaping @Sendable (MetadataReport) -> Void
  ) async throws -> MetadataReport {
    var report = MetadataReport()
    report.total = ids.count
    let fetcher = catalog.metadataFetcher(provider: provider)
    do {
      var rest = ids[...]
      while !rest.isEmpty, report.hostFailure == nil {
        let portion = Array(rest.prefix(Self.portion))
        rest = rest.dropFirst(portion.count)
        let before = report
        report = before.adding(
          try await fetcher.fetch(portion, force: force) { progress(before.adding($0, of: portion.count)) },
          of: portion.count)
      }
      await fetcher.stop()
      return report
    } catch {
      // Stops the fetcher, which releases its books immediately. Otherwise, other processes would have to wait until
      // the fetcher's claims on the books expire.
      await fetcher.stop()
      throw error
    }
  }
}

extension MetadataReport {
  /// Returns this report combined with the report for another portion of the books.
  ///
  /// - Parameter count: The number of books requested in the portion. Books that were removed since the request are
  ///   subtracted from the total.
  fileprivate func adding(_ other: MetadataReport, of count: Int) -> MetadataReport {
    var sum = self
    sum.total -= count - other.total
    sum.loaded += other.loaded
    sum.missing += other.missing
    sum.failed += other.failed
    sum.failures = Array((failures + other.failures).prefix(Self.failuresNamed))
    (sum.hostFailure, sum.hostWaitsUntil) = (other.hostFailure, other.hostWaitsUntil)
    return sum
  }
}
