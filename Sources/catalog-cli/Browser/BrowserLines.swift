import Catalog
import CatalogUI

/// The visible lines of the list or tree.
struct BrowserLines: Equatable, Sendable, ListContent {
  /// The total number of lines.
  let count: ListCount
  /// The visible rows from top to bottom; `nil` for rows that are not loaded yet.
  let rows: [BrowserRow?]

  var isEmpty: Bool { count == .exactly(0) }
}
