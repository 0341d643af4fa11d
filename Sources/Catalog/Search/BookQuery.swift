/// A question to the catalog: which books, and which of them stand first. A value, read once as it is made, to be kept and
/// asked any number of times.
///
/// ```swift
/// let page = try await catalog.page(BookQuery("walker", order: .bestMatch))
/// let count = try await catalog.count(of: "author:walker year:1990..1999")
/// ```
public struct BookQuery: Hashable, Sendable {
  /// The text that a person typed; empty for every book. Anything is a legal query. Of what it finds, the order may be by
  /// how well its words fit.
  public let text: String
  /// The books among which it is looked for, as a query; empty for every book. Its words are no part of a ranking.
  public let filter: String
  /// The order of the books. A count, the ids and the groups of a query do not depend on it.
  public var order: BookOrder
  let parsedText: Query
  private let parsedFilter: Query
  /// The text and the filter as one, among the books that there are for who asks.
  let parsed: Query

  /// What may be asked about, where it is asked by somebody who may know what is public alone.
  private let rights: PublicQueryRights?
  /// The books that there are for who asks, as their owner asks for them.
  private let limits: Query

  /// A query of its parts, each described at the property of the same name.
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

  /// The same query as somebody may ask it who may know what is public alone: words that may stand anywhere are not
  /// looked for in notes and reviews, whose words it would tell one by one; and fields of the
  /// user's own and other saved searches than these are taken for words, as if there were none.
  ///
  /// - Parameters:
  ///   - searches: the names of the saved searches that it may ask for, which are as they are.
  ///   - withOwnWords: whether words that may stand anywhere are looked for in the notes and reviews of whoever asks, too.
  package func ofPublicTexts(searches: [String], withOwnWords: Bool = false) -> BookQuery {
    let rights = PublicQueryRights(searches: Set(searches.map(SavedSearch.key)), hasOwnWords: withOwnWords)
    return BookQuery(text, in: filter, parsedFilter, order, rights: rights, limits: limits)
  }

  /// The same query as somebody may ask it for whom there are no other books than some. Which these are is asked as their owner may ask
  /// it, whatever ``ofPublicTexts(searches:)`` makes of the rest, and nothing that stands in the rest leads out of them.
  ///
  /// - Parameter books: the query that finds them; `nil` of no book at all.
  package func limited(to books: BookQuery?) -> BookQuery {
    let limits = (books?.parsed ?? .nothing).limited(to: limits)
    return BookQuery(text, in: filter, parsedFilter, order, rights: rights, limits: limits)
  }

  /// The names of the saved searches that its text and its filter ask for, which need not be there.
  package var searchNames: [String] { parsedText.searchNames + parsedFilter.searchNames }

  /// The query of another text among the same books: of all that is typed after another, the filter is read once.
  package func searching(_ text: String) -> BookQuery {
    BookQuery(text, in: filter, parsedFilter, order, rights: rights, limits: limits)
  }

  /// The text of a query with a condition that its books have to meet besides, to be typed. The condition stands behind it; before
  /// it where the text would take it in, as one with an open quotation mark does.
  package static func text(_ text: String, and condition: String) -> String {
    let (text, condition) = (text.trimmed(), condition.trimmed())
    guard !text.isEmpty, !condition.isEmpty else { return text + condition }
    let meant = joined(QueryParser.parse(text), in: QueryParser.parse(condition))
    let ways = ["\(text) \(condition)", "\(condition) \(text)"]
    if let way = ways.first(where: { flat(QueryParser.parse($0)) == flat(meant) }) { return way }
    // At the beginning OR is a word, and between two terms it is none. In small letters it is a word everywhere.
    return "\(condition) \(text.hasPrefix("OR") ? "or\(text.dropFirst(2))" : text)"
  }

  /// Whether a condition can be typed beside the text: not where that finds nothing, whatever it is of, or has as many words as count.
  package var canBeNarrowed: Bool {
    parsedText != .nothing && QueryParser.Scanner(text).terms().count < QueryParser.termLimit
  }

  /// What has to be met, one thing after the other.
  private static func flat(_ query: Query) -> [Query] {
    if case .all(let parts) = query { return parts.flatMap(flat) }
    return query == .everything ? [] : [query]
  }

  /// Whether the text leaves out any book: one of spaces does not.
  package var isSearch: Bool { parsedText != .everything }

  /// Whether some books can fit the text better than others: where it is conditions alone, all that it finds fit alike.
  /// What a saved search asks for is not known here; it may have words.
  package var isRanked: Bool { parsedText.isRanked }

  private static func joined(_ text: Query, in filter: Query) -> Query {
    if filter == .everything { return text }
    if text == .everything { return filter }
    let parts = if case .all(let parts) = text { parts } else { [text] }
    if case .all = filter { return .all(parts + [filter]) }
    return .all(parts + [.all([filter])])
  }

  /// Compares texts, filter and order, and as whom it is asked: what was parsed of equal texts is equal.
  public static func == (one: BookQuery, other: BookQuery) -> Bool {
    one.text == other.text && one.filter == other.filter && one.order == other.order
      && one.rights == other.rights && one.limits == other.limits
  }

  /// Feeds what tells queries apart into the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(filter)
    hasher.combine(order)
  }
}

extension BookQuery: ExpressibleByStringLiteral {
  /// A query of a text, the newest books first.
  public init(stringLiteral text: String) { self.init(text) }
}
