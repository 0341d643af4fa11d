/// The part of the catalog that a list holds, as of one of its changes: the loaded rows, and what spares reading others.
struct BookListContents: Sendable {
  /// The books that a query finds, in order, as far as they were looked for.
  struct Found: Sendable {
    var ids: [Int64] = []
    /// Whether these are all of them.
    var isWhole = false
  }

  /// The number of the last change that it knows.
  var change: Int64
  var window = ListWindow<Book>()
  /// `nil` in a list of all books, where the page index finds any row.
  var found: Found?
  /// By what the first and the last loaded row are placed, in a list of all books.
  var ends: (first: BookPlace, last: BookPlace)?
  /// Whether nothing is left to be found out behind what is shown.
  var isFinished = false
}
