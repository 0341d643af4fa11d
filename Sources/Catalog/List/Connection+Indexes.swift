extension Connection {
  /// Whether an index is there: while an empty catalog is filled, those of lists are not, and a seek would read all books.
  func has(index: String) throws -> Bool {
    try integer("SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?", [.text(index)]) != nil
  }
}
