import CatalogDatabase

/// The table `saved_search`.
struct SavedSearchTable {
  let connection: Connection

  /// Returns all searches, ordered by name.
  func all() throws -> [SavedSearch] {
    var searches: [SavedSearch] = []
    try connection.statement("SELECT name, query, sort FROM saved_search ORDER BY key").forEachRow {
      searches.append(Self.decode($0))
    }
    return searches
  }

  /// Returns the search with the given name, regardless of case.
  func search(named name: String) throws -> SavedSearch? {
    try connection.statement("SELECT name, query, sort FROM saved_search WHERE key = ?")
      .first([.text(SavedSearch.key(name))], Self.decode)
  }

  /// Writes a search, and replaces any search with the same name.
  func write(_ search: SavedSearch) throws {
    try connection.run(
      "INSERT OR REPLACE INTO saved_search (key, name, query, sort) VALUES (?, ?, ?, ?)",
      [.text(SavedSearch.key(search.name)), .text(search.name), .text(search.query), SQLValue(search.order)])
  }

  func delete(_ name: String) throws {
    try connection.run("DELETE FROM saved_search WHERE key = ?", [.text(SavedSearch.key(name))])
  }

  private static func decode(_ row: Statement) -> SavedSearch {
    SavedSearch(name: row.text(0), query: row.text(1), order: row.optionalText(2))
  }
}
