/// Texts that sources store in addition to their cursors, as a list for each source.
struct SourceNoteTable {
  let connection: Connection

  func notes(of source: CatalogSource.ID) throws -> [String] {
    var notes: [String] = []
    try connection.statement("SELECT text FROM source_note WHERE source_id = ? ORDER BY number")
      .forEachRow([.id(source)]) { notes.append($0.text(0)) }
    return notes
  }

  /// Replaces the notes of a source after the first `kept` notes. Must run in the transaction that stores the cursor.
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
