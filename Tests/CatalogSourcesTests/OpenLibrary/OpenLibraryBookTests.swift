import Catalog
import CatalogSources
import CatalogTestSupport
import TestExpectations
import Testing

@Suite("Open Library: books that are looked for there")
struct OpenLibraryBookTests {
  typealias Fixture = OpenLibraryFixture

  private static let records = [
    "/search.json": Fixture.search(Fixture.foxDocument),
    "/works/OL45804W.json": #"""
    {"key":"/works/OL45804W","type":{"key":"/type/work"},"title":"The Clever Fox","description":"A fox."}
    """#,
    "/works/OL1W.json": #"""
    {"key":"/works/OL1W","type":{"key":"/type/redirect"},"location":"/works/OL45804W"}
    """#,
    "/books/OL7353617M.json": edition, "/isbn/9780140328721.json": edition,
    "/books/OL2M.json":
      #"{"key":"/books/OL2M","title":"Alone","works":[{"key":"/works/OL9W"}],"isbn_10":["080442957X"]}"#,
    "/books/OL3M.json": #"{"key":"/books/OL3M","publishers":["Nobody"]}"#,
  ]

  private static let edition = #"""
    {"publishers":["A Press"],"number_of_pages":95,"isbn_10":["0140328726"],"covers":[-1,8739161],
    "key":"/books/OL7353617M","languages":[{"key":"/languages/eng"}],"title":"Clever Fox","isbn_13":["9780140328721"],
    "publish_date":"October 1, 1988","works":[{"key":"/works/OL45804W"}],"type":{"key":"/type/edition"}}
    """#

  private static func provider(_ records: [String: String] = records) throws -> (OpenLibraryProvider, ScriptedTransport)
  {
    let transport = ScriptedTransport { request in
      records[String(request.url.dropFirst(Fixture.address.count).prefix { $0 != "?" })].map { Fixture.json($0) }
    }
    return (try Fixture.provider(transport), transport)
  }

  @Test("a text finds works, with the number of thirteen digits in front")
  func search() async throws {
    let transport = ScriptedTransport { _ in
      Fixture.json(Fixture.search(Fixture.foxDocument, #"{"key":"/works/OL5W"}"#, "7", Fixture.duneDocument))
    }
    let provider = try Fixture.provider(transport)
    let books = try await provider.search("  clever fox ", limit: 7)
    expectEqual(transport.requests.first?.parameter("q"), "clever fox")
    expectEqual(transport.requests.first?.parameter("limit"), "7")
    expectEqual(books.map(\.key), ["OL45804W", "OL893415W"])
    #expect(books.map(\.title) == ["The Clever Fox", "Dune"] && books.map(\.year) == [1970, 1965])
    #expect(books[0].authors == ["Ada Writer", "Ben Second"] && books[0].pages == 96)
    expectEqual(books[0].isbns.map(\.digits), ["9780140328721", "9782070513000"])
    #expect(books[0].isbn == Fixture.fox && books[0].isbn?.asGiven == "9780140328721")
    expectEqual(books[1].isbns.map(\.digits), ["9780441013593", "9780441172719"])
    #expect(books[0].cover == "https://covers.example/b/id/6498519-L.jpg?default=false" && books[1].cover == nil)
  }

  @Test("an ISBN finds its work, with that number in front")
  func searchISBN() async throws {
    let (provider, transport) = try Self.provider()
    let books = try await provider.search("978-2-07-051300-0")
    expectEqual(transport.requests.first?.parameter("q"), "isbn:9782070513000")
    #expect(books.first?.isbn?.digits == "9782070513000" && books.first?.title == "The Clever Fox")
  }

  @Test("what is too short for the server is not sent", arguments: ["", " ab ", "x"])
  func short(text: String) async throws {
    let (provider, transport) = try Self.provider()
    await expectFailure(.failed, "three characters") { try await provider.search(text) }
    #expect(transport.requests.isEmpty)
  }

  @Test("a work to be added, under its own name and the one that it had", arguments: ["OL45804W", " OL1W "])
  func work(key: String) async throws {
    let record = try await Self.provider().0.book(key: key)
    expectEqual(
      record.fields,
      [
        .title: .text("Clever Fox"), .authors: .list(["Ada Writer", "Ben Second"]), .isbn: .isbn(Fixture.fox),
        .published: .date(try PartialDate(year: 1970)), .pages: .integer(96), .language: .text("eng"),
      ])
    #expect(record.metadata.description == "A fox." && record.metadata.key == "OL45804W")
    expectEqual(record.metadata.averageRating, 4.08)
  }

  @Test(
    "an edition to be added, by its name and by its numbers",
    arguments: ["OL7353617M", "9780140328721", "0-14-032872-6"])
  func edition(key: String) async throws {
    let record = try await Self.provider().0.book(key: key)
    expectEqual(
      record.fields,
      [
        .title: .text("Clever Fox"), .authors: .list(["Ada Writer", "Ben Second"]), .isbn: .isbn(Fixture.fox),
        .published: .date(try PartialDate(year: 1988, month: 10, day: 1)), .pages: .integer(95),
        .language: .text("eng"), .publisher: .text("A Press"),
      ])
    expectEqual(record.metadata.cover, "https://covers.example/b/id/8739161-L.jpg?default=false")
    #expect(record.metadata.description == "A fox." && record.metadata.firstPublished?.year == 1970)
  }

  @Test("an edition whose work is gone is a book all the same; one without a title is none")
  func aloneEdition() async throws {
    let record = try await Self.provider().0.book(key: "OL2M")
    expectEqual(record.fields, [.title: .text("Alone"), .isbn: .isbn(try ISBN("080442957X"))])
    await expectFailure(.malformed, "no title") { try await Self.provider().0.book(key: "OL3M") }
  }

  @Test("a work that is not found by searching yet is added by its record")
  func newWork() async throws {
    var records = Self.records
    records["/search.json"] = Fixture.search(Fixture.duneDocument)
    let record = try await Self.provider(records).0.book(key: "OL45804W")
    expectEqual(record.fields, [.title: .text("The Clever Fox")])
    expectEqual(record.metadata.key, "OL45804W")
  }

  @Test(
    "what is not there, or is no name of theirs, is said",
    arguments: ["OL9W", "OL9M", "9781098134181", "dune", "", "OL9A"])
  func missing(key: String) async throws {
    let error = await #expect(throws: CatalogError.self) { try await Self.provider().0.book(key: key) }
    #expect(error?.code == .noSuchBook && error?.description.contains("Open Library has no book \(key)") == true)
  }

  @Test("an edition with another number than was asked for is none")
  func otherEdition() async throws {
    let records = ["/isbn/9780441013593.json": Self.edition]
    let error = await #expect(throws: CatalogError.self) { try await Self.provider(records).0.book(key: "0441013597") }
    expectEqual(error?.code, .noSuchBook)
  }
}
