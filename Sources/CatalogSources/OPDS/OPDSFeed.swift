/// An OPDS feed in Atom or JSON, parsed as it arrives.
///
/// The first byte determines the format, since servers use media types of their own, and proxies change media types.
package final class OPDSFeed {
  private var reader: (any OPDSFeedReader)?
  private var format: OPDSFormat?
  /// The bytes that arrived before the format was known.
  private var head: [UInt8] = []

  /// The address of the feed. Without an address, only absolute links can be followed.
  private let base: OPDSAddress?

  package convenience init() { self.init(at: nil) }

  init(at base: OPDSAddress?) { self.base = base }

  /// Parses the next piece of the feed.
  package func read(_ bytes: [UInt8], isLast: Bool = false) throws(OPDSFeedFailure) {
    if let reader { return try reader.read(bytes, isLast: isLast) }
    head += bytes
    // If the feed is XML, the head must include the document type, which distinguishes an HTML page from a feed.
    guard head.count >= Self.headSize || isLast else { return }
    let reader = try makeReader()
    self.reader = reader
    let first = head
    head = []
    try reader.read(first, isLast: isLast)
  }

  /// Returns the next parsed book, or `nil` if all books parsed so far were returned.
  func nextEntry() -> OPDSEntry? { reader?.nextEntry() }

  /// The contents of the feed other than books. They are complete once the last piece was parsed.
  var contents: OPDSFeedContents { reader?.contents ?? OPDSFeedContents() }

  private static let headSize = 512

  private func makeReader() throws(OPDSFeedFailure) -> any OPDSFeedReader {
    let start = head[...].withoutMark.drop { $0 == 9 || $0 == 10 || $0 == 13 || $0 == 32 }
    switch start.first {
    case UInt8(ascii: "{"): return OPDSPublicationFeed(at: base)
    // 0xFE and 0xFF begin a UTF-16 byte order mark, and 0x00 may be the first half of a UTF-16 “<”.
    case UInt8(ascii: "<"), 0xFE, 0xFF, 0x00:
      let text = String(decoding: start.prefix(Self.headSize), as: UTF8.self).lowercased()
      if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") { throw .malformed(OPDSFeedFailure.page) }
      return OPDSAtomFeed(at: base)
    case nil: throw .malformed("the response is empty")
    default: throw .malformed("it returned neither XML nor JSON")
    }
  }
}

/// A parser for one of the two feed formats.
protocol OPDSFeedReader: AnyObject {
  var contents: OPDSFeedContents { get }
  func read(_ bytes: [UInt8], isLast: Bool) throws(OPDSFeedFailure)
  func nextEntry() -> OPDSEntry?
}

/// The contents of a feed other than books.
struct OPDSFeedContents {
  /// The maximum number of links to keep. A crawl does not visit more feeds than this.
  static let linkLimit = OPDSCrawl.feedLimit

  var id = ""
  /// The links of the feed itself.
  var links: [OPDSLink] = []
  /// The links to further feeds, in document order.
  private(set) var navigation: [OPDSLink] = []
  /// True if the feed contains more links than the limit.
  private(set) var isCut = false

  /// True if the feed comes from calibre's content server, whatever language the server uses.
  var isOfCalibre: Bool { ["urn:calibre:", "calibre-", "calibre:"].contains { id.hasPrefix($0) } }

  mutating func add(_ links: [OPDSLink]) {
    let room = Self.linkLimit - navigation.count
    if links.count > room { isCut = true }
    navigation += links.prefix(room)
  }
}

/// The reason why a feed cannot be read, for display.
package enum OPDSFeedFailure: Error, Equatable {
  case malformed(String)
  case tooLarge(String)

  static let page = "it returned an HTML page, perhaps from a login or a proxy"
}
