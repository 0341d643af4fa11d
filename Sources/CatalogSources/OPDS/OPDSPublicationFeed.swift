/// A feed in JSON (OPDS 2.0), which is read as a whole.
final class OPDSPublicationFeed: OPDSFeedReader {
  /// Bytes of a feed: its values lie in memory all at once.
  static let limit = 16 * 1_048_576

  private(set) var contents = OPDSFeedContents()
  private var bytes: [UInt8] = []

  func read(_ bytes: [UInt8], isLast: Bool) throws(OPDSFeedFailure) {
    guard self.bytes.count + bytes.count <= Self.limit else {
      throw .tooLarge("a feed in JSON has more than \(Self.limit) bytes")
    }
    self.bytes += bytes
    guard isLast else { return }
    defer { self.bytes = [] }
    if self.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { self.bytes.removeFirst(3) }
    let feed: JSONValue
    do { feed = try JSONParser().value(of: self.bytes) } catch {
      throw .nonsense("the feed cannot be read: \(error.cause)")
    }
    guard Self.lists.contains(where: { feed[$0] != nil }) else {
      throw .nonsense("it answers with JSON that is no OPDS feed: it has no publications, navigation or groups")
    }
    contents.id = feed["metadata"]?["identifier"]?.string ?? ""
    contents.links = Self.links(feed["links"])
    take(feed)
    for group in feed["groups"]?.items ?? [] {
      take(group)
      // A group shows the first of its books; all of them are behind its own address.
      contents.add(Self.links(group["links"]).filter { $0.relations.contains("self") }.map(Self.asNavigation))
    }
  }

  func takeEntries() -> [OPDSEntry] {
    defer { contents.entries.removeAll() }
    return contents.entries
  }

  private func take(_ part: JSONValue) {
    contents.entries += (part["publications"]?.items ?? []).map { OPDSPublication(value: $0).book() }
    contents.add(Self.links(part["navigation"]).filter { $0.isNavigation(.json) })
  }

  private static let lists = ["publications", "navigation", "groups"]

  private static func links(_ value: JSONValue?) -> [OPDSLink] {
    (value?.items ?? []).compactMap { OPDSLink(json: $0) }
  }

  private static func asNavigation(_ link: OPDSLink) -> OPDSLink {
    var link = link
    link.relations = []
    return link
  }
}
