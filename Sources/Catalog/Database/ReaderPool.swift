import CatalogDatabase

/// A pool of up to four connections for reading, which are opened on demand. Readers never wait for the writer, because
/// the catalog uses a write-ahead log (WAL).
final class ReaderPool: Sendable {
  private let readers: [ConnectionQueue]

  init(size: Int = 4, open: @escaping @Sendable () throws -> Connection) {
    readers = (0..<size).map { ConnectionQueue(label: "catalog.reader.\($0)", open: open) }
  }

  /// The reader with the fewest running and waiting accesses. If several readers have equally few, the first of them is
  /// used, so that few connections are opened.
  var next: ConnectionQueue {
    var best = readers[0]
    for reader in readers where reader.load < best.load { best = reader }
    return best
  }

  func close() {
    for reader in readers { reader.close() }
  }
}
