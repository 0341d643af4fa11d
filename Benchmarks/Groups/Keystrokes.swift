import Catalog

/// Queries as people type them: each letter is a query of its own. The sequences are made of the generated books by a
/// fixed seed: the beginning of a title, an author, a word of a title with its author, and words of two books that
/// hardly any book has together, often common ones.
enum Keystrokes {
  static let sequences = 1_000
  /// No query is longer: who typed so much sees the book.
  private static let longest = 24
  /// Seconds after which no further sequence begins.
  private static let budget = 120.0

  static func measure(_ catalog: BookCatalog, books: Int, _ limit: Limit) throws -> Measure {
    var samples = Samples()
    var slowest = (query: "", time: 0.0)
    var count = 0
    let clock = ContinuousClock()
    let end = clock.now + .seconds(budget)
    for text in queries(books: books) {
      if count > 0, clock.now > end { break }
      count += 1
      for typed in prefixes(of: text) {
        let time = try Stopwatch.milliseconds {
          _ = try LibraryCalls.search(typed, in: catalog)
        }
        samples.own.append(time)
        if time > slowest.time { slowest = (typed, time) }
      }
    }
    var measure = Measure("library: keystrokes", samples, peer: nil)
    measure.limit = limit
    measure.note =
      "\(count) sequences, slowest \(slowest.time.fixed(1)) ms: \(slowest.query)"
    return measure
  }

  /// Returns the text of the search field after each letter. A space alone does not start another query.
  static func prefixes(of text: String) -> [String] {
    text.indices.filter { text[$0] != " " }.map { String(text[...$0]) }
  }

  /// Whole queries, the same for the same number of books.
  static func queries(books: Int) -> [String] {
    var random = SplitMix64(seed: 7)
    let pool = BookGenerator.sample(of: books)
    return (0..<sequences).map { _ in
      let book = pool[random.below(pool.count)]
      let other = pool[random.below(pool.count)]
      let words = book.title.split(separator: " ")
      let typed =
        switch random.below(20) {
        case 0..<10: book.title
        case 10..<14: book.authors[0]
        case 14..<17: "\(words[random.below(words.count)]) \(book.authors[0].split(separator: " ").last ?? "")"
        default: "\(words.prefix(2).joined(separator: " ")) \(other.title)"
        }
      return String(typed.lowercased().prefix(longest))
    }
  }
}
