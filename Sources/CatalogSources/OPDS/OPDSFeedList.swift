import CatalogModel

/// The feeds of menus that a crawl has met, in their order: those that were read, and behind them those that wait. It only
/// grows, so that the catalog keeps it as notes beside the crawl's cursor (`SourceNotes`).
struct OPDSFeedList {
  /// What a cursor says of the list that it goes with.
  struct Mark: Equatable {
    /// How many feeds were met.
    var count: Int
    /// How many of them were read or passed over.
    var taken: Int
    /// Of the feeds that were met, in their order.
    var fingerprint: UInt64
  }

  private(set) var places: [OPDSCrawl.Position] = []
  /// How many bytes their addresses have.
  private(set) var bytes = 0
  private var taken = 0
  /// Fingerprints of all addresses, and of the one where the crawl began.
  private var known: Set<UInt64>
  private var fingerprint = Fingerprint()

  init(start: OPDSAddress) { known = [start.fingerprint] }

  /// How many feeds are known, with the one where the crawl began.
  var count: Int { known.count }
  var hasNext: Bool { taken < places.count }
  var mark: Mark { Mark(count: places.count, taken: taken, fingerprint: fingerprint.value) }

  func contains(_ address: OPDSAddress) -> Bool { known.contains(address.fingerprint) }

  mutating func add(_ place: OPDSCrawl.Position) {
    known.insert(place.address.fingerprint)
    bytes += place.address.text.utf8.count
    fingerprint.mix(text: Self.note(place))
    places.append(place)
  }

  /// The first one that waits.
  mutating func next() -> OPDSCrawl.Position? {
    guard hasNext else { return nil }
    defer { taken += 1 }
    return places[taken]
  }

  /// Has none of those that were met so far wait any more.
  mutating func passOverAll() { taken = places.count }
}

extension OPDSFeedList {
  /// The notes of the feeds behind the first ones.
  func notes(from count: Int) -> [String] { places.dropFirst(count).map(Self.note) }

  /// The list that a cursor goes with; `nil` where the notes are others.
  init?(start: OPDSAddress, _ mark: Mark, notes: [String]) {
    self.init(start: start)
    guard mark.count <= notes.count, (0...mark.count).contains(mark.taken) else { return nil }
    for note in notes.prefix(mark.count) {
      guard let place = Self.place(note) else { return nil }
      add(place)
    }
    taken = mark.taken
    guard self.mark == mark else { return nil }
  }

  /// How many menus lie above it, a space, and its address.
  private static func note(_ place: OPDSCrawl.Position) -> String { "\(place.depth) \(place.address.text)" }

  private static func place(_ note: String) -> OPDSCrawl.Position? {
    guard let space = note.firstIndex(of: " "), let depth = Int(note[..<space]),
      (0...OPDSCrawl.depthLimit).contains(depth), let address = OPDSAddress(String(note[note.index(after: space)...]))
    else { return nil }
    return OPDSCrawl.Position(address: address, depth: depth)
  }
}
