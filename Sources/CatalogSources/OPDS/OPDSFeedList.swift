import CatalogModel

/// The menu feeds that a crawl has found, in order: first the feeds that were read, then the pending feeds. The list
/// only grows, so the catalog keeps it as notes next to the crawl's cursor (`SourceNotes`).
struct OPDSFeedList {
  /// The part of a cursor that identifies a list of feeds.
  struct Mark: Equatable {
    /// The number of feeds that were found.
    var count: Int
    /// The number of feeds that were read or skipped.
    var taken: Int
    /// A fingerprint of the feeds that were found, in order.
    var fingerprint: UInt64
  }

  private(set) var positions: [OPDSCrawl.Position] = []
  /// The total size of the addresses in bytes.
  private(set) var bytes = 0
  private var taken = 0
  /// Fingerprints of all addresses, including the start of the crawl.
  private var known: Set<UInt64>
  private var fingerprint = Fingerprint()

  init(start: OPDSAddress) { known = [start.fingerprint] }

  /// The number of known feeds, including the start of the crawl.
  var count: Int { known.count }
  var hasNext: Bool { taken < positions.count }
  var mark: Mark { Mark(count: positions.count, taken: taken, fingerprint: fingerprint.value) }

  func contains(_ address: OPDSAddress) -> Bool { known.contains(address.fingerprint) }

  mutating func add(_ position: OPDSCrawl.Position) {
    known.insert(position.address.fingerprint)
    bytes += position.address.text.utf8.count
    fingerprint.mix(text: Self.note(position))
    positions.append(position)
  }

  /// Returns the first pending feed and marks it as read.
  mutating func next() -> OPDSCrawl.Position? {
    guard hasNext else { return nil }
    defer { taken += 1 }
    return positions[taken]
  }

  /// Skips all pending feeds.
  mutating func passOverAll() { taken = positions.count }
}

extension OPDSFeedList {
  /// Returns the notes for all feeds except the first `count` feeds.
  func notes(from count: Int) -> [String] { positions.dropFirst(count).map(Self.note) }

  /// Restores the list that a cursor belongs to. Returns `nil` if the notes do not match the mark in the cursor.
  init?(start: OPDSAddress, _ mark: Mark, notes: [String]) {
    self.init(start: start)
    guard mark.count <= notes.count, (0...mark.count).contains(mark.taken) else { return nil }
    for note in notes.prefix(mark.count) {
      guard let position = Self.position(note) else { return nil }
      add(position)
    }
    taken = mark.taken
    guard self.mark == mark else { return nil }
  }

  /// Returns the note for a feed: the number of menus above the feed, a space, and the address.
  private static func note(_ position: OPDSCrawl.Position) -> String { "\(position.depth) \(position.address.text)" }

  private static func position(_ note: String) -> OPDSCrawl.Position? {
    guard let space = note.firstIndex(of: " "), let depth = Int(note[..<space]),
      (0...OPDSCrawl.depthLimit).contains(depth), let address = OPDSAddress(String(note[note.index(after: space)...]))
    else { return nil }
    return OPDSCrawl.Position(address: address, depth: depth)
  }
}
