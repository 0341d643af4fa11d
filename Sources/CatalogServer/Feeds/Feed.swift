import FoundationEssentials

/// A feed of an OPDS catalog, as both formats are written from it: what leads on, or books.
struct Feed {
  /// Whether a feed lists what leads on, or books: a feed is never both.
  enum Kind {
    case navigation, acquisition
  }

  var kind: Kind
  var title: String
  /// Its own address, relative to the server.
  var address: String
  /// When what it shows changed last.
  var updated: Date
  /// Links of the feed itself, without that to itself.
  var links: [FeedLink] = []
  /// Of books: which of them these are.
  var page: FeedPage?
  var entries: [NavigationEntry] = []
  var publications: [Publication] = []
  var facets: [FacetGroup] = []
}

/// What a link of a feed leads to.
struct FeedLink {
  /// What it is to the feed: `start`, `up`, `next`; the names of the registry of IANA, and those of OPDS.
  var relation: String
  var address: String
  var kind: Feed.Kind
  var title: String?
}

/// A part of a list of books.
struct FeedPage {
  static let size = 50

  /// From 1.
  var number: Int
  /// How many books the whole list has.
  var total: Int

  /// The number of the last one.
  var last: Int { max(1, (total + Self.size - 1) / Self.size) }
}

/// What a menu leads to.
struct NavigationEntry {
  var title: String
  var address: String
  var kind: Feed.Kind
  /// How many books are behind it; `nil` where they were not counted.
  var count: Int?
  /// Whether the newest books are behind it.
  var isNewest = false
}

/// Ways to narrow a list of books, of which one at most is taken.
struct FacetGroup {
  struct Value {
    var title: String
    var address: String
    /// How many books the list would have.
    var count: Int
    var isActive = false
  }

  var title: String
  var values: [Value]
}
