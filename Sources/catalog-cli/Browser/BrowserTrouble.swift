import Catalog

/// What a user has to know of the file behind the browser.
enum BrowserTrouble: Equatable, Sendable {
  /// It is not there any more: what is shown can still be read, and nothing is stored.
  case missing
  /// Another file is there.
  case replaced
  /// More rows could not be loaded, for this reason.
  case unreadable(String)
  /// Nothing any more.
  case over

  @MainActor init?(_ list: BookList) {
    switch (list.fileProblem, list.end) {
    case (.fileMissing?, _): self = .missing
    case (.fileReplaced?, _): self = .replaced
    case (_, .failed(let error)): self = .unreadable(String(describing: error))
    default: return nil
    }
  }
}
