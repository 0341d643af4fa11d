/// A description of the books to find and of their order. The text is parsed once, when the query is created. A query
/// can be stored and run any number of times.
///
/// ```swift
/// let page = try await catalog.page(BookQuery("walker", order: .bestMatch))
/// let count = try await catalog.count(of: "author:walker year:1990..1999")
/// ```
public struct BookQuery: Hashable, Sendable {
  /// The text that the user typed. Any text is a valid query; an empty text finds every book. With the order by best
  /// match, books are sorted by how well they match this text.
  public let text: String
  /// A second query that the books must also match; empty for no restriction. Its words do not affect the ranking.
  public let filter: String
  /// The order of the books. It has no effect on counts, ids and groups.
  public var order: BookOrder
  let parsedText: Query
  private let parsedFilter: Query
  /// The text and the filter combined. In a query that was limited for an audience, restricted to what it may see.
  var parsed: Query

  /// Creates a query from a text, an optional filter and an order.
  ///
  /// ```swift
  /// let query = BookQuery("herbert", in: "is:unread", order: .title)
  /// ```
  public init(_ text: String = "", in filter: String = "", order: BookOrder = .newestFirst) {
    self.init(text, in: filter, QueryParser.parse(filter), order)
  }

  private init(_ text: String, in filter: String, _ parsedFilter: Query, _ order: BookOrder) {
    (self.text, self.filter, self.order) = (text, filter, order)
    (parsedText, self.parsedFilter) = (QueryParser.parse(text), parsedFilter)
    parsed = Self.joined(parsedText, in: parsedFilter)
  }

  /// Returns a query with the same filter and a new text. The filter is not parsed again, which saves work while the
  /// user types.
  package func searching(_ text: String) -> BookQuery {
    BookQuery(text, in: filter, parsedFilter, order)
  }

  /// Returns the text of a query that adds a condition to another query's text. The condition is appended if possible.
  /// It is prepended if it would otherwise become part of the text's last term, for example because a quotation mark is
  /// not closed.
  package static func text(_ text: String, and condition: String) -> String {
    let (text, condition) = (text.trimmed(), condition.trimmed())
    guard !text.isEmpty, !condition.isEmpty else { return text + condition }
    let meant = joined(QueryParser.parse(text), in: QueryParser.parse(condition))
    let ways = ["\(text) \(condition)", "\(condition) \(text)"]
    if let way = ways.first(where: { flat(QueryParser.parse($0)) == flat(meant) }) { return way }
    // The `OR` at the beginning of a text must not join the text to the condition before it. In lower case, the word
    // has no special meaning.
    return "\(condition) \(text.hasPrefix("OR") ? "or\(text.dropFirst(2))" : text)"
  }

  /// True if a condition can be added to the text. False if the text finds no books, or already has the maximum number
  /// of terms.
  package var canBeNarrowed: Bool {
    parsedText != .nothing && QueryParser.Scanner(text).terms().count < QueryParser.termLimit
  }

  /// Returns the conditions of a query that must all match, as a flat list.
  static func flat(_ query: Query) -> [Query] {
    if case .all(let parts) = query { return parts.flatMap(flat) }
    return query == .everything ? [] : [query]
  }

  /// True if the text restricts the books. False if the text is empty or contains only spaces.
  package var isSearch: Bool { parsedText != .everything }

  /// True if some books can match the text better than others. This requires words, because every book that meets a
  /// condition matches it equally well. A saved search is assumed to contain words, because its query is not known
  /// here.
  package var isRanked: Bool { parsedText.isRanked }

  private static func joined(_ text: Query, in filter: Query) -> Query {
    if filter == .everything { return text }
    if text == .everything { return filter }
    let parts = if case .all(let parts) = text { parts } else { [text] }
    if case .all = filter { return .all(parts + [filter]) }
    return .all(parts + [.all([filter])])
  }

  /// Returns true if texts, filters and orders are equal. The parsed queries are then equal, too.
  public static func == (one: BookQuery, other: BookQuery) -> Bool {
    one.text == other.text && one.filter == other.filter && one.order == other.order
  }

  /// Hashes the text, the filter and the order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(filter)
    hasher.combine(order)
  }
}

extension BookQuery: ExpressibleByStringLiteral {
  /// Creates a query from a text. The newest books come first.
  public init(stringLiteral text: String) { self.init(text) }
}
