import FoundationEssentials

/// Prepares rows for the writer, on the CPU core that reads them. Computes canonical values, fingerprints, sort keys
/// and search words.
struct ImportPreparation: Sendable {
  /// The id of the source, or the id that it will have when it is created.
  let source: CatalogSource.ID
  /// The time at which the import began.
  let started: Date
  /// The time at which the rows are read. New UUIDs contain this time, so they sort after earlier UUIDs in the UUID
  /// index.
  var time: Date
  /// True if the rows are likely to be new books. If false, for example because the file was imported before, preparing
  /// books is not worth the work.
  var expectsNewBooks = true

  func rows(_ rows: [ImportRow]) -> [PreparedRow] {
    var generator = SystemRandomNumbers()
    return rows.map { row in
      switch row.content {
      case .rejected(let reason): PreparedRow(row: row, content: .rejected(reason: reason))
      case .field(let field): PreparedRow(row: row, content: .field(field))
      case .record(let record): prepared(record, row, using: &generator)
      case .waiting(let record, let reason):
        PreparedRow(row: row, content: .waiting(remoteID: record.remoteID, reason: reason))
      }
    }
  }

  private func prepared(
    _ record: SourceRecord, _ row: ImportRow, using generator: inout SystemRandomNumbers
  ) -> PreparedRow {
    do {
      let prepared = try PreparedRecord(record) { canonical in
        // A record without a title cannot become a new book, although a record with its id may already exist.
        guard expectsNewBooks, canonical.values[.title].value != nil else { return nil }
        return try NewBook(
          canonical, source: source, takesPersonal: true, added: canonical.added ?? started, now: started,
          identified: time, using: &generator)
      }
      return PreparedRow(row: row, content: .record(prepared))
    } catch {
      return PreparedRow(row: row, content: .rejected(reason: String(describing: error)))
    }
  }
}

/// A row of an import, ready for the writer.
struct PreparedRow: Sendable {
  enum Content: Sendable {
    case record(PreparedRecord)
    case field(OwnValue)
    case rejected(reason: String)
    case waiting(remoteID: String, reason: String)
  }

  let row: ImportRow
  let content: Content
}

extension SourceRecord {
  /// The time at which the book was added to the program or service that the record comes from.
  var added: Date? {
    if case .instant(let time)? = values[.added].value { time } else { nil }
  }
}
