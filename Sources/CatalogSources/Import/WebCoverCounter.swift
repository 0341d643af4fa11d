import CatalogModel
import Synchronization

/// A reader that passes on the rows of another reader, and counts those with a cover on the web.
package final class WebCoverCounter: RecordReader {
  private let reader: any RecordReader
  private let found = Atomic(0)

  package init(_ reader: any RecordReader) { self.reader = reader }

  /// The number of rows so far whose cover is on the web.
  package var count: Int { found.load(ordering: .relaxed) }

  package func nextBatch() async throws -> ImportBatch? {
    guard let batch = try await reader.nextBatch() else { return nil }
    found.add(batch.rows.filter(Self.hasWebCover).count, ordering: .relaxed)
    return batch
  }

  private static func hasWebCover(_ row: ImportRow) -> Bool {
    switch row.content {
    case .record(let record), .waiting(let record, _):
      record.values[.cover].value.map { isOnWeb($0.storedText) } ?? false
    case .field, .rejected: false
    }
  }

  /// Returns true if an address begins with `http://` or `https://`.
  package static func isOnWeb(_ address: String) -> Bool {
    let start = address.prefix(8).lowercased()
    return start.hasPrefix("https://") || start.hasPrefix("http://")
  }
}
