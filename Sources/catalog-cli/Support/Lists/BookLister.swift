import Catalog
import CommandLineKit
import Platform

/// The implementation of `list` and `search`. It shows one page of a query's results, or all results.
struct BookLister {
  let command: String
  let global: GlobalOptions
  let pages: PageOptions
  let output: JSONOptions
  let form: ListFormOptions
  let metadata: MetadataOptions
  /// The words of the query as typed.
  let words: [String]
  private let query: BookQuery

  /// The number of books read in each transaction when all results are shown.
  private static let readAtOnce = 500

  /// Creates a lister.
  ///
  /// - Parameter order: The order of the books.
  init(
    command: String, global: GlobalOptions, pages: PageOptions, output: JSONOptions, form: ListFormOptions,
    metadata: MetadataOptions, words: [String], order: BookOrder
  ) {
    (self.command, self.global, self.pages, self.output) = (command, global, pages, output)
    (self.form, self.metadata, self.words) = (form, metadata, words)
    query = BookQuery(Self.text(of: words), order: order)
  }

  /// Returns the words separated by spaces. `joined(separator:)` would add 10 % to the time needed to show a page,
  /// because the Swift runtime would search all protocol conformances in the program.
  private static func text(of words: [String]) -> String {
    var text = words.first ?? ""
    for word in words.dropFirst() { text += " \(word)" }
    return text
  }

  /// True if the best matches come first and matching words are highlighted.
  private var isRanked: Bool { query.order == .bestMatch }

  func run() throws {
    let console = global.console
    // Checks the cursor first, so that an invalid cursor is an error even if the catalog is empty.
    _ = try pages.position(query.order, page: 1)
    let catalog = try global.openForReading()
    // Reports unknown names before requesting any metadata.
    let shown = output.isJSON ? .table([]) : try form.form(catalog, console)
    try console.noteProblems(of: query, in: catalog)
    var isAwaited = false
    if !pages.count, !pages.all {
      isAwaited = try metadata.fetch(catalog, console) { snapshot in
        try page(snapshot, try pageNumber(snapshot)).books
      }
    }
    if pages.count {
      try console.output.write("\(try count(catalog))\n")
      try console.output.flush()
    } else if pages.all {
      try showAll(shown, catalog, console)
    } else {
      try showPage(shown, catalog, console, isAwaited: isAwaited)
    }
  }

  private func printer(
    _ form: ListForm, _ catalog: BookCatalog, _ console: Console, _ stream: StandardStream, isAwaited: Bool = false
  ) throws -> BookPrinter {
    let own = try output.isJSON ? catalog.read { try $0.fields() } : OwnFields()
    return try BookPrinter(
      output, form: form, own: own, console: console, stream: stream, marking: isRanked ? query : nil,
      metadata: metadata.listed(console, isAwaited: isAwaited))
  }

  /// Shows all results, page by page. Each page is read in its own transaction. If books change in the meantime, a book
  /// may therefore appear twice or not at all.
  private func showAll(_ form: ListForm, _ catalog: BookCatalog, _ console: Console) throws {
    var (count, unindexed) = (0, 0)
    try console.paged { stream in
      var printer = try printer(form, catalog, console, stream)
      var position: PagePosition? = .start
      while let current = position {
        let (listed, page) = try catalog.read { snapshot in
          let page = try snapshot.page(query, at: current, size: Self.readAtOnce)
          return (try printer.listed(page.books, snapshot), page)
        }
        unindexed = max(unindexed, page.unindexed)
        count += listed.books.count
        try printer.print(listed)
        position = page.next.map(PagePosition.after)
      }
      try printer.finish()
    }
    note(unindexed: unindexed, console)
    if count == 0 { try noteNothingFound(catalog, console) }
  }

  private func count(_ catalog: BookCatalog) throws -> Int { try catalog.read { try $0.count(of: query) } }

  /// Returns the number of the page to show, starting at 1.
  ///
  /// - Throws: ``CommandError/notInList(name:id:query:)`` if the page must contain a book that is not in the list.
  private func pageNumber(_ snapshot: CatalogSnapshot) throws -> Int {
    guard let name = pages.containing else { return pages.page ?? 1 }
    let id = try snapshot.id(named: name)
    guard let position = try snapshot.position(of: id, in: query) else {
      throw CommandError.notInList(name: name, id: id, query: query.text)
    }
    return position / pages.pageSize + 1
  }

  private func showPage(
    _ form: ListForm, _ catalog: BookCatalog, _ console: Console, isAwaited: Bool
  ) throws {
    var printer = try printer(form, catalog, console, console.output, isAwaited: isAwaited)
    let (number, page, listed) = try catalog.read { snapshot in
      let number = try pageNumber(snapshot)
      let page = try self.page(snapshot, number)
      return (number, page, try printer.listed(page.books, snapshot))
    }
    try printer.print(listed)
    try printer.finish()
    if pages.after != nil, let next = page.next { console.diagnostics.line("next: \(next)") }
    note(unindexed: page.unindexed, console)
    if pages.after == nil, page.books.isEmpty, number > 1,
      footer.notePastEnd(page: number, total: try count(catalog), console)
    {
      return
    }
    if page.books.isEmpty {
      // With a cursor, an empty page only means that there are no further matches.
      if isRanked, pages.after != nil { return }
      return try noteNothingFound(catalog, console)
    }
    guard pages.after == nil else { return }
    let hasFooter = console.hasReader && !output.isJSON
    // If the first page goes to a pipe, the user may have wanted all books.
    guard hasFooter || page.next != nil && pages.isDefault && console.diagnostics.settings.isTerminal else { return }
    let total = try total(catalog, on: page, number)
    if hasFooter {
      footer.show(page: number, count: page.books.count, total: total, console)
    } else {
      footer.noteFirst(page.books.count, of: total, console)
    }
  }

  private func page(_ snapshot: CatalogSnapshot, _ number: Int) throws -> BookPage {
    try snapshot.page(query, at: try pages.position(query.order, page: number), size: pages.pageSize)
  }

  /// Returns the number of books. In a ranked search, matches must be read to be counted, so counting stops at 1,000.
  private func total(_ catalog: BookCatalog, on page: BookPage, _ number: Int) throws -> ListCount {
    guard isRanked else { return .exactly(try count(catalog)) }
    // On the last page, the total follows from the page number.
    if page.next == nil { return .exactly((number - 1) * pages.pageSize + page.books.count) }
    return try catalog.read { try $0.count(of: query, upTo: 1_000) }
  }

  private var footer: PageFooter {
    PageFooter(command: command, words: words, pages: pages, form: form, metadata: metadata, global: global)
  }

  private func note(unindexed: Int, _ console: Console) {
    guard unindexed > 0 else { return }
    console.diagnostics.hint(
      "\(unindexed.counted("book")) could not be searched, because the index is incomplete; continue the import or "
        + "upgrade, or run \(global.typed.quoted("check", "--repair"))")
  }

  private func noteNothingFound(_ catalog: BookCatalog, _ console: Console) throws {
    if console.hasReader {
      if !words.isEmpty {
        console.diagnostics.line("no books match \(query.text)")
      } else if global.exists {
        // A missing catalog was already reported when it was opened.
        console.diagnostics.hint("no books yet; \(global.typed.getBooks)")
      }
    }
    if !words.isEmpty { try suggest(catalog, console) }
  }

  /// Suggests other spellings after a search without results, even if the output is piped.
  private func suggest(_ catalog: BookCatalog, _ console: Console) throws {
    let suggestions = try catalog.read { try $0.suggestions(for: query.text) }
    if let best = suggestions.spellings.first {
      let others = suggestions.spellings.dropFirst().map { ", '\($0)'" }.joined()
      let command = global.commandLine([command] + best.split(separator: " ").map(String.init))
      console.diagnostics.hint("did you mean '\(best)'\(others)? try: \(command)")
    }
    if let word = suggestions.insideWords.first {
      let inside = suggestions.insideWords.joined(separator: ", ")
      let words = global.commandLine([command, word])
      console.diagnostics.hint("your search is part of these words: \(inside); try: \(words)")
    }
  }
}
