import CatalogModel

/// A feed's entry for one book.
struct OPDSEntry {
  let item: SourceItem
  /// The approximate size of the entry in the feed, in bytes.
  let size: Int

  /// Creates an entry from a feed's data about a book.
  ///
  /// - Parameters:
  ///   - payload: The data as bytes, from which the entry can be decoded again.
  ///   - id: The id in the feed, if it could be read.
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
