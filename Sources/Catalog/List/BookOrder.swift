/// An order of a list. Books for which the key is not known stand last, whichever way the order goes; the id breaks ties,
/// so that pages neither skip nor repeat.
public struct BookOrder: Hashable, Sendable {
  public enum Key: String, CaseIterable, Sendable {
    case title, author, year, added, rating, pages, series
  }

  public let key: Key
  public let isDescending: Bool

  public init(_ key: Key, descending: Bool = false) {
    self.key = key
    self.isDescending = descending
  }

  /// What came in last stands first: the order of lists unless another is asked for.
  public static let newestFirst = BookOrder(.added, descending: true)

  /// Reads `title` or `-title`, as people type it.
  /// - Throws: ``InvalidValue`` with the known keys.
  public init(_ text: String) throws {
    let isDescending = text.hasPrefix("-")
    guard let key = Key(rawValue: isDescending ? String(text.dropFirst()) : text) else {
      let known = Key.allCases.map(\.rawValue).joined(separator: ", ")
      throw InvalidValue("order", text, "known orders are \(known), each also with a minus in front")
    }
    self.init(key, descending: isDescending)
  }

  /// `title`, or `-title` when descending.
  public var name: String { (isDescending ? "-" : "") + key.rawValue }

  /// The column, or the indexed expression, that holds the key.
  var column: String {
    switch key {
    case .title: "title_key"
    case .author: "author_key"
    case .year: "published"
    case .added: "added_at"
    case .rating: "coalesce(rating, average_rating)"
    case .pages: "pages"
    case .series: "series_key"
    }
  }

  /// The condition that a book has the key. With `IS NOT NULL` on an expression SQLite would look into every row; a range
  /// from minus infinity it reads off the index.
  var isKnown: String { key == .rating ? "\(column) >= -1e999" : "\(column) IS NOT NULL" }

  /// Whether a book may be without the key.
  var mayBeUnknown: Bool { key != .title && key != .added }
}
