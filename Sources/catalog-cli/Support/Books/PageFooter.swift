import Catalog
import CommandLineKit

/// The line below a page, which says where the page stands and how to go on.
struct PageFooter {
  let command: String
  /// The query's words as they were typed.
  let words: [String]
  let pages: PageOptions
  let form: ListFormOptions
  let global: GlobalOptions

  /// “21–40 of 10,000 books (page 2 of 500). Next: catalog list --page 3”, or “1–20 of more than 1,000 books. Next: …”
  ///
  /// - Parameters:
  ///   - page: its number, from 1.
  ///   - count: how many books it has, at least 1.
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
      // Those that are shown may be more than were counted.
      footer += "more than \(max(known - 1, first + count - 1).counted("book"))"
      isLast = false
    }
    if !isLast { footer += ". Next: \(commandLine(page: page + 1))" }
    console.diagnostics.line(footer)
  }

  /// Says that what goes to a program is not all there is.
  func noteFirst(_ count: Int, of total: ListCount, _ console: Console) {
    let all = total.isExact ? total.known.counted("book") : "more than \((total.known - 1).counted("book"))"
    console.diagnostics.hint("these are the first \(count.grouped) of \(all); --all for all of them")
  }

  /// Says, also to a script, that there are books and the page is behind the last of them.
  ///
  /// - Parameters:
  ///   - page: its number, from 1.
  ///   - total: how many books there are.
  /// - Returns: whether there is anything to say.
  func notePastEnd(page: Int, total: Int, _ console: Console) -> Bool {
    guard page > 1, total > 0 else { return false }
    let last = lastPage(of: total)
    let count = last == 1 ? "there is 1 page" : "there are \(last.grouped) pages"
    console.diagnostics.hint("page \(page.grouped) is past the end: \(count)")
    return true
  }

  private func lastPage(of total: Int) -> Int { (total + pages.pageSize - 1) / pages.pageSize }

  /// The command that shows a page, by its number from 1.
  func commandLine(page: Int) -> String {
    var parts = [command] + words
    if let sort = pages.sort { parts += ["--sort", sort] }
    if pages.pageSize != PageOptions.usualSize { parts += ["--page-size", String(pages.pageSize)] }
    return global.commandLine(parts + form.words + ["--page", String(page)])
  }
}
