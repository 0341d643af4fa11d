import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials
import Platform
import Synchronization

/// The implementation of `add --isbn`, which adds books by ISBN. Each book is stored immediately. Its fields are filled
/// in when its metadata arrives, either while the command waits or in a later fetch.
struct AddByISBN {
  let global: GlobalOptions
  let options: MutationOptions
  /// Additional field values for each book.
  let fields: [BookField: FieldValue]
  let provider: any MetadataProvider
  let wait: WaitTime
  /// The file used to identify books when the provider does not respond; `nil` if there is no such file.
  let isbnFile: ISBNFile?

  private var console: Console { global.console }

  /// Adds the books with the given ISBNs.
  func run(_ isbns: [ISBN]) throws {
    try adding { add in for isbn in isbns { try add(isbn) } }
  }

  /// Adds the books that a scanner writes to standard input, one ISBN on each line. Each book is added as soon as its
  /// line arrives. An invalid line is reported and skipped.
  ///
  /// - Throws: ``ExitCode/partly`` at the end if there were invalid lines.
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

  /// Opens the catalog, lets `body` add books, and waits for their metadata.
  ///
  /// - Parameter body: A closure that adds the books. It receives a function that adds one book.
  private func adding(_ body: ((ISBN) throws -> Void) throws -> Void) throws {
    let catalog = try global.openForWriting(isDryRun: options.dryRun)
    defer { catalog.close() }
    let isFetched = !options.dryRun && wait.milliseconds > 0
    let fetcher = isFetched ? BriefFetch.fetcher(of: catalog, from: provider) : nil
    let arrivals = ArrivalPrinter(catalog: catalog, console: console, isQuiet: options.json)
    let printing = fetcher.map { fetcher in
      let events = fetcher.events
      return Task.detached { await arrivals.print(events) }
    }
    var added: [Book.ID] = []
    try body { isbn in
      guard let id = try add(isbn, to: catalog) else { return }
      added.append(id)
      arrivals.expect(id)
      if !isFetched, !options.dryRun { try fillIn([id], in: catalog, arrivals) }
      if let fetcher { Task.detached { await fetcher.ask([id]) } }
    }
    if options.json { try MutationReport(global: global, options: options).print("", books: added, step: nil) }
    try console.output.flush()
    if options.dryRun || added.isEmpty { return }
    var report: MetadataReport?
    var failure: (any Error)?
    if let fetcher, let printing {
      let (ids, wait) = (added, wait)
      // Even if fetching fails, the added books are stored and queued.
      do {
        report = try Interruption.cancelling {
          let result: Result<MetadataReport?, any Error>
          do { result = .success(try await BriefFetch.run(ids, with: fetcher, wait: wait)) } catch {
            result = .failure(error)
          }
          await fetcher.stop()
          await printing.value
          return try result.get()
        }
      } catch { failure = error }
    }
    let waiting = arrivals.waiting(of: added)
    if isFetched, !waiting.isEmpty { try fillIn(waiting, in: catalog, arrivals) }
    noteWaiting(waiting.count, report)
    switch failure {
    case nil: return
    case let error? where Interruption.isCause(of: error):
      throw ExitCode.interrupted
    case let error?: throw error
    }
  }

  /// Adds one book and queues it for metadata.
  ///
  /// - Returns: The id of the book; `nil` if the book is already in the catalog, which is reported to the user.
  private func add(_ isbn: ISBN, to catalog: BookCatalog) throws -> Book.ID? {
    let given = fields.merging([.isbn: .isbn(isbn)]) { $1 }
    do {
      let outcome = try catalog.change(dryRun: options.dryRun) { transaction in
        try OwnedBook.refuse(transaction.snapshot.ids(titled: "", by: [], isbns: [isbn]), transaction.snapshot)
        let outcome = try transaction.add(given)
        try transaction.askMetadata(of: outcome.books, from: provider.name)
        return outcome
      }
      if !options.json { try MutationReport(global: global, options: options).print(outcome) }
      // Flushes the line immediately, because the user watches the output while scanning.
      try console.output.flush()
      return outcome.books.first
    } catch let owned as OwnedBook {
      owned.note(console)
      return nil
    }
  }

  /// Fills in books with data from the ISBN file. This data is shown until the books' metadata arrives.
  private func fillIn(_ ids: [Book.ID], in catalog: BookCatalog, _ arrivals: ArrivalPrinter) throws {
    guard let isbnFile else { return }
    for id in ids {
      let known = try catalog.read { snapshot in try snapshot.book(id)?.isbn.flatMap(isbnFile.book) }
      guard let known else { continue }
      let date = isbnFile.summary.published.flatMap { Date(rfc3339: "\($0)T00:00:00Z") }
      let provider = provider.name
      try catalog.write { try $0.showForNow(known.metadata, of: id, from: provider, dated: date) }
      try arrivals.tell(id)
    }
  }

  private func noteWaiting(_ count: Int, _ report: MetadataReport?) {
    guard count > 0 else { return }
    if let failure = report.flatMap(MetadataText.hostFailure) {
      console.diagnostics.note("metadata is not available now: \(failure)")
    }
    console.diagnostics.hint(
      "to get the metadata of \(count.counted("book")) later, run '\(global.commandLine(["metadata"]))'")
  }
}

/// A book that was not added because it is already in the catalog. Throwing this error also rolls back the transaction.
struct OwnedBook: Error, Equatable {
  let id: Book.ID
  let title: String

  /// Throws this error for the first of the given books; does nothing if there are none.
  static func refuse(_ ids: [Book.ID], _ snapshot: CatalogSnapshot) throws {
    guard let id = ids.first, let book = try snapshot.book(id) else { return }
    throw OwnedBook(id: id, title: book.title)
  }

  func note(_ console: Console) { console.diagnostics.note(text(console.diagnostics.settings.symbols)) }

  /// Returns a sentence such as `“Dune” is already in the catalog, as 1`.
  func text(_ symbols: TerminalSymbols) -> String {
    "\(symbols.openingQuote)\(title)\(symbols.closingQuote) is already in the catalog, as \(id)"
  }
}

/// A printer for the titles of added books. It prints each title once, as soon as the title is known.
final class ArrivalPrinter: Sendable {
  private struct State {
    /// The books whose titles are to be printed.
    var expected = Set<Book.ID>()
    /// All books to which the provider has responded. The value is true if metadata was found.
    var arrived: [Book.ID: Bool] = [:]
  }

  private let catalog: BookCatalog
  private let console: Console
  private let isQuiet: Bool
  private let state = Mutex(State())

  /// Creates a printer.
  ///
  /// - Parameter isQuiet: True to keep track of responses without printing anything.
  init(catalog: BookCatalog, console: Console, isQuiet: Bool) {
    (self.catalog, self.console, self.isQuiet) = (catalog, console, isQuiet)
  }

  /// Returns the books to which the provider has not responded yet.
  func waiting(of books: [Book.ID]) -> [Book.ID] {
    state.withLock { state in books.filter { state.arrived[$0] == nil } }
  }

  /// Prints the title of a book whose title is known without the provider.
  func tell(_ id: Book.ID) throws {
    if let book = try catalog.read({ try $0.book(id) }) { print(book, true) }
  }

  /// Adds a book whose title is to be printed. If the provider has already responded, prints the title immediately.
  func expect(_ id: Book.ID) {
    let isLoaded = state.withLock { state in
      state.expected.insert(id)
      return state.arrived[id]
    }
    if let isLoaded, let book = try? catalog.read({ try $0.book(id) }) { print(book, isLoaded) }
  }

  /// Prints titles as they arrive in events. Returns when the events end.
  func print(_ events: AsyncStream<MetadataEvent>) async {
    for await case .row(let id, let answer) in events {
      let isLoaded: Bool
      switch answer {
      case .loaded: isLoaded = true
      case .notFound: isLoaded = false
      case .notAsked, .waiting, .loading, .failed: continue
      }
      let isNew = state.withLock { state in
        state.arrived.updateValue(isLoaded, forKey: id) == nil && state.expected.contains(id)
      }
      if isNew, let book = try? await catalog.book(id) { print(book, isLoaded) }
    }
  }

  /// Prints the title of a book. Write errors are ignored here and reported at the end, because after a failure the
  /// stream throws the same error again.
  private func print(_ book: Book, _ isLoaded: Bool) {
    guard !isQuiet else { return }
    let symbols = console.outputSettings.symbols
    let title = "\(symbols.openingQuote)\(book.title)\(symbols.closingQuote)"
    let authors = book.authors.isEmpty ? "" : ", \(book.authors.joined(separator: ", "))"
    try? console.line(isLoaded ? "\(book.id): \(title)\(authors)" : "\(book.id): no metadata found for \(title)")
    try? console.output.flush()
  }
}
