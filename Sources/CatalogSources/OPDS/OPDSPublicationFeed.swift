/// A feed in JSON (OPDS 2.0), which is parsed as a whole.
final class OPDSPublicationFeed: OPDSFeedReader {
  /// The maximum size of a feed in bytes. The size is limited, since all values of a feed are in memory at once.
  static let limit = 16 * 1_048_576

  private(set) var contents = OPDSFeedContents()
  /// The address of the feed.
  private let base: OPDSAddress?
  private var bytes: [UInt8] = []
  /// The ranges of the publications that were not returned yet. The last range is returned next.
  private var publications: [Range<UInt32>] = []

  init(at base: OPDSAddress?) { self.base = base }

  func read(_ bytes: [UInt8], isLast: Bool) throws(OPDSFeedFailure) {
    guard self.bytes.count + bytes.count <= Self.limit else {
      throw .tooLarge("a feed in JSON has more than \(Self.limit) bytes")
    }
    self.bytes += bytes
    guard isLast else { return }
    if self.bytes.starts(with: UTF8Bytes.mark) { self.bytes.removeFirst(UTF8Bytes.mark.count) }
    var links: [String: [Range<Int>]] = [:]
    let feed: JSONValue
    do {
      feed = try JSONParser(passesOverUnusable: true).value(of: self.bytes, Self.selection) { [self] part in
        if part.label == Self.publications {
          // A feed has at most 16 MiB, so offsets fit in 32 bits.
          publications.append(UInt32(part.range.lowerBound)..<UInt32(part.range.upperBound))
        } else if links[part.label, default: []].count <= OPDSFeedContents.linkLimit {
          links[part.label, default: []].append(part.range)
        }
      }
    } catch {
      throw .malformed("the feed cannot be read: \(error.cause)")
    }
    guard Self.lists.contains(where: { feed[$0] != nil }) else {
      throw .malformed("it returned JSON that is not an OPDS feed: it has no publications, navigation or groups")
    }
    publications.reverse()
    contents.id = feed["metadata"]?["identifier"]?.string ?? ""
    contents.links = self.links(links["links"])
    contents.add(self.links(links["navigation"]).filter { $0.isNavigation(.json) })
    // A group contains only its first books. Its `self` link leads to all of its books.
    contents.add(self.links(links["group"]).filter { $0.relations.contains("self") }.map(Self.asNavigation))
  }

  func nextEntry() -> OPDSEntry? {
    publications.popLast().map { range in
      OPDSPublication(bytes[Int(range.lowerBound)..<Int(range.upperBound)], at: base).book()
    }
  }

  private func links(_ ranges: [Range<Int>]?) -> [OPDSLink] {
    let parser = JSONParser(passesOverUnusable: true)
    return (ranges ?? []).compactMap { range in
      (try? parser.value(of: bytes[range], OPDSLink.selection)).flatMap { OPDSLink(json: $0) }
    }
  }

  private static let lists = ["publications", "navigation", "groups"]
  private static let publications = "publications"
  private static let selection = JSONSelection.members([
    "metadata": .members(named: ["identifier"]), "links": .parts(label: "links"),
    "navigation": .parts(label: "navigation"), "publications": .parts(label: publications),
    "groups": .members([
      "links": .parts(label: "group"), "navigation": .parts(label: "navigation"),
      "publications": .parts(label: publications),
    ]),
  ])

  private static func asNavigation(_ link: OPDSLink) -> OPDSLink {
    var link = link
    link.relations = []
    return link
  }
}
