import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite struct GroupTests {
  private struct Group: Equatable, CustomStringConvertible {
    let label: String?
    let count: Int
    var books: [Book.ID] = []
    var description: String { "\(label ?? "–") \(count) \(books)" }
  }

  private func groups(
    _ temporary: TemporaryCatalog, _ grouping: BookGrouping, of query: String = "", withBooks: Bool = true
  ) throws -> [Group] {
    try temporary.snapshot { snapshot in
      try snapshot.groups(by: grouping, of: BookQuery(query), withBooks: withBooks).map {
        Group(label: $0.label, count: $0.count, books: $0.ids)
      }
    }
  }

  private func shelved(_ records: [[BookField: String?]]) async throws -> TemporaryCatalog {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords(try records.enumerated().map { try SourceRecord("\($0)", $1) })
    return temporary
  }

  @Test func `years BCE come first and unknown years last`() async throws {
    let years = ["1965", "-0750", "-0750-12-31", nil, "0000", "-0001-06", "0001-01-01", "1965-08", "-0749-01-01", nil]
    // Every other book has its year as that of the first publication, and a newer edition.
    let temporary = try await shelved(
      years.enumerated().map { number, year in
        number.isMultiple(of: 2) || year == nil
          ? [.title: "Book \(number)", .published: year]
          : [.title: "Book \(number)", .published: "2001", .firstPublished: year]
      })
    let expected = [
      Group(label: "-750", count: 2, books: [2, 3]), Group(label: "-749", count: 1, books: [9]),
      Group(label: "-1", count: 1, books: [6]), Group(label: "0", count: 1, books: [5]),
      Group(label: "1", count: 1, books: [7]), Group(label: "1965", count: 2, books: [1, 8]),
      Group(label: nil, count: 2, books: [4, 10]),
    ]
    try expectEqual(groups(temporary, .year), expected)
    try expectEqual(
      groups(temporary, .year, withBooks: false), expected.map { Group(label: $0.label, count: $0.count) })
  }

  @Test func `a book of two authors appears under both, and one without an author last`() async throws {
    let temporary = try await shelved([
      [.title: "The Zeta", .authors: "Ursula K. Le Guin; Stanisław Łem"], [.title: "Alpha", .authors: "Stanisław Łem"],
      [.title: "Nobody's"], [.title: "Beta", .authors: "Ursula K. Le Guin", .series: "A", .seriesNumber: "2"],
      [.title: "Gamma", .authors: "Ursula K. Le Guin", .series: "A", .seriesNumber: "1"],
    ])
    try expectEqual(
      groups(temporary, .author),
      [
        Group(label: "Ursula K. Le Guin", count: 3, books: [5, 4, 1]),
        Group(label: "Stanisław Łem", count: 2, books: [2, 1]),
        Group(label: nil, count: 1, books: [3]),
      ])
  }

  @Test func `series are sorted by name and their books by number`() async throws {
    let temporary = try await shelved([
      [.title: "Z", .series: "Zeta", .seriesNumber: "1"], [.title: "B10", .series: "Élan", .seriesNumber: "10"],
      [.title: "B2", .series: "Élan", .seriesNumber: "2"], [.title: "B1.5", .series: "Élan", .seriesNumber: "1.5"],
      [.title: "C", .series: "Foo 10"], [.title: "D", .series: "Foo 9"], [.title: "Alone"],
    ])
    try expectEqual(
      groups(temporary, .series),
      [
        Group(label: "Élan", count: 3, books: [4, 3, 2]), Group(label: "Foo 9", count: 1, books: [6]),
        Group(label: "Foo 10", count: 1, books: [5]), Group(label: "Zeta", count: 1, books: [1]),
      ])
  }

  @Test func `the books of tags and languages are sorted by title`() async throws {
    let temporary = try await shelved([
      [.title: "The Beta", .tags: "sf; Classic", .language: "en"], [.title: "Alpha", .tags: "sf", .language: "de"],
      [.title: "Gamma"], [.title: "A Delta", .tags: "classic", .language: "en"],
    ])
    try expectEqual(
      groups(temporary, .tag),
      [
        Group(label: "Classic", count: 1, books: [1]), Group(label: "classic", count: 1, books: [4]),
        Group(label: "sf", count: 2, books: [2, 1]),
      ])
    try expectEqual(
      groups(temporary, .language),
      [
        Group(label: "de", count: 1, books: [2]), Group(label: "en", count: 2, books: [1, 4]),
        Group(label: nil, count: 1, books: [3]),
      ])
    try expectEqual(groups(temporary, .tag, of: "alpha OR gamma"), [Group(label: "sf", count: 1, books: [2])])
    try expectEqual(groups(temporary, .tag, of: "nothing"), [])
  }

  @Test func `only the shown part of many very long names is read`() async throws {
    let names = (1...500).map { "\(1_000 + $0) " + String(repeating: "x", count: 1_900) }
    let temporary = try await shelved([
      [.title: "Long", .authors: names.joined(separator: ";"), .published: "1999", .seriesNumber: "2", .series: "S"],
      [.title: "Short", .authors: "Zed"],
    ])
    let found = try groups(temporary, .author)
    expectEqual(
      found, names.map { Group(label: $0, count: 1, books: [1]) } + [Group(label: "Zed", count: 1, books: [2])])
    try temporary.snapshot { snapshot in
      let line = try #require(try snapshot.lines(of: [1]).first)
      #expect(line.authors.joined(separator: "\n") == names.joined(separator: "\n").prefix(BookLine.authorLimit))
      #expect(line.title == "Long" && line.year == 1999 && line.seriesNumber == 2)
      try expectEqual(snapshot.lines(of: [2, 99, 1], withAuthors: false).map(\.authors), [[], []])
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>) func `groups contain exactly the books that have their label`(
    seed: UInt64
  ) async throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: seed)
    try await temporary.importRecords(try random.records(60))
    for id in Book.ID(1)...60 where random.oneIn(6) {
      try await temporary.catalog.edit(id) {
        $0.authors = ["Zoë", "Homer"]
        $0.tags.insert("new")
      }
    }
    for id in Book.ID(1)...60 where random.oneIn(10) { try await temporary.catalog.remove(id) }
    for grouping in BookGrouping.allCases {
      for query in ["", "ring", "-year:1965 OR is:read"] {
        let context = "seed \(seed): \(grouping) of “\(query)”"
        let books = try await temporary.catalog.page(matching: query, size: 1_000).books
        let found = try groups(temporary, grouping, of: query)
        try expectEqual(
          groups(temporary, grouping, of: query, withBooks: false).map { [$0.label ?? "–", "\($0.count)"] },
          found.map { [$0.label ?? "–", "\($0.count)"] }, "\(context): only counted, the same groups")
        expectEqual(Set(found.map(\.label)).count, found.count, "\(context): no group comes twice")
        #expect(found.dropLast().allSatisfy { $0.label != nil }, "\(context): the unknown last")
        var expected: [String?: Set<Book.ID>] = [:]
        for book in books { for label in labels(of: book, grouping) { expected[label, default: []].insert(book.id) } }
        for group in found {
          expectEqual(group.count, group.books.count, "\(context)")
          expectEqual(Set(group.books), expected[group.label], "\(context): \(group)")
        }
        expectEqual(Set(found.map(\.label)), Set(expected.keys), "\(context)")
      }
    }
  }

  private func labels(of book: Book, _ grouping: BookGrouping) -> [String?] {
    switch grouping {
    case .author: book.authors.isEmpty ? [nil] : book.authors
    case .tag: book.tags
    case .series: book.series.map { [$0] } ?? []
    case .year: [(book.firstPublished ?? book.published).map { String($0.year) }]
    case .language: [book.language]
    }
  }
}
