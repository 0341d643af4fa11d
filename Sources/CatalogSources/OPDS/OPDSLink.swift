import FoundationEssentials

/// A link of a feed or of an entry, in either format.
struct OPDSLink {
  var reference: String
  var relations: [String] = []
  var type = ""
  var title = ""
  /// Of what it leads to, in bytes.
  var size: Int?
  /// When what it leads to was changed last, as calibre says.
  var modified: Date?
  /// Whether another document stands between it and the file: a page of a shop, a licence.
  var isIndirect = false
  /// How high the image is that it leads to.
  var height: Double?

  /// Whether it leads to another feed whose books belong to the catalog. It has no relation, or one that says “a part of
  /// this”; `shelf` and `subscriptions` hold what one reader has, and facets list the same books again.
  func isNavigation(_ format: OPDSFormat) -> Bool {
    guard isFeed(format) else { return false }
    return relations.allSatisfy { relation in
      relation == "subsection" || relation == "collection" || relation == Self.crawlable
        || relation.hasPrefix(Self.sorting) || relation == Self.specification + "featured"
        || relation == Self.specification + "recommended"
    }
  }

  /// Whether its type is one of feeds. An entry alone has one with `type=entry`.
  private func isFeed(_ format: OPDSFormat) -> Bool {
    let type = type.lowercased()
    switch format {
    case .atom: return type.contains("application/atom+xml") && !type.contains("type=entry")
    // What has no type is navigation because of where it stands.
    case .json: return type.isEmpty || type.contains("application/opds+json")
    }
  }

  var isAcquisition: Bool { relations.contains { $0.hasPrefix(Self.specification + "acquisition") } }
  /// Whether it leads to a file of the book that is there for whoever may read the feed: not to a sample, a shop or a loan, and not
  /// to a document that leads on.
  var isFile: Bool {
    relations.contains {
      $0 == Self.specification + "acquisition" || $0 == Self.specification + "acquisition/open-access"
    }
      && !isIndirect && !type.contains("application/atom+xml") && !type.contains("application/opds")
  }

  /// How good an image of the cover it leads to; `nil` where to none. OPDS 1.2, section 2.4; the older names are those of
  /// calibre and of Stanza.
  var coverQuality: Int? {
    relations.lazy.compactMap { relation in
      switch relation {
      case Self.specification + "image", Self.specification + "cover", "x-stanza-cover-image": 2
      case Self.specification + "image/thumbnail", Self.specification + "thumbnail", "x-stanza-cover-image-thumbnail": 1
      default: nil
      }
    }.max()
  }

  var isNext: Bool { relations.contains("next") }
  /// Whether it leads to a feed of everything (OPDS 1.2, section 2.5).
  var isCrawlable: Bool { relations.contains(Self.crawlable) }

  /// Whether the feed behind it lists every book there is, so that no other feed need be read. Calibre's menu has a dozen
  /// feeds of the same books; its addresses are the same in every language. Of other servers only titles tell, and only
  /// those are taken that leave nothing out: “Newest” may be the last twenty.
  var listsAllBooks: Bool {
    let end = reference.prefix { $0 != "?" }
    if end.hasSuffix(Self.calibreNewest) { return true }
    return Self.titlesOfEverything.contains(title.trimmed().lowercased())
  }

  private static let specification = "http://opds-spec.org/"
  private static let crawlable = specification + "crawlable"
  private static let sorting = specification + "sort/"
  /// “Onewest” in hexadecimal digits: all books, by the time they were added.
  private static let calibreNewest = "/navcatalog/4f6e6577657374"
  private static let titlesOfEverything: Set<String> = [
    "all books", "all publications", "all titles", "alphabetical books", "books by title", "by title",
  ]
}

/// The two forms in which a catalog is served.
enum OPDSFormat: String, Sendable {
  /// OPDS 1.2: Atom (RFC 4287).
  case atom
  /// OPDS 2.0: JSON.
  case json
}
