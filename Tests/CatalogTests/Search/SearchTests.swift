import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// Books with accents, letters that Unicode does not decompose, scripts without spaces, and negative years.
private let shelf: [[BookField: String]] = [
  [.title: "Les Misérables", .authors: "Victor Hugo", .language: "fra", .published: "1862", .tags: "classic"],
  [.title: "Półciężkość", .authors: "Stanisław Łem", .language: "pl", .notes: "cytat: dune"],
  [.title: "村上春樹全集", .authors: "村上春樹", .language: "ja", .isbn: "9784062748698"],
  [.title: "ハリー・ポッターと賢者の石", .authors: "J.K. ローリング", .language: "jpn"],
  [
    .title: "Dune", .authors: "Frank Herbert", .isbn: "0-441-01359-7", .published: "1965-08-01", .series: "Dune",
    .seriesNumber: "1", .pages: "412", .publisher: "Ace Books", .language: "en-US", .averageRating: "4.25",
    .tags: "sci-fi; classic",
  ],
  [
    .title: "Dune Messiah", .authors: "Frank Herbert", .published: "1969", .series: "Dune", .seriesNumber: "2",
    .pages: "256", .publisher: "Ace Books", .language: "eng", .averageRating: "3.9", .rating: "5", .readState: "read",
  ],
  [
    .title: "The Hitchhiker's Guide to the Galaxy", .authors: "Douglas Adams", .published: "1979", .language: "en_GB",
    .tags: "sci-fi; humour", .readState: "reading",
  ],
  [.title: "Iliad", .authors: "Homer", .published: "-0750", .language: "grc", .pages: "700"],
  [.title: "Straße ins Nichts", .authors: "Þórður Ægisson", .published: "2000-12-31", .language: "ger"],
  [.title: "The Left Hand of Darkness", .authors: "Ursula K. Le Guin", .publisher: "Ace", .published: "1969-03"],
  [.title: "Beren and Lúthien", .authors: "J. R. R. Tolkien", .published: "2017", .language: "en"],
  [.title: "한국어 문법", .language: "ko"],
]

private let searches: [(query: String, titles: [String])] = [
  ("polciezkosc", ["Półciężkość"]),
  ("PÓŁCIĘŻKOŚĆ", ["Półciężkość"]),
  ("lem", ["Półciężkość"]),
  ("misérables", ["Les Misérables"]),
  ("mise\u{301}rables", ["Les Misérables"]),
  ("miserables", ["Les Misérables"]),
  ("村上", ["村上春樹全集"]),
  ("上春", ["村上春樹全集"]),
  ("春樹全", ["村上春樹全集"]),
  ("樹村", []),
  ("ポッター", ["ハリー・ポッターと賢者の石"]),
  ("ハリーポッター", ["ハリー・ポッターと賢者の石"]),
  ("ハリー・ポッター", ["ハリー・ポッターと賢者の石"]),
  ("ﾊﾘｰ", ["ハリー・ポッターと賢者の石"]),
  ("賢者の石", ["ハリー・ポッターと賢者の石"]),
  ("한국", ["한국어 문법"]),
  ("strasse", ["Straße ins Nichts"]),
  ("STRASSE", ["Straße ins Nichts"]),
  ("thordur aegisson", ["Straße ins Nichts"]),
  ("hitchhikers", ["The Hitchhiker's Guide to the Galaxy"]),
  ("hitchhiker’s", ["The Hitchhiker's Guide to the Galaxy"]),
  ("hitchhiker", ["The Hitchhiker's Guide to the Galaxy"]),
  ("jrr tolkien", ["Beren and Lúthien"]),
  ("J.R.R. Tolkien", ["Beren and Lúthien"]),
  ("dune", ["Dune", "Dune Messiah", "Półciężkość"]),
  ("title:dune", ["Dune", "Dune Messiah"]),
  ("title:dun", ["Dune", "Dune Messiah"]),
  ("title:\"dun\"", []),
  ("title:une", []),
  ("dune -messiah", ["Dune", "Półciężkość"]),
  ("messiah dune", ["Dune Messiah"]),
  ("\"messiah dune\"", []),
  ("\"dune messiah\"", ["Dune Messiah"]),
  ("galaxy OR messiah", ["Dune Messiah", "The Hitchhiker's Guide to the Galaxy"]),
  ("herbert galaxy OR messiah", ["Dune Messiah"]),
  ("author:\"le guin\"", ["The Left Hand of Darkness"]),
  ("author:herbert", ["Dune", "Dune Messiah"]),
  ("series:dune", ["Dune", "Dune Messiah"]),
  ("series:\"dune 2\"", ["Dune Messiah"]),
  ("tag:sci-fi", ["Dune", "The Hitchhiker's Guide to the Galaxy"]),
  ("tag:classic", ["Dune", "Les Misérables"]),
  ("publisher:ace", ["Dune", "Dune Messiah", "The Left Hand of Darkness"]),
  ("publisher:\"ace books\"", ["Dune", "Dune Messiah"]),
  ("ace", []),
  ("0441013597", ["Dune"]),
  ("9780441013593", ["Dune"]),
  ("isbn:978-0-441", ["Dune"]),
  ("isbn:0-441", ["Dune"]),
  ("isbn:978", ["Dune", "村上春樹全集"]),
  ("language:en", ["Beren and Lúthien", "Dune", "Dune Messiah", "The Hitchhiker's Guide to the Galaxy"]),
  ("language:eng", ["Beren and Lúthien", "Dune", "Dune Messiah", "The Hitchhiker's Guide to the Galaxy"]),
  ("language:en-GB", ["Beren and Lúthien", "Dune", "Dune Messiah", "The Hitchhiker's Guide to the Galaxy"]),
  ("language:deu", ["Straße ins Nichts"]),
  ("language:de", ["Straße ins Nichts"]),
  ("language:JPN", ["ハリー・ポッターと賢者の石", "村上春樹全集"]),
  ("language:%", []),
  ("language:e%", []),
  ("language:e_", []),
  ("year:1969", ["Dune Messiah", "The Left Hand of Darkness"]),
  ("year:1965..1969", ["Dune", "Dune Messiah", "The Left Hand of Darkness"]),
  ("year:<1965", ["Iliad", "Les Misérables"]),
  ("year:<=1965", ["Dune", "Iliad", "Les Misérables"]),
  ("year:>2000", ["Beren and Lúthien"]),
  ("year:>=2000", ["Beren and Lúthien", "Straße ins Nichts"]),
  ("year:-750", ["Iliad"]),
  ("year:..-1", ["Iliad"]),
  ("year:-800..-700", ["Iliad"]),
  ("year:-749..0", []),
  ("year:1999..1990", []),
  ("pages:300..", ["Dune", "Iliad"]),
  ("pages:<300", ["Dune Messiah"]),
  ("-pages:<300 author:herbert", ["Dune"]),
  ("rating:>=4", ["Dune Messiah"]),
  ("average:>=3.9", ["Dune", "Dune Messiah"]),
  ("average:<4", ["Dune Messiah"]),
  ("rating:5", ["Dune Messiah"]),
  ("is:read", ["Dune Messiah"]),
  ("is:reading", ["The Hitchhiker's Guide to the Galaxy"]),
  ("is:unread author:herbert", ["Dune"]),
  ("is:edited", ["Iliad"]),
  ("source:SHELF year:1965", ["Dune"]),
  ("source:other", []),
  ("dune OR year:-750", ["Dune", "Dune Messiah", "Iliad", "Półciężkość"]),
  ("-author:herbert year:1960..1969", ["The Left Hand of Darkness"]),
  ("\"", []),
  ("*", []),
]

@Suite struct SearchTests {
  private func shelved() async throws -> TemporaryCatalog {
    let temporary = try TemporaryCatalog()
    let records = try shelf.enumerated().map { try SourceRecord(String($0), $1.mapValues(Optional.some)) }
    try await temporary.importRecords(records, source: "Shelf")
    let iliad = try #require(try await temporary.catalog.page(matching: "iliad", order: .bestMatch).books.first)
    try await temporary.catalog.edit(iliad.id) { $0.publisher = "Penguin" }
    return temporary
  }

  @Test func `searches find exactly what they mean`() async throws {
    let temporary = try await shelved()
    for search in searches {
      let page = try await temporary.catalog.page(matching: search.query, order: BookOrder(.title), size: 100)
      expectEqual(page.books.map(\.title).sorted(), search.titles.sorted(), "\(search.query)")
      let count = try await temporary.catalog.read { try $0.count(of: BookQuery(search.query)) }
      expectEqual(count, search.titles.count, "\(search.query)")
    }
  }

  @Test func `sources whose names differ only in case are all found`() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords([try SourceRecord("1", [.title: "One"])], source: "Books")
    try await temporary.importRecords([try SourceRecord("1", [.title: "Two"])], source: "other")
    // Names that differ only in case can no longer be created, but older catalogs have them.
    try temporary.foreign().run("UPDATE source SET name = 'books' WHERE name = 'other'")
    try await expectEqual(
      temporary.catalog.page(matching: "source:BOOKS", order: .bestMatch).books.map(\.title).sorted(),
      [
        "One", "Two",
      ])
  }

  @Test func `removed and changed texts are no longer found by their old words`() async throws {
    let temporary = try await shelved()
    let catalog = temporary.catalog
    let dune = try #require(try await catalog.page(matching: "title:\"dune\" -messiah", order: .bestMatch).books.first)
    try await catalog.edit(dune.id) {
      $0.title = "Arrakis"
      $0.publisher = nil
    }
    try await expectEqual(catalog.page(matching: "title:dune", order: .bestMatch).books.map(\.title), ["Dune Messiah"])
    try await expectEqual(catalog.page(matching: "arrakis", order: .bestMatch).books.map(\.id), [dune.id])
    try await expectEqual(catalog.page(matching: "publisher:ace year:1965", order: .bestMatch).books, [])
    try await catalog.remove(dune.id)
    try await expectEqual(catalog.page(matching: "arrakis", order: .bestMatch).books, [])
    try await expectEqual(catalog.page(matching: "0441013597", order: .bestMatch).books, [])
    _ = try await catalog.undo()
    try await expectEqual(catalog.page(matching: "0441013597", order: .bestMatch).books.map(\.id), [dune.id])
    try await expectEqual(catalog.check().findings, [])
  }

  @Test func `a word longer than the index supports is found and does not look like damage`() async throws {
    let temporary = try TemporaryCatalog()
    let long = String(repeating: "a", count: 40_000)
    let initials = String(repeating: "i.", count: 40_000)
    try await temporary.catalog.add {
      $0.title = "Aaaa"
      $0.notes = "so \(long)! b \(initials)"
    }
    try await expectEqual(temporary.catalog.page(matching: "so", order: .bestMatch).books.count, 1)
    try await expectEqual(temporary.catalog.page(matching: long, order: .bestMatch).books.count, 1)
    try await expectEqual(temporary.catalog.page(matching: "\"so \(long) b\"", order: .bestMatch).books.count, 1)
    try await expectEqual(temporary.catalog.check().findings, [])
  }
}
