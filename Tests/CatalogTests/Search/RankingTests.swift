import CatalogTestSupport
import FoundationEssentials
import Platform
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// The order of search results, compared with ranking every book by the definition in docs/ranking.md, which is
/// implemented a second time here.
@Suite struct RankingTests {
  private static let words = [
    "the", "a", "king", "kin", "kings", "night", "nights", "of", "rings", "ring", "1", "10", "1984", "le", "petit",
    "emile", "łódź", "村上", "hobbit", "stephen", "stephens", "stephenson", "return", "returning", "walkers", "walk",
    "വൎ", "น้ำ",
  ]
  private static let terms =
    words + [
      "k", "ki", "n", "ni", "nig", "step", "steph", "stephe", "ret", "retu", "w", "wal", "walk", "walker", "9780", "村",
      "\"the king\"", "\"night of\"", "title:king", "title:\"the king\"", "author:king", "author:st", "tag:night",
      "series:ring", "publisher:king", "-night", "-the", "language:en", "language:fr", "is:unread", "is:read",
      "year:1984", "year:1980..1999", "year:>1990", "pages:100..200", "rating:4..", "average:4..", "source:test",
      "-language:en",
      "jk", "j k", "j.k.", "j. k.", "j.k", "-jk", "author:j.k", "author:jk", "\"jk king\"", "j.k.king", "jrr", "j r r",
      "j.r.r", "j", "r", "title:jk", "dr",
      "is:edited", "-pages:100..200", "isbn:978", "\"വൎ king\"", "വൎ",
    ]

  private func record(_ number: Int, _ random: inout SeededGenerator) throws -> SourceRecord {
    func some(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in random.pick(Self.words) }.joined(separator: " ")
    }
    var fields: [BookField: String] = [.title: random.oneIn(3) ? "The " + some(1...2) : some(1...4)]
    if random.oneIn(2) { fields[.authors] = some(1...2) + (random.oneIn(3) ? "; " + some(1...2) : "") }
    if random.oneIn(4) {
      let initials = ["J. K.", "JK", "J K", "J.R.R.", "J R R", "J.R.R", "K J", "Jr"]
      fields[.authors] = "\(random.pick(initials)) \(some(1...1)); \(some(1...1)) \(random.pick(initials))"
    }
    if random.oneIn(9) { fields[.title] = some(1...1) + random.pick([" J K", " JK ", " J.R.R. "]) + some(1...1) }
    if random.oneIn(3) { fields[.series] = some(1...2) }
    if random.oneIn(3) { fields[.seriesNumber] = String(Int.random(in: 1...10, using: &random)) }
    if random.oneIn(3) { fields[.tags] = some(1...1) + "; " + some(1...2) }
    if random.oneIn(3) { fields[.publisher] = some(1...2) }
    if random.oneIn(2) { fields[.language] = random.pick(["en", "fr", "eng", "fr-FR", "de"]) }
    if random.oneIn(2) { fields[.published] = String(Int.random(in: 1978...2001, using: &random)) }
    if random.oneIn(2) { fields[.pages] = String(Int.random(in: 50...250, using: &random)) }
    if random.oneIn(2) { fields[.ratingsCount] = String(1 << Int.random(in: 0...20, using: &random)) }
    if random.oneIn(3) { fields[.averageRating] = random.pick(["3", "4", "4.5"]) }
    if random.oneIn(9) { fields[.isbn] = "9780441013593" }
    if random.oneIn(5) { fields[.readState] = "read" }
    if random.oneIn(5) { fields[.notes] = some(1...6) }
    return try SourceRecord("\(number)", fields)
  }

  /// Returns the number of books. Most catalogs are small, so that many queries run on many of them; some are large,
  /// which `scripts/simulate` reaches.
  private static func books(_ seed: UInt64, _ random: inout SeededGenerator) -> Int {
    if seed.isMultiple(of: 100) { return 100_000 }
    if seed.isMultiple(of: 20) { return 3_000 }
    return seed.isMultiple(of: 4) ? 300 : Int.random(in: 1...60, using: &random)
  }

  @Test("the first books match a full ranking", arguments: SimulatedSeeds.range(count: 4))
  func first(seed: UInt64) async throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: seed)
    let count = Self.books(seed, &random)
    try await temporary.importRecords((0..<count).map { try record($0, &random) })
    for id in 1...Book.ID(count) where random.oneIn(max(8, count / 200)) {
      try temporary.catalog.set(.title, of: id, to: "the " + random.pick(Self.words) + " edited")
    }
    for id in 1...Book.ID(count) where random.oneIn(max(10, count / 200)) { try temporary.catalog.removeBooks(id) }
    let books = try await temporary.catalog.page(size: count).books
    for _ in 0..<min(40, max(10, 120_000 / count)) {
      let text = (0..<Int.random(in: 0...4, using: &random)).map { index in
        (index > 0 && random.oneIn(6) ? "OR " : "") + random.pick(Self.terms)
      }.joined(separator: " ")
      try temporary.catalog.view { try expectRanking(of: text, among: books, $0, seed: seed, &random) }
    }
    try expectEqual(temporary.catalog.findings(), [])
  }

  @Test(
    "titles that begin like the query come first among many with one prefix",
    arguments: SimulatedSeeds.range(count: 1))
  func beginnings(seed: UInt64) async throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: seed)
    let words = ["the", "king", "kings", "of", "1", "10", "9", "19", "le", "łódź", "村上", "വൎ"]
    try await temporary.importRecords(
      try (0..<700).map { number in
        let rest = (0..<Int.random(in: 0...4, using: &random)).map { _ in random.pick(words) }.joined(separator: " ")
        let title = random.pick(["The king the ", "the king ", "king of ", "Le king le ", "A the king "]) + rest
        let language = random.pick(["en", "fr", "de", ""])
        return try SourceRecord(
          "\(number)",
          [.title: title, .ratingsCount: "\(1 << (number % 12))"].merging(
            language.isEmpty ? [:] : [.language: language]
          ) { $1 })
      })
    let books = try await temporary.catalog.page(size: 700).books
    for _ in 0..<25 {
      let begun = random.pick([
        "the king the", "the king", "king of", "le king le", "a the king", "king the", "the the",
      ])
      let text =
        ([begun] + (0..<Int.random(in: 0...2, using: &random)).map { _ in random.pick(words + ["k", "1", "o"]) })
        .joined(separator: " ")
      try temporary.catalog.view { try expectRanking(of: text, among: books, $0, seed: seed, &random) }
    }
  }

  /// Expects that a search equals ranking every book: from the beginning, after an offset, and after any book.
  private func expectRanking(
    of text: String, among books: [Book], _ snapshot: CatalogSnapshot, seed: UInt64, _ random: inout SeededGenerator
  ) throws {
    let query = QueryParser.parse(text)
    let ranked = try books.compactMap { try NaiveRanking(of: $0, snapshot).sortKey(query) }
      .sorted { ($0.tier, $0.rank, $0.id) < ($1.tier, $1.rank, $1.id) }.map(\.id)
    // Ranks are looked up, scanned, or both.
    for budget in [nil, 0, 20, .max] {
      let search = try RankedSearch(query, connection: snapshot.connection, rankBudget: budget)
      for limit in [1, 5, 1_000] {
        let found = try search.matches(after: nil, limit: limit).matches
        expectEqual(found.map(\.book.id), Array(ranked.prefix(limit)), "seed \(seed): \(text)")
        let skipped = Int.random(in: 0...books.count, using: &random)
        let further = try search.matches(after: nil, skipping: skipped, limit: limit).matches
        expectEqual(
          further.map(\.book.id), Array(ranked.dropFirst(skipped).prefix(limit)), "seed \(seed), \(skipped): \(text)")
      }
      try expectEqual(search.count(limit: books.count).count, ranked.count, "seed \(seed): \(text)")
      // Continuing after any book yields the rest.
      let all = try search.matches(after: nil, limit: 1_000).matches
      if let position = all.randomElement(using: &random)?.position {
        let rest = try search.matches(after: position, limit: 1_000).matches
        let following = all.drop { $0.position <= position }
        #expect(
          rest.prefix(following.count).map(\.position) == following.map(\.position)
            && (rest.count == following.count || all.count == 1_000), "seed \(seed): \(text)")
      }
    }
    if books.count <= 3_000 {
      var paged: [Book.ID] = []
      try snapshot.forEachBook(of: BookQuery(text, order: .bestMatch)) { paged.append($0.id) }
      expectEqual(paged, ranked, "seed \(seed): \(text)")
    }
  }
}

/// A book's rank, from the texts of its fields alone.
private struct NaiveRanking {
  let book: Book
  let snapshot: CatalogSnapshot
  private let fields: [TextMatch.Field: [[String]]]
  private let others: [[String]]
  private let title: [String]

  init(of book: Book, _ snapshot: CatalogSnapshot) {
    self.book = book
    self.snapshot = snapshot
    func words(_ text: String?) -> [String] { text.map(SearchWords.words) ?? [] }
    title = words(book.title)
    let series = words(book.series) + (book.series == nil ? [] : words(book.seriesNumber?.shortest))
    fields = [
      .title: [title], .author: book.authors.map(words), .series: [series], .tag: book.tags.map(words),
      .publisher: [words(book.publisher)],
    ]
    others = [series, words(book.notes)] + book.tags.map(words)
  }

  func sortKey(_ query: Query) throws -> (tier: Int, rank: Int64, id: Book.ID)? {
    guard try matches(query) else { return nil }
    let parts = if case .all(let parts) = query { parts } else { [query] }
    let terms = parts.compactMap { if case .text(let match) = $0 { match } else { nil } }
    let tier = (0...9).first { holds($0, terms) } ?? 4
    return (
      terms.isEmpty ? 4 : tier, SearchRank(ratingsCount: book.ratingsCount, titleWords: title.count).value, book.id
    )
  }

  private func holds(_ tier: Int, _ terms: [TextMatch]) -> Bool {
    let beginnings = terms.indices.map { tier == 9 || (tier > 4 && $0 == terms.count - 1) }
    let everywhere: [[String]] =
      switch tier {
      case 0, 1, 2, 5, 6: [title]
      case 3, 7: [title] + (fields[.author] ?? [])
      default: [title] + (fields[.author] ?? []) + others
      }
    let all = zip(terms, beginnings).allSatisfy { term, begun in
      func occurs(_ words: [String], isPrefix: Bool, in texts: [[String]]) -> Bool {
        texts.contains { text in
          text.indices.contains { isBeginning(words, in: text[$0...], begun: begun && isPrefix) }
        }
      }
      if occurs(term.words, isPrefix: term.isPrefix, in: term.field.map { fields[$0] ?? [] } ?? everywhere) {
        return true
      }
      // Other spellings of initials count as words of the authors.
      let includesAuthors = term.field == .author || (term.field == nil && ![0, 1, 2, 5, 6].contains(tier))
      return includesAuthors
        && term.initials.contains { occurs($0.words, isPrefix: $0.isPrefix, in: fields[.author] ?? []) }
    }
    guard all, tier == 0 || tier == 1 || tier == 5 else { return all }
    let sought = terms.filter { $0.field == nil || $0.field == .title }
    let queryWords = sought.flatMap(\.words)
    guard let last = sought.last else { return false }
    let begun = tier == 5 && last == terms.last && last.isPrefix
    let articles = LanguageCode.articles(of: book.language)
    let rest = title.count > 1 && articles.contains(title[0]) ? title.dropFirst() : title[...]
    if tier == 0 { return queryWords == Array(rest) || (queryWords == title && queryWords.count > 1) }
    guard queryWords.count <= 10 else { return false }
    return isBeginning(queryWords, in: rest, begun: begun)
      || (queryWords.count > 1 && isBeginning(queryWords, in: title[...], begun: begun))
  }

  private func isBeginning(_ words: [String], in text: ArraySlice<String>, begun: Bool) -> Bool {
    guard text.count >= words.count else { return false }
    return zip(words, text).enumerated().allSatisfy { index, pair in
      begun && index == words.count - 1 ? Array(pair.1.utf8).starts(with: Array(pair.0.utf8)) : pair.0 == pair.1
    }
  }

  private func matches(_ query: Query) throws -> Bool {
    switch query {
    case .everything: true
    case .nothing: false
    case .text(let match): holds(9, [match])
    case .owners(let part): try matches(part)
    case .isbn(let digits): book.isbn?.digits.hasPrefix(digits) ?? false
    case .year(let range): (book.firstPublished ?? book.published).map { range.contains(Double($0.year)) } ?? false
    case .edition(let range): book.published.map { range.contains(Double($0.year)) } ?? false
    case .pages(let range): book.pages.map { range.contains(Double($0)) } ?? false
    case .progress(let range): book.fractionRead.map { range.contains($0 * 100) } ?? false
    case .rating(let range): book.rating.map(range.contains) ?? false
    case .average(let range): book.averageRating.map(range.contains) ?? false
    case .dates(let condition): condition.on(Look.today).contains(book)
    case .has(let field): book[field] != nil
    case .state(.rated): book.rating != nil
    case .state(.reread): book.readCount > 1
    case .language(let code): book.language.map { LanguageCode.canonical($0) == code } ?? false
    case .source(let name): name == "test"
    case .state(.edited):
      try snapshot.provenance(of: book).contains { if case .user = $0.origin { !$0.field.isPersonal } else { false } }
    case .state(.owned): !book.copies.isEmpty
    case .state(.lent): book.copies.contains { $0.lentTo != nil }
    case .file(let type):
      (book.files + book.attachments).contains { file in
        type.isEmpty || file.address.split(separator: "?")[0].lowercased().hasSuffix("." + type)
      }
    case .state(.unfinished): book.readState != .read
    case .state(.state(let state)): book.readState == state
    case .format(let format): book.format == format
    case .identifier(let type, let value):
      book.identifiers.contains { $0.type == type && (value == nil || value == $0.value) }
    case .pattern(let condition): try condition.contains(book)
    case .whole(let condition): Look(at: book, isEdited: false).matches(.whole(condition))
    case .named(let field): try matches(field.otherwise)
    case .saved(let search): try matches(search.otherwise)
    case .own: false
    case .all(let parts): try parts.allSatisfy(matches)
    case .any(let parts): try parts.contains(where: matches)
    case .not(let part): try !matches(part)
    }
  }
}
