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
    let (old, new) = SearchEntry.change(from: old, to: new)
    if new.rowid < old.rowid {
      try insert(new)
      try delete(old)
    } else {
      try delete(old)
      try insert(new)
    }
  }

  /// Adds a row of a run.
  func insert(_ run: SearchRun, at position: Int) throws {
    let statement = try connection.statement(Self.insertSQL)
    defer { statement.reset() }
    try statement.bind(.integer(run.number(at: position)), at: 1)
    try run.withRow(at: position) { row in
      try row.forEachColumn { column, text in try statement.bind(text, at: Int32(column + 2)) }
      while try statement.step() {}
    }
  }

  /// How FTS5 collects and merges what it is given (sqlite.org/fts5.html#the_automerge_configuration_option; `hashsize`
  /// is how many bytes it holds in memory before it writes a part).
  enum Settings {
    case everyday
    /// A load of sorted runs: large parts, and no merging.
    case load

    fileprivate var values: [(name: String, value: Int64)] {
      switch self {
      case .everyday: [("automerge", 4), ("hashsize", 1_048_576)]
      case .load: [("automerge", 0), ("hashsize", 16_777_216)]
      }
    }
  }

  func set(_ settings: Settings) throws {
    for (name, value) in settings.values {
      try connection.run(
        "INSERT INTO search_index (search_index, rank) VALUES (?, ?)", [.text(name), .integer(value)])
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
