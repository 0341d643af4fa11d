import Catalog
import CommandLineKit

/// Shows a page of the books that a query finds, or all of them, in an order of the catalog: `list`, and `search --sort`.
struct BookLister {
  let command: String
  let global: GlobalOptions
  let pages: PageOptions
  let output: JSONOptions
  let metadata: MetadataOptions
  /// The query's words as they were typed.
  let words: [String]

  private var query: String { words.joined(separator: " ") }

  /// How many books are read in one view of the catalog where all are shown.
  static let readAtOnce = 500

  func run(order usual: BookOrder) throws {
    let console = global.console
    let order = try pages.order(otherwise: usual)
    // A cursor that is none is a mistake of the command line, whatever the catalog is.
    _ = try pages.position(order, page: 1)
    let catalog = try global.openForReading()
    var isAwaited = false
    if !pages.count, !pages.all {
      isAwaited = try metadata.fetch(catalog, console) { snapshot in
        try page(snapshot, order, try pageNumber(snapshot, order)).books
      }
    }
    if pages.count {
      try console.output.write("\(try count(catalog))\n")
      try console.output.flush()
    } else if pages.all {
      try showAll(catalog, order, console)
    } else {
      try showPage(catalog, order, console, isAwaited: isAwaited)
    }
  }

  /// Shows page after page, each read by itself: who changes books meanwhile may let one come twice, or not at all.
  private func showAll(_ catalog: BookCatalog, _ order: BookOrder, _ console: Console) throws {
    var count = 0
    try console.paged { stream in
      var printer = try BookPrinter(output, console: console, stream: stream, metadata: metadata.listed(console))
      var position: PagePosition? = .start
      while let place = position {
        let (listed, next) = try catalog.read { snapshot in
          let page = try snapshot.page(of: query, order: order, at: place, size: Self.readAtOnce)
          return (try printer.listed(page.books, snapshot), page.next)
        }
        count += listed.books.count
        try printer.print(listed)
        position = next.map(PagePosition.after)
      }
      try printer.finish()
    }
    if count == 0 { noteNothingFound(console) }
  }

  private func count(_ catalog: BookCatalog) throws -> Int { try catalog.read { try $0.count(of: query) } }

  /// The number of the page to show, from 1.
  /// - Throws: ``CommandError/notInList(name:id:query:)`` for a book to contain that is not in the list.
  private func pageNumber(_ snapshot: CatalogSnapshot, _ order: BookOrder) throws -> Int {
    guard let name = pages.containing else { return pages.page ?? 1 }
    let id = try snapshot.id(named: name)
    guard let position = try snapshot.position(of: id, in: query, order: order) else {
      throw CommandError.notInList(name: name, id: id, query: query)
    }
    return position / pages.pageSize + 1
  }

  private func showPage(_ catalog: BookCatalog, _ order: BookOrder, _ console: Console, isAwaited: Bool) throws {
    var printer = try BookPrinter(
      output, console: console, stream: console.output, metadata: metadata.listed(console, isAwaited: isAwaited))
    let (number, page, listed) = try catalog.read { snapshot in
      let number = try pageNumber(snapshot, order)
      let page = try self.page(snapshot, order, number)
      return (number, page, try printer.listed(page.books, snapshot))
    }
    try printer.print(listed)
    try printer.finish()
    if pages.after != nil, let next = page.next { console.diagnostics.line("next: \(next)") }
    if pages.after == nil, page.books.isEmpty, number > 1,
      footer.notePastEnd(page: number, total: try count(catalog), console)
    {
      return
    }
    guard console.hasReader else { return }
    if pages.after == nil, !output.isJSON, !page.books.isEmpty {
      let total = MatchCount.exactly(try count(catalog))
      return footer.show(page: number, count: page.books.count, total: total, console)
    }
    if page.books.isEmpty { noteNothingFound(console) }
  }

  private func page(_ snapshot: CatalogSnapshot, _ order: BookOrder, _ number: Int) throws -> BookPage {
    try snapshot.page(
      of: query, order: order, at: try pages.position(order, page: number), size: pages.pageSize)
  }

  private var footer: PageFooter { PageFooter(command: command, words: words, pages: pages, global: global) }

  private func noteNothingFound(_ console: Console) {
    guard console.hasReader else { return }
    if words.isEmpty {
      // Of a catalog that is not there, opening has said so.
      guard global.exists else { return }
      console.diagnostics.hint("there are no books yet: try 'catalog refresh' or 'catalog import FILE'")
    } else {
      console.diagnostics.line("no books match \(query)")
    }
  }
}
