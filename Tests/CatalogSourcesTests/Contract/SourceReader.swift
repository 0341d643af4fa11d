import Catalog
import Testing

/// Reads a source into memory as the engine does: the title of each book and the cursor. It passes the cursor from page
/// to page and infers removed books from an enumeration.
struct SourceReader {
  enum Outcome: Equatable {
    case unchanged
    /// The number of pages and the number of records.
    case read(pages: Int, records: Int)
  }

  /// The titles by the source's ids.
  private(set) var titles: [String: String] = [:]
  private(set) var bad: [BadRecord] = []
  /// The ids mentioned on all pages since the reader was created, in order.
  private(set) var mentions: [String] = []
  private(set) var cursor: String?
  /// The notes that are stored with the cursor.
  private(set) var notes: [String] = []
  private var epoch: String?
  private var validators: SourceValidators?
  private var enumeration: Set<String>?
  /// The ids missing from the last enumeration if it does not prove that they were removed.
  private var missed: Set<String> = []
  private var isToLook = false

  /// Discards the cursor, so that the source is read from the beginning.
  mutating func forgetCursor() { (cursor, notes, epoch, validators, enumeration) = (nil, [], nil, nil, nil) }

  /// Requests one page and processes it.
  ///
  /// - Returns: True if it was the last page; `nil` if nothing has changed.
  mutating func takePage(of source: any BookSource, size: Int, isFirst: Bool) async throws -> Bool? {
    let request = SourceRequest(
      cursor: cursor, epoch: epoch, validators: isFirst ? validators : nil, size: size, notes: notes)
    guard case .page(let page) = try await source.page(request) else {
      try #require(isFirst, "only the first page of a refresh says that nothing has changed")
      return nil
    }
    #expect(page.items.count <= size)
    #expect(page.isLast || page.cursor != request.cursor && page.cursor != nil)
    if case .fullEnumeration(begins: true, _) = page.coverage { enumeration = [] }
    for item in page.items { take(item) }
    if page.isLast, case .fullEnumeration(_, let isStable) = page.coverage {
      let known = try #require(enumeration, "an enumeration begins somewhere")
      let missing = Set(titles.keys).subtracting(known)
      for id in missing where isStable || missed.contains(id) { titles[id] = nil }
      missed = missing
      // The next enumeration must check for them again.
      isToLook = !isStable && !missing.isEmpty
    }
    if page.isLast { (validators, enumeration) = (isToLook ? nil : page.validators, nil) }
    (cursor, epoch) = (page.cursor, page.epoch)
    if let change = page.notes { notes = notes.prefix(change.kept) + change.added }
    return page.isLast
  }

  private mutating func take(_ item: SourceItem) {
    var mentioned: String?
    switch item {
    case .record(let record, _):
      mentioned = record.remoteID
      // A record that mentions no title leaves the title unchanged.
      titles[record.remoteID] = record.values[.title].value?.description ?? titles[record.remoteID] ?? "(none)"
    case .present(let id): mentioned = id
    case .removed(let id): titles[id] = nil
    case .bad(let record):
      bad.append(record)
      mentioned = record.remoteID
    }
    guard let mentioned else { return }
    mentions.append(mentioned)
    enumeration?.insert(mentioned)
  }

  /// Reads pages until the source has no more.
  @discardableResult
  mutating func refresh(_ source: any BookSource, size: Int = 500) async throws -> Outcome {
    let before = mentions.count
    var pages = 0
    while true {
      pages += 1
      try #require(pages < 10_000, "the source does not end")
      switch try await takePage(of: source, size: size, isFirst: pages == 1) {
      case nil: return .unchanged
      case true?: return .read(pages: pages, records: mentions.count - before)
      case false?: continue
      }
    }
  }
}
