import CatalogUI

/// A problem with the catalog's file that the browser reports to the user.
enum BrowserTrouble: Equatable, Sendable {
  /// The file no longer exists. Displayed data can still be read, but nothing can be stored.
  case missing
  /// A different file has replaced the catalog's file.
  case replaced
  /// Rows could not be loaded, for the given reason.
  case unreadable(String)

  /// A change from one problem to another; `nil` stands for no problem.
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
