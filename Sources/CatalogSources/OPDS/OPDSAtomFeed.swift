/// A feed in Atom (OPDS 1.2), parsed piece by piece. Entries are available as soon as they are complete.
final class OPDSAtomFeed: OPDSFeedReader, XMLHandler {
  private(set) var contents = OPDSFeedContents()
  /// The address of the feed.
  private let base: OPDSAddress?
  /// The complete books that were not yet returned to the caller.
  private var entries: ArraySlice<OPDSEntry> = []
  private var reader: XMLReader?
  private var depth = 0
  /// The builder of the current element, which is an entry, or a link or the id of the feed.
  private var builder: XMLElementBuilder?
  /// The name of the root element, if the root is not a feed.
  private var foreignRoot: XMLName?

  init(at base: OPDSAddress?) { self.base = base }

  func read(_ bytes: [UInt8], isLast: Bool) throws(OPDSFeedFailure) {
    do throws(XMLFailure) {
      let reader = if let reader { reader } else { try XMLReader(self) }
      self.reader = reader
      try reader.read(bytes, isLast: isLast)
    } catch {
      self.reader = nil
      throw error.code == .tooLarge ? .tooLarge("\(error)") : .malformed("the feed cannot be read: \(error)")
    }
    if let foreignRoot {
      if foreignRoot.local.lowercased() == "html" { throw .malformed(OPDSFeedFailure.page) }
      throw .malformed("it returned XML that is not an OPDS feed: its root is “\(foreignRoot.local.prefix(40))”")
    }
    if isLast { reader = nil }
  }

  func nextEntry() -> OPDSEntry? { entries.popFirst() }

  func begin(_ name: XMLName, _ attributes: [XMLAttribute]) {
    depth += 1
    if depth == 1, name != XMLName("feed", in: OPDSAtomEntry.atom) { foreignRoot = name }
    if depth == 2, name.namespace == OPDSAtomEntry.atom, Self.children.contains(name.local) {
      builder = XMLElementBuilder()
    }
    builder?.begin(name, attributes)
  }

  func text(_ text: String) { builder?.text(text) }

  func end() {
    depth -= 1
    guard let element = builder?.end(), let isCut = builder?.isCut else { return }
    builder = nil
    switch element.name.local {
    case "link": if let link = OPDSLink(atom: element) { contents.links.append(link) }
    case "id": contents.id = element.text.trimmed()
    default:
      let entry = OPDSAtomEntry(element: element, base: base)
      let navigation = entry.navigation
      if navigation.isEmpty {
        entries.append(entry.book(isCut: isCut))
      } else {
        contents.add(navigation)
      }
    }
  }

  private static let children: Set<String> = ["entry", "id", "link"]
}
