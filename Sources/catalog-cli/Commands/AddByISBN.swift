import Catalog
import FoundationEssentials
import Synchronization

/// Adds books by their ISBNs alone: each is there at once and fills in as its metadata comes, now or with the next fetch.
struct AddByISBN {
  let global: GlobalOptions
  let options: MutationOptions
  /// What all of them are given besides.
  let fields: [BookField: FieldValue]
  let provider: any MetadataProvider
  let wait: WaitTime

  private var console: Console { global.console }

  /// Adds those that were named.
  func run(_ isbns: [ISBN]) throws {
    try adding { add in for isbn in isbns { try add(isbn) } }
  }

  /// Adds those that a scanner writes to standard input, one a line, each as it comes. A line that is no ISBN is said, and
  /// the rest goes on.
  ///
  /// - Throws: ``ExitCode/partly`` at the end when there were such lines.
  func runScanner() throws {
    var wrong = 0
    try adding { add in
      while let line = readLine() {
        guard line.contains(where: { !$0.isWhitespace }) else { continue }
        do {
          let isbn = try ISBN(line)
          try add(isbn)
        } catch let error as InvalidValue {
          wrong += 1
          console.diagnostics.error(String(describing: error))
        }
      }
    }
    if wrong > 0 { throw ExitCode.partly }
  }

  /// - Parameter body: is given what adds one book.
  private func adding(_ body: ((ISBN) throws -> Void) throws -> Void) throws {
    let catalog = try global.openForWriting(isTrial: options.dryRun)
    defer { catalog.close() }
    let isFetched = !options.dryRun && wait.milliseconds > 0
    let fetcher = isFetched ? catalog.metadataFetcher(provider: provider) : nil
    let arrivals = ArrivalPrinter(catalog: catalog, console: console, isQuiet: options.json)
    let printing = fetcher.map { fetcher in
      let events = fetcher.events
      return Task.detached { await arrivals.print(events) }
    }
    var added: [Int64] = []
    try body { isbn in
      guard let id = try add(isbn, to: catalog) else { return }
      added.append(id)
      if let fetcher { Task.detached { await fetcher.ask([id]) } }
    }
    if options.json { try MutationReport(global: global, options: options).print("", books: added, step: nil) }
    try console.output.flush()
    if options.dryRun || added.isEmpty { return }
    var report: MetadataReport?
    if let fetcher, let printing {
      let (ids, wait) = (added, wait)
      report = try Interruption.cancelling {
        // What was added is there and in line, whatever becomes of this.
        let report = try? await BriefFetch.run(ids, with: fetcher, wait: wait)
        await fetcher.stop()
        await printing.value
        return report
      }
    }
    noteWaiting(added.count - arrivals.count, report?.hostFailure)
  }

  /// Adds one book and puts it in line for its metadata.
  ///
  /// - Returns: its number; `nil` where it is there already, which is said.
  private func add(_ isbn: ISBN, to catalog: BookCatalog) throws -> Int64? {
    let given = fields.merging([.isbn: .isbn(isbn)]) { $1 }
    do {
      let outcome = try catalog.change(trial: options.dryRun) { transaction in
        try OwnedBook.refuse(transaction.snapshot.ids(titled: "", by: [], isbns: [isbn]), transaction.snapshot)
        let outcome = try transaction.add(given)
        try transaction.askMetadata(of: outcome.books, from: provider.name)
        return outcome
      }
      if !options.json { try MutationReport(global: global, options: options).print(outcome) }
      // Who scans looks at one line at a time.
      try console.output.flush()
      return outcome.books.first
    } catch let owned as OwnedBook {
      owned.note(console)
      return nil
    }
  }

  private func noteWaiting(_ count: Int, _ failure: SourceFailure?) {
    guard count > 0 else { return }
    if let failure { console.diagnostics.note("metadata waits: \(failure)") }
    console.diagnostics.hint(
      "the metadata of \(count.counted("book")) comes with the next '\(global.commandLine(["metadata"]))'")
  }
}

/// A book that was to be added and is there already. Carries it out of the transaction that was to add it.
struct OwnedBook: Error {
  let id: Int64
  let title: String

  /// Throws the first of these books.
  static func refuse(_ ids: [Int64], _ snapshot: CatalogSnapshot) throws {
    guard let id = ids.first, let book = try snapshot.book(id) else { return }
    throw OwnedBook(id: id, title: book.title)
  }

  func note(_ console: Console) {
    let symbols = console.diagnostics.settings.symbols
    console.diagnostics.note("\(id) has it already: \(symbols.openingQuote)\(title)\(symbols.closingQuote)")
  }
}

/// Prints what books are called as it becomes known, each once.
final class ArrivalPrinter: Sendable {
  private let catalog: BookCatalog
  private let console: Console
  private let isQuiet: Bool
  private let told = Mutex(Set<Int64>())

  /// - Parameter isQuiet: whether arrivals are only counted.
  init(catalog: BookCatalog, console: Console, isQuiet: Bool) {
    (self.catalog, self.console, self.isQuiet) = (catalog, console, isQuiet)
  }

  /// Of how many books an answer came, be it that nothing is known of them.
  var count: Int { told.withLock(\.count) }

  /// Prints until the events end. What cannot be written is said at the end: a stream that failed stays failed.
  func print(_ events: AsyncStream<MetadataEvent>) async {
    for await case .row(let id, let state) in events {
      let isLoaded = if case .loaded = state { true } else { false }
      let isNone = if case .none = state { true } else { false }
      guard isLoaded || isNone, told.withLock({ $0.insert(id).inserted }), !isQuiet,
        let book = try? await catalog.book(id)
      else { continue }
      let symbols = console.outputSettings.symbols
      let title = "\(symbols.openingQuote)\(book.title)\(symbols.closingQuote)"
      let authors = book.authors.isEmpty ? "" : ", \(book.authors.joined(separator: ", "))"
      try? console.line(isLoaded ? "\(id): \(title)\(authors)" : "\(id): nothing is known of \(title)")
      try? console.output.flush()
    }
  }
}
