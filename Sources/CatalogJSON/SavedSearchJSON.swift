import Catalog
import CatalogSources

/// A saved search as JSON; see `search --saved --json` in docs/json.md.
package enum SavedSearchJSON {
  /// Writes a saved search.
  ///
  /// - Parameter books: The number of books that the search finds.
  package static func write(_ search: SavedSearch, books: Int, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", search.name)
      json.member("query", search.query)
      if let order = search.order { json.member("sort", order) }
      json.member("books", books)
    }
  }
}
