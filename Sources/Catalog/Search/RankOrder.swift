import Bitmaps

/// Reads the books of a set, best rank first. Books with the same rank are ordered by id.
struct RankOrder {
  let postings: PostingReader
  /// The maximum number of rows to read with the first method of ``forEachBook(of:after:_:)``; `nil` for the estimated
  /// cost of the second method.
  var budget: Int?

  /// Calls the body with each book after a position, in order, until the body returns false.
  ///
  /// There are two methods. The first method reads the ranks, best rank first, and looks up the books with each rank.
  /// It finds the first books quickly if many books have a good rank, or if most books share a single rank. The second
  /// method looks up the rank of every book and sorts the books. The first method is tried first. If it becomes as
  /// expensive as the second method, the second method is used for the remaining books. The total cost is therefore at
  /// most twice the cost of the better method.
  ///
  /// - Parameters:
  ///   - books: Shown books, each with a rank.
  ///   - start: A position from ``SearchRank/position(of:)``.
  ///   - body: Called with the book's id and rank.
  func forEachBook(of books: NumberSet, after start: Int64, _ body: (Int64, Int64) throws -> Bool) throws {
    let count = books.count
    guard count > 0 else { return }
    let last = try postings.connection.integer("SELECT max(id) FROM book") ?? 1
    // The estimate includes sorting: sorting forty books takes as long as reading a row.
    let budget = budget ?? min(count, Int(RankTable.rows(ofIDs: max(1, last)))) + count / 40
    var (start, spent) = (start, 0)
    // For each rank, at least two rows are read in each era: one row to find the next rank, and one row to read its
    // books.
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

  /// Looks up the rank of every book, and sorts the books with a counting sort.
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

  /// Returns the best rank that any book has, starting at the given rank.
  private func firstRank(from rank: Int64) throws -> Int64? {
    try postings.first(from: SearchRank.term(rank), before: SearchRank.term(SearchRank.rankCount))
      .flatMap(SearchRank.value)
  }
}
