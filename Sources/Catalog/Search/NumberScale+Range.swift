extension NumberScale {
  /// Returns the search keys for books with a whole number in a range.
  private func keys(_ range: QueryRange, offset: Double) -> [PostingKey] {
    let lower = range.lower.map { range.isOpen ? $0.rounded(.down) + 1 : $0.rounded(.up) }
    let upper = range.upper.map { range.isOpen ? $0.rounded(.up) - 1 : $0.rounded(.down) }
    if let upper, upper + offset < 0 { return [] }
    return keys(
      lower.map { Self.whole($0 + offset) } ?? 0, upper.map { Self.whole($0 + offset) } ?? UInt64(Self.maxValue))
  }

  /// Returns the search keys for books first published in a range of years.
  static func years(_ range: QueryRange) -> [PostingKey] { years.keys(range, offset: yearOffset) }

  /// Returns the search keys for books whose edition was published in a range of years.
  static func editions(_ range: QueryRange) -> [PostingKey] { editions.keys(range, offset: yearOffset) }

  /// Returns the search keys for books whose number of pages is in a range.
  static func pages(_ range: QueryRange) -> [PostingKey] { pages.keys(range, offset: 0) }

  /// Returns the search keys for books that the user has rated in a range.
  static func ratings(_ range: QueryRange) -> [PostingKey] { ratings.keys(ratings: range) }

  /// Returns the search keys for books whose average rating is in a range.
  static func averages(_ range: QueryRange) -> [PostingKey] { averages.keys(ratings: range) }

  private func keys(ratings range: QueryRange) -> [PostingKey] {
    if let upper = range.upper, upper < 0 || (upper == 0 && range.isOpen) { return [] }
    var lower = range.lower.map(Self.rating) ?? 0
    if let bound = range.lower, range.isOpen, bound >= 0 { lower += 1 }
    var upper = range.upper.map(Self.rating) ?? Self.rating(Self.maxValue)
    if range.upper != nil, range.isOpen { upper -= 1 }
    return keys(lower, upper)
  }
}
