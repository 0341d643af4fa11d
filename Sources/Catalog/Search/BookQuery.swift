/// A description of the books to find and of their order. The text is parsed once, when the query is created; the value
/// can be stored and run any number of times.
///
/// ```swift
/// let page = try await catalog.page(BookQuery("walker", order: .bestMatch))
/// let count = try await catalog.count(of: "author:walker year:1990..1999")
/// ```
public struct BookQuery: Hashable, Sendable {
  /// The text that the user typed; empty for every book. Any text is a valid query. The results can be ordered by how
  /// well they match its words.
  public let text: String
  /// A query that restricts the books to search; empty for every book. Its words do not affect the ranking.
  public let filter: String
  /// The order of the books. It does not affect counts, ids and groups.
  public var order: BookOrder
  let parsedText: Query
  private let parsedFilter: Query
  /// The text and the filter combined, restricted to the books that the viewer may see.
  let parsed: Query

  /// The viewer's rights if the viewer may see only public data; otherwise `nil`.
  private let rights: PublicQueryRights?
  /// The query for the books that the viewer may see. It is evaluated with the owner's values.
  private let limits: Query

  /// Creates a query from a text, a filter and an order.
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

  /// Returns this query for a viewer who may see only public data. Words that may match anywhere do not match notes and
  /// reviews, because that would reveal their text word by word. Names of custom fields, and of saved searches that the
  /// query may not use, are treated as plain words, as if the fields and searches did not exist.
  ///
  /// - Parameters:
  ///   - searches: The names of the saved searches that the query may use. They are run unchanged.
  ///   - withOwnWords: True if words that may match anywhere also match the viewer's own notes and reviews.
  package func ofPublicTexts(searches: [String], withOwnWords: Bool = false) -> BookQuery {
    let rights = PublicQueryRights(searches: Set(searches.map(SavedSearch.key)), hasOwnWords: withOwnWords)
    return BookQuery(text, in: filter, parsedFilter, order, rights: rights, limits: limits)
  }

  /// Returns this query restricted to the books of another query. The restriction is evaluated with the owner's rights,
  /// even if ``ofPublicTexts(searches:withOwnWords:)`` changes this query. Nothing in this query can lift the
  /// restriction.
  ///
  /// - Parameter books: The query that finds the visible books; `nil` for no books at all.
  package func limited(to books: BookQuery?) -> BookQuery {
    let limits = (books?.parsed ?? .nothing).limited(to: limits)
    return BookQuery(text, in: filter, parsedFilter, order, rights: rights, limits: limits)
  }

  /// The names of the saved searches that the text and the filter use. The searches may not exist.
  package var searchNames: [String] { parsedText.searchNames + parsedFilter.searchNames }

  /// Returns this query with another text and the same filter. The filter is not parsed again, which saves work while
  /// somebody types.
  package func searching(_ text: String) -> BookQuery {
    BookQuery(text, in: filter, parsedFilter, order, rights: rights, limits: limits)
  }

  /// Returns the text of a query with an additional condition that its books must meet. The condition is appended. If
  /// the text would absorb it, for example because of an unclosed quotation mark, the condition is prepended.
  package static func text(_ text: String, and condition: String) -> String {
    let (text, condition) = (text.trimmed(), condition.trimmed())
    guard !text.isEmpty, !condition.isEmpty else { return text + condition }
    let meant = joined(QueryParser.parse(text), in: QueryParser.parse(condition))
    let ways = ["\(text) \(condition)", "\(condition) \(text)"]
    if let way = ways.first(where: { flat(QueryParser.parse($0)) == flat(meant) }) { return way }
    // `OR` joins terms only if it is between two of them; at the beginning it is a plain word. In lower case, it is a
    // plain word everywhere.
    return "\(condition) \(text.hasPrefix("OR") ? "or\(text.dropFirst(2))" : text)"
  }

  /// True if a condition can be added to the text. False if the text cannot match any book, or already has the maximum
  /// number of terms.
  package var canBeNarrowed: Bool {
    parsedText != .nothing && QueryParser.Scanner(text).terms().count < QueryParser.termLimit
  }

  /// Returns the conditions that must all be met, without nesting.
  private static func flat(_ query: Query) -> [Query] {
    if case .all(let parts) = query { return parts.flatMap(flat) }
    return query == .everything ? [] : [query]
  }

  /// True if the text can exclude books. False for an empty text, and for a text of only spaces.
  package var isSearch: Bool { parsedText != .everything }

  /// True if some books can match the text better than others. If the text consists only of conditions, all its books
  /// match equally well. The query of a saved search is not known here, so a saved search counts as ranked.
  package var isRanked: Bool { parsedText.isRanked }

  private static func joined(_ text: Query, in filter: Query) -> Query {
    if filter == .everything { return text }
    if text == .everything { return filter }
    let parts = if case .all(let parts) = text { parts } else { [text] }
    if case .all = filter { return .all(parts + [filter]) }
    return .all(parts + [.all([filter])])
  }

  /// Compares texts, filters, orders and viewer rights. Parsed queries need no comparison, because equal texts parse
  /// equally.
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
  /// Creates a query from a text, with the newest books first.
  public init(stringLiteral text: String) { self.init(text) }
}
