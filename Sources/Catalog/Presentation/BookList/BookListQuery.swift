/// Which books a list shows, and in which order.
struct BookListQuery: Sendable, Equatable {
  /// The books that the list is of; empty for every book.
  var filter = ""
  /// What the user searches among them.
  var text = ""
  var order = BookOrder.newestFirst
  /// Whether what is searched for stands best match first; else it stands in the list's order.
  var ranksMatches = true

  /// What the filter and the text ask for together. The filter's words are no part of the ranking.
  var query: Query {
    let (filter, text) = (QueryParser.parse(filter), QueryParser.parse(text))
    if filter == .everything { return text }
    if text == .everything { return filter }
    let parts = if case .all(let parts) = text { parts } else { [text] }
    if case .all = filter { return .all(parts + [filter]) }
    return .all(parts + [.all([filter])])
  }

  var isRanked: Bool { ranksMatches && QueryParser.parse(text) != .everything }
}
