import Bitmaps

/// Reads a set of books in the order of their rank, then of their ids.
struct RankOrder {
  let connection: Connection
  let postings: PostingTable
  let eras: [Int64]

  /// Calls the body with each book behind a place, in order, until it says stop.
  ///
  /// - Parameters:
  ///   - books: shown, each with a rank.
  ///   - start: as ``SearchRank/place(of:)``.
  ///   - wanted: how many will be taken, as far as is known.
  ///   - body: is given the book and its rank.
  func forEachBook(
    of books: NumberSet, behind start: Int64, wanted: Int, _ body: (Int64, Int64) throws -> Bool
  ) throws {
    let count = books.count
    guard count > 0 else { return }
    let total = max(1, Int(try connection.integer("SELECT max(id) FROM book") ?? 1))
    // A row of the ranks by id, or a set of a rank, takes a microsecond; the sets of the best ranks hold few books.
    let lookedUp = min(count, Int(RankTable.rows(ofIDs: Int64(total)))) + count / 256
    let density = Double(total) / Double(count)
    let walked = Double(eras.count) * 16 + Double(min(wanted, count)) * density / 4
    if Double(lookedUp) <= walked {
      try forEachLookedUp(books, count, behind: start, body)
    } else {
      try forEachByRank(books, behind: start, body)
    }
  }

  /// Looks up the rank of each book, and sorts by it: each rank is counted, so that books go to their places at once.
  private func forEachLookedUp(
    _ books: NumberSet, _ count: Int, behind start: Int64, _ body: (Int64, Int64) throws -> Bool
  ) throws {
    var found: [Int64] = []
    found.reserveCapacity(count)
    var counts = [Int](repeating: 0, count: Int(SearchRank.mostRanks))
    try RankTable(connection: connection).forEachRank(of: books) { id, rank in
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

  /// Goes through the sets of books of each rank, the best first.
  private func forEachByRank(_ books: NumberSet, behind start: Int64, _ body: (Int64, Int64) throws -> Bool) throws {
    var rank: Int64? = max(0, SearchRank.rank(ofPlace: max(0, start)))
    rank = try firstRank(from: rank ?? 0)
    while let value = rank {
      let isWhole = try postings.books([.term(SearchRank.term(value))], eras: eras, within: books).forEachNumber { id in
        try SearchRank.place(value, of: id) > start ? body(id, value) : true
      }
      guard isWhole else { return }
      rank = try firstRank(from: value + 1)
    }
  }

  /// The best rank from one on that some book has.
  private func firstRank(from rank: Int64) throws -> Int64? {
    var first: Int64?
    for era in eras {
      let term = try postings.first(
        from: SearchRank.term(rank), before: SearchRank.term(first ?? SearchRank.mostRanks), era: era)
      if let term, let value = SearchRank.value(of: term) { first = value }
    }
    return first
  }
}
