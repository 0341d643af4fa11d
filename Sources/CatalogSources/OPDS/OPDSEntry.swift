import CatalogModel

/// What a feed says of one book.
struct OPDSEntry {
  let item: SourceItem
  /// Its size in the feed, about.
  let size: Int

  /// Reads a book from what a feed says of it.
  ///
  /// - Parameters:
  ///   - payload: the same as bytes, from which it can be read again.
  ///   - id: what the feed calls it, as far as that could be read.
  init(payload: [UInt8], id: String?, _ builder: () throws -> RecordBuilder) {
    size = payload.count
    do {
      item = .record(try builder().record(), raw: payload)
    } catch {
      item = .bad(BadRecord(remoteID: id, payload: payload, reason: String(describing: error)))
    }
  }

  var id: String? {
    switch item {
    case .record(let record, _): record.remoteID
    case .present(let id), .removed(let id): id
    case .bad(let record): record.remoteID
    }
  }
}
