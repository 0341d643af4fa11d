import Catalog
import CatalogModel
import CatalogSources

/// The rows of an uploaded file, without the values that its sender may not set. Nobody may set references to files on
/// this machine. Only the owner may set personal fields, such as ratings and notes.
struct SentRows: RecordReader {
  let reader: any RecordReader
  /// True if the sender is the owner of the catalog.
  let isOwners: Bool

  func nextBatch() async throws -> ImportBatch? {
    while var batch = try await reader.nextBatch() {
      batch.rows = batch.rows.compactMap(allowed)
      if !batch.rows.isEmpty { return batch }
    }
    return nil
  }

  private func allowed(_ row: ImportRow) -> ImportRow? {
    let content: ImportRow.Content
    switch row.content {
    case .record(let record): content = .record(allowed(record))
    case .waiting(let record, let reason): content = .waiting(allowed(record), reason: reason)
    case .field: return isOwners ? row : nil
    case .rejected: return row
    }
    return ImportRow(number: row.number, content: content, raw: row.raw, remoteID: row.remoteID)
  }

  private func allowed(_ record: SourceRecord) -> SourceRecord {
    var record = record
    // If the cover were a path, the server would send the file at that path to anyone who requests the book.
    if let cover = record.values[.cover].value?.storedText, !WebCoverCounter.isOnWeb(cover) {
      record.values[.cover] = .absent
    }
    for field in [BookField.files, .attachments] {
      guard case .records(let files)? = record.values[field].value else {
        if record.values[field].value != nil { record.values[field] = .absent }
        continue
      }
      let others = files.filter { WebCoverCounter.isOnWeb($0["address"]?.storedText ?? "") }
      if others.count < files.count { record.values[field] = others.isEmpty ? .absent : .value(.records(others)) }
    }
    guard !isOwners else { return record }
    for field in BookField.personal where record.values[field] != .absent { record.values[field] = .absent }
    if !record.own.isEmpty { record.own = [] }
    return record
  }
}
