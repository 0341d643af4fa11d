import Catalog
import CatalogUI

/// A row of the browser's list or tree.
enum BrowserRow: Equatable, Sendable {
  /// A book and the state of its metadata.
  case book(Book, MetadataState, depth: Int = 0)
  /// A group in the tree, which contains books.
  case group(label: String?, count: Int, isOpen: Bool)

  var book: Book? { if case .book(let book, _, _) = self { book } else { nil } }

  /// The average rating as a fraction of the highest rating, taken from the metadata or else from a source. `nil` if
  /// there is no average rating or the metadata is still loading.
  var score: Double? {
    guard case .book(let book, let metadata, _) = self, !isLoading else { return nil }
    let found: Double? = if case .loaded(let found) = metadata { found.metadata.score } else { nil }
    return (found ?? book.averageRating.map { $0 / 5 }).map { min(max($0, 0), 1) }
  }

  /// The user's own rating in stars.
  var stars: Double? { book?.rating.map { min(max($0, 0), 5) } }

  /// True while the metadata is loading.
  var isLoading: Bool {
    guard case .book(_, let metadata, _) = self else { return false }
    return metadata == .waiting || metadata == .loading
  }
}

/// The visible lines of the list or tree.
struct BrowserLines: Equatable, Sendable, ListContent {
  /// The total number of lines.
  let count: ListCount
  /// The visible rows from top to bottom; `nil` for rows that are not loaded yet.
  let rows: [BrowserRow?]

  var isEmpty: Bool { count == .exactly(0) }
}
