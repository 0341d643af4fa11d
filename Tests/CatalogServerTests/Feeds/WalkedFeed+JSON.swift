@testable import CatalogServer
@testable import CatalogSources

extension WalkedFeed {
  /// Reads an OPDS 2.0 feed.
  init(json bytes: [UInt8]) throws {
    let feed = try JSONParser().value(of: bytes)
    let metadata = feed["metadata"]
    title = metadata?["title"]?.string ?? ""
    total = metadata?["numberOfItems"]?.integer.map(Int.init)
    if let page = metadata?["currentPage"]?.integer, let size = metadata?["itemsPerPage"]?.integer {
      first = Int((page - 1) * size + 1)
    }
    links = (feed["links"]?.items ?? []).map { link($0) }
    for item in feed["navigation"]?.items ?? [] {
      let link = link(item)
      if link.relation != "subsection", link.relation != "http://opds-spec.org/sort/new" {
        problems.append("KOReader does not follow \(link.relation)")
      }
      entries.append(
        Entry(
          title: item["title"]?.string ?? "", address: link.address,
          count: item["properties"]?["numberOfItems"]?.integer.map(Int.init)))
    }
    for group in feed["facets"]?.items ?? [] {
      let name = group["metadata"]?["title"]?.string ?? ""
      if name.isEmpty || group["links"]?.items?.isEmpty != false { problems.append("a facet without a name or links") }
      for item in group["links"]?.items ?? [] {
        let link = link(item)
        facets.append(
          Facet(
            group: name, title: item["title"]?.string ?? "", address: link.address,
            count: item["properties"]?["numberOfItems"]?.integer.map(Int.init) ?? -1,
            isActive: link.relation == "self"))
      }
    }
    books = (feed["publications"]?.items ?? []).map { book($0) }
    let lists = ["publications", "navigation", "groups"]
    if !lists.contains(where: { feed[$0] != nil }) { problems.append("none of the lists") }
    for list in ["publications", "navigation", "facets"] where feed[list]?.items?.isEmpty == true {
      problems.append("\(list) is empty")
    }
    check()
  }

  private mutating func book(_ value: JSONValue) -> Book {
    let metadata = value["metadata"]
    var book = Book()
    book.id = metadata?["identifier"]?.string ?? ""
    book.title = metadata?["title"]?.string ?? ""
    book.authors = (metadata?["author"]?.items ?? []).compactMap { $0["name"]?.string }
    book.files = (value["links"]?.items ?? []).map { link($0) }
    if book.files.contains(where: { !$0.relation.hasPrefix("http://opds-spec.org/acquisition") }) {
      problems.append("KOReader takes another relation for no file")
    }
    if let images = value["images"]?.items {
      book.images = images.map { link($0) }
      if book.images.first?.relation != "http://opds-spec.org/image/thumbnail" {
        problems.append("the first image is no thumbnail")
      }
    }
    return book
  }

  private mutating func link(_ value: JSONValue) -> Link {
    if value["rel"]?.string == nil { problems.append("a relation that is no text") }
    return Link(
      relation: value["rel"]?.string ?? "", address: value["href"]?.string ?? "", type: value["type"]?.string ?? "")
  }
}
