import CatalogUI

/// A problem with the catalog's file that the user should know about.
enum BrowserTrouble: Equatable, Sendable {
  /// The file no longer exists. Displayed data can still be read, but nothing can be stored.
  case missing
  /// Another file has replaced it.
  case replaced
  /// Rows could not be loaded, for this reason.
  case unreadable(String)

  /// A transition between problems, or from and to none.
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
