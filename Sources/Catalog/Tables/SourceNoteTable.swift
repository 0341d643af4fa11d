import CatalogDatabase

/// The table `source_note`, with a list of texts that each source stores in addition to its cursor.
struct SourceNoteTable {
  let connection: Connection

  func notes(of source: CatalogSource.ID) throws -> [String] {
    var notes: [String] = []
    try connection.statement("SELECT text FROM source_note WHERE source_id = ? ORDER BY number")
      .forEachRow([.id(source)]) { notes.append($0.text(0)) }
    return notes
  }

  /// Keeps the first `kept` notes of a source, and replaces the rest. Must be called in the transaction that stores the
  /// source's cursor.
  func write(_ notes: [String], after kept: Int, of source: CatalogSource.ID) throws {
    try drop(from: kept, of: source)
    for (index, text) in notes.enumerated() {
      try connection.run(
        "INSERT INTO source_note (source_id, number, text) VALUES (?, ?, ?)",
        [.id(source), .integer(Int64(kept + index)), .text(text)])
    }
  }

  /// Deletes all notes of a source.
  func dropAll(of source: CatalogSource.ID) throws { try drop(from: 0, of: source) }

  private func drop(from number: Int, of source: CatalogSource.ID) throws {
    try connection.run(
      "DELETE FROM source_note WHERE source_id = ? AND number >= ?", [.id(source), .integer(Int64(number))])
  }
}
