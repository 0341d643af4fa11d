import CatalogTestSupport
import FoundationEssentials
import Testing

@testable import Catalog

/// Random queries on random catalogs, compared with looking at every book.
@Suite struct SearchOracleTests {
  private static let pieces = [
    "dune", "du", "the", "messiah", "emile", "łódź", "村", "村上", "ring", "rings", "war", "10", "9", "1", "herbert", "le",
    "\"le guin\"", "\"dune the\"", "title:dune", "title:\"ring\"", "author:her", "author:\"frank herbert\"",
    "series:dune",
    "series:\"dune 1\"", "tag:sci-fi", "tag:clas", "tag:\"read\"", "publisher:ace", "publisher:\"ace books\"", "ace",
    "year:1965", "year:1965..2000", "year:<0", "year:<=0", "year:>0", "year:>=1966", "year:-750", "year:..-1",
    "year:-1..1",
    "pages:200", "pages:>=200", "pages:<200", "pages:>200", "pages:100..200", "rating:4", "rating:>4", "rating:..4",
    "rating:4..4.5", "language:en", "language:deu", "language:tlh", "language:xx", "source:test", "source:none",
    "is:read",
    "is:unread", "is:reading", "is:edited", "nothing-like-it", "hitchhiker's", "strasse",
  ]

  private func query(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...4, using: &random)).map { index in
      let term = (random.oneIn(4) ? "-" : "") + random.pick(Self.pieces)
      return (index > 0 && random.oneIn(3) ? "OR " : "") + term
    }.joined(separator: " ")
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>) func `a search finds exactly the books that looking at each finds`(
    seed: UInt64
  ) async throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: seed)
    try await temporary.importRecords(try random.records(80))
    var edited: Set<Int64> = []
    for id in Int64(1)...80 where random.oneIn(8) {
      try await temporary.catalog.edit(id, .set(.title, .text("Edited \(id) ring")))
      edited.insert(id)
    }
    for id in Int64(1)...80 where random.oneIn(10) { try await temporary.catalog.remove(id) }
    let books = try await temporary.catalog.page(size: 1_000).books
    for _ in 0..<60 {
      let text = query(&random)
      let parsed = QueryParser.parse(text)
      let found = try await temporary.catalog.page(of: text, size: 1_000).books
      let expected = books.filter { Look(at: $0, isEdited: edited.contains($0.id)).matches(parsed) }
      #expect(Set(found.map(\.id)) == Set(expected.map(\.id)), "seed \(seed): \(text)")
      #expect(found.count == expected.count, "seed \(seed): \(text)")
      let count = try await temporary.catalog.read { try $0.count(of: text) }
      #expect(count == expected.count, "seed \(seed): \(text)")
    }
  }
}

/// Whether a book is what a query asks for, told from the book alone.
private struct Look {
  let book: Book
  let isEdited: Bool
  private let words: [[String]]

  init(at book: Book, isEdited: Bool) {
    self.book = book
    self.isEdited = isEdited
    words = SearchEntry(book).columns.map { $0.split(separator: " ").map(String.init) }
  }

  func matches(_ query: Query) -> Bool {
    switch query {
    case .everything: true
    case .nothing: false
    case .text(let match): columns(of: match.field).contains { contains(match, words[$0]) }
    case .isbn(let digits):
      book.isbn.map { $0.digits.hasPrefix(digits) || $0.tenDigits?.hasPrefix(digits) == true } ?? false
    case .year(let range): book.published.map { contains(range, Double($0.year)) } ?? false
    case .pages(let range): book.pages.map { contains(range, Double($0)) } ?? false
    case .rating(let range): (book.rating ?? book.averageRating).map { contains(range, $0) } ?? false
    case .language(let code): book.language.map { LanguageCode.canonical($0) == code } ?? false
    case .source(let name): name == "test"
    case .state(.edited): isEdited
    case .state(let state): book.readState.rawValue == state.rawValue
    case .all(let parts): parts.allSatisfy(matches)
    case .any(let parts): parts.contains(where: matches)
    case .not(let part): !matches(part)
    }
  }

  private func columns(of field: TextMatch.Field?) -> Range<Int> {
    switch field {
    case nil: 0..<5
    case .title: 0..<1
    case .author: 1..<2
    case .series: 2..<3
    case .tag: 3..<4
    case .publisher: 5..<6
    }
  }

  private func contains(_ match: TextMatch, _ words: [String]) -> Bool {
    guard words.count >= match.words.count else { return false }
    return (0...(words.count - match.words.count)).contains { start in
      match.words.indices.allSatisfy { index in
        let word = words[start + index]
        let isLast = index == match.words.count - 1
        return match.isPrefix && isLast ? word.hasPrefix(match.words[index]) : word == match.words[index]
      }
    }
  }

  private func contains(_ range: QueryRange, _ value: Double) -> Bool {
    if let lower = range.lower, range.isOpen ? value <= lower : value < lower { return false }
    if let upper = range.upper, range.isOpen ? value >= upper : value > upper { return false }
    return true
  }
}
