import Bitmaps

/// Finds the best matches of a query: exactly those that ranking every match would put first. docs/ranking.md has the
/// argument.
struct RankedSearch {
  /// A position in the ranking. Smaller is better; no two books share one.
  struct Position: Hashable, Comparable {
    var tier: SearchTier
    /// The book's rank, then its id (``SearchRank/place(of:)``).
    var row: Int64

    static func < (one: Position, other: Position) -> Bool {
      (one.tier.rawValue, one.row) < (other.tier.rawValue, other.row)
    }
  }

  struct Match {
    let place: Position
    let book: Book
  }

  struct Matches {
    /// In order.
    var matches: [Match] = []
    /// Books that a load brought and the index does not hold yet, when they are too many to be looked at one by one.
    var unindexed = 0
  }

  /// How many books that the index does not hold yet are looked at one by one.
  static let mostPending = 10_000

  private let connection: Connection
  private let pending: [ClosedRange<Int64>]
  private let matcher: QueryMatcher
  private let candidates: SearchCandidates

  /// - Parameter rankBudget: as ``RankOrder/budget``.
  init(_ query: Query, connection: Connection, rankBudget: Int? = nil) throws {
    self.connection = connection
    pending = try DerivedPending(connection: connection).books()
    matcher = try QueryMatcher(query, connection: connection)
    candidates = try SearchCandidates(
      matcher, connection: connection, pending: pending, rankBudget: rankBudget)
  }

  /// The first matches behind a place, in order.
  ///
  /// - Parameters:
  ///   - start: `nil` before all of them.
  ///   - skipped: so many of them are passed over.
  ///   - limit: how many, at most.
  func matches(after start: Position?, skipping skipped: Int = 0, limit: Int) throws -> Matches {
    guard !pending.isEmpty else { return Matches(matches: try indexed(after: start, skipping: skipped, limit: limit)) }
    var result = Matches()
    let wanted = limit.addingReportingOverflow(skipped)
    var matches = try indexed(after: start, skipping: 0, limit: wanted.overflow ? .max : wanted.partialValue)
    if let others = try pendingMatches() {
      matches += others.filter { match in start.map { match.place > $0 } ?? true }
      matches.sort { $0.place < $1.place }
    } else {
      result.unindexed = pending.total
    }
    result.matches = Array(matches.dropFirst(skipped).prefix(limit))
    return result
  }

  /// Matches among the books that the index does not hold yet; `nil` when there are too many to look at.
  private func pendingMatches() throws -> [Match]? {
    guard pending.total <= Self.mostPending else { return nil }
    return try pending.joined().compactMap { try match(Book.ID($0)) }
  }

  /// The first matches that the index holds.
  private func indexed(after start: Position?, skipping skipped: Int, limit: Int) throws -> [Match] {
    var matches: [Match] = []
    var rest = skipped
    let order = candidates.order
    for tier in candidates.tiers where tier >= start?.tier ?? .wholeTitle && matches.count < limit {
      let found = try candidates.of(tier)
      let behind = tier == start?.tier ? start?.row ?? -1 : -1
      if case .none = found.doubt, behind < 0, rest > 0 {
        let count = found.books.count
        if count <= rest {
          rest -= count
          continue
        }
      }
      try order.forEachBook(of: found.books, behind: behind) { id, rank in
        let isDoubtful = found.isDoubtful(id)
        if rest > 0, !isDoubtful {
          rest -= 1
          return true
        }
        guard let match = try isDoubtful ? match(Book.ID(id)) : plainMatch(id, tier, rank), match.place.tier == tier
        else {
          return true
        }
        if rest > 0 { rest -= 1 } else { matches.append(match) }
        return matches.count < limit
      }
    }
    return matches
  }

  /// How many matches there are; at most a limit, where only reading them tells.
  func count(limit: Int) throws -> (count: Int, isCutShort: Bool) {
    let found = try candidates.ofAllTiers()
    var count = found.books.count
    var isCutShort = false
    if case .all = found.doubt {
      count = 0
      isCutShort = try !found.books.forEachNumber { id in
        if try match(Book.ID(id)) != nil { count += 1 }
        return count < limit
      }
    }
    if !pending.isEmpty { count += try pendingMatches()?.count ?? 0 }
    return (count, isCutShort)
  }

  /// A book and its place; `nil` when it is not shown, or the query does not find it.
  func match(_ id: Book.ID) throws -> Match? {
    guard let book = try BookTable(connection: connection).book(id), book.visibility == .shown else { return nil }
    let words = BookWords(book)
    guard let tier = try matcher.tier(of: book, words) else { return nil }
    let rank = SearchRank(ratingsCount: book.ratingsCount, titleWords: words.title.count)
    return Match(place: Position(tier: tier, row: rank.place(of: id.rawValue)), book: book)
  }

  /// A book of which the index knows the place.
  private func plainMatch(_ id: Int64, _ tier: SearchTier, _ rank: Int64) throws -> Match? {
    guard let book = try BookTable(connection: connection).book(Book.ID(id)), book.visibility == .shown else {
      return nil
    }
    return Match(place: Position(tier: tier, row: SearchRank.place(rank, of: id)), book: book)
  }
}
