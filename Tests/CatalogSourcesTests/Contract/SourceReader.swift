import Catalog
import Testing

/// Reads a source as the engine does, into memory: what it says of each book, where it was read to. It keeps the cursor
/// from page to page and draws from an enumeration what was removed.
struct SourceReader {
  enum Outcome: Equatable {
    case unchanged
    /// How many pages and how many records.
    case read(pages: Int, records: Int)
  }

  /// The titles by the source's names.
  private(set) var titles: [String: String] = [:]
  private(set) var bad: [BadRecord] = []
  /// Every name that was mentioned by a page, in order, since the reader was made.
  private(set) var mentions: [String] = []
  private(set) var cursor: String?
  /// What is kept beside it.
  private(set) var notes: [String] = []
  private var epoch: String?
  private var validators: SourceValidators?
  private var enumeration: Set<String>?
  /// What the last enumeration missed, where one is no proof.
  private var missed: Set<String> = []
  private var isToLook = false

  /// The source is to be read from its beginning.
  mutating func forgetCursor() { (cursor, notes, epoch, validators, enumeration) = (nil, [], nil, nil, nil) }

  /// Asks for one page and takes it in.
  ///
  /// - Returns: whether it was the last one; `nil` when nothing has changed.
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
      // The next enumeration must look for them.
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
      // What a record does not mention stays.
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

  /// Reads on until the source has nothing more.
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
