/// The full-text index over shown books. It is contentless: what a row was indexed with is made again from the book as
/// it was, in the same transaction, to take it out. Wrong words there would leave ghosts, so nothing else writes it.
struct SearchIndex {
  let connection: Connection

  func insert(_ entry: SearchEntry) throws {
    try connection.run(Self.insertSQL, entry.values)
  }

  /// - Parameter entry: exactly what the row was indexed with.
  func delete(_ entry: SearchEntry) throws {
    try connection.run(Self.deleteSQL, entry.values)
  }

  /// Changes a row. The lower row number is written first: FTS5 writes out what it holds in memory at every step back.
  func replace(_ old: SearchEntry, with new: SearchEntry) throws {
    if new.rowid < old.rowid {
      try insert(new)
      try delete(old)
    } else {
      try delete(old)
      try insert(new)
    }
  }

  /// Empties the index.
  func deleteAll() throws {
    try connection.run("INSERT INTO search_index (search_index) VALUES ('delete-all')")
  }

  private static let columns = SearchEntry.columnNames.joined(separator: ", ")
  private static let insertSQL = "INSERT INTO search_index (rowid, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)"
  private static let deleteSQL =
    "INSERT INTO search_index (search_index, rowid, \(columns)) VALUES ('delete', ?, ?, ?, ?, ?, ?, ?)"
}
