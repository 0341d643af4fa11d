import Bitmaps

/// Reads a set of books in the order of their rank, then of their ids.
struct RankOrder {
  let postings: PostingReader
  /// How much is spent on going through ranks before the ranks of the rest are looked up, in rows; `nil` for as much as that
  /// would cost.
  var budget: Int?

  /// Calls the body with each book behind a place, in order, until it says stop.
  ///
  /// Of many books the sets of each rank are gone through, the best first, which soon gives the first ones: where most
  /// books have one rank, or many a good one. Where that has cost as much as looking up the rank of each, these are
  /// looked up after all, so that no set of books costs more than twice what it has to.
  ///
  /// - Parameters:
  ///   - books: shown, each with a rank.
  ///   - start: as ``SearchRank/place(of:)``.
  ///   - body: is given the book and its rank.
  func forEachBook(of books: NumberSet, behind start: Int64, _ body: (Int64, Int64) throws -> Bool) throws {
    let count = books.count
    guard count > 0 else { return }
    let last = try postings.connection.integer("SELECT max(id) FROM book") ?? 1
    // To sort forty books takes as long as to read a row.
    let budget = budget ?? min(count, Int(RankTable.rows(ofIDs: max(1, last)))) + count / 40
    var (start, spent) = (start, 0)
    // Finding a rank, and its set, is a row in each era at least.
    while spent + 2 * postings.eras.count <= budget {
      guard let rank = try firstRank(from: max(0, SearchRank.rank(ofPlace: max(0, start)))) else { return }
      let found = try postings.books([.term(SearchRank.term(rank))], within: books, rows: &spent)
      let isWhole = try found.forEachNumber { id in
        try SearchRank.place(rank, of: id) > start ? body(id, rank) : true
      }
      guard isWhole else { return }
      start = SearchRank.place(rank + 1, of: 0)
      spent += 2 * postings.eras.count
    }
    try forEachLookedUp(books, count, behind: start, body)
  }

  /// Looks up the rank of each book, and sorts by it: each rank is counted, so that books go to their places at once.
  private func forEachLookedUp(
    _ books: NumberSet, _ count: Int, behind start: Int64, _ body: (Int64, Int64) throws -> Bool
  ) throws {
    var found: [Int64] = []
    found.reserveCapacity(count)
    var counts = [Int](repeating: 0, count: Int(SearchRank.mostRanks))
    try RankTable(connection: postings.connection).forEachRank(of: books) { id, rank in
      let place = SearchRank.place(rank, of: id)
      guard place > start else { return }
      found.append(place)
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
    for place in found {
      let rank = Int(SearchRank.rank(ofPlace: place))
      sorted[next[rank]] = place
      next[rank] += 1
    }
    for place in sorted {
      guard try body(SearchRank.book(ofPlace: place), SearchRank.rank(ofPlace: place)) else { return }
    }
  }

  /// The best rank from one on that some book has.
  private func firstRank(from rank: Int64) throws -> Int64? {
    try postings.first(from: SearchRank.term(rank), before: SearchRank.term(SearchRank.mostRanks))
      .flatMap(SearchRank.value)
  }
}
