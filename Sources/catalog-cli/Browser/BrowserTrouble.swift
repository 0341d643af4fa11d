import CatalogUI

/// What a user has to know of the file behind the browser.
enum BrowserTrouble: Equatable, Sendable {
  /// It is not there any more: what is shown can still be read, and nothing is stored.
  case missing
  /// Another file is there.
  case replaced
  /// Rows could not be loaded, for this reason.
  case unreadable(String)

  /// That it has come, has become another, or is over.
  struct Change: Equatable, Sendable {
    let old: BrowserTrouble?
    let new: BrowserTrouble?
  }

  @MainActor init?(_ list: BookList, _ tree: BrowserTree?, _ hints: ErrorHints) {
    switch (list.fileProblem, list.end) {
    case (.fileMissing?, _): self = .missing
    case (.fileReplaced?, _): self = .replaced
    case (_, .failed(let error)): self = .unreadable(hints.text(of: error))
    default:
      guard let problem = tree?.problem else { return nil }
      self = .unreadable(problem)
    }
  }
}
