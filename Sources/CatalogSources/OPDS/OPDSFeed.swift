/// A feed of either format, read as it comes.
///
/// The first byte tells the format: servers name types of their own, and proxies others.
package final class OPDSFeed {
  private var reader: (any OPDSFeedReader)?
  private var format: OPDSFormat?
  /// What came before the first byte that tells the format.
  private var head: [UInt8] = []

  /// Where the feed is; links of one without an address lead nowhere unless they are absolute.
  private let base: OPDSAddress?

  package convenience init() { self.init(at: nil) }

  init(at base: OPDSAddress?) { self.base = base }

  /// Reads the next piece.
  package func read(_ bytes: [UInt8], isLast: Bool = false) throws(OPDSFeedFailure) {
    if let reader { return try reader.read(bytes, isLast: isLast) }
    head += bytes
    // Of XML the type of the document, too, which tells a page from a feed.
    guard head.count >= Self.headSize || isLast else { return }
    let reader = try makeReader()
    self.reader = reader
    let first = head
    head = []
    try reader.read(first, isLast: isLast)
  }

  /// The next of the books read so far; `nil` when there is none.
  func nextEntry() -> OPDSEntry? { reader?.nextEntry() }

  /// What it says besides books; complete once the last piece was read.
  var contents: OPDSFeedContents { reader?.contents ?? OPDSFeedContents() }

  private static let headSize = 512

  private func makeReader() throws(OPDSFeedFailure) -> any OPDSFeedReader {
    let start = head[...].withoutMark.drop { $0 == 9 || $0 == 10 || $0 == 13 || $0 == 32 }
    switch start.first {
    case UInt8(ascii: "{"): return OPDSPublicationFeed(at: base)
    // A byte order mark of UTF-16, or the first half of its “<”.
    case UInt8(ascii: "<"), 0xFE, 0xFF, 0x00:
      let text = String(decoding: start.prefix(Self.headSize), as: UTF8.self).lowercased()
      if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") { throw .nonsense(OPDSFeedFailure.page) }
      return OPDSAtomFeed(at: base)
    case nil: throw .nonsense("the answer is empty")
    default: throw .nonsense("it answers neither with XML nor with JSON")
    }
  }
}

/// Reads one of the formats.
protocol OPDSFeedReader: AnyObject {
  var contents: OPDSFeedContents { get }
  func read(_ bytes: [UInt8], isLast: Bool) throws(OPDSFeedFailure)
  func nextEntry() -> OPDSEntry?
}

/// What a feed holds.
struct OPDSFeedContents {
  /// How many links are kept: as many feeds a crawl goes to at most.
  static let linkLimit = OPDSCrawl.feedLimit

  var id = ""
  /// The links of the feed itself.
  var links: [OPDSLink] = []
  /// The links to further feeds, in their order.
  private(set) var navigation: [OPDSLink] = []
  /// Whether there were more than are kept.
  private(set) var isCut = false

  /// Whether calibre's content server made it, in whatever language.
  var isOfCalibre: Bool { ["urn:calibre:", "calibre-", "calibre:"].contains { id.hasPrefix($0) } }

  mutating func add(_ links: [OPDSLink]) {
    let room = Self.linkLimit - navigation.count
    if links.count > room { isCut = true }
    navigation += links.prefix(room)
  }
}

/// Why a feed cannot be read, in words for people.
package enum OPDSFeedFailure: Error, Equatable {
  case nonsense(String)
  case tooLarge(String)

  static let page = "it answers with an HTML page, perhaps a login or a proxy"
}
