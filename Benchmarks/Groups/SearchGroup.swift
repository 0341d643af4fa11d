import Catalog

/// Searches: a whole process, and queries of many kinds in the library alone.
struct SearchGroup: BenchGroup {
  let name = "search"
  let summary = "searches"

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    let sql = PeerSQL.page(condition: PeerSQL.matching("walker"), key: "title_key", direction: "ASC", page: 1)
    results.measures.append(
      try PeerSQL.measure("catalog search walker", arguments: ["search", "walker"], sql: sql, context))
    let catalog = try BookCatalog.open(try context.data.catalog())
    defer { catalog.close() }
    for query in try Self.queries(catalog) {
      let hits = try catalog.read { try $0.count(of: query.text) }
      let samples = try Interleaved.measure(
        SampleCount(warmUp: 10, most: 1_000, budget: 5),
        { _ = try catalog.read { try $0.page(of: query.text, order: BookOrder(.title)) } }, nil)
      var measure = Measure("library: \(query.kind)", samples, peer: nil)
      measure.note = "\(query.text) → \(hits) hits"
      results.measures.append(measure)
    }
  }

  private static func queries(_ catalog: BookCatalog) throws -> [(kind: String, text: String)] {
    [
      ("a rare word", try rareWord(catalog)),
      ("the most common word", "the"),
      ("one letter", "w"),
      ("two letters", "wa"),
      ("three letters", "wal"),
      ("a word", "walker"),
      ("two words", "the walker"),
      ("two common words", "the of"),
      ("a phrase", "\"of the\""),
      ("a field", "author:walker"),
      ("a field, common", "title:the"),
      ("a word left out", "love -the"),
      ("a word and a range", "love year:1990..1999"),
      ("no match", "zzyzx"),
    ]
  }

  /// A word that few books hold: the first of the vocabulary's end that any does.
  private static func rareWord(_ catalog: BookCatalog) throws -> String {
    for word in Vocabulary.titleWords.reversed().prefix(500) {
      let hits = try catalog.read { try $0.count(of: "\"\(word)\"") }
      if hits > 0 { return word }
    }
    return "walker"
  }
}
