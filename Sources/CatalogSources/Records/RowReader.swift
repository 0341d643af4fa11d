import CatalogModel

/// Reads the rows of an import one after the other: the lines, records or entries of a format.
protocol RowReader: AnyObject {
  /// The next row in the order of the input; `nil` at its end.
  /// - Throws: what keeps the input from being read on.
  func next() throws -> ImportRow?
}

/// Gives the rows of a reader in batches.
actor BatchingReader: RecordReader {
  /// Rows and bytes of a batch: as many as one transaction of an import takes.
  private static let batchRows = 2_000
  private static let batchBytes = 4 * 1_048_576

  /// The rows, and the stream under them, which knows how far they are.
  struct Input {
    let rows: any RowReader
    let stream: ByteStream
  }

  private let input: Input

  init(_ input: sending Input) { self.input = input }

  func nextBatch() throws -> ImportBatch? {
    var batch: [ImportRow] = []
    var bytes = 0
    while batch.count < Self.batchRows, bytes < Self.batchBytes, let row = try input.rows.next() {
      bytes += row.raw.count
      batch.append(row)
    }
    return batch.isEmpty ? nil : ImportBatch(rows: batch, bytesRead: Int64(input.stream.bytesConsumed))
  }
}
