import Catalog
import CatalogSources
import CatalogTestSupport
import TestExpectations
import Testing

@Suite("Open Library: rows and what a search says of them")
struct OpenLibrarySearchTests {
  typealias Fixture = OpenLibraryFixture

  @Test("who it is: its host, its limits by the contact, and a fingerprint of what it is asked with")
  func identity() throws {
    let transport = ScriptedTransport([:])
    let provider = try OpenLibraryProvider(settings: Fixture.settings(), transport: transport)
    #expect(provider.name == "openlibrary" && provider.host == "library.example" && provider.hasMore)
    expectEqual(provider.limits, MetadataLimits(batch: 25, rate: 3, burst: 3, parallel: 4))
    let anonymous = try OpenLibraryProvider(settings: Fixture.settings(contact: nil), transport: transport)
    expectEqual(anonymous.limits.rate, 1)
    let moved = try OpenLibraryProvider(
      settings: Fixture.settings(address: "http://127.0.0.1:8080/"), transport: transport)
    expectEqual(moved.host, "127.0.0.1:8080")
    expectEqual(Set([provider.settings, anonymous.settings, moved.settings]).count, 3)
    try expectEqual(OpenLibraryProvider(settings: Fixture.settings(), transport: transport).settings, provider.settings)
    #expect(throws: SourceFailure.self) {
      try OpenLibraryProvider(settings: Fixture.settings(address: "ftp://library.example"), transport: transport)
    }
  }

  @Test("rows with an ISBN are one question, with bare numbers and the fields that are not given unasked")
  func question() async throws {
    let transport = ScriptedTransport { _ in Fixture.json(Fixture.search(Fixture.duneDocument, Fixture.foxDocument)) }
    let provider = try Fixture.provider(transport)
    let queries = [Fixture.query(try ISBN("0-14-032872-6")), Fixture.query(Fixture.dune), Fixture.query(Fixture.other)]
    #expect(queries.allSatisfy(provider.joins))
    let answers = try await provider.answers(to: queries)
    expectEqual(answers.map(\.metadata?.key), ["OL45804W", "OL893415W", nil])
    expectEqual(answers[2], .notFound)
    let request = try #require(transport.requests.first)
    #expect(transport.requests.count == 1 && request.url.hasPrefix("https://library.example/search.json?q="))
    expectEqual(request.parameter("q"), "isbn:(9780140328721 OR 9780441013593 OR 9781098134181)")
    #expect(request.parameter("limit") == "12" && request.bodyLimit == 16 * 1_048_576)
    let fields = Set(request.parameter("fields")?.split(separator: ",").map(String.init) ?? [])
    #expect(fields.isSuperset(of: ["isbn", "number_of_pages_median", "subject", "ratings_average", "editions.isbn"]))
  }

  @Test("a work's fields, with title and cover of the edition that was asked for")
  func fields() async throws {
    let provider = try Fixture.provider(answering: Fixture.search(Fixture.foxDocument))
    var expected = ProviderMetadata()
    expected.title = "Clever Fox"
    expected.authors = ["Ada Writer", "Ben Second"]
    expected.firstPublished = try PartialDate(year: 1970)
    expected.pages = 96
    expected.averageRating = 4.08
    expected.ratingsCount = 61
    expected.subjects = ["Foxes", "Hunger"]
    expected.cover = "https://covers.example/b/id/8739161-L.jpg?default=false"
    expected.key = "OL45804W"
    try await expectEqual(provider.answers(to: [Fixture.query(Fixture.fox)]), [.found(expected)])
    // Another edition of the same work is requested.
    expected.title = "The Clever Fox"
    expected.cover = "https://covers.example/b/id/6498519-L.jpg?default=false"
    try await expectEqual(provider.answers(to: [Fixture.query(ISBN("9782070513000"))]), [.found(expected)])
  }

  @Test("two rows that are editions of one work both get it")
  func editions() async throws {
    let provider = try Fixture.provider(answering: Fixture.search(Fixture.foxDocument))
    let answers = try await provider.answers(to: [
      Fixture.query(Fixture.fox), Fixture.query(try ISBN("9782070513000")),
    ])
    expectEqual(answers.map(\.metadata?.title), ["Clever Fox", "The Clever Fox"])
  }

  @Test("of several works with an ISBN the first one counts")
  func duplicates() async throws {
    let second = Fixture.duneDocument.replacing("OL893415W", with: "OL2W")
    let provider = try Fixture.provider(answering: Fixture.search(Fixture.duneDocument, second))
    let answers = try await provider.answers(to: [Fixture.query(Fixture.dune), Fixture.query(Fixture.fox)])
    expectEqual(answers.map(\.metadata?.key), ["OL893415W", nil])
  }

  @Test("an answer about another book is said to be so where one was asked for, and passed over among many")
  func otherBook() async throws {
    let provider = try Fixture.provider(answering: Fixture.search(Fixture.duneDocument))
    guard case .otherBook(let reason)? = try await provider.answers(to: [Fixture.query(Fixture.fox)]).first else {
      Issue.record("another book was taken for the one that was asked for")
      return
    }
    #expect(reason.contains("Dune") && reason.contains("9780140328721"))
    let many = try await provider.answers(to: [Fixture.query(Fixture.fox), Fixture.query(Fixture.other)])
    expectEqual(many, [.notFound, .notFound])
    try await expectEqual(
      Fixture.provider(answering: Fixture.search()).answers(to: [Fixture.query(Fixture.fox)]), [.notFound])
  }

  @Test(
    "a field that cannot be used costs the others nothing",
    arguments: [
      (#""title":7"#, \ProviderMetadata.title), (#""title":" ""#, \.title),
      (#""title":"\#(String(repeating: "x", count: 2_001))""#, \.title),
    ] as [(String, KeyPath<ProviderMetadata, String?> & Sendable)])
  func texts(member: String, path: KeyPath<ProviderMetadata, String?> & Sendable) async throws {
    let metadata = try await metadata(of: member)
    #expect(metadata[keyPath: path] == nil && metadata.key == "OL1W")
  }

  @Test(
    "numbers that no book has are left out",
    arguments: [
      #""number_of_pages_median":0"#, #""number_of_pages_median":-3"#, #""number_of_pages_median":"96""#,
      #""number_of_pages_median":1e300"#, #""number_of_pages_median":9223372036854775807"#,
      #""first_publish_year":99999"#, #""first_publish_year":"1970""#, #""first_publish_year":-9223372036854775808"#,
      #""ratings_average":5.5"#, #""ratings_average":-1"#, #""ratings_average":0"#, #""ratings_average":{}"#,
      #""ratings_count":-1"#, #""ratings_count":1e18"#, #""ratings_count":2.5"#, #""cover_i":-1"#, #""cover_i":null"#,
      #""cover_i":"7""#, #""author_name":"Ada""#, #""author_name":[1,null,""]"#, #""subject":{"a":1}"#,
      #""subject":["",1,"\#(String(repeating: "x", count: 201))"]"#, #""editions":[1]"#, #""editions":{"docs":7}"#,
    ])
  func absurd(member: String) async throws {
    var bare = ProviderMetadata()
    bare.key = "OL1W"
    try await expectEqual(metadata(of: member), bare)
  }

  @Test("a median between two numbers is rounded, and long lists are cut")
  func limits() async throws {
    try await expectEqual(metadata(of: #""number_of_pages_median":279.5"#).pages, 280)
    let subjects = (0..<150).map { "\"subject \($0)\"" }.joined(separator: ",")
    try await expectEqual(metadata(of: "\"subject\":[\(subjects)]").subjects.count, 100)
    let authors = (0..<90).map { "\"Author \($0)\"" }.joined(separator: ",")
    try await expectEqual(metadata(of: "\"author_name\":[\(authors)]").authors.count, 50)
  }

  @Test(
    "a name that is none of a work's is no way to ask for more", arguments: ["OL1M", "OLxW", "/works/../OL1W", "W"])
  func keys(key: String) async throws {
    let text = #"{"key":"\#(key)","title":"Dune","isbn":["9780441013593"]}"#
    let answers = try await Fixture.provider(answering: Fixture.search(text)).answers(to: [Fixture.query(Fixture.dune)])
    #expect(answers.first?.metadata?.title == "Dune" && answers.first?.metadata?.key == nil)
  }

  @Test(
    "what is no answer of Open Library is refused as a whole",
    arguments: [("{", "JSON"), ("[]", "docs"), (#"{"docs":{}}"#, "docs"), (#"{"error":"x"}"#, "docs"), ("", "JSON")])
  func malformed(body: String, words: String) async throws {
    await expectFailure(.malformed, words) {
      try await Fixture.provider(answering: body).answers(to: [Fixture.query(Fixture.fox)])
    }
  }

  @Test("how long an answer holds counts from a day on")
  func maxAge() async throws {
    for (value, expected) in [
      ("public, max-age=604800", 604_800), ("max-age=60", nil), ("no-store", nil), ("max-age=nan", nil),
    ] as [(String, Double?)] {
      let provider = try Fixture.provider(
        answering: Fixture.search(Fixture.duneDocument), headers: ["Cache-Control": value])
      guard case .found(_, let maxAge, _)? = try await provider.answers(to: [Fixture.query(Fixture.dune)]).first else {
        Issue.record("nothing was found")
        return
      }
      expectEqual(maxAge, expected.map { .seconds($0) }, "\(value)")
    }
  }

  @Test("a row without an ISBN is asked for alone, by title and first author, without a series behind the title")
  func byName() async throws {
    let transport = ScriptedTransport { _ in Fixture.json(Fixture.search(Fixture.foxDocument, Fixture.duneDocument)) }
    let provider = try Fixture.provider(transport)
    let query = Fixture.query(nil, title: "DUNE (Dune, #1)", authors: ["Herbert, Frank", "Nobody"])
    #expect(!provider.joins(query))
    try await expectEqual(provider.answers(to: [query]).map(\.metadata?.key), ["OL893415W"])
    let request = try #require(transport.requests.first)
    #expect(
      request.parameter("title") == "DUNE" && request.parameter("author") == "Herbert, Frank"
        && request.parameter("limit") == "5")
    #expect(request.parameter("q") == nil)
  }

  @Test(
    "by name, a work counts only where title and first author agree",
    arguments: [
      ("Düne: a novel", ["frank herbert"], true), ("Dune", ["Brian Herbert"], false),
      ("Dune Messiah", ["Frank Herbert"], false), ("Dune", [], false), ("…", ["Frank Herbert"], false),
      ("Dune", ["Brian Herbert", "Frank Herbert"], false),
    ])
  func agreement(title: String, authors: [String], isFound: Bool) async throws {
    let provider = try Fixture.provider(answering: Fixture.search(Fixture.duneDocument))
    let answer = try await provider.answers(to: [Fixture.query(nil, title: title, authors: authors)]).first
    #expect((answer?.metadata != nil) == isFound && (isFound || answer == MetadataAnswer.notFound))
  }

  private func metadata(of member: String) async throws -> ProviderMetadata {
    let text = #"{"key":"/works/OL1W","isbn":["9780441013593"],\#(member)}"#
    let answers = try await Fixture.provider(answering: Fixture.search(text)).answers(to: [Fixture.query(Fixture.dune)])
    return try #require(answers.first?.metadata)
  }
}
