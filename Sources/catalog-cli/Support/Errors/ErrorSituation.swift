import Catalog

/// The action that the user requested, for error messages that depend on it.
enum ErrorSituation {
  /// Adding a book that only a provider knows.
  case addingBook
  case reverting(BookField, book: String)
  case splitting(book: String)
  case resolvingConflict
  case addingSource(name: String, kind: String, url: String)
  case changingSource(name: String, url: String?)
  case restoring
}
