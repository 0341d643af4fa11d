/// At most four connections that read, opened as they are needed. Readers never wait for the writer (WAL).
final class ReaderPool: Sendable {
  private let readers: [ConnectionQueue]

  init(size: Int = 4, open: @escaping @Sendable () throws -> Connection) {
    readers = (0..<size).map { ConnectionQueue(label: "catalog.reader.\($0)", open: open) }
  }

  /// A free reader, the ones in use before the ones not opened yet; else the one with the fewest waiting.
  var next: ConnectionQueue {
    var best = readers[0]
    for reader in readers where reader.load < best.load { best = reader }
    return best
  }

  func close() {
    for reader in readers { reader.close() }
  }
}
