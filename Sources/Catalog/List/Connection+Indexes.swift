import CatalogDatabase

extension Connection {
  /// Returns true if an index exists. If not, a search by its column would scan all books. Indexes for lists are
  /// missing while an empty catalog is being filled.
  func has(index: String) throws -> Bool {
    try integer("SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?", [.text(index)]) != nil
  }
}
