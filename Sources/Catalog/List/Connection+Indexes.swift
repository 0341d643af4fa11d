extension Connection {
  /// Returns true if an index exists. While an empty catalog is being filled, the indexes of lists do not exist yet,
  /// and a seek would scan all books.
  func has(index: String) throws -> Bool {
    try integer("SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?", [.text(index)]) != nil
  }
}
