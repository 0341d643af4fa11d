/// The state of a live list after one change to the catalog. It contains the loaded rows, and data that makes
/// loading other rows faster.
package struct BookListContents: Sendable {
  /// The ids of the books in the list, in order. The end of the list may not have been found yet.
  struct Found: Sendable {
    var ids: [Book.ID] = []
    /// True if all ids of the list have been found.
    var isWhole = false
  }

  /// The number of the latest change to the catalog that this state includes.
  package var change: Int64
  package var window = ListWindow<Book>()
  /// The ids found so far. `nil` for a list of all books, which does not need them because the page index finds any
  /// row.
  var found: Found?
  /// In a list of all books, the positions of the first and last loaded rows in the sort order.
  var ends: (first: BookPosition, last: BookPosition)?
  /// True if no background work is left.
  package var isFinished = false
}
