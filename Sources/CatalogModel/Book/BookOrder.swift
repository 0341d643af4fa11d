/// The order of a list of books: by a key, such as the title, or by relevance. Books without a value for the key come
/// last, whether the order is ascending or descending. The id breaks ties, so that pages neither skip nor repeat books.
///
/// ```swift
/// let page = try await catalog.page(order: .rating.descending)
/// ```
public struct BookOrder: Hashable, Sendable {
  /// A key by which books are ordered. Titles sort without their leading article, authors by the surname of the first
  /// author, and series by name and then number. `year` is the date of the first publication (``Book/year``),
  /// `edition` that of the edition (``Book/published``), `rating` the user's rating, and `average` the average rating
  /// by other readers.
  public enum Key: String, CaseIterable, Sendable {
    case title, author, year, edition, added, rating, average, pages, series
  }

  /// The criterion of an order.
  package enum Kind: Hashable, Sendable {
    case key(KeyOrder)
    case terms(TermOrder)
    case match
  }

  /// The criterion of the order.
  package let kind: Kind

  /// The key of the order; `nil` for orders by relevance, by ``started`` or ``finished``, or by a user-defined field.
  public var key: Key? { if case .key(let order) = kind { order.key } else { nil } }
  /// The user-defined field of the order; `nil` for other orders.
  public var ownField: OwnField? { if case .terms(let order) = kind { order.own } else { nil } }
  /// True if the largest key comes first, such as the newest book.
  public var isDescending: Bool {
    switch kind {
    case .key(let order): order.isDescending
    case .terms(let order): order.isDescending
    case .match: false
    }
  }

  private init(_ kind: Kind) { self.kind = kind }

  /// Creates an order by a key, with the smallest key first unless `descending` is true.
  public init(_ key: Key, descending: Bool = false) { self.init(.key(KeyOrder(key, descending: descending))) }

  /// Creates an order by a stored key.
  package init(_ order: KeyOrder) { self.init(.key(order)) }
  /// Creates an order by a field's terms in the search index.
  package init(_ order: TermOrder) { self.init(.terms(order)) }

  /// Creates an order by a user-defined field. Books without a value are last.
  ///
  /// Numbers sort by value, and dates by the first day that they cover. “No” sorts before “yes”. Choices sort in the
  /// order of ``OwnField/choices``. Texts and lists sort word by word, and numbers in them by value. Only the first 80
  /// bytes of a value count.
  public init(_ field: OwnField, descending: Bool = false) {
    self.init(TermOrder(field, descending: descending))
  }

  /// The order by the time of addition, newest first: the default order of lists.
  public static let newestFirst = BookOrder(.added, descending: true)

  /// The order by relevance, best match first.
  ///
  /// Books whose whole title matches the query come first. Next come books whose title begins with the words of the
  /// query. Then come books that contain the words in the title, then in the title and authors, and then anywhere.
  /// Whole words rank before prefixes of words. Among equal matches, books with more ratings come first; for a query
  /// without words, only the number of ratings counts. The cost of the first page hardly depends on the number of
  /// matches.
  public static let bestMatch = BookOrder(.match)

  /// The order by title, ignoring a leading article.
  public static let title = BookOrder(.title)
  /// The order by the surname of the first author.
  public static let author = BookOrder(.author)
  /// The order by the date of the first publication (``Book/year``), oldest first.
  public static let year = BookOrder(.year)
  /// The order by the date of the edition (``Book/published``), oldest first.
  public static let edition = BookOrder(.edition)
  /// The order by the time of addition to the catalog, earliest first.
  public static let added = BookOrder(.added)
  /// The order by the user's rating, lowest first.
  public static let rating = BookOrder(.rating)
  /// The order by the average rating that other readers gave, lowest first.
  public static let average = BookOrder(.average)
  /// The order by the number of pages, shortest first.
  public static let pages = BookOrder(.pages)
  /// The order by series, and by the number within each series.
  public static let series = BookOrder(.series)
  /// The order by the start of the current reading, earliest first; books that were never begun are last.
  public static let started = BookOrder(TermOrder.started)
  /// The order by the end of the current reading, earliest first; books without that date are last.
  public static let finished = BookOrder(TermOrder.finished)

  /// This order with the largest key first: `.year.descending`. ``bestMatch`` has no descending form and stays
  /// unchanged.
  public var descending: BookOrder {
    switch kind {
    case .key(let order): BookOrder(order.key, descending: true)
    case .terms(let order): BookOrder(order.descending(true))
    case .match: self
    }
  }

  /// Creates an order from a typed name: `title` or `-title`, or the name of a user-defined field, with or without the
  /// prefix `own.`. If a key and a user-defined field have the same name, the key is used. The name `match` is not
  /// accepted.
  ///
  /// ```swift
  /// let fields = try await catalog.fields()
  /// let order = try BookOrder("-rating", fields: fields)
  /// ```
  ///
  /// - Parameter fields: The fields of the catalog (``CatalogSnapshot``).
  /// - Throws: ``InvalidValue``, which lists the valid orders, if the text does not name an order.
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
      throw InvalidValue("order", text, "valid orders are \(known); put a minus in front to reverse one")
    }
  }

  /// Returns the names that ``init(_:fields:)`` accepts: the keys, `started` and `finished`, and the user-defined
  /// fields.
  public static func names(with fields: OwnFields = OwnFields()) -> [String] {
    Key.allCases.map(\.rawValue) + TermOrder.common.map(\.name)
      + fields.shown.map { Key(rawValue: $0.name.lowercased()) == nil ? $0.name : BookField.ownPrefix + $0.name }
  }

  /// The name of the order, such as `title`, or `-title` if it is descending. An order by a user-defined field has a
  /// name such as `own.shelf`; the order by best match is called `match`.
  public var name: String {
    switch kind {
    case .key(let order): order.name
    case .terms(let order): order.name
    case .match: "match"
    }
  }
}
