import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials
import Platform
import Synchronization

/// The progress of a metadata fetch. It draws a progress bar and keeps the latest report, for a message if the fetch is
/// interrupted.
final class MetadataProgress: Sendable {
  private let bar: ProgressBar
  private let console: Console
  private let last = Mutex(MetadataReport())

  /// Creates a bar and draws it immediately.
  init(total: Int, _ console: Console) {
    self.console = console
    bar = ProgressBar(
      "Fetching metadata", unit: "books", total: total, stream: console.diagnostics.stream,
      settings: console.diagnostics.settings)
  }

  /// Records progress. The fetcher calls this from its own threads.
  func take(_ report: MetadataReport) {
    last.withLock { last in
      last = report
      bar.update(done: report.settled, total: report.total)
    }
  }

  /// Erases the bar.
  func finish() { bar.finish() }

  /// Prints a note with the number of books whose results were stored before the fetch was interrupted.
  func noteStored() {
    let settled = last.withLock(\.settled)
    if settled > 0 {
      console.diagnostics.note("metadata of \(settled.counted("book")) was stored before the interruption")
    }
  }
}

/// A printer for the result of a metadata fetch.
struct MetadataOutput {
  /// The maximum number of failures to print individually.
  private static let namedFailures = 10

  let global: GlobalOptions
  let isJSON: Bool
  let provider: String

  private var console: Console { global.console }

  /// Reports that there are no books for which to fetch metadata.
  func noteNothing(_ words: [String]) {
    guard global.exists else { return }
    console.diagnostics.line(
      words.isEmpty ? "no books yet" : "no books match \(words.joined(separator: " "))")
  }

  /// Prints a line such as “would look up 18 of 118 books at Open Library”.
  func printDryRun(of ids: [Book.ID], isForced: Bool, _ catalog: BookCatalog) throws {
    let settled = isForced ? 0 : try catalog.read { try settledBooks(ids, $0) }
    let pending = ids.count - settled
    guard isJSON else {
      return try console.line(
        "would look up \(pending.grouped) of \(ids.count.counted("book")) at \(MetadataText.name(of: provider))")
    }
    var json = JSONWriter(for: console.outputSettings)
    json.object { json in
      json.member("provider", provider)
      json.member("total", ids.count)
      json.member("wouldAsk", pending)
    }
    try console.print(json)
  }

  /// Returns the number of books for which the provider has metadata, or is known to have none. Failed books are not
  /// included, because the fetch retries them immediately.
  private func settledBooks(_ ids: [Book.ID], _ snapshot: CatalogSnapshot) throws -> Int {
    var count = 0
    for id in ids {
      guard let book = try snapshot.book(id) else { continue }
      switch try snapshot.metadataStates(of: [book], from: provider)[0] {
      case .loaded, .notFound: count += 1
      case .notAsked, .waiting, .loading, .failed: continue
      }
    }
    return count
  }

  func print(_ report: MetadataReport, _ catalog: BookCatalog) throws {
    if isJSON { return try printJSON(report) }
    let symbols = console.diagnostics.settings.symbols
    try catalog.read { snapshot in
      for failure in report.failures.prefix(Self.namedFailures) {
        let title = try snapshot.book(failure.book)?.title ?? ""
        console.diagnostics.warning(
          "\(failure.book) \(symbols.openingQuote)\(title)\(symbols.closingQuote): \(failure.reason)")
      }
    }
    let unnamed = report.failed - min(report.failures.count, Self.namedFailures)
    if unnamed > 0 { console.diagnostics.warning("\(unnamed.grouped) more failed") }
    if let failure = MetadataText.hostFailure(report) {
      console.diagnostics.error("cannot fetch metadata: \(failure)")
      if report.settled == 0 { return }
    }
    try console.line("metadata of \(report.total.counted("book")): \(MetadataText.counts(report, provider))")
    if report.failed > 0, console.hasReader {
      console.diagnostics.hint("to retry the failed books: \(global.commandLine(["metadata"]))")
    }
  }

  private func printJSON(_ report: MetadataReport) throws {
    var json = JSONWriter(for: console.outputSettings)
    json.object { json in
      json.member("provider", provider)
      json.member("total", report.total)
      json.member("loaded", report.loaded)
      json.member("missing", report.missing)
      json.member("failed", report.failed)
      json.member("waiting", report.waiting)
      json.array("failures") { json in
        for failure in report.failures {
          json.object { json in
            json.member("id", failure.book)
            json.member("error", failure.reason)
          }
        }
      }
      json.member("error", report.hostFailure?.description)
      json.member("next", report.hostWaitsUntil?.rfc3339)
    }
    try console.print(json)
  }
}
