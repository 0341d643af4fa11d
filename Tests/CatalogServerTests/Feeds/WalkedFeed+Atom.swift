@testable import CatalogServer
@testable import CatalogSources

extension WalkedFeed {
  private static let atom = "http://www.w3.org/2005/Atom"

  /// Reads an OPDS 1.2 feed.
  init(atom bytes: [UInt8]) throws {
    let feed = try XMLDocument.element(of: bytes)
    if feed.name != XMLName("feed", in: Self.atom) { problems.append("the root is \(feed.name)") }
    title = text("title", feed) ?? ""
    for name in ["id", "updated", "author"] where text(name, feed) == nil { problems.append("no \(name)") }
    let search = "http://a9.com/-/spec/opensearch/1.1/"
    total = feed.elements.first { $0.name == XMLName("totalResults", in: search) }.flatMap { Int($0.text) }
    first = feed.elements.first { $0.name == XMLName("startIndex", in: search) }.flatMap { Int($0.text) }
    var ids: Set<String> = []
    for element in feed.elements {
      switch element.name.local {
      case "link":
        let link = link(element)
        if link.relation == "http://opds-spec.org/facet" { facets.append(facet(element)) } else { links.append(link) }
      case "entry":
        if let id = text("id", element), !ids.insert(id).inserted { problems.append("an id twice: \(id)") }
        entry(element)
      default: break
      }
    }
    check()
  }

  private mutating func entry(_ element: XMLElement) {
    for name in ["id", "title", "updated"] where text(name, element) == nil {
      problems.append("no \(name) of an entry")
    }
    for text in element.elements where ["content", "summary"].contains(text.name.local) {
      if text[attribute: "type"] != "text" || !text.elements.map(\.name).isEmpty {
        problems.append("a text that is not one")
      }
    }
    let links = element.elements.filter { $0.name.local == "link" }
    let all = links.map { link($0) }
    let isBook = all.contains { $0.relation.hasPrefix("http://opds-spec.org/acquisition") }
    guard isBook else {
      guard
        let index = all.firstIndex(where: { ["subsection", "http://opds-spec.org/sort/new"].contains($0.relation) }),
        all[index].type.contains("application/atom+xml")
      else { return problems.append("KOReader cannot follow an entry") }
      if text("content", element) == nil { problems.append("a menu's entry without content") }
      let count = links[index].attributes.first { $0.name.local == "count" }.flatMap { Int($0.value) }
      return entries.append(Entry(title: text("title", element) ?? "", address: all[index].address, count: count))
    }
    var book = Book()
    book.id = text("id", element) ?? ""
    book.title = text("title", element) ?? ""
    book.authors = element.elements.filter { $0.name == XMLName("author", in: Self.atom) }.map {
      text("name", $0) ?? ""
    }
    book.files = all.filter { $0.relation.hasPrefix("http://opds-spec.org/acquisition") }
    book.images = all.filter { $0.relation.hasPrefix("http://opds-spec.org/image") }
    books.append(book)
  }

  private mutating func facet(_ element: XMLElement) -> Facet {
    func value(_ name: String, _ space: String) -> String? {
      element.attributes.first { $0.name == XMLName(name, in: space) }?.value
    }
    let opds = "http://opds-spec.org/2010/catalog"
    return Facet(
      group: value("facetGroup", opds) ?? "", title: element[attribute: "title"] ?? "",
      address: element[attribute: "href"] ?? "",
      count: value("count", "http://purl.org/syndication/thread/1.0").flatMap { Int($0) } ?? -1,
      isActive: value("activeFacet", opds) == "true")
  }

  private func link(_ element: XMLElement) -> Link {
    Link(
      relation: element[attribute: "rel"] ?? "", address: element[attribute: "href"] ?? "",
      type: element[attribute: "type"] ?? "")
  }

  private func text(_ local: String, _ parent: XMLElement) -> String? {
    parent.elements.first { $0.name == XMLName(local, in: Self.atom) }?.text
  }
}

extension Sequence<XMLElement> {
  fileprivate func filter(_ isIncluded: (XMLElement) -> Bool) -> [XMLElement] {
    var filtered: [XMLElement] = []
    for element in self where isIncluded(element) { filtered.append(element) }
    return filtered
  }
}
