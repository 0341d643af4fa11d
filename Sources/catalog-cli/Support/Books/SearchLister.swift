import Catalog
import CommandLineKit

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
        return page.books
      }
    }
    if pages.all {
      try showAll(catalog, console)
    } else {
      try showPage(catalog, position, console, isAwaited: isAwaited)
    }
  }

  private var position: SearchPosition {
    get throws {
      if let after = pages.after { return after == "start" ? .offset(0) : .after(try SearchCursor(after)) }
      return pages.page.map { .offset(pages.offset(ofPage: $0)) } ?? .start
    }
  }

  /// Shows page after page, each read by itself, as ``BookLister`` does.
  private func showAll(_ catalog: BookCatalog, _ console: Console) throws {
    var (count, unindexed) = (0, 0)
    try console.paged { stream in
      var printer = try BookPrinter(
        output, console: console, stream: stream, query: query, metadata: metadata.listed(console))
      var position: SearchPosition? = .offset(0)
      while let place = position {
        let (listed, next, notSearched) = try catalog.read { snapshot in
          let page = try snapshot.search(query, at: place, size: BookLister.readAtOnce)
          return (try printer.listed(page.books, snapshot), page.next, page.unindexed)
        }
        unindexed = max(unindexed, notSearched)
        count += listed.books.count
        try printer.print(listed)
        position = next.map(SearchPosition.after)
      }
      try printer.finish()
    }
    note(unindexed: unindexed, console)
    if count == 0 { try noteNothingFound(catalog, console) }
  }

  private func note(unindexed: Int, _ console: Console) {
    guard unindexed > 0 else { return }
    console.diagnostics.hint(
      "\(unindexed.counted("book")) not searched: they are indexed when the import or upgrade continues; "
        + "'catalog check --repair' does it now")
  }

  private func showPage(_ catalog: BookCatalog, _ position: SearchPosition, _ console: Console, isAwaited: Bool) throws
  {
    var printer = try BookPrinter(
      output, console: console, stream: console.output, query: query,
      metadata: metadata.listed(console, isAwaited: isAwaited))
    let (page, listed) = try catalog.read { snapshot in
      let page = try snapshot.search(query, at: position, size: pages.pageSize)
      return (page, try printer.listed(page.books, snapshot))
    }
    try printer.print(listed)
    try printer.finish()
    if pages.after != nil, let next = page.next { console.diagnostics.line("next: \(next)") }
    note(unindexed: page.unindexed, console)
    let number = pages.page ?? 1
    if pages.after == nil, page.books.isEmpty, number > 1,
      footer.notePastEnd(page: number, total: try catalog.read { try $0.count(of: query) }, console)
    {
      return
    }
    guard pages.after == nil else { return }
    if page.books.isEmpty { return try noteNothingFound(catalog, console) }
    guard console.hasReader, !output.isJSON else { return }
    // On the last page the count is known without counting.
    let total =
      page.next == nil
      ? MatchCount.exactly((number - 1) * pages.pageSize + page.books.count)
      : try catalog.read { try $0.matchCount(of: query) }
    footer.show(page: number, count: page.books.count, total: total, console)
  }

  private var footer: PageFooter { PageFooter(command: "search", words: words, pages: pages, global: global) }

  /// “no books match tolkein”, and what may have been meant, which is worth knowing to who pipes, too.
  private func noteNothingFound(_ catalog: BookCatalog, _ console: Console) throws {
    if console.hasReader { console.diagnostics.line("no books match \(query)") }
    let suggestions = try catalog.read { try $0.suggestions(for: query) }
    if let best = suggestions.spellings.first {
      let others = suggestions.spellings.dropFirst().map { ", '\($0)'" }.joined()
      let command = global.commandLine(["search"] + best.split(separator: " ").map(String.init))
      console.diagnostics.hint("did you mean '\(best)'\(others)? try: \(command)")
    }
    if let word = suggestions.insideWords.first {
      let inside = suggestions.insideWords.joined(separator: ", ")
      console.diagnostics.hint("found inside words: \(inside); try: \(global.commandLine(["search", word]))")
    }
  }
}
