import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// Any text is a legal query: nothing that a person types or pastes makes a search fail.
@Suite struct AnyQueryTests {
  private static let soup = [
    "\"", "“", "”", "„", "-", "--", "OR", "or", "AND", "NOT", "NEAR(", ")", "(", "*", "^", ":", "::", "+", "{", "}",
    "\\", "'",
    "''", ";", "%", "_", "?", "?1", "$a", ":a", "--x", "/*", "..", ">", ">=", "<", "=", "1990", "-750", "1e9",
    "99999999999",
    "title:", "author:", "series:", "tag:", "isbn:", "publisher:", "year:", "pages:", "rating:", "average:",
    "language:", "source:",
    "is:", "rowid:", "search_index", "facets:", "title :", "dune", "Dune", "é", "村", "上", " ", " ", " ", "\t", "\n",
    "\0",
    "\u{E001}", "\u{301}", "\u{200D}", "ß", "ı", "İ", "👩‍🚀", "\u{FFFD}", "a", "read", "0441013597", "978-0-441-01359-3",
    "X",
  ]

  private func smallCatalog() async throws -> TemporaryCatalog {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords([
      try SourceRecord("1", [.title: "Dune", .authors: "Frank Herbert", .isbn: "0441013597", .published: "1965"]),
      try SourceRecord("2", [.title: "村上春樹", .language: "ja", .pages: "300", .tags: "é; a"]),
      try SourceRecord("3", [.title: "OR", .rating: "4", .readState: "read", .publisher: "NOT"]),
    ])
    return temporary
  }

  private func run(_ query: String, _ catalog: BookCatalog, _ random: inout SeededGenerator) -> (any Error)? {
    let order = BookOrder(random.pick(BookOrder.Key.allCases), descending: random.oneIn(2))
    do {
      try catalog.read { snapshot in
        let books = try snapshot.page(matching: query, order: order, size: 10).books
        try expectEqual(snapshot.count(of: BookQuery(query)), books.count, "\(query.debugDescription)")
        _ = try snapshot.page(matching: query, order: order, at: .offset(1), size: 1)
        _ = try snapshot.groups(
          by: random.pick(BookGrouping.allCases), of: BookQuery(query), withBooks: random.oneIn(2))
      }
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func `no mixture of symbols and words makes a search fail`(
    seed: UInt64
  ) async throws {
    let temporary = try await smallCatalog()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let query = (0..<Int.random(in: 1...12, using: &random)).map { _ in random.pick(Self.soup) }.joined()
      let error = run(query, temporary.catalog, &random)
      #expect(error == nil, "seed \(seed): \(query.debugDescription): \(error.map { "\($0)" } ?? "")")
    }
  }

  @Test(arguments: 1...2 as ClosedRange<UInt64>) func `no bytes make a search fail`(seed: UInt64) async throws {
    let temporary = try await smallCatalog()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let query = String(decoding: bytes, as: UTF8.self)
      let error = run(query, temporary.catalog, &random)
      #expect(error == nil, "seed \(seed): \(bytes): \(error.map { "\($0)" } ?? "")")
    }
  }

  @Test func `no pasted text is too long`() async throws {
    let temporary = try await smallCatalog()
    var random = SeededGenerator(seed: 1)
    let pasted = [
      String(repeating: "dune ", count: 20_000), String(repeating: "a", count: 100_000),
      String(repeating: "村", count: 5_000), String(repeating: "dune OR ", count: 1_000),
      String(repeating: "-", count: 10_000), String(repeating: "\"", count: 10_001),
      String(repeating: "a-", count: 5_000),
      "\"" + String(repeating: "dune messiah ", count: 5_000), String(repeating: "x:y OR ", count: 500),
      String(repeating: "-is:read OR year:1990.. OR source:x OR ", count: 50), String(repeating: "(", count: 1_000),
      "title:" + String(repeating: ":", count: 10_000), String(repeating: "language:en ", count: 100),
    ]
    for query in pasted {
      let error = run(query, temporary.catalog, &random)
      #expect(error == nil, "\(query.prefix(40)): \(error.map { "\($0)" } ?? "")")
    }
  }
}
