/// The rows of an import that have no title but would change an existing record. They are held back until all other
/// rows are processed, because a later row with the same id and a title takes precedence. If the record does not exist
/// yet, the row without a title is rejected, and the later row takes precedence in this case, too. Importing the same
/// input again therefore has the same result.
struct HeldRows: Sendable {
  private(set) var rows: [PreparedRow] = []
  /// The approximate size of the rows in bytes.
  private(set) var bytes = 0

  mutating func append(_ row: PreparedRow) {
    rows.append(row)
    // The parsed values take about as much memory as the text of the row.
    bytes += 2 * row.row.raw.count + MemoryLayout<SourceRecord>.size
  }

  mutating func removeAll() { self = HeldRows() }
}
