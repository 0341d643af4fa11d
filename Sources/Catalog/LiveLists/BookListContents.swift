/// The state of a list as of one change of the catalog: the loaded rows, and data that saves reading other rows.
package struct BookListContents: Sendable {
  /// The ids of the books that a query finds, in order, as far as they have been determined.
  struct Found: Sendable {
    var ids: [Book.ID] = []
    /// True if these are all ids of the query.
    var isWhole = false
  }

  /// The number of the last change that the state includes.
  package var change: Int64
  package var window = ListWindow<Book>()
  /// The found ids; `nil` for a list of all books, in which the page index finds any row.
  var found: Found?
  /// The sort positions of the first and the last loaded row, in a list of all books.
  var ends: (first: BookPlace, last: BookPlace)?
  /// True if everything about the list is known, so that no background work is left.
  package var isFinished = false
}
