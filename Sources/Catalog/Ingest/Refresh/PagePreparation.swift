import FoundationEssentials

/// Prepares the items of a page for the writer, outside the database and on another CPU core. Computes canonical values
/// and fingerprints. If new books are likely, also computes sort keys and search words.
struct PagePreparation: Sendable {
  /// The id of the source, or the id that it will have when it is created.
  let source: CatalogSource.ID
  /// True if the source represents the user, so that the personal fields of its records are the user's own.
  let isMine: Bool
  /// True if records are likely to be new books.
  var expectsNewBooks: Bool
  /// The time at which the run began.
  let began: Date
  /// The number of items on the preceding pages.
  var itemsBefore = 0

  func items(of page: SourcePage, now: Date) -> [PreparedItem] {
    var generator = SystemRandomNumbers()
    return page.items.enumerated().map { index, item in
      switch item {
      case .present(let remoteID): .present(remoteID: remoteID)
      case .removed(let remoteID): .removed(remoteID: remoteID)
      case .bad(let record): .bad(record)
      case .record(let record, let raw):
        // Sources list the newest books first. Times that decrease from book to book preserve this order in the list of
        // newest books.
        prepared(
          record, raw, added: began.addingTimeInterval(-Double(itemsBefore + index) / 1000), now: now,
          using: &generator)
      }
    }
  }

  /// Returns the item for a record that was parsed again from its stored contents.
  func item(of record: SourceRecord, _ raw: [UInt8], now: Date) -> PreparedItem {
    var generator = SystemRandomNumbers()
    return prepared(record, raw, added: now, now: now, using: &generator)
  }

  private func prepared(
    _ record: SourceRecord, _ raw: [UInt8], added: Date, now: Date, using generator: inout SystemRandomNumbers
  ) -> PreparedItem {
    do {
      let prepared = try PreparedRecord(record) { canonical in
        guard expectsNewBooks, canonical.values[.title].value != nil else { return nil }
        return try NewBook(
          canonical, source: source, takesPersonal: isMine, added: added, now: now, identified: now, using: &generator)
      }
      return .record(prepared, raw: raw, added: added)
    } catch {
      return .bad(BadRecord(remoteID: record.remoteID, payload: raw, reason: String(describing: error)))
    }
  }
}

/// An item of a page, ready for the writer.
enum PreparedItem: Sendable {
  case record(PreparedRecord, raw: [UInt8], added: Date)
  case present(remoteID: String)
  case removed(remoteID: String)
  case bad(BadRecord)
}
