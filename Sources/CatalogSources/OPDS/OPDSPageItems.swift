import CatalogModel

/// The items of a page, with at most one record for each id.
struct OPDSPageItems {
  /// The key in the payload of an item that reports that the catalog was not read completely.
  static let problemKey = "notReached"

  private(set) var items: [SourceItem] = []
  /// The number of entries from which the items were made.
  private(set) var entries = 0
  private(set) var bytes = 0
  private var positions: [String: Int] = [:]

  /// Adds an entry for a book. Equal entries become one item. If entries with the same id differ, only the first entry
  /// is used. Otherwise, each refresh would change the book twice.
  mutating func add(_ entry: OPDSEntry) {
    entries += 1
    bytes += entry.size
    guard case .record(let record, let raw) = entry.item else { return items.append(entry.item) }
    guard let position = positions[record.remoteID] else {
      positions[record.remoteID] = items.count
      return items.append(entry.item)
    }
    if case .record(let first, _) = items[position], first == record { return }
    items.append(
      .bad(
        BadRecord(
          remoteID: record.remoteID, payload: raw, reason: "another entry on the same page has the same id")))
  }

  /// Adds the reason why a crawl is incomplete. The reason is stored and shown like an unusable record.
  mutating func add(_ problem: String, at url: String) {
    let payload = JSONValue.object([Self.problemKey: .string(HTTPAddress.shown(url))]).text
    items.append(
      .bad(
        BadRecord(
          remoteID: nil, payload: Array(payload.utf8), reason: "the catalog was not read completely: \(problem)"))
    )
  }
}
