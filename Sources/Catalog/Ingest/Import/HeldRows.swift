/// Rows of an import without a title that say something new of a record that is there: they are taken in behind the others,
/// since a later row of the same id that has the title goes before them. Where the record is not there yet they are no
/// books and that row goes before them too: so the same input again does the same.
struct HeldRows: Sendable {
  private(set) var rows: [PreparedRow] = []
  /// About as many bytes as they take.
  private(set) var bytes = 0

  mutating func append(_ row: PreparedRow) {
    rows.append(row)
    // What it says takes about as much as its text.
    bytes += 2 * row.row.raw.count + MemoryLayout<SourceRecord>.size
  }

  mutating func removeAll() { self = HeldRows() }
}
