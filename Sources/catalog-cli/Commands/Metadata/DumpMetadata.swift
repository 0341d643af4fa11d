import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials
import Platform

/// The implementation of `metadata --from-dump`, which adds metadata from local copies of Open Library's dumps, without
/// any requests.
struct DumpMetadata {
  /// The number of books written in one transaction.
  private static let portion = 500
  /// The name under which the catalog stores Open Library's metadata, whether it comes from dumps or from requests.
  private static let provider = "openlibrary"

  let global: GlobalOptions
  let isJSON: Bool
  /// The paths of the dumps, in any order.
  let paths: [String]

  private var console: Console { global.console }

  func run() throws {
    let files = try paths.map(DumpFile.init)
    let catalog = try global.openForWriting(needsBooks: true)
    // Closes the catalog explicitly, because a task may keep it alive until the process ends. Closing merges the
    // write-ahead log into the catalog's file.
    defer { catalog.close() }
    let bar = DumpBar("Looking for books", files, console)
    let (settings, environment) = (try Settings(environment: console.environment), console.environment)
    let report: DumpReport
    do {
      defer { bar.finish() }
      report = try Interruption.cancelling {
        try Self.report(of: files, into: catalog, settings: settings, environment: environment, bar)
      }
    } catch  where Interruption.isCause(of: error) {
      console.diagnostics.hint("interrupted: what was found is kept; run the same command to continue")
      throw ExitCode.interrupted
    }
    try DumpOutput(console: console, isJSON: isJSON).print(report, provider: Self.provider)
    if let failure = report.failure { throw failure }
  }

  /// Reads the dumps and stores the metadata of the catalog's books.
  ///
  /// - Throws: ``CatalogError``; ``SourceFailure`` if the dumps do not belong together; `CancellationError`.
  private static func report(
    of files: [DumpFile], into catalog: BookCatalog, settings: Settings, environment: [String: String], _ bar: DumpBar
  ) throws -> DumpReport {
    let (books, total) = try catalog.read { snapshot in (try soughtBooks(snapshot), try snapshot.count()) }
    let enrichment = try DumpEnrichment(
      files: files, books: books, keptAt: DumpEnrichment.path(for: catalog.path, environment: environment),
      settings: settings)
    var report = DumpReport(total: total)
    do {
      try enrichment.read { file, progress in bar.show(file, progress) }
    } catch let failure as SourceFailure {
      // Stores the data read before the failure, because it is valid.
      report.failure = failure
    }
    report.files = Array(zip(enrichment.files, try enrichment.progress()))
    let date = report.day.flatMap { Date(rfc3339: "\($0)T00:00:00Z") } ?? Date()
    try enrichment.forEachAnswer(inPortionsOf: portion) { answers in
      try Task.checkCancellation()
      let published = answers.map { answer in
        PublishedMetadata(
          book: answer.book, isbn: answer.isbn, isOfEdition: answer.isOfEdition, metadata: answer.metadata)
      }
      report.add(try catalog.keep(published, from: provider, of: date))
      bar.show("Storing \(report.found.counted("book"))")
    }
    if report.failure == nil { enrichment.finish() }
    return report
  }

  /// Returns the ISBNs and keys that identify the catalog's books in the dumps.
  private static func soughtBooks(_ snapshot: CatalogSnapshot) throws -> SoughtBooks {
    var books = SoughtBooks()
    try snapshot.forEachKnownName(types: ["isbn", "openlibrary", "openlibrary-work"], provider: provider) {
      book, name in
      switch name {
      case .isbn(let isbn): books.add(book, isbn: isbn, isOwn: true)
      case .identifier(let identifier) where identifier.type == "isbn":
        if let isbn = try? ISBN(identifier.value) { books.add(book, isbn: isbn, isOwn: false) }
      case .identifier(let identifier): books.add(book, key: identifier.value)
      case .key(let key): books.add(book, key: key)
      }
    }
    return books
  }
}

/// The result of reading dumps.
struct DumpReport: Sendable {
  /// The number of books in the catalog.
  let total: Int
  /// The dumps, each with the progress of reading it.
  var files: [(file: DumpFile, progress: DumpProgress)] = []
  private(set) var counts = PublishedMetadataCounts()
  /// The reason why a dump could not be read to its end; `nil` if all dumps were read.
  var failure: SourceFailure?

  init(total: Int) { self.total = total }

  /// The number of books found in the dumps.
  var found: Int { counts.enriched + counts.unchanged + counts.newer }
  /// The day of the newest change in all dumps.
  var day: PartialDate? { files.compactMap(\.progress.day).max { $0.description < $1.description } }

  mutating func add(_ more: PublishedMetadataCounts) {
    counts.enriched += more.enriched
    counts.unchanged += more.unchanged
    counts.newer += more.newer
    counts.gone += more.gone
  }
}
