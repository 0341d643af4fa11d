import FoundationEssentials

/// A link in a feed or an entry, in Atom or JSON.
struct OPDSLink {
  var reference: String
  var relations: [String] = []
  var type = ""
  var title = ""
  /// The size of the target in bytes.
  var size: Int?
  /// The modification time of the target, as stated by calibre.
  var modified: Date?
  /// True if another document comes between the link and the file, such as a shop's page or a licence.
  var isIndirect = false
  /// The height of the linked image.
  var height: Double?

  /// Returns true if the link leads to another feed of the same catalog. Such a link has no relation, or only relations
  /// that mean “part of this”. Links to `shelf` and `subscriptions` are excluded, because these feeds contain one
  /// reader's books. Facets are excluded, because they list the same books again.
  func isNavigation(_ format: OPDSFormat) -> Bool {
    guard isFeed(format) else { return false }
    return relations.allSatisfy { relation in
      relation == "subsection" || relation == "collection" || relation == Self.crawlable
        || relation.hasPrefix(Self.sorting) || relation == Self.specification + "featured"
        || relation == Self.specification + "recommended"
    }
  }

  /// Returns true if the media type is that of a feed. A media type with the parameter `type=entry` is that of a single
  /// entry.
  private func isFeed(_ format: OPDSFormat) -> Bool {
    let type = type.lowercased()
    switch format {
    case .atom: return type.contains("application/atom+xml") && !type.contains("type=entry")
    // A link without a type is treated as a link to a feed because of its position in the document.
    case .json: return type.isEmpty || type.contains("application/opds+json")
    }
  }

  var isAcquisition: Bool { relations.contains { $0.hasPrefix(Self.specification + "acquisition") } }
  /// True if the link leads to a file of the book that is open to everyone who may read the feed. Samples, shops, loans
  /// and intermediate documents are excluded.
  var isFile: Bool {
    relations.contains {
      $0 == Self.specification + "acquisition" || $0 == Self.specification + "acquisition/open-access"
    }
      && !isIndirect && !type.contains("application/atom+xml") && !type.contains("application/opds")
  }

  /// The quality of the linked cover image: 2 for an image, 1 for a thumbnail, `nil` if the link does not lead to a
  /// cover. See OPDS 1.2, section 2.4. The older relations come from calibre and Stanza.
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
  /// True if the link leads to a feed that contains all books (OPDS 1.2, section 2.5).
  var isCrawlable: Bool { relations.contains(Self.crawlable) }

  /// True if the linked feed lists all books, so that no other feed needs to be read. calibre's menu has a dozen feeds
  /// of the same books, with addresses that are the same in every language. For other servers, the title of the link
  /// decides. Only titles that imply a complete list are accepted. “Newest”, for example, may list only the last twenty
  /// books.
  var listsAllBooks: Bool {
    let end = reference.prefix { $0 != "?" }
    if end.hasSuffix(Self.calibreNewest) { return true }
    return Self.titlesOfEverything.contains(title.trimmed().lowercased())
  }

  private static let specification = "http://opds-spec.org/"
  private static let crawlable = specification + "crawlable"
  private static let sorting = specification + "sort/"
  /// The end of the address of calibre's feed of all books, ordered by the time at which they were added. The digits
  /// are “Onewest” in hexadecimal.
  private static let calibreNewest = "/navcatalog/4f6e6577657374"
  private static let titlesOfEverything: Set<String> = [
    "all books", "all publications", "all titles", "alphabetical books", "books by title", "by title",
  ]
}

/// The two formats in which a catalog is served.
enum OPDSFormat: String, Sendable {
  /// OPDS 1.2: Atom (RFC 4287).
  case atom
  /// OPDS 2.0: JSON.
  case json
}
