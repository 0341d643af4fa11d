import Bitmaps
import CatalogDatabase

/// A search that returns the best matches of a query first. It does not need to rank every match, but returns the same
/// books as if every match were ranked. See docs/ranking.md for the proof.
struct RankedSearch {
  /// The position of a book in the ranking. A smaller position is better, and no two books have the same position.
  struct Position: Hashable, Comparable {
    var tier: SearchTier
    /// A number that contains the book's rank and id (``SearchRank/position(of:)``).
    var row: Int64

    static func < (one: Position, other: Position) -> Bool {
      (one.tier.rawValue, one.row) < (other.tier.rawValue, other.row)
    }
  }

  struct Match {
    let position: Position
    let book: Book
  }

  struct Matches {
    /// The matches, best first.
    var matches: [Match] = []
    /// The number of books that were not searched because a bulk load has not indexed them yet. If there are at most
    /// ``RankedSearch/maxPending`` such books, they are searched anyway, and this number is 0.
    var unindexed = 0
  }

  /// The maximum number of books that are searched one by one because they are not indexed yet.
  static let maxPending = 10_000

  private let connection: Connection
  private let pending: [ClosedRange<Int64>]
  private let matcher: QueryMatcher
  private let candidates: SearchCandidates

  /// Creates a search.
  ///
  /// - Parameter rankBudget: See ``RankOrder/budget``.
  init(_ query: Query, connection: Connection, rankBudget: Int? = nil) throws {
    self.connection = connection
    pending = try DerivedPending(connection: connection).books()
    matcher = try QueryMatcher(query, connection: connection)
    candidates = try SearchCandidates(
      matcher, connection: connection, pending: pending, rankBudget: rankBudget)
  }

  /// Returns matches after a position, best first.
  ///
  /// - Parameters:
  ///   - start: The position after which to start, or `nil` to start with the best match.
  ///   - skipped: The number of matches to skip.
  ///   - limit: The maximum number of matches to return.
  func matches(after start: Position?, skipping skipped: Int = 0, limit: Int) throws -> Matches {
    guard !pending.isEmpty else { return Matches(matches: try indexed(after: start, skipping: skipped, limit: limit)) }
    var result = Matches()
    let needed = limit.addingReportingOverflow(skipped)
    var matches = try indexed(after: start, skipping: 0, limit: needed.overflow ? .max : needed.partialValue)
    if let others = try pendingMatches() {
      matches += others.filter { match in start.map { match.position > $0 } ?? true }
      matches.sort { $0.position < $1.position }
    } else {
      result.unindexed = pending.total
    }
    result.matches = Array(matches.dropFirst(skipped).prefix(limit))
    return result
  }

  /// Returns the matches among books that are not indexed yet, or `nil` if there are too many such books to test.
  private func pendingMatches() throws -> [Match]? {
    guard pending.total <= Self.maxPending else { return nil }
    return try pending.joined().compactMap { try match(Book.ID($0)) }
  }

  /// Returns matches among the indexed books, best first.
  private func indexed(after start: Position?, skipping skipped: Int, limit: Int) throws -> [Match] {
    var matches: [Match] = []
    var rest = skipped
    let order = candidates.order
    for tier in candidates.tiers where tier >= start?.tier ?? .wholeTitle && matches.count < limit {
      let found = try candidates.of(tier)
      let startRow = tier == start?.tier ? start?.row ?? -1 : -1
      if case .none = found.doubt, startRow < 0, rest > 0 {
        let count = found.books.count
        if count <= rest {
          rest -= count
          continue
        }
      }
      try order.forEachBook(of: found.books, after: startRow) { id, rank in
        let isDoubtful = found.isDoubtful(id)
        if rest > 0, !isDoubtful {
          rest -= 1
          return true
        }
        guard let match = try isDoubtful ? match(Book.ID(id)) : plainMatch(id, tier, rank), match.position.tier == tier
        else {
          return true
        }
        if rest > 0 { rest -= 1 } else { matches.append(match) }
        return matches.count < limit
      }
    }
    return matches
  }

  /// Returns the number of matches. If books must be read to tell if they match, counting stops at the limit.
  func count(limit: Int) throws -> (count: Int, isCutShort: Bool) {
    let found = try candidates.ofAllTiers()
    var (count, isCutShort) = (found.books.count, false)
    let doubtful: NumberSet? =
      switch found.doubt {
      case .none: nil
      case .some(let books): books
      case .all: found.books
      }
    if let doubtful {
      var matching = 0
      isCutShort = try !doubtful.forEachNumber { id in
        if try match(Book.ID(id)) != nil { matching += 1 }
        return matching < limit
      }
      count += matching - doubtful.count
    }
    if !pending.isEmpty { count += try pendingMatches()?.count ?? 0 }
    return (count, isCutShort)
  }

  /// Returns the match for a book, with its position in the ranking, or `nil` if the book is hidden or does not match.
  func match(_ id: Book.ID) throws -> Match? {
    guard let book = try BookTable(connection: connection).book(id), book.visibility == .shown else { return nil }
    let words = BookWords(book)
    guard let tier = try matcher.tier(of: book, words) else { return nil }
    let rank = SearchRank(ratingsCount: book.ratingsCount, titleWords: words.title.count)
    return Match(position: Position(tier: tier, row: rank.position(of: id.rawValue)), book: book)
  }

  /// Returns the match for a book that is known to match, with a position computed from the given tier and rank.
  private func plainMatch(_ id: Int64, _ tier: SearchTier, _ rank: Int64) throws -> Match? {
    guard let book = try BookTable(connection: connection).book(Book.ID(id)), book.visibility == .shown else {
      return nil
    }
    return Match(position: Position(tier: tier, row: SearchRank.position(rank, of: id)), book: book)
  }
}
