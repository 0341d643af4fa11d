import FoundationEssentials

/// Makes the items of a page ready for the writer, off the database and on another core: canonical values, fingerprints,
/// and where they are likely to be new books, sort keys and search words.
struct PagePreparation: Sendable {
  /// The number that the source has, or will have when it is made.
  let source: CatalogSource.ID
  /// Whether what its records say of personal fields is the user's.
  let isMine: Bool
  /// Whether records are likely to be new books.
  var expectsNewBooks: Bool
  /// When the run began.
  let began: Date
  /// How many items the pages before had.
  var itemsBefore = 0

  func items(of page: SourcePage, now: Date) -> [PreparedItem] {
    var generator = SystemRandomNumbers()
    return page.items.enumerated().map { index, item in
      switch item {
      case .present(let remoteID): .present(remoteID: remoteID)
      case .removed(let remoteID): .removed(remoteID: remoteID)
      case .bad(let record): .bad(record)
      case .record(let record, let raw):
        // A source lists the newest first: times that fall from page to page keep that order in the list of what came in
        // last.
        prepared(
          record, raw, added: began.addingTimeInterval(-Double(itemsBefore + index) / 1000), now: now,
          using: &generator)
      }
    }
  }

  /// A record that was read again from what was kept of it.
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
