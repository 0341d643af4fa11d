import CatalogModel

/// The items of a page, each id once.
struct OPDSPageItems {
  /// The key of the notice about a catalog that was not read whole.
  static let problemKey = "notReached"

  private(set) var items: [SourceItem] = []
  /// How many entries they were made of.
  private(set) var entries = 0
  private(set) var bytes = 0
  private var positions: [String: Int] = [:]

  /// Adds a feed's entry of a book. Two equal ones are one item; of two entries with one id that say different
  /// things the first counts, else each refresh would change the book twice.
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
      .bad(BadRecord(remoteID: record.remoteID, payload: raw, reason: "another entry on the same page has its id")))
  }

  /// Adds why a crawl does not reach everything: kept apart and shown like a record that cannot be used.
  mutating func add(_ problem: String, at url: String) {
    let payload = JSONValue.object([Self.problemKey: .string(HTTPAddress.shown(url))]).text
    items.append(
      .bad(BadRecord(remoteID: nil, payload: Array(payload.utf8), reason: "the catalog was not read whole: \(problem)"))
    )
  }
}
