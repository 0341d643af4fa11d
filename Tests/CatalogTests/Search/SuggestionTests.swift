import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Suggestions for queries without results") struct SuggestionTests {
  private let temporary: TemporaryCatalog

  init() async throws {
    temporary = try TemporaryCatalog()
    try await temporary.importRecords([
      try SourceRecord("1", [.title: "The Great Gatsby", .authors: "F. Scott Fitzgerald", .tags: "classic"]),
      try SourceRecord("2", [.title: "The Da Vinci Code", .authors: "Dan Brown"]),
      try SourceRecord("3", [.title: "Slaughterhouse-Five", .authors: "Kurt Vonnegut"]),
      try SourceRecord("4", [.title: "The Hobbit", .authors: "J.R.R. Tolkien"]),
      try SourceRecord("5", [.title: "Grate Expectations", .authors: "Nobody"]),
      try SourceRecord("6", [.title: "Półciężkość", .authors: "Łukasz Wiśniewski"]),
      try SourceRecord("7", [.title: "The Gratitude Diaries", .authors: "Janice Kaplan"]),
      try SourceRecord("8", [.title: "村上春樹全集", .authors: "村上春樹"]),
    ])
  }

  @Test(
    "other spellings lead to the intended word",
    arguments: [
      ("tolkein", "tolkien"), ("hobit", "hobbit"), ("tolkien hobitt", "tolkien hobbit"), ("obbit", "hobbit"),
      ("davinci code", "da vinci code"), ("slaughterhouse 5", "slaughterhouse five"), ("grate gatsby", "great gatsby"),
      ("author:tolkein", "author:tolkien"), ("\"grate gatsby\"", "\"great gatsby\""), ("polciezkosz", "polciezkosc"),
      ("Fitzgerold -dune", "fitzgerald -dune"), ("tag:classik", "tag:classic"),
      ("titel:hobbit", "title:hobbit"), ("title:  hobbit", "title:hobbit"), ("hobbit or gatsby", "hobbit OR gatsby"),
      ("Hobbit AND tolkien", "Hobbit tolkien"), ("the not hobbit and not gatsby", "the -hobbit -gatsby"),
    ])
  func spelling(query: String, meant: String) throws {
    let suggestions = try temporary.catalog.view { try $0.suggestions(for: query, isExhaustive: true) }
    expectEqual(suggestions.spellings.first, meant)
    for spelled in suggestions.spellings {
      #expect(
        try temporary.catalog.view { try !$0.page(matching: spelled, order: .bestMatch).books.isEmpty }, "\(spelled)")
    }
  }

  @Test(
    "words inside words are found",
    arguments: [
      ("atsby", ["gatsby"]), ("laughter", ["slaughterhouse"]), ("ciez", ["polciezkosc"]), ("zzz", []), ("is:ent", []),
      ("language:atsby", []), ("-atsby", []),
      ("zzz OR atsby", ["gatsby"]), ("tag:lassi", ["classic"]), ("year:1..2 laughter", ["slaughterhouse"]),
    ])
  func insideWords(query: String, words: [String]) throws {
    try expectEqual(temporary.catalog.view { try $0.suggestions(for: query, isExhaustive: true) }.insideWords, words)
  }

  @Test(
    "suggestions contain only existing words",
    arguments: [
      "", "-tolkein", "xq", "hobbit gatsby", "村下", "\u{0}", "*", String(repeating: "q", count: 5_000), "9999999",
    ])
  func nothing(query: String) throws {
    try expectEqual(temporary.catalog.view { try $0.suggestions(for: query, isExhaustive: true) }.spellings, [])
  }

  @Test("words of removed books are not suggested")
  func gone() throws {
    try temporary.catalog.set(.title, of: 4, to: "There and Back Again")
    try expectEqual(temporary.catalog.view { try $0.suggestions(for: "hobit", isExhaustive: true) }.spellings, [])
  }

  @Test("walking along a dictionary finds the same as comparing each word", arguments: 1...5 as ClosedRange<UInt64>)
  func walk(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func word() -> String {
      String((0..<Int.random(in: 0...6, using: &random)).map { _ in random.pick(["a", "b", "ł", "c"]) as Character })
    }
    let words = Set((0..<400).map { _ in word() }).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for _ in 0..<40 {
      let (target, limit) = (word(), Int.random(in: 0...3, using: &random))
      var distance = EditDistance(to: target, limit: limit)
      var hopeless: String?
      for candidate in words {
        let expected = Self.distance(Array(candidate), Array(target))
        if let beginning = hopeless, candidate.hasPrefix(beginning) {
          #expect(expected > limit, "seed \(seed): \(candidate) is not hopeless for \(target)")
          continue
        }
        let found = distance.distance(of: candidate)
        hopeless = found.hopeless
        expectEqual(found.distance, expected <= limit ? expected : nil, "seed \(seed): \(candidate) to \(target)")
      }
    }
  }

  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    if one.isEmpty || other.isEmpty { return max(one.count, other.count) }
    var rows = [Array(0...other.count)]
    for i in 1...one.count {
      var row = [i]
      for j in 1...other.count {
        var cost = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1))
        if i > 1, j > 1, one[i - 1] == other[j - 2], one[i - 2] == other[j - 1] {
          cost = min(cost, rows[i - 2][j - 2] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
