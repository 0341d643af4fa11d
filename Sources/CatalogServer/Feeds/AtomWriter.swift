import Catalog
import CatalogSources
import FoundationEssentials
import Platform

/// A writer for feeds in OPDS 1.2, an Atom format (RFC 4287). It declares all namespaces on the root, which some
/// readers need, and writes no white space between elements, which other readers show as text.
struct AtomWriter {
  private var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private let basePath: String

  /// Returns a feed as XML.
  ///
  /// - Parameter basePath: The prefix of all paths on this server.
  static func bytes(of feed: Feed, basePath: String) -> [UInt8] {
    var writer = AtomWriter(basePath: basePath)
    writer.write(feed)
    return Array(writer.text.utf8)
  }

  private init(basePath: String) { self.basePath = basePath }

  private static let namespaces = [
    "xmlns": "http://www.w3.org/2005/Atom", "xmlns:dc": "http://purl.org/dc/terms/",
    "xmlns:opds": "http://opds-spec.org/2010/catalog", "xmlns:opensearch": "http://a9.com/-/spec/opensearch/1.1/",
    "xmlns:schema": "http://schema.org/", "xmlns:thr": "http://purl.org/syndication/thread/1.0",
  ].sorted { $0.key < $1.key }

  private mutating func write(_ feed: Feed) {
    text += "<feed" + Self.namespaces.map { " \($0.key)=\"\($0.value)\"" }.joined() + ">"
    element("id", FeedIdentifier.text(feed.address))
    element("title", feed.title)
    element("updated", feed.updated.rfc3339)
    text += "<author><name>Catalog</name></author>"
    link(feed.address, relation: "self", type: FeedTypes.atom(feed.kind))
    for item in feed.links {
      link(item.address, relation: item.relation, type: FeedTypes.atom(item.kind), title: item.title)
    }
    link("\(basePath)\(FeedRoutes.openSearchPath)", relation: "search", type: FeedTypes.openSearch)
    for group in feed.facets { for value in group.values { facet(value, of: group) } }
    if let page = feed.page {
      element("opensearch:totalResults", String(page.total))
      element("opensearch:itemsPerPage", String(FeedPage.size))
      element("opensearch:startIndex", String((page.number - 1) * FeedPage.size + 1))
    }
    for entry in feed.entries { write(entry, feed.updated) }
    for publication in feed.publications { write(publication) }
    text += "</feed>\n"
  }

  private mutating func facet(_ value: FacetGroup.Value, of group: FacetGroup) {
    link(
      value.address, relation: FeedTypes.facet, type: FeedTypes.atom(.acquisition), title: value.title,
      others: [("opds:facetGroup", group.title)] + (value.isActive ? [("opds:activeFacet", "true")] : [])
        + [("thr:count", String(value.count))])
  }

  private mutating func write(_ entry: NavigationEntry, _ updated: Date) {
    text += "<entry>"
    element("id", FeedIdentifier.text(entry.address))
    element("title", entry.title)
    element("updated", updated.rfc3339)
    link(
      entry.address, relation: entry.isNewest ? FeedTypes.newest : "subsection", type: FeedTypes.atom(entry.kind),
      others: entry.count.map { [("thr:count", String($0))] } ?? [])
    let words = entry.count.map { $0 == 1 ? "1 book" : "\($0) books" } ?? entry.title
    text += "<content type=\"text\">\(MarkupEscape.text(words))</content></entry>"
  }

  private mutating func write(_ publication: Publication) {
    let book = publication.book
    text += "<entry>"
    element("id", publication.identifier)
    element("title", FeedText.title(book.title))
    element("updated", book.changed.rfc3339)
    for author in publication.authors { person("author", author) }
    for contributor in publication.contributors { person("contributor", contributor.name) }
    if let subtitle = book.subtitle { element("schema:alternativeHeadline", FeedText.line(subtitle)) }
    if let language = publication.language { element("dc:language", language) }
    if let publisher = book.publisher { element("dc:publisher", FeedText.line(publisher)) }
    if let published = book.published { element("dc:issued", published.description) }
    if let isbn = publication.isbn { element("dc:identifier", isbn) }
    for other in book.identifiers { element("dc:identifier", "\(other.type):\(FeedText.line(other.value))") }
    if let pages = book.pages { element("dc:extent", "\(pages) pages") }
    for entry in publication.series {
      let position = entry.number.map { " schema:position=\"\($0.shortest)\"" } ?? ""
      text += "<schema:Series schema:name=\"\(MarkupEscape.text(FeedText.line(entry.name)))\"\(position)/>"
    }
    for tag in publication.tags {
      let tag = MarkupEscape.text(tag)
      text += "<category term=\"\(tag)\" label=\"\(tag)\"/>"
    }
    // Some readers show only the last author, so the summary names all of them.
    if publication.authors.count > 1 {
      text += "<summary type=\"text\">\(MarkupEscape.text(publication.authors.joined(separator: ", ")))</summary>"
    }
    if let description = book.description {
      let words = MarkupEscape.text(FeedText.cleaned(description), lines: .kept)
      text += "<content type=\"text\">\(words)</content>"
    }
    if let cover = publication.cover {
      for relation in [FeedTypes.thumbnail, FeedTypes.image] {
        link(cover.address, relation: relation, type: cover.type)
      }
    }
    // An entry without content must have an `alternate` link (RFC 4287, section 4.1.2).
    link("\(basePath)/book/\(book.id)/card", relation: "alternate", type: RecordCard.type)
    for file in publication.files {
      link(
        file.address, relation: FeedTypes.acquisition, type: file.type,
        others: file.size.map { [("length", String($0))] } ?? [])
    }
    text += "</entry>"
  }

  private mutating func person(_ name: String, _ person: String) {
    text += "<\(name)><name>\(MarkupEscape.text(FeedText.line(person)))</name></\(name)>"
  }

  private mutating func element(_ name: String, _ value: String) {
    text += "<\(name)>\(MarkupEscape.text(value))</\(name)>"
  }

  private mutating func link(
    _ address: String, relation: String, type: String, title: String? = nil,
    others: [(name: String, value: String)] = []
  ) {
    text += "<link rel=\"\(relation)\" href=\"\(MarkupEscape.text(address))\" type=\"\(MarkupEscape.text(type))\""
    if let title { text += " title=\"\(MarkupEscape.text(title))\"" }
    for (name, value) in others { text += " \(name)=\"\(MarkupEscape.text(value))\"" }
    text += "/>"
  }
}

/// The ids of feeds (RFC 4287, section 4.2.6). They do not depend on the name of the server, and use a reserved domain
/// that nobody can own (RFC 4151, RFC 2606).
enum FeedIdentifier {
  static func text(_ address: String) -> String { "tag:catalog.invalid,2026:\(address)" }
}
