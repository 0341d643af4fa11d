import CatalogModel

/// A reader of the rows of an import: the lines, records or entries of a format.
protocol RowReader: AnyObject {
  /// Returns the next row in the order of the input, or `nil` at the end.
  ///
  /// - Throws: An error that makes it impossible to continue reading.
  func next() throws -> ImportRow?
}

/// Returns the rows of a reader in batches.
actor BatchingReader: RecordReader {
  /// The maximum number of rows and bytes in a batch. Each transaction of an import stores one batch.
  private static let batchRows = 2_000
  private static let batchBytes = 4 * 1_048_576

  /// The rows, and the stream that they are read from. The stream tracks the progress.
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
