import Catalog

/// The action that the user requested. Some error messages depend on it.
enum ErrorSituation {
  /// Adding a book. If the book is unknown, its name is a provider's key.
  case addingBook
  case reverting(BookField, book: String)
  case splitting(book: String)
  case resolvingConflict
  case addingSource(name: String, kind: String, url: String)
  case changingSource(name: String, url: String?)
  case restoring
}
