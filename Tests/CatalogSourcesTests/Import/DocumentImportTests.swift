import Catalog
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogSources

/// Tests of books that programs export as one JSON document.
@Suite("Documents of other programs") struct DocumentImportTests {
  private func expect(
    _ row: ImportRow, _ expected: [BookField: String], location: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(row.rejection == nil, sourceLocation: location)
    for field in BookField.allCases { #expect(row[field] == expected[field], "\(field)", sourceLocation: location) }
  }

  @Test("LibraryThing: what its table says is kept of its JSON, lists and objects alike")
  func libraryThing() async throws {
    let found = try await rows(of: "library.json", Repository.text(of: "Tests/Interchange/librarything.json"))
    try #require(found.count == 2)
    expect(
      found[0],
      [
        .title: "The Glass Orchard", .authors: "Ada Lindqvist",
        .contributors: "Bo Karr | trl; Cem Ozan | ill", .publisher: "Harbor House", .published: "2006",
        .series: "Orchards", .seriesNumber: "2", .review: "Long.", .readState: "want", .rating: "4.5",
        .notes: "shelf 3\n\ngift", .format: "paperback", .pages: "312", .started: "2007-05-01", .finished: "2007-05-08",
        .tags: "Fantasy; Fiction; Glass; Orchards; Your library; fantasy; novel", .language: "eng", .isbn: "0306406152",
        .added: "2007-04-01T00:00:00Z", .copies: " |  | 2007-03-01 |  |  |  | 1",
        .identifiers: "librarything | 12; librarything-work | 10151; oclc | 1234; lccn | 67010496; "
          + "lcc | PT9876.22; ddc | 839.73",
      ])
    expect(
      found[1],
      [
        .title: "Tides", .authors: "Cem Ozan", .language: "tur", .added: "2008-01-02T00:00:00Z", .pages: "96",
        .identifiers: "librarything | 13",
      ])
    expectEqual(found.map(\.record?.remoteID), ["12", "13"])
  }

  private static let archived: [BookField: String] = [
    .title: "The Glass Orchard", .subtitle: "A novel", .authors: "Ada Lindqvist; Karr, Bo, Jr.",
    .isbn: "9780306406157", .pages: "312", .publisher: "Harbor House", .published: "2006-05-01",
    .firstPublished: "1998-01-01", .language: "eng", .series: "Orchards", .seriesNumber: "2", .format: "paperback",
    .description: "Trees of glass.", .tags: "Attic, left; Fantasy; For winter; Orchards, glass",
    .readState: "abandoned", .started: "2023-03-02", .finished: "2023-03-09", .rating: "3.5", .review: "Long.",
    .notes: "Slow start.\n\nGlass grows.",
    .earlierReadings: "2020-01-02 | 2020-02-03 | read; 2021-01-02 | 2021-02-03 | abandoned",
    .identifiers: "openlibrary | OL893415M; goodreads | 101; wikidata | Q190192; oclc | 1234; "
      + "uri | https://bookwyrm.example/book/5",
  ]

  @Test("BookWyrm: readings, shelves, lists and all that was said come out of the archive of an account")
  func bookWyrm() async throws {
    let document = try Repository.text(of: "Tests/Interchange/bookwyrm-archive.json")
    var maker = TARMaker()
    maker.add("archive.json", Array(document.utf8))
    maker.add("images/covers/1.jpg", [0xFF, 0xD8, 0xFF])
    for (name, bytes) in [
      ("account.tar.gz", maker.packed), ("account.bin", maker.packed), ("archive.json", Array(document.utf8)),
    ] {
      let found = try await rows(of: name, bytes)
      try #require(found.count == 2, "\(name)")
      var expected = Self.archived
      let cover = found[0][.cover]
      expected[.cover] = cover
      #expect(cover?.hasSuffix("/\(name)#images/covers/1.jpg") ?? (name == "archive.json"), "\(cover ?? "no cover")")
      expect(found[0], expected)
      expect(
        found[1],
        [
          .title: "Tides", .authors: "Cem Ozan", .published: "2010-01-01", .readState: "want",
          .identifiers: "uri | https://bookwyrm.example/book/9",
        ])
    }
  }

  @Test(
    "covers are read out of the archive where it is, whichever way its folders are written",
    arguments: ["images/", "images"])
  func archivedCovers(folder: String) async throws {
    let (temporary, image) = (TemporaryFolder(), CoverFixture.png(9, size: 70_000))
    var maker = TARMaker()
    maker.add("archive.json", Array(try Repository.text(of: "Tests/Interchange/bookwyrm-archive.json").utf8))
    maker.add("\(folder)covers/2.jpg", CoverFixture.png(3))
    maker.add("\(folder)covers/1.jpg", image)
    let input = try ImportInput(path: temporary.write("my account.tar.gz", maker.packed))
    let row = try #require(try await input.reader.nextBatch()?.rows.first)
    let address = try #require(row[.cover])
    let covers = CoverCache(folder: temporary.file("cache"), limit: 1_000_000, transport: OfflineTransport())
    try await expectEqual(covers.cover(at: address).bytes, image)
    let names = try FileManager.default.contentsOfDirectory(atPath: temporary.path)
    expectEqual(names, ["my account.tar.gz"], "nothing is unpacked")
    for (name, code) in [
      ("archive.json", SourceFailure.Code.malformed), ("images/covers/3.jpg", .missing), ("/", .missing),
    ] {
      let failure = await #expect(throws: SourceFailure.self) {
        try await covers.cover(at: "file://\(temporary.path)/my%20account.tar.gz#\(name)")
      }
      expectEqual(failure?.code, code, "\(name): \(String(describing: failure))")
    }
    let large = TARMaker.packed([UInt8](repeating: 7, count: 100_000))
    try temporary.write("no.tar.gz", large)
    let failure = await #expect(throws: SourceFailure.self) {
      try await covers.cover(at: "file://\(temporary.path)/no.tar.gz#a.png")
    }
    expectEqual(failure?.code, .malformed)
    let web = await #expect(throws: SourceFailure.self) { try await covers.cover(at: "https://covers.example/1.jpg") }
    expectEqual(web?.code, .unreachable)
  }

  @Test("What is not kept of a document is told, and what only says something again is not")
  func report() async throws {
    let folder = TemporaryFolder()
    let text = try Repository.text(of: "Tests/Interchange/librarything.json")
      .replacing(#""weight": "0.6 pounds""#, with: #""weight": "0.6 pounds", "smell": "old", "shape": ["square"]"#)
    let input = try ImportInput(path: folder.write("library.json", text))
    expectEqual(input.format, .json)
    while try await input.reader.nextBatch() != nil {}
    expectEqual(input.table.columns.map(\.name), ["shape", "smell"])
    expectEqual(input.table.columns.map(\.example), ["square", "old"])
    #expect(input.table.became.contains { $0.target == .own("weight") && $0.column == "weight" && $0.cells == 1 })
    #expect(input.table.repeated.contains("summary"))
  }

  @Test("A rejected book of a document is a row of the same program's table, and can be mended")
  func rejects() async throws {
    let folder = TemporaryFolder()
    let document = #"{"7": {"books_id": "", "title": "", "primaryauthor": "Karr, Bo", "collections": ["a, b"]}}"#
    let input = try ImportInput(path: folder.write("library.json", document))
    let row = try #require(try await input.reader.nextBatch()?.rows.first)
    let reason = try #require(row.rejection)
    let rejected = input.rejects.line(for: RejectedRow(number: 1, reason: reason, raw: row.raw))
    let table = String(decoding: input.rejects.beginning + rejected, as: UTF8.self)
    let repaired = table.replacing("\n,,", with: "\n7,Tides,")
    let again = try #require(try await rows(of: "rejected.csv", repaired).first)
    #expect(again[.title] == "Tides" && again[.authors] == "Bo Karr" && again[.tags] == "a, b")
  }

  @Test(
    "JSON Lines, and documents that nobody knows, are not taken for one",
    arguments: [#"{"title":"A","books":["x"]}"#, #"{"title":"A","1":{"a":1}}"#, #"{"title":"A"}\#n{"2":{"b":[]}}"#])
  func lines(_ text: String) throws {
    let folder = TemporaryFolder()
    let isList = text.contains("books")
    // A single line is a document if it contains a list of books.
    try #expect(ImportInput(path: folder.write("t.json", text)).format == (isList ? .json : .jsonLines))
  }

  @Test("A document that is cut off, or is none, is refused with what to do")
  func refused() throws {
    let folder = TemporaryFolder()
    func refusal(_ name: String, _ bytes: [UInt8]) throws -> SourceFailure {
      let path = try folder.write(name, bytes)
      return try #require(throws: SourceFailure.self) { try ImportInput(path: path) }
    }
    let cut = try refusal("cut.json", Array(#"{"7": {"title": "A", "isbn": ["#.utf8))
    #expect(cut.code == .malformed && cut.cause.hasPrefix("not valid JSON") && cut.hint != nil)
    var maker = TARMaker()
    maker.add("other.json", Array("{}".utf8))
    try expectEqual(refusal("a.tar.gz", maker.packed).cause, "the archive contains no archive.json")
    try expectEqual(refusal("b.tar.gz", Array(maker.packed.prefix(40))).hint?.isEmpty, false)
    #expect(try refusal("c.csv.gz", TARMaker.packed(Array("title\nA\n".utf8))).cause.contains("not a tar archive"))
    var other = TARMaker()
    other.add("archive.json", Array(#"{"title":"A"}"#.utf8))
    #expect(try refusal("d.tar.gz", other.packed).cause.contains("not a JSON document of a supported program"))
  }
}
