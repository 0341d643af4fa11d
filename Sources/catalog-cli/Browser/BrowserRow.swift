import Catalog
import CatalogUI

/// A line of the browser's list or tree.
enum BrowserRow: Equatable, Sendable {
  /// A book, and how far its metadata is.
  case book(Book, MetadataState, depth: Int = 0)
  /// A line of the tree with books below it.
  case group(label: String?, count: Int, isOpen: Bool)

  var book: Book? { if case .book(let book, _, _) = self { book } else { nil } }

  /// The rating of others to draw, as a part of the best one: that of the metadata, else the one that a source gives; `nil`
  /// where there is none, or it is still to come.
  var score: Double? {
    guard case .book(let book, let metadata, _) = self, !isLoading else { return nil }
    let found: Double? = if case .loaded(let found) = metadata { found.metadata.score } else { nil }
    return (found ?? book.averageRating.map { $0 / 5 }).map { min(max($0, 0), 1) }
  }

  /// The user's own rating, in stars.
  var stars: Double? { book?.rating.map { min(max($0, 0), 5) } }

  /// Whether its metadata is still to come.
  var isLoading: Bool {
    guard case .book(_, let metadata, _) = self else { return false }
    return metadata == .waiting || metadata == .loading
  }
}
