import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// A catalog of an earlier release with a Goodreads table, a calibre server, an OPDS feed and the user's changes. Newer
/// rules read more from the same data.
@Suite("A catalog of an earlier release, read by newer rules")
struct EnrichedCatalogTests {
  private typealias Fields = [BookField: String?]

  private let temporary: TemporaryCatalog
  private let path: String
  /// The shown values before each of the user's steps, and at the end.
  private let shown: [[String]]

  /// The values that the earlier release read from the same rows.
  private static let earlierRows: [String: Fields] = [
    "g0": [.title: "Dune", .isbn: "9780441013593", .tags: "to-read"],
    "g1": [.title: "Emma", .rating: "4", .readState: "read", .finished: "2019", .pages: "400"],
    "g2": [.title: "Ulysses", .tags: "to-read"],
  ]
  private static let rows: [String: Fields] = [
    "g0": [
      .title: "Dune", .isbn: "9780441013593", .tags: "to-read", .readState: "want",
      .identifiers: "goodreads | 234225",
    ],
    "g1": [
      .title: "Emma", .rating: "4", .readState: "read", .finished: "2019", .pages: "400", .review: "Fine.",
      .earlierReadings: "2001 | 2002 | read",
    ],
    "g2": [.title: "Ulysses", .tags: "to-read", .readState: "want", .contributors: "Ada | nrt"],
  ]
  private static let earlierShelf: [String: Fields] = [
    "c0": [.title: "Lanterns", .publisher: "Ace"], "c1": [.title: "Rivers", .publisher: "Ace"],
    "c2": [.title: "Orchards", .publisher: "Ace"], "c3": [.title: "Winters", .publisher: "Ace"],
  ]
  private static let shelf: [String: Fields] = [
    "c0": [.title: "Lanterns", .publisher: "Ace", .description: "About light.", .identifiers: "uri | a:1"],
    "c1": [.title: "Rivers", .publisher: "Ace Books", .subtitle: "A novel", .rating: "5", .readState: "read"],
    "c2": [.title: "Orchards", .publisher: "Ace"], "c3": [.title: "Winters", .publisher: "Ace Books"],
  ]
  private static let earlierFeed: [String: Fields] = ["o0": [.title: "Salt"], "o1": [.title: "Paper"]]
  private static let feed: [String: Fields] = [
    "o0": [.title: "Salt", .cover: "https://covers.example/1", .files: "https://books.example/1.epub"],
    "o1": [.title: "Paper", .language: "en"],
  ]

  init() async throws {
    temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    try await temporary.importRecords(Self.records(Self.earlierRows), source: "goodreads")
    _ = try await temporary.refresh(Self.source("home", .calibre, 1, Self.earlierShelf))
    _ = try await temporary.refresh(Self.source("feed", .opds, 1, Self.earlierFeed))
    var shown: [[String]] = []
    for (title, field, text) in [
      ("Emma", BookField.rating, ""), ("Emma", .pages, ""), ("Ulysses", .readState, "reading"),
      ("Rivers", .publisher, ""), ("Winters", .publisher, "Mine"), ("Salt", .title, "My Salt"),
      ("Dune", .notes, "Lent."),
    ] {
      shown.append(try catalog.shownText())
      #expect(try catalog.set(field, of: Self.book(title, catalog), to: text).step != nil)
    }
    self.shown = shown + [try catalog.shownText()]
    path = temporary.folder.file("earlier.db")
    try await catalog.backup(to: path)
    try OlderSchema.goBack(path, before: "editions")
  }

  private static func records(_ all: [String: Fields]) throws -> [SourceRecord] {
    try all.sorted { $0.key < $1.key }.map { id, fields in
      var record = try SourceRecord(id, fields)
      if id == "c2" { record.own = [OwnValue("shelf", .text, .text("attic"))] }
      return record
    }
  }

  /// Returns a server with a validator that reports no changes, and pages of one record.
  private static func source(
    _ name: String, _ kind: CatalogSource.Kind, _ version: Int, _ all: [String: Fields]
  ) throws -> AnsweringSource {
    let records = try records(all)
    return AnsweringSource(name, kind: kind, decoderVersion: version) { request in
      if request.validators?.etag == "same" { return .unchanged }
      let start = Int(request.cursor ?? "0") ?? 0
      let isLast = start + 1 == records.count
      return .page(
        SourcePage(
          items: [.record(records[start])], cursor: isLast ? nil : "\(start + 1)", isLast: isLast,
          coverage: .fullEnumeration(begins: start == 0, isStable: true), validators: SourceValidators(etag: "same")))
    }
  }

  private static func book(_ title: String, _ catalog: BookCatalog) throws -> Book.ID {
    let books = try catalog.view { try $0.page(size: 100).books }
    return try #require(books.first { $0.title == title || $0.title == "My \(title)" }).id
  }

  private func open() throws -> BookCatalog {
    var options = BookCatalog.Options()
    let clock = temporary.clock
    options.now = { clock.now }
    return try BookCatalog.open(path, options: options)
  }

  private func text(_ field: BookField, of title: String, in catalog: BookCatalog) throws -> String? {
    try catalog.text(field, of: Self.book(title, catalog))
  }

  /// Checks the user's values and those that newer rules read.
  private func checkEnriched(_ catalog: BookCatalog) throws {
    try expectEqual(text(.description, of: "Lanterns", in: catalog), "About light.")
    try expectEqual(text(.identifiers, of: "Lanterns", in: catalog), "uri | a:1")
    try expectEqual(text(.subtitle, of: "Rivers", in: catalog), "A novel")
    #expect(try text(.publisher, of: "Rivers", in: catalog) == nil, "the user cleared it")
    try expectEqual(text(.publisher, of: "Winters", in: catalog), "Mine")
    #expect(try text(.rating, of: "Rivers", in: catalog) == nil, "a server's stars are nobody's word here")
    #expect(try catalog.view { try $0.fields() }.isEmpty)
    try expectEqual(catalog.view { try $0.conflictCount() }, 0)
    try expectEqual(catalog.findings(), [])
  }

  @Test("the catalog shows the same as before, and a source with unchanged rules has nothing new")
  func upgraded() async throws {
    let catalog = try open()
    defer { catalog.close() }
    try expectEqual(catalog.shownText(), shown.last)
    let report = try await catalog.syncEngine(sources: [Self.source("home", .calibre, 1, Self.earlierShelf)]).refresh()[
      0]
    #expect(!report.isByNewerRules && report.counts == RunCounts() && report.step == nil)
    try expectEqual(catalog.findings(), [])
  }

  @Test("the catalog gets fields it could not store before, keeps edits and clears, and counts visible changes")
  func enriched() async throws {
    let catalog = try open()
    defer { catalog.close() }
    let home = try await catalog.syncEngine(sources: [Self.source("home", .calibre, 3, Self.shelf)]).refresh()[0]
    #expect(home.isByNewerRules && home.counts.updated == 2 && home.counts.unchanged == 2 && home.counts.added == 0)
    let feed = try await catalog.syncEngine(sources: [Self.source("feed", .opds, 2, Self.feed)]).refresh()[0]
    #expect(feed.isByNewerRules && feed.counts.updated == 2 && feed.counts.added == 0)
    let rows = try await catalog.importRecords(from: ListReader(Self.records(Self.rows)), source: "goodreads")
    #expect(rows.counts.updated == 3 && rows.counts.added == 0)
    try checkEnriched(catalog)
    try expectEqual(text(.title, of: "Salt", in: catalog), "My Salt")
    try expectEqual(text(.cover, of: "Salt", in: catalog), "https://covers.example/1")
    try expectEqual(text(.language, of: "Paper", in: catalog), "en")
    try expectEqual(text(.readState, of: "Dune", in: catalog), "want")
    try expectEqual(text(.identifiers, of: "Dune", in: catalog), "goodreads | 234225")
    try expectEqual(text(.notes, of: "Dune", in: catalog), "Lent.")
    try expectEqual(text(.readState, of: "Ulysses", in: catalog), "reading", "the user's own word")
    try expectEqual(text(.contributors, of: "Ulysses", in: catalog), "Ada | nrt")
    try expectEqual(text(.review, of: "Emma", in: catalog), "Fine.")
    try expectEqual(text(.earlierReadings, of: "Emma", in: catalog), "2001 | 2002 | read")
    #expect(try text(.rating, of: "Emma", in: catalog) == nil && text(.pages, of: "Emma", in: catalog) == nil)

    let full = try catalog.shownText()
    for source in [try Self.source("home", .calibre, 3, Self.shelf), try Self.source("feed", .opds, 2, Self.feed)] {
      let again = try await catalog.syncEngine(sources: [source]).refresh()[0]
      #expect(!again.isByNewerRules && again.counts == RunCounts() && again.step == nil)
    }
    for _ in 0..<3 { try expectEqual(catalog.undoStep().left, []) }
    for before in shown.reversed() {
      try expectEqual(catalog.shownText(), before)
      try expectEqual(catalog.findings(), [])
      if before != shown.first { try expectEqual(catalog.undoStep().left, []) }
    }
    for _ in 0..<(3 + shown.count - 1) { try catalog.redoStep() }
    try expectEqual(catalog.shownText(), full)
    try expectEqual(catalog.findings(), [])
  }

  @Test("an upgrade continues after being killed between two pages, any number of times")
  func killed() async throws {
    let catalog = try open()
    defer { catalog.close() }
    let source = try Self.source("home", .calibre, 3, Self.shelf)
    for _ in 1...2 {
      var outside = SyncEngine.Outside()
      outside.pace.committed = { throw ScriptedFailure("killed") }
      await #expect(throws: ScriptedFailure.self) {
        try await catalog.syncEngine(sources: [source], outside: outside).refresh()
      }
      temporary.clock.advance(by: LeaseTable.duration)
    }
    let report = try await catalog.syncEngine(sources: [source]).refresh()[0]
    #expect(report.isByNewerRules && report.outcome == .complete && report.counts.added == 0)
    try checkEnriched(catalog)
  }
}
