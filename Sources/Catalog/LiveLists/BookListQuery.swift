/// How much a list looks for at once.
package struct BookListLimits: Sendable, Equatable {
  /// Rows farther behind those that were found are not looked for one page after the other.
  package var farAway = 2_000
  /// So many ids of a list of a filter are held at most, eight bytes each.
  package var ids = 2_000_000
  /// So many matches of a search are found in the order of their rank, behind what is shown.
  package var ranked = 1_000
  /// So many matches are counted before the first ones are shown, where each has to be read.
  package var countedAtOnce = 1_000
  /// How a filter's books are found.
  package var selection = SelectionLimits()

  package init() {}
}

/// Which books a list shows, and in which order.
package struct BookListQuery: Sendable, Equatable {
  /// The books that the list is of; empty for every book.
  package var filter = ""
  /// What the user searches among them.
  package var text = ""
  package var order = BookOrder.newestFirst
  /// Whether what is searched for stands best match first; else it stands in the list's order.
  package var ranksMatches = true
  /// Smaller ones let few books be found in every way.
  package var limits = BookListLimits()

  package init(
    filter: String = "", text: String = "", order: BookOrder = BookOrder.newestFirst, ranksMatches: Bool = true,
    limits: BookListLimits = BookListLimits()
  ) {
    self.filter = filter
    self.text = text
    self.order = order
    self.ranksMatches = ranksMatches
    self.limits = limits
  }

  /// The filter and the text as one query. The filter's words are no part of the ranking.
  var query: Query {
    let (filter, text) = (QueryParser.parse(filter), QueryParser.parse(text))
    if filter == .everything { return text }
    if text == .everything { return filter }
    let parts = if case .all(let parts) = text { parts } else { [text] }
    if case .all = filter { return .all(parts + [filter]) }
    return .all(parts + [.all([filter])])
  }

  package var isRanked: Bool { ranksMatches && QueryParser.parse(text) != .everything }
}
