import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Books that are looked for in dumps of Open Library")
struct DumpEnrichmentTests {
  private typealias Fixture = OpenLibraryFixture

  private let folder = TemporaryFolder()

  private static let edition = #"""
    {"publishers": ["A Press"], "number_of_pages": 95, "isbn_10": ["0140328726"], "covers": [-1, 8739161],
    "key": "/books/OL7353617M", "title": "Clever Fox", "isbn_13": ["9780140328721"], "publish_date": "October 1, 1988",
    "authors": [{"key": "/authors/OL7A"}], "works": [{"key": "/works/OL45804W"}], "type": {"key": "/type/edition"}}
    """#.filter { $0 != "\n" }
  private static let work = #"""
    {"key": "/works/OL45804W", "type": {"key": "/type/work"}, "title": "The Clever Fox", "subjects": ["Foxes", "Hunger"],
    "description": {"type": "/type/text", "value": "A fox.\r\n\r\nHungry."}, "first_publish_date": "1970",
    "authors": [{"author": {"key": "/authors/OL1A"}}, {"author": {"key": "/authors/OL2A"}}]}
    """#.filter { $0 != "\n" }

  private struct Dumps {
    var editions = DumpText()
    var works = DumpText()
    var authors = DumpText()
  }

  private static var foxDumps: Dumps {
    var dumps = Dumps()
    dumps.editions.add("edition", "/books/OL7353617M", edition)
    dumps.works.add("work", "/works/OL45804W", work)
    for (number, name) in [(1, "Ada Writer"), (2, "Ben Second"), (7, "A. Third")] {
      dumps.authors.add("author", "/authors/OL\(number)A", "{\"name\": \"\(name)\"}")
    }
    return dumps
  }

  private func files(_ dumps: Dumps, _ kinds: [DumpKind] = DumpKind.allCases) throws -> [DumpFile] {
    let texts: [DumpKind: DumpText] = [.editions: dumps.editions, .works: dumps.works, .authors: dumps.authors]
    return try kinds.map { try DumpFile(path: folder.write("\($0).gz", texts[$0]?.packed ?? [])) }
  }

  private func enrichment(_ files: [DumpFile], _ books: SoughtBooks) throws -> DumpEnrichment {
    try DumpEnrichment(files: files, books: books, keptAt: folder.file("kept/a.db"), settings: Fixture.settings())
  }

  private func answers(_ enrichment: DumpEnrichment) throws -> [Book.ID: DumpAnswer] {
    var answers: [Book.ID: DumpAnswer] = [:]
    try enrichment.forEachAnswer(inPortionsOf: 3) { for answer in $0 { answers[answer.book] = answer } }
    return answers
  }

  private func answers(_ dumps: Dumps, _ kinds: [DumpKind], _ books: SoughtBooks) throws -> [Book.ID: DumpAnswer] {
    let enrichment = try enrichment(files(dumps, kinds), books)
    try enrichment.read { _, _ in }
    defer { enrichment.finish() }
    return try answers(enrichment)
  }

  private static func books(_ fill: (inout SoughtBooks) throws -> Void) rethrows -> SoughtBooks {
    var books = SoughtBooks()
    try fill(&books)
    return books
  }

  @Test("are told the same as by the server, but for what that counts by itself")
  func sameAsServer() async throws {
    let records = [
      "/isbn/9780140328721.json": Self.edition, "/works/OL45804W.json": Self.work,
      "/search.json": Fixture.search(
        #"{"key":"/works/OL45804W","title":"The Clever Fox","author_name":["Ada Writer","Ben Second"],"isbn":["0140328726"]}"#
      ),
    ]
    let transport = ScriptedTransport { request in
      records[String(request.url.dropFirst(Fixture.address.count).prefix { $0 != "?" })].map { Fixture.json($0) }
    }
    let online = try await Fixture.provider(transport).book(key: "9780140328721").metadata
    let books = Self.books { $0.add(1, isbn: Fixture.fox, isOwn: true) }
    // The order in which the files are given does not matter.
    let found = try answers(Self.foxDumps, [.authors, .works, .editions], books)
    #expect(found[1]?.metadata == online && found[1]?.isbn == Fixture.fox.number)
    #expect(online.title == "Clever Fox" && online.authors == ["Ada Writer", "Ben Second"] && online.pages == 95)
    #expect(
      online.description == "A fox.\n\nHungry." && online.firstPublished?.year == 1970 && online.key == "OL45804W")
  }

  @Test("are told what each dump says: editions alone, works alone, both without names")
  func parts() throws {
    let books = Self.books { books in
      books.add(1, isbn: Fixture.fox, isOwn: true)
      books.add(2, key: "OL45804W")
      books.add(3, key: "/books/OL7353617M")
      books.add(4, key: "OL1M")
    }
    let alone = try answers(Self.foxDumps, [.editions], books)
    #expect(Set(alone.keys) == [1, 3] && alone[3]?.isbn == nil)
    #expect(alone[1]?.metadata.title == "Clever Fox" && alone[1]?.metadata.key == "OL45804W")
    #expect(alone[1]?.metadata.authors == [] && alone[1]?.metadata.description == nil)
    let works = try answers(Self.foxDumps, [.works], books)
    #expect(Set(works.keys) == [2] && works[2]?.isOfEdition == false)
    #expect(works[2]?.metadata.title == "The Clever Fox" && works[2]?.metadata.subjects == ["Foxes", "Hunger"])
    let both = try answers(Self.foxDumps, [.works, .editions], books)
    #expect(Set(both.keys) == [1, 2, 3] && both[3]?.metadata.description == "A fox.\n\nHungry.")
  }

  @Test("take the edition of their own ISBN, else of their key, else of a further ISBN; the first of several")
  func ranks() throws {
    var dumps = Dumps()
    for (number, title) in [(1, "Further"), (2, "Key"), (3, "Own"), (4, "Own again")] {
      let isbn = number > 2 ? Fixture.dune.digits : number == 1 ? Fixture.fox.digits : Fixture.other.digits
      dumps.editions.add("edition", "/books/OL\(number)M", "{\"title\": \"\(title)\", \"isbn_13\": [\"\(isbn)\"]}")
    }
    let books = Self.books { books in
      for id in [1, 2, 3] as [Book.ID] { books.add(id, isbn: Fixture.fox, isOwn: false) }
      for id in [1, 2] as [Book.ID] { books.add(id, key: "OL2M") }
      books.add(1, isbn: Fixture.dune, isOwn: true)
    }
    try expectEqual(answers(dumps, [.editions], books).mapValues(\.metadata.title), [1: "Own", 2: "Key", 3: "Further"])
  }

  @Test("are not found by a number that is none, nor lost to what is wrong beside it")
  func bad() throws {
    var dumps = Dumps()
    // The check digit of the ISBN-10 is wrong, and the corresponding ISBN-13 belongs to another book.
    dumps.editions.add("edition", "/books/OL1M", #"{"title": "Wrong", "isbn_10": ["0441013590"]}"#)
    dumps.editions.add("edition", "/books/OL2M", #"{"title": "Not JSON", "isbn_13": ["9780441013593"], }"#)
    dumps.editions.add(
      "edition", "/books/OL3M",
      #"{"title": "D\u0000une", "isbn_13": ["junk", 7, null, "978-0-441-01359-3"], "number_of_pages": -1, "covers": "x", "works": 3, "authors": [7, {"key": 1}]}"#
    )
    let enrichment = try enrichment(
      files(dumps, [.editions]), Self.books { $0.add(1, isbn: Fixture.dune, isOwn: true) })
    try enrichment.read { _, _ in }
    let metadata = try #require(try answers(enrichment)[1]?.metadata)
    #expect(metadata.pages == nil && metadata.cover == nil && metadata.key == nil && metadata.authors == [])
    #expect(metadata.title?.utf8.contains(0) != true)
    let progress = try enrichment.progress()[0]
    #expect(progress.damaged == 1 && progress.firstDamage?.line == 2)
    expectEqual(progress.firstDamage?.reason.hasPrefix("not valid JSON"), true)
  }

  private struct Stop: Error {}

  @Test("are the same when reading is stopped at any moment and goes on")
  func stopped() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    var dumps = Self.foxDumps
    dumps.editions.addOthers("edition", "M", from: 100, count: 9_000)
    dumps.editions.add("edition", "/books/OL50M", "{\"title\": \"Dune\", \"isbn_13\": [\"\(Fixture.dune.digits)\"]}")
    dumps.works.addOthers("work", "W", from: 100_000, count: 3_000)
    let books = Self.books { books in
      books.add(1, isbn: Fixture.fox, isOwn: true)
      books.add(2, isbn: Fixture.dune, isOwn: true)
    }
    let files = try files(dumps)
    let undisturbed = try answers(dumps, DumpKind.allCases, books)
    expectEqual(undisturbed.count, 2)
    var (runs, goneOn) = (0, 0)
    while true {
      runs += 1
      let stop = Int.random(in: 1...6, using: &generator)
      let enrichment = try enrichment(files, books)
      if try enrichment.progress().contains(where: { $0.lines > 0 }) { goneOn += 1 }
      var (pieces, lines) = (0, 0)
      do {
        try enrichment.read { _, progress in
          // Lines that were read before are skipped and do not count.
          let isNew = progress.lines > lines || progress.lines == 1
          lines = progress.lines
          if isNew { pieces += 1 }
          if pieces > stop { throw Stop() }
        }
        try expectEqual(answers(enrichment).mapValues(\.metadata), undisturbed.mapValues(\.metadata), "seed \(seed)")
        try expectEqual(enrichment.progress().map(\.lines), [9_002, 3_001, 3], "seed \(seed)")
        break
      } catch is Stop {}
    }
    #expect(runs > 2 && goneOn == runs - 1, "seed \(seed)")
  }

  @Test("begin anew with another dump, other books, and what a crash has left of the file")
  func anew() throws {
    var dumps = Self.foxDumps
    let books = Self.books { $0.add(1, isbn: Fixture.fox, isOwn: true) }
    let files = try files(dumps, [.editions])
    try enrichment(files, books).read { _, _ in }
    try expectEqual(enrichment(files, books).progress()[0].lines, 1)
    let more = Self.books { books in
      books.add(1, isbn: Fixture.fox, isOwn: true)
      books.add(2, isbn: Fixture.dune, isOwn: true)
    }
    try expectEqual(enrichment(files, more).progress()[0].lines, 0)
    try enrichment(files, more).read { _, _ in }
    dumps.editions.add("edition", "/books/OL5M", "{}")
    let other = try self.files(dumps, [.editions])
    try expectEqual(enrichment(other, more).progress()[0].lines, 0)
    try folder.write("kept/a.db", "no database")
    try expectEqual(enrichment(other, more).progress()[0].lines, 0)
  }

  @Test("are looked for in one dump of each kind, and in no dump of authors alone")
  func together() throws {
    let books = SoughtBooks()
    let authors = try files(Self.foxDumps, [.authors])
    #expect { try enrichment(authors, books) } throws: { "\($0)".contains("contains no books") }
    let editions = try files(Self.foxDumps, [.editions])
    let other = try DumpFile(path: folder.write("other.gz", Self.foxDumps.editions.packed))
    #expect { try enrichment(editions + [other], books) } throws: { "\($0)".contains("use one dump of each kind") }
  }

  @Test(
    "have the author of the title page where nothing else names one",
    arguments: [
      ("by Frank Herbert.", "Frank Herbert"), ("Jane Austen ; edited by X. Y.", "Jane Austen"),
      ("J. R. R. Tolkien", "J. R. R. Tolkien"),
      ("by Ada and Ben", "Ada"), ("edited by Somebody", nil), ("1990 edition", nil), ("", nil),
    ] as [(String, String?)])
  func statement(text: String, name: String?) {
    expectEqual(DumpAuthors.statement(.object(["by_statement": .string(text)])), name)
  }
}
