import Catalog
import CommandLineKit
import Platform

/// The line below a page. It shows the page's position in the list and the command for the next page.
struct PageFooter {
  let command: String
  /// The words of the query as typed.
  let words: [String]
  let pages: PageOptions
  let form: ListFormOptions
  let metadata: MetadataOptions
  let global: GlobalOptions

  /// Shows the footer: “21–40 of 10,000 books (page 2 of 500). Next: catalog list --page 3”, or “1–20 of more than
  /// 1,000 books. Next: …”.
  ///
  /// - Parameters:
  ///   - page: The page number, starting at 1.
  ///   - count: The number of books on the page, at least 1.
  func show(page: Int, count: Int, total: ListCount, _ console: Console) {
    let first = (page - 1) * pages.pageSize + 1
    let dash = console.diagnostics.settings.symbols.rangeDash
    var footer = "\(first.grouped)\(dash)\((first + count - 1).grouped) of "
    let isLast: Bool
    switch total {
    case .exactly(let total):
      let lastPage = lastPage(of: total)
      footer += total.counted("book")
      if lastPage > 1 { footer += " (page \(page.grouped) of \(lastPage.grouped))" }
      isLast = page >= lastPage
    case .atLeast(let known):
      // The list may contain exactly `known` books, so the footer says “more than” one book fewer.
      footer += "more than \(max(known - 1, first + count - 1).counted("book"))"
      isLast = false
    }
    if !isLast { footer += ". Next: \(commandLine(page: page + 1))" }
    console.diagnostics.line(footer)
  }

  /// Prints a note that the piped output contains only the first page.
  func noteFirst(_ count: Int, of total: ListCount, _ console: Console) {
    let all = total.isExact ? total.known.counted("book") : "more than \((total.known - 1).counted("book"))"
    console.diagnostics.hint("showing the first \(count.grouped) of \(all); use --all for all")
  }

  /// Prints a note that a page is beyond the end of the list, even for scripts.
  ///
  /// - Parameters:
  ///   - page: The number of the page, starting at 1.
  ///   - total: The number of books.
  /// - Returns: True if a note was printed. False for the first page or an empty list.
  func notePastEnd(page: Int, total: Int, _ console: Console) -> Bool {
    guard page > 1, total > 0 else { return false }
    let last = lastPage(of: total)
    let count = last == 1 ? "there is 1 page" : "there are \(last.grouped) pages"
    console.diagnostics.hint("page \(page.grouped) is past the end: \(count)")
    return true
  }

  private func lastPage(of total: Int) -> Int { (total + pages.pageSize - 1) / pages.pageSize }

  /// Returns the command that shows a page. Pages are numbered from 1.
  func commandLine(page: Int) -> String {
    // Without the separator `--`, a word such as -x would be an option.
    let needsSeparator = words.contains { $0.hasPrefix("-") && $0.count == 2 }
    var parts = [command] + (needsSeparator ? [] : words)
    if let sort = pages.sort { parts += ["--sort", sort] }
    if pages.pageSize != PageOptions.defaultSize { parts += ["--page-size", String(pages.pageSize)] }
    parts += form.words + metadata.words + ["--page", String(page)]
    return global.commandLine(needsSeparator ? parts + ["--"] + words : parts)
  }
}
