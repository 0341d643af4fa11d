/// An order of a list: by a key of books, or the best match first. Books for which the key is not known stand last,
/// whichever way the order goes; the id breaks ties, so that pages neither skip nor repeat.
public struct BookOrder: Hashable, Sendable {
  /// A key by which books are ordered. Titles go without their leading article, authors by the first one's surname, series
  /// by name and then number; `year` is when the book was first published; `rating` is the user's, `average` that of others.
  public enum Key: String, CaseIterable, Sendable {
    case title, author, year, added, rating, average, pages, series
  }

  /// The order by a key; `nil` of the best match.
  package let keyOrder: KeyOrder?

  /// The key that decides the order, before the id; `nil` of the best match.
  public var key: Key? { keyOrder?.key }
  /// Whether the largest key comes first: the last title, the newest book.
  public var isDescending: Bool { keyOrder?.isDescending ?? false }

  private init(keyOrder: KeyOrder?) { self.keyOrder = keyOrder }

  /// The order by a key, the smallest first unless `descending`.
  public init(_ key: Key, descending: Bool = false) { self.init(keyOrder: KeyOrder(key, descending: descending)) }

  /// The book that came in last stands first: the order of lists unless another is asked for.
  public static let newestFirst = BookOrder(.added, descending: true)

  /// The book that fits a query's words best stands first: the whole title before its beginning, that before words in the
  /// title, in title and authors, anywhere; whole words before beginnings of words; among equals, the books that most
  /// people rated. Without words, these stand first. The first page costs about the same however many books match.
  public static let bestMatch = BookOrder(keyOrder: nil)

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

  /// The same order from its other end: `.year.descending`. The best match has no other end.
  public var descending: BookOrder { key.map { BookOrder($0, descending: true) } ?? self }

  /// Reads `title` or `-title`, as people type it. The best match is no order to be typed.
  /// - Throws: ``InvalidValue`` with the known keys.
  public init(_ text: String) throws {
    let isDescending = text.hasPrefix("-")
    guard let key = Key(rawValue: isDescending ? String(text.dropFirst()) : text) else {
      let known = Key.allCases.map(\.rawValue).joined(separator: ", ")
      throw InvalidValue("order", text, "known orders are \(known), each also with a minus in front")
    }
    self.init(key, descending: isDescending)
  }

  /// `title`, or `-title` when descending; `match` of the best match.
  public var name: String { keyOrder?.name ?? "match" }
}
