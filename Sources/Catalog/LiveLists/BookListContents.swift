/// What a list holds of the catalog, as of one of its changes: the loaded rows, and what spares reading others.
package struct BookListContents: Sendable {
  /// The books that a query finds, in order, as far as they were looked for.
  struct Found: Sendable {
    var ids: [Book.ID] = []
    /// Whether these are all of them.
    var isWhole = false
  }

  /// The number of the last change that it knows.
  package var change: Int64
  package var window = ListWindow<Book>()
  /// `nil` in a list of all books, where the page index finds any row.
  var found: Found?
  /// By what the first and the last loaded row are placed, in a list of all books.
  var ends: (first: BookPlace, last: BookPlace)?
  /// Whether nothing is left to be found out behind what is shown.
  package var isFinished = false
}
