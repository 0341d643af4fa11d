/// An order of a list: by a key of books, or the best match first. Books for which the key is not known stand last,
/// whichever way the order goes; the id breaks ties, so that pages neither skip nor repeat.
public struct BookOrder: Hashable, Sendable {
  /// A key by which books are ordered. Titles go without their leading article, authors by the first one's surname, series
  /// by name and then number; `year` is when the book was first published; `rating` is the user's, `average` that of others.
  public enum Key: String, CaseIterable, Sendable {
    case title, author, year, added, rating, average, pages, series
  }

  /// What decides an order.
  package enum Kind: Hashable, Sendable {
    case key(KeyOrder)
    case terms(TermOrder)
    case match
  }

  /// What decides the order.
  package let kind: Kind

  /// The key that decides the order, before the id; `nil` of the best match, of ``started`` and ``finished``, and of a field
  /// that the user made.
  public var key: Key? { if case .key(let order) = kind { order.key } else { nil } }
  /// The field of the user's own that decides the order; `nil` of others.
  public var ownField: OwnField? { if case .terms(let order) = kind { order.own } else { nil } }
  /// Whether the largest key comes first: the last title, the newest book.
  public var isDescending: Bool {
    switch kind {
    case .key(let order): order.isDescending
    case .terms(let order): order.isDescending
    case .match: false
    }
  }

  private init(_ kind: Kind) { self.kind = kind }

  /// The order by a key, the smallest first unless `descending`.
  public init(_ key: Key, descending: Bool = false) { self.init(.key(KeyOrder(key, descending: descending))) }

  /// The same order.
  package init(_ order: KeyOrder) { self.init(.key(order)) }
  /// The same order.
  package init(_ order: TermOrder) { self.init(.terms(order)) }

  /// The order by a field that the user made: numbers by value, dates by the first day that they may mean, no before yes,
  /// a choice as the field has its words, texts and lists by their words, numbers in them by value; 80 bytes of these
  /// count. Books without a value stand last.
  public init(_ field: OwnField, descending: Bool = false) {
    self.init(TermOrder(field, descending: descending))
  }

  /// The book that came in last stands first: the order of lists unless another is asked for.
  public static let newestFirst = BookOrder(.added, descending: true)

  /// The book that fits a query's words best stands first: the whole title before its beginning, that before words in the
  /// title, in title and authors, anywhere; whole words before beginnings of words; among equals, the books that most
  /// people rated. Without words, these stand first. The first page costs about the same however many books match.
  public static let bestMatch = BookOrder(.match)

  /// By title, without its leading article.
  public static let title = BookOrder(.title)
  /// By the surname of the first author.
  public static let author = BookOrder(.author)
  /// By when the book was first published, the oldest first.
  public static let year = BookOrder(.year)
  /// By when the book came into the catalog, the first one first.
  public static let added = BookOrder(.added)
  /// By the user's rating, the lowest first.
  public static let rating = BookOrder(.rating)
  /// By the average of others' ratings, the lowest first.
  public static let average = BookOrder(.average)
  /// By the number of pages, the shortest first.
  public static let pages = BookOrder(.pages)
  /// By series and the number in it.
  public static let series = BookOrder(.series)
  /// By when the user began the reading that counts, the first one first; books that were never begun stand last.
  public static let started = BookOrder(TermOrder.started)
  /// By when the user finished the reading that counts, the first one first; books without a date stand last.
  public static let finished = BookOrder(TermOrder.finished)

  /// The same order from its other end: `.year.descending`. The best match has no other end.
  public var descending: BookOrder {
    switch kind {
    case .key(let order): BookOrder(order.key, descending: true)
    case .terms(let order): BookOrder(order.descending(true))
    case .match: self
    }
  }

  /// Reads `title` or `-title`, as people type it, or the name of a field of the user's own, with or without `own.` in
  /// front; of a key and a field of one name the key is meant. The best match is no order to be typed.
  ///
  /// - Parameter fields: those of the catalog (``CatalogSnapshot``); none unless given.
  /// - Throws: ``InvalidValue`` with the known orders.
  public init(_ text: String, fields: OwnFields = OwnFields()) throws {
    let isDescending = text.hasPrefix("-")
    let name = isDescending ? String(text.dropFirst()) : text
    if let key = Key(rawValue: name) {
      self.init(key, descending: isDescending)
    } else if let order = TermOrder.common.first(where: { $0.name == name }) {
      self.init(order.descending(isDescending))
    } else if let field = fields[name] {
      self.init(field, descending: isDescending)
    } else {
      let known = Self.names(with: fields).joined(separator: ", ")
      throw InvalidValue("order", text, "known orders are \(known), each also with a minus in front")
    }
  }

  /// What orders are called, as people type them: the keys, when books were begun and finished, and fields of the user's own.
  public static func names(with fields: OwnFields = OwnFields()) -> [String] {
    Key.allCases.map(\.rawValue) + TermOrder.common.map(\.name)
      + fields.shown.map { Key(rawValue: $0.name.lowercased()) == nil ? $0.name : BookField.ownPrefix + $0.name }
  }

  /// `title`, or `-title` when descending; `own.shelf` of a field of the user's own; `match` of the best match.
  public var name: String {
    switch kind {
    case .key(let order): order.name
    case .terms(let order): order.name
    case .match: "match"
    }
  }
}
