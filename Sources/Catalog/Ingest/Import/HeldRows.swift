/// The rows of an import that have no title but would change an existing record. They are processed after all other
/// rows, because a later row with the same id and a title takes precedence. If the record does not exist yet, the row
/// without a title is rejected, so that the later row takes precedence as well. Importing the same input again
/// therefore has the same result.
struct HeldRows: Sendable {
  private(set) var rows: [PreparedRow] = []
  /// The approximate size of the rows in bytes.
  private(set) var bytes = 0

  mutating func append(_ row: PreparedRow) {
    rows.append(row)
    // The values take about as much memory as the text.
    bytes += 2 * row.row.raw.count + MemoryLayout<SourceRecord>.size
  }

  mutating func removeAll() { self = HeldRows() }
}
