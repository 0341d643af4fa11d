/// Where a page of search results begins.
public enum SearchPosition: Hashable, Sendable {
  /// Behind so many books from the best.
  case offset(Int)
  /// Behind the book that a cursor names.
  case after(SearchCursor)

  /// Where the first page begins.
  public static let start = SearchPosition.offset(0)
}

/// A page of what a search found.
public struct SearchPage: Sendable {
  /// The best first, at most as many as were asked for; empty behind the last.
  public var books: [Book] = []
  /// Where the next page begins, behind the last of the books; `nil` when there is none.
  public var next: SearchCursor?
  /// How many books a load under way has brought that were not searched yet; up to 10,000 are searched all the same.
  public var unindexed = 0
}

/// How many books a search finds.
public enum MatchCount: Hashable, Sendable {
  case exactly(Int)
  case moreThan(Int)
}

/// A place among the results of a search, behind a book. Opaque to those who hold it.
public struct SearchCursor: Hashable, Sendable, CustomStringConvertible {
  let place: RankedSearch.Place

  init(_ place: RankedSearch.Place) { self.place = place }

  /// Reads what ``description`` wrote.
  ///
  /// - Throws: ``InvalidValue`` when the text is no cursor of a search.
  public init(_ text: String) throws {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "rank", let tier = Int(parts[1]).flatMap(SearchTier.init(rawValue:)),
      let row = Int64(parts[2], radix: 36)
    else {
      throw InvalidValue("cursor", text, "take it from the page before, as it was printed")
    }
    place = RankedSearch.Place(tier: tier, row: row)
  }

  /// The cursor as text that is safe in a URL or a shell; ``init(_:)`` reads it back.
  public var description: String { "rank.\(place.tier.rawValue).\(String(place.row, radix: 36))" }
}
