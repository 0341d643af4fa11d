import Catalog
import CatalogUI

/// The lines of the list or the tree that are in view.
struct BrowserLines: Equatable, Sendable, ListContent {
  /// How many lines there are, in view or not.
  let count: ListCount
  /// From the top of the window on; `nil` for those that are not there yet.
  let rows: [BrowserRow?]

  var isEmpty: Bool { count == .exactly(0) }
}
