import Catalog
import CommandLineKit

struct WatchCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print the first page, then every change as it happens.",
    discussion: """
      Prints each book that starts to match the query, changes, or no longer matches, even if another process changed
      it. If more than 1,000 books change at once, the first page is printed again. Waiting uses no CPU time. Press
      Ctrl-C to stop. With --json, each line is an object: {"change":"changed","id":42,"book":{…}}. The kinds of change
      are listed, added, changed, removed and many.
      """,
    examples: [
      Example("catalog watch", "all books, newest first"),
      Example("catalog watch author:austen --json", "for a program"),
    ], group: .reading, takesQuery: true)

  @Flag(help: "Print one JSON object per line.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "A query (default: all books).", valueName: "query", completion: .values(.query))
  var query: [String] = []

  var declarations: ArgumentDeclarations { ["json": _json, "global": _global, "query": _query] }

  mutating func run() throws {
    let query = query.joined(separator: " ")
    guard global.exists else {
      throw CommandError.nothingToWatch(path: global.path)
    }
    let catalog = try global.openForReading()
    let (console, json) = (global.console, json)
    try console.noteProblems(of: BookQuery(query), in: catalog)
    let own = try catalog.read { try $0.fields() }
    do {
      try Interruption.cancelling {
        var watch = ChangeWatch(catalog, query: query, ChangePrinter(own: own, console: console, isJSON: json))
        try await watch.run()
      }
    } catch  where Interruption.isCause(of: error) {
      throw ExitCode.interrupted
    }
  }
}

/// The implementation of `watch`, which prints every change to the books that match a query.
private struct ChangeWatch {
  private static let pageSize = 20

  private let catalog: BookCatalog
  private let query: BookQuery
  private var printer: ChangePrinter
  /// The ids of the books that match the query. If the query is empty, the ids of removed books.
  private var known = Set<Book.ID>()
  private var isForAll: Bool { query.text.isEmpty }

  init(_ catalog: BookCatalog, query: String, _ printer: ChangePrinter) {
    (self.catalog, self.query, self.printer) = (catalog, BookQuery(query), printer)
  }

  /// Prints the first page and then every change.
  ///
  /// - Throws: `CancellationError` if the task is cancelled; ``CommandError`` if the file is missing or was replaced;
  ///   ``CatalogError`` if it cannot be read.
  mutating func run() async throws {
    // Watching starts before the first page is read, so that no change is missed in between.
    let changes = try catalog.changes()
    if !changes.seesOtherProcesses { printer.noteBlindness() }
    try await printPage()
    for try await change in changes {
      switch change {
      case .books(let ids): try await printBooks(ids)
      case .many:
        try printer.printMany()
        try await printPage()
      case .fileMissing, .fileReplaced: throw CommandError.missing(change, verb: "watch", catalog)
      }
    }
    throw CancellationError()
  }

  private mutating func printPage() async throws {
    let (query, isForAll) = (query, isForAll)
    let (page, ids) = try await catalog.read { snapshot in
      (try snapshot.page(query, size: Self.pageSize).books, isForAll ? [] : try snapshot.ids(of: query))
    }
    for book in page { try printer.print(.listed, book) }
    known = Set(ids)
    try printer.flush()
  }

  private mutating func printBooks(_ ids: [Book.ID]) async throws {
    let (query, isForAll) = (query, isForAll)
    let found = try await catalog.read { snapshot in
      try ids.map { id in
        let book = try snapshot.book(id, in: query)
        // A book is new if its latest step added it.
        let isNew =
          try isForAll && book != nil
          && snapshot.history(of: id, limit: 1).contains { $0.changes.contains(where: \.isAdding) }
        return (id, book, isNew)
      }
    }
    for (id, book, isNew) in found {
      let isSwitch = isForAll == (book == nil) ? known.insert(id).inserted : known.remove(id) != nil
      if let book {
        try printer.print(isSwitch || isNew ? .added : .changed, book)
      } else if isSwitch {
        try printer.printRemoved(id)
      }
    }
    try printer.flush()
  }
}

extension HistoryChange {
  /// True if the change added the book.
  fileprivate var isAdding: Bool { subject == .added }
}
