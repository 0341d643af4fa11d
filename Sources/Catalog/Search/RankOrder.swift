import Bitmaps

/// Reads a set of books ordered by rank, then by id.
struct RankOrder {
  let postings: PostingReader
  /// The number of rows to read while walking through ranks, before the ranks of the remaining books are looked up;
  /// `nil` for the estimated cost of that lookup.
  var budget: Int?

  /// Calls the body with each book after a position, in order, until the body returns false.
  ///
  /// For many books, this walks through the sets of each rank, best rank first. The walk finds the first books soon if
  /// most books share one rank or if many books have a good rank. Once the walk has cost as much as looking up the rank
  /// of each book, the ranks are looked up after all. The total cost is therefore at most twice the necessary cost.
  ///
  /// - Parameters:
  ///   - books: Shown books, each with a rank.
  ///   - start: A position as returned by ``SearchRank/position(of:)``.
  ///   - body: Called with the book and its rank.
  func forEachBook(of books: NumberSet, after start: Int64, _ body: (Int64, Int64) throws -> Bool) throws {
    let count = books.count
    guard count > 0 else { return }
    let last = try postings.connection.integer("SELECT max(id) FROM book") ?? 1
    // Sorting forty books takes as long as reading a row.
    let budget = budget ?? min(count, Int(RankTable.rows(ofIDs: max(1, last)))) + count / 40
    var (start, spent) = (start, 0)
    // Finding a rank, and its set, reads at least one row in each era.
    while spent + 2 * postings.eras.count <= budget {
      guard let rank = try firstRank(from: max(0, SearchRank.rank(ofPosition: max(0, start)))) else { return }
      let found = try postings.books([.term(SearchRank.term(rank))], within: books, rows: &spent)
      let isWhole = try found.forEachNumber { id in
        try SearchRank.position(rank, of: id) > start ? body(id, rank) : true
      }
      guard isWhole else { return }
      start = SearchRank.position(rank + 1, of: 0)
      spent += 2 * postings.eras.count
    }
    try forEachLookedUp(books, count, after: start, body)
  }

  /// Looks up the rank of each book and sorts by rank. Uses counting sort, so that each book moves to its final
  /// position at once.
  private func forEachLookedUp(
    _ books: NumberSet, _ count: Int, after start: Int64, _ body: (Int64, Int64) throws -> Bool
  ) throws {
    var found: [Int64] = []
    found.reserveCapacity(count)
    var counts = [Int](repeating: 0, count: Int(SearchRank.rankCount))
    try RankTable(connection: postings.connection).forEachRank(of: books) { id, rank in
      let position = SearchRank.position(rank, of: id)
      guard position > start else { return }
      found.append(position)
      counts[Int(rank)] += 1
    }
    var next: [Int] = []
    next.reserveCapacity(counts.count)
    var sum = 0
    for count in counts {
      next.append(sum)
      sum += count
    }
    var sorted = [Int64](repeating: 0, count: found.count)
    for position in found {
      let rank = Int(SearchRank.rank(ofPosition: position))
      sorted[next[rank]] = position
      next[rank] += 1
    }
    for position in sorted {
      guard try body(SearchRank.book(ofPosition: position), SearchRank.rank(ofPosition: position)) else { return }
    }
  }

  /// Returns the best rank that any book has, from a given rank on.
  private func firstRank(from rank: Int64) throws -> Int64? {
    try postings.first(from: SearchRank.term(rank), before: SearchRank.term(SearchRank.rankCount))
      .flatMap(SearchRank.value)
  }
}
