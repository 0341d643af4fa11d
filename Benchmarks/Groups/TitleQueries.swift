import Catalog

/// Realistic queries, made from the generated books with a fixed seed: two, three, four or all words of a title in any
/// order, a word of a title with the author's surname, and words of a title of which the last is incomplete.
enum TitleQueries {
  static let count = 344

  /// Each query counts by the median of its runs.
  static func measure(
    _ catalog: BookCatalog, books: Int, _ tantivy: TantivyPeer?, _ limit: Limit, _ results: inout GroupResults
  ) throws {
    let queries = queries(books: books)
    let kinds: [(name: String, limit: Limit?, question: (String) -> TantivyPeer.Question)] = [
      ("beside beginnings", limit, { .beginnings($0) }), ("beside whole words", nil, { .words($0) }),
    ]
    for kind in kinds where tantivy != nil || kind.limit != nil {
      let peer = tantivy.map { tantivy in { try tantivy.ask(kind.question($0)).milliseconds } }
      var measure = try measure("\(count) queries made of titles, \(kind.name)", queries, catalog, peer)
      measure.limit = kind.limit
      results.measures.append(measure)
      results.facts.append(Fact(name: "\(measure.name), 90 %", value: inWords(measure) { $0.p90 }))
      results.facts.append(Fact(name: "\(measure.name), slowest", value: inWords(measure) { $0.slowest }))
    }
  }

  private static func measure(
    _ name: String, _ queries: [String], _ catalog: BookCatalog, _ peer: ((String) throws -> Double)?
  ) throws -> Measure {
    var medians = Samples()
    var slowest = (query: "", time: 0.0)
    for query in queries {
      let samples = try Interleaved.measure(
        SampleCount(warmUp: 1, most: 5), { _ = try LibraryCalls.search(query, in: catalog) },
        timedPeer: peer.map { peer in { try peer(query) } })
      let time = Distribution(samples.own).median
      medians.own.append(time)
      if time > slowest.time { slowest = (query, time) }
      if !samples.peer.isEmpty { medians.peer.append(Distribution(samples.peer).median) }
    }
    var measure = Measure(name, medians, peer: peer == nil ? nil : TantivyPeer.does)
    measure.note = "slowest: \(slowest.query)"
    return measure
  }

  private static func inWords(_ measure: Measure, _ time: (Distribution) -> Double) -> String {
    let peer = measure.peer.map { " beside \(ReportTable.decimals(time($0))) ms" } ?? ""
    return "\(ReportTable.decimals(time(measure.own))) ms\(peer)"
  }

  /// Returns the queries, which depend only on the number of books.
  static func queries(books: Int) -> [String] {
    var random = SplitMix64(seed: 17)
    let books = BookGenerator.sample(of: books).map { (title: words(of: $0.title), author: words(of: $0.authors[0])) }
    let pools = [2, 3, 4, 1, 1, 2].map { least in
      let fitting = books.filter { $0.title.count >= least }
      // The titles of a small catalog may all be too short: they are taken whole.
      return fitting.isEmpty ? books : fitting
    }
    return (0..<count).map { index in
      let kind = index % pools.count
      let (title, author) = pools[kind][random.below(pools[kind].count)]
      let query: [String]
      switch kind {
      case 0..<3: query = picked(kind + 2, of: title, &random)
      case 3: query = picked(title.count, of: title, &random)
      case 4: query = picked(1, of: title, &random) + author.suffix(1)
      default:
        let beginning = title.prefix(3)
        query = beginning.dropLast() + beginning.suffix(1).map { String($0.prefix(max(1, $0.count / 2))) }
      }
      return query.joined(separator: " ")
    }
  }

  /// So many of the words, in their order or, as often, in any.
  private static func picked(_ count: Int, of words: [String], _ random: inout SplitMix64) -> [String] {
    var places = Array(words.indices)
    var chosen = (0..<min(count, words.count)).map { _ in places.remove(at: random.below(places.count)) }
    if random.below(2) == 0 { chosen.sort() }
    return chosen.map { words[$0] }
  }

  /// Letters and digits alone: what a person types means nothing else to either side.
  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
