import Catalog

/// Measures searches: a whole process, many kinds of queries in the library compared with Tantivy, queries as they are
/// typed, and counts.
struct SearchGroup: BenchGroup {
  let name = "search"
  let summary = "searches"

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    let path = try context.data.catalog()
    var process = try context.measure(
      "catalog search walker", context.catalog("--db", path, "search", "walker"),
      peer: try PeerImport.kept(context).flatMap {
        context.shell("-readonly", "-tabs", $0, PeerSQL.search("walker"))
      },
      does: "sqlite3 -readonly -tabs FILE with the first 20 books of a MATCH of FTS5 in the order of rank, no tiers")
    process.note = "whole process"
    results.measures.append(process)

    let catalog = try LibraryCalls.open(path)
    defer { catalog.close() }
    let tantivy = try TantivyPeer(context)
    if context.options.measuresPeers, tantivy == nil { BenchConsole.message("Tantivy is not there: left out") }
    for kind in try SearchKind.all(catalog) {
      results.measures.append(try measure(kind, catalog, tantivy, context.limits.search))
    }
    try TitleQueries.measure(catalog, books: context.options.books, tantivy, context.limits.titleQueries, &results)
    for kind in AwkwardQueries.all {
      let limit = context.limits.awkward(isLong: kind.query.split(separator: " ").count > AwkwardQueries.fewWords)
      results.measures.append(try measure(kind, catalog, tantivy, limit))
    }
    results.measures += try CountedQueries.measure(catalog, context.limits.count)
    results.measures.append(try Keystrokes.measure(catalog, books: context.options.books, context.limits.keystroke))
    try GoodbooksQueries.run(context, &results)
  }

  private func measure(
    _ kind: SearchKind, _ catalog: BookCatalog, _ tantivy: TantivyPeer?, _ limit: Limit
  ) throws -> Measure {
    var peer: (() throws -> Double)?
    if let tantivy, let question = kind.question { peer = { try tantivy.ask(question).milliseconds } }
    let samples = try Interleaved.measure(
      SampleCount(warmUp: 10, most: 1_000, budget: 10),
      { _ = try LibraryCalls.search(kind.query, in: catalog) }, timedPeer: peer)
    var measure = Measure("library: \(kind.name)", samples, peer: peer == nil ? nil : TantivyPeer.does)
    measure.limit = limit
    let page = try LibraryCalls.search(kind.query, in: catalog)
    measure.note = "\(kind.query) → \(page.books.count) shown"
    return measure
  }
}

/// A kind of query, as ours and as Tantivy is asked it.
struct SearchKind {
  let name: String
  let query: String
  /// `nil` where Tantivy has nothing like it.
  var question: TantivyPeer.Question?

  static func all(_ catalog: BookCatalog) throws -> [SearchKind] {
    let rare = try rareWord(catalog)
    return [
      SearchKind(name: "a rare word", query: rare, question: .words(rare)),
      SearchKind(name: "the most common word", query: "the", question: .words("the")),
      SearchKind(name: "one letter", query: "w", question: .beginnings("w")),
      SearchKind(name: "two letters", query: "wa", question: .beginnings("wa")),
      SearchKind(name: "three letters", query: "wal", question: .beginnings("wal")),
      SearchKind(name: "a word", query: "walker", question: .words("walker")),
      SearchKind(name: "two words", query: "the walker", question: .words("the walker")),
      SearchKind(name: "two common words", query: "the of", question: .words("the of")),
      SearchKind(name: "three words", query: "the love of", question: .words("the love of")),
      SearchKind(name: "a phrase", query: "\"of the\"", question: .phrase("of the")),
      SearchKind(name: "a field", query: "author:walker", question: .field("authors", "walker")),
      SearchKind(name: "a field, common", query: "title:the", question: .field("title", "the")),
      SearchKind(name: "a word left out", query: "love -the", question: .words("love -the")),
      SearchKind(name: "a word and a range", query: "love year:1990..1999"),
      SearchKind(name: "no match", query: "zzyzx", question: .words("zzyzx")),
    ]
  }

  /// A word that few books hold: the first of the vocabulary's end that any does.
  private static func rareWord(_ catalog: BookCatalog) throws -> String {
    for word in Vocabulary.titleWords.reversed().prefix(500)
    where try !LibraryCalls.search("\"\(word)\"", limit: 1, in: catalog).books.isEmpty {
      return word
    }
    return "walker"
  }
}
