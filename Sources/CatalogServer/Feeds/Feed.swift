import FoundationEssentials

/// A feed of an OPDS catalog, independent of its format.
struct Feed {
  /// The contents of a feed: either navigation entries or books, never both.
  enum Kind {
    case navigation, acquisition
  }

  var kind: Kind
  var title: String
  /// The feed's own address, relative to the server.
  var address: String
  /// The time of the last change of the feed's contents.
  var updated: Date
  /// The links of the feed, except the link to itself.
  var links: [FeedLink] = []
  /// The page of the list, for a feed of books.
  var page: FeedPage?
  var entries: [NavigationEntry] = []
  var publications: [Publication] = []
  var facets: [FacetGroup] = []
}

/// A link of a feed.
struct FeedLink {
  /// The relation, such as `start`, `up` or `next`, from the IANA registry or OPDS.
  var relation: String
  var address: String
  var kind: Feed.Kind
  var title: String?
}

/// A page of a list of books.
struct FeedPage {
  static let size = 50

  /// The page number, from 1.
  var number: Int
  /// The number of books in the whole list.
  var total: Int

  /// The number of the last page.
  var last: Int { max(1, (total + Self.size - 1) / Self.size) }
}

/// An entry of a menu.
struct NavigationEntry {
  var title: String
  var address: String
  var kind: Feed.Kind
  /// The number of books the entry leads to; `nil` if they were not counted.
  var count: Int?
  /// True if the entry leads to the newest books.
  var isNewest = false
}

/// A facet by which a list can be filtered. At most one of its values is active.
struct FacetGroup {
  struct Value {
    var title: String
    var address: String
    /// The number of books in the list if this value is chosen.
    var count: Int
    var isActive = false
  }

  var title: String
  var values: [Value]
}
