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
  /// The text and the filter combined, restricted to the books that the viewer may see.
  let parsed: Query

  /// The viewer's rights if the viewer may see only public data, or `nil` if the viewer may see everything.
  private let rights: PublicQueryRights?
  /// The query that finds the books that the viewer may see. It uses the owner's values, not the viewer's.
  private let limits: Query

  /// Creates a query from a text, an optional filter and an order.
  ///
  /// ```swift
  /// let query = BookQuery("herbert", in: "is:unread", order: .title)
  /// ```
  public init(_ text: String = "", in filter: String = "", order: BookOrder = .newestFirst) {
    self.init(text, in: filter, QueryParser.parse(filter), order, rights: nil, limits: .everything)
  }

  private init(
    _ text: String, in filter: String, _ parsedFilter: Query, _ order: BookOrder, rights: PublicQueryRights?,
    limits: Query
  ) {
    (self.text, self.filter, self.order) = (text, filter, order)
    (self.rights, self.limits) = (rights, limits)
    let (parsed, own) = (QueryParser.parse(text), parsedFilter)
    parsedText = rights.map(parsed.ofPublicTexts) ?? parsed
    self.parsedFilter = rights.map(own.ofPublicTexts) ?? own
    self.parsed = Self.joined(parsedText, in: self.parsedFilter).limited(to: limits)
  }

  /// Returns this query for a viewer who may see only public data. Words without a field do not search notes and
  /// reviews, because the results would reveal these texts word by word. Custom fields and forbidden saved searches are
  /// treated as if they did not exist, so their names are plain words.
  ///
  /// - Parameters:
  ///   - searches: The names of the saved searches that the query may use. The queries of these searches are not
  ///     restricted.
  ///   - withOwnWords: True if words without a field also search the viewer's own notes and reviews.
  package func ofPublicTexts(searches: [String], withOwnWords: Bool = false) -> BookQuery {
    let rights = PublicQueryRights(searches: Set(searches.map(SavedSearch.key)), hasOwnWords: withOwnWords)
    return BookQuery(text, in: filter, parsedFilter, order, rights: rights, limits: limits)
  }

  /// Returns this query restricted to the books that another query finds. No part of this query's text or filter can
  /// lift the restriction. The other query is always evaluated with the owner's rights, even if
  /// ``ofPublicTexts(searches:withOwnWords:)`` is called on this query.
  ///
  /// - Parameter books: The query that finds the permitted books; `nil` to permit no books.
  package func limited(to books: BookQuery?) -> BookQuery {
    let limits = (books?.parsed ?? .nothing).limited(to: limits)
    return BookQuery(text, in: filter, parsedFilter, order, rights: rights, limits: limits)
  }

  /// The names of the saved searches used in the text and the filter. Includes names for which no saved search exists.
  package var searchNames: [String] { parsedText.searchNames + parsedFilter.searchNames }

  /// Returns a query with the same filter and a new text. The filter is not parsed again, which saves work while the
  /// user types.
  package func searching(_ text: String) -> BookQuery {
    BookQuery(text, in: filter, parsedFilter, order, rights: rights, limits: limits)
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

  /// Returns true if texts, filters, orders and viewer rights are equal. The parsed queries are then equal, too.
  public static func == (one: BookQuery, other: BookQuery) -> Bool {
    one.text == other.text && one.filter == other.filter && one.order == other.order
      && one.rights == other.rights && one.limits == other.limits
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
