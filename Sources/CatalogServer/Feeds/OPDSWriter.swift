import Catalog
import CatalogSources
import FoundationEssentials

/// A writer for feeds in OPDS 2.0.
///
/// KOReader reads only the first of several relations, and does not support the short names of acquisition relations.
/// Each link therefore has a single relation in its long form.
struct OPDSWriter {
  private var json = JSONWriter(layout: .compact)
  private let basePath: String

  /// Returns a feed as JSON.
  ///
  /// - Parameter basePath: The prefix of all paths on this server.
  static func bytes(of feed: Feed, basePath: String) -> [UInt8] {
    var writer = OPDSWriter(basePath: basePath)
    writer.write(feed)
    return writer.json.bytes
  }

  private init(basePath: String) { self.basePath = basePath }

  private mutating func write(_ feed: Feed) {
    json.beginObject()
    json.key("metadata")
    json.beginObject()
    json.member("title", feed.title)
    json.member("modified", feed.updated.rfc3339)
    if let page = feed.page {
      json.member("numberOfItems", page.total)
      json.member("itemsPerPage", FeedPage.size)
      json.member("currentPage", page.number)
    }
    json.endObject()
    json.key("links")
    json.beginArray()
    link(feed.address, relation: "self", type: Format.opds.type)
    for item in feed.links {
      link(item.address, relation: item.relation, type: Format.opds.type, title: item.title)
    }
    search()
    json.endArray()
    if !feed.entries.isEmpty { navigation(feed.entries) }
    if !feed.facets.isEmpty { facets(feed.facets) }
    if !feed.publications.isEmpty {
      json.key("publications")
      json.beginArray()
      for publication in feed.publications { write(publication) }
      json.endArray()
    }
    // OPDS 2.0 requires at least one of the lists `navigation`, `publications` and `groups`. The first two must not be
    // empty.
    if feed.entries.isEmpty, feed.publications.isEmpty {
      json.key("groups")
      json.beginArray()
      json.endArray()
    }
    json.endObject()
    json.endLine()
  }

  /// Writes the link to the search, a URI template (RFC 6570).
  private mutating func search() {
    json.beginObject()
    json.member("rel", "search")
    json.member("href", "\(basePath)\(BooksAddress.searchPath){?query}")
    json.member("type", Format.opds.type)
    json.member("templated", true)
    json.endObject()
  }

  private mutating func navigation(_ entries: [NavigationEntry]) {
    json.key("navigation")
    json.beginArray()
    for entry in entries {
      link(
        entry.address, relation: entry.isNewest ? FeedTypes.newest : "subsection", type: Format.opds.type,
        title: entry.title, count: entry.count)
    }
    json.endArray()
  }

  private mutating func facets(_ groups: [FacetGroup]) {
    json.key("facets")
    json.beginArray()
    for group in groups {
      json.beginObject()
      json.key("metadata")
      json.beginObject()
      json.member("title", group.title)
      json.endObject()
      json.key("links")
      json.beginArray()
      for value in group.values {
        // The relation `self` marks the active value, because its link leads to this feed.
        link(
          value.address, relation: value.isActive ? "self" : FeedTypes.facet, type: Format.opds.type,
          title: value.title, count: value.count)
      }
      json.endArray()
      json.endObject()
    }
    json.endArray()
  }

  private mutating func write(_ publication: Publication) {
    json.beginObject()
    json.key("metadata")
    PublicationMetadata.write(publication, to: &json)
    json.key("links")
    json.beginArray()
    for file in publication.files {
      json.beginObject()
      json.member("rel", FeedTypes.acquisition)
      json.member("href", file.address)
      json.member("type", file.type)
      if let size = file.size { json.member("size", size) }
      json.endObject()
    }
    json.endArray()
    if let cover = publication.cover {
      json.key("images")
      json.beginArray()
      for relation in [FeedTypes.thumbnail, FeedTypes.image] {
        link(cover.address, relation: relation, type: cover.type)
      }
      json.endArray()
    }
    json.endObject()
  }

  private mutating func link(
    _ address: String, relation: String, type: String, title: String? = nil, count: Int? = nil
  ) {
    json.beginObject()
    json.member("rel", relation)
    json.member("href", address)
    json.member("type", type)
    if let title { json.member("title", title) }
    if let count {
      json.key("properties")
      json.beginObject()
      json.member("numberOfItems", count)
      json.endObject()
    }
    json.endObject()
  }
}
