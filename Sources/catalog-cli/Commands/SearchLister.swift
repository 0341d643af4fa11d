import Catalog

/// Shows what a search found, the best first.
struct SearchLister {
  let global: GlobalOptions
  let pages: PageOptions
  let output: JSONOptions
  let metadata: MetadataOptions
  /// The query's words as they were typed.
  let words: [String]

  private var query: String { words.joined(separator: " ") }

  func run() throws {
    let console = global.console
    let position = try position
    let catalog = try global.openForReading()
    var isAwaited = false
    if !pages.all {
      isAwaited = try metadata.fetch(catalog, console) {
        let page = try $0.search(query, at: position, size: pages.pageSize)
        return page.books + page.unplaced
      }
    }
    try catalog.read { snapshot in
      if pages.all {
        try showAll(snapshot, console)
      } else {
        try showPage(snapshot, position, console, isAwaited: isAwaited)
      }
    }
  }

  /// Who names a page by its number or by a cursor waits for it: a page that was cut short would lead past books.
  private var position: SearchPosition {
    get throws {
      if let after = pages.after { return after == "start" ? .offset(0) : .after(try SearchCursor(after)) }
      return pages.page.map { .offset(pages.offset(ofPage: $0)) } ?? .start
    }
  }

  private func showAll(_ snapshot: CatalogSnapshot, _ console: Console) throws {
    var count = 0
    try console.paged { stream in
      var printer = try BookPrinter(
        output, console: console, stream: stream, query: query, metadata: metadata.reader(snapshot, console))
      try snapshot.forEachMatch(of: query) { book in
        count += 1
        try printer.print(book)
      }
      try printer.finish()
    }
    if count == 0 { try noteNothingFound(snapshot, console) }
  }

  private func showPage(_ snapshot: CatalogSnapshot, _ position: SearchPosition, _ console: Console, isAwaited: Bool)
    throws
  {
    let page = try snapshot.search(query, at: position, size: pages.pageSize)
    var printer = try BookPrinter(
      output, console: console, stream: console.output, query: query,
      metadata: metadata.reader(snapshot, console, isAwaited: isAwaited))
    for book in page.books + page.unplaced { try printer.print(book) }
    try printer.finish()
    if pages.after != nil, let next = page.next { console.diagnostics.line("next: \(next)") }
    if page.unindexed > 0 {
      console.diagnostics.hint("an import goes on: still indexing \(page.unindexed.counted("book"))")
    }
    if page.isCutShort {
      return console.diagnostics.hint(
        "the search took too long and was cut short: more may match, and better; the page in full: "
          + footer.commandLine(page: 1))
    }
    let number = pages.page ?? 1
    if pages.after == nil, page.books.isEmpty, number > 1,
      footer.notePastEnd(page: number, total: try snapshot.count(of: query), console)
    {
      return
    }
    guard pages.after == nil else { return }
    if page.books.isEmpty { return try noteNothingFound(snapshot, console) }
    guard console.hasReader, !output.isJSON else { return }
    // On the last page the count is known without counting.
    let total =
      page.next == nil
      ? MatchCount.exactly((number - 1) * pages.pageSize + page.books.count) : try snapshot.matchCount(of: query)
    footer.show(page: number, count: page.books.count, total: total, console)
  }

  private var footer: PageFooter { PageFooter(command: "search", words: words, pages: pages, global: global) }

  /// “no books match tolkein”, and what may have been meant, which is worth knowing to who pipes, too.
  private func noteNothingFound(_ snapshot: CatalogSnapshot, _ console: Console) throws {
    if console.hasReader { console.diagnostics.line("no books match \(query)") }
    let suggestions = try snapshot.suggestions(for: query)
    if let best = suggestions.spellings.first {
      let others = suggestions.spellings.dropFirst().map { ", '\($0)'" }.joined()
      let command = global.commandLine(["search"] + best.split(separator: " ").map(String.init))
      console.diagnostics.hint("did you mean '\(best)'\(others)? try: \(command)")
    }
    if let word = suggestions.insideWords.first {
      let inside = suggestions.insideWords.joined(separator: ", ")
      console.diagnostics.hint("inside words there is: \(inside); try: \(global.commandLine(["search", word]))")
    }
  }
}
