import Catalog

/// What a command was asked to do, as far as the words about an error depend on it.
enum ErrorSituation {
  /// A book was to be added that only a provider knows.
  case addingBook
  case reverting(BookField, book: String)
  case splitting(book: String)
  case resolvingConflict
  case addingSource(name: String, kind: String, url: String)
  case changingSource(name: String, url: String?)
  case restoring
}
