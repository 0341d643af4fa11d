/// The rows of an import that have no title but would change an existing record. They are held back until all other
/// rows are processed, because a later row with the same id takes precedence if it has a title. A row without a title
/// and without an existing record is rejected, so a later row also takes precedence over it. Importing the same input
/// again therefore has the same result.
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
