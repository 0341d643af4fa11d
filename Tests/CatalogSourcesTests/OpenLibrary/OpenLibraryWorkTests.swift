import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Open Library: the rest of a work, and books to be added")
struct OpenLibraryWorkTests {
  typealias Fixture = OpenLibraryFixture

  private var known: ProviderMetadata {
    var known = ProviderMetadata()
    known.title = "Clever Fox"
    known.key = "OL45804W"
    return known
  }

  /// Returns a provider whose server has these records, by path.
  private func provider(_ records: [String: String]) throws -> (OpenLibraryProvider, ScriptedTransport) {
    let transport = ScriptedTransport { request in
      records[String(request.url.dropFirst(Fixture.address.count).prefix { $0 != "?" })].map { Fixture.json($0) }
    }
    return (try Fixture.provider(transport), transport)
  }

  private func work(_ members: String, key: String = "OL45804W") -> String {
    #"{"key":"/works/\#(key)","type":{"key":"/type/work"},\#(members)}"#
  }

  private func rest(of records: [String: String], known: ProviderMetadata? = nil) async throws -> MetadataAnswer {
    try await provider(records).0.rest(of: Fixture.query(Fixture.fox, known: known ?? self.known))
  }

  @Test(
    "a description in both of its shapes, its line ends made one, other control characters left",
    arguments: [
      #""description":"A fox.\r\n\r\nAnd\u0007 farmers. ""#,
      #""description":{"type":"/type/text","value":"A fox.\r\rAnd\u0007 farmers.\n"}"#,
    ])
  func description(member: String) async throws {
    var expected = known
    expected.description = "A fox.\n\nAnd\u{7} farmers."
    try await expectEqual(rest(of: ["/works/OL45804W.json": work(member)]), .found(expected))
  }

  @Test(
    "a description that is none is left out",
    arguments: [#""description":7"#, #""description":{"type":"x"}"#, #""description":" \r\n""#, #""title":"x""#])
  func noDescription(member: String) async throws {
    try await expectEqual(rest(of: ["/works/OL45804W.json": work(member)]), .found(known))
  }

  @Test("a long description is cut, and a NUL character left out")
  func longDescription() async throws {
    let text = "a\\u0000" + String(repeating: "é", count: 25_000)
    let answer = try await rest(of: ["/works/OL45804W.json": work(#""description":"\#(text)""#)])
    let description = try #require(answer.metadata?.description)
    #expect(description.hasPrefix("aé") && description.hasSuffix("é…") && description.count == 20_000)
  }

  @Test("what the search did not give is taken from the work, and what it gave stays")
  func completing() async throws {
    let record = work(
      #""subjects":["Foxes",1],"covers":[-1,null,7,8],"first_publish_date":"October 1, 1970","title":"Work""#)
    var expected = known
    expected.subjects = ["Foxes"]
    expected.cover = "https://covers.example/b/id/7-L.jpg?default=false"
    expected.firstPublished = try PartialDate(year: 1970, month: 10, day: 1)
    try await expectEqual(rest(of: ["/works/OL45804W.json": record]), .found(expected))
    expected.subjects = ["Other"]
    expected.cover = "https://covers.example/b/id/9-L.jpg?default=false"
    expected.firstPublished = try PartialDate(year: 1969)
    try await expectEqual(rest(of: ["/works/OL45804W.json": record], known: expected), .found(expected))
  }

  @Test("a merged work is followed to the other one, whose name is kept")
  func redirect() async throws {
    func redirect(_ number: Int) -> String {
      #"{"key":"/works/OL\#(number)W","type":{"key":"/type/redirect"},"location":"/works/OL\#(number + 1)W"}"#
    }
    var start = known
    start.key = "OL1W"
    var records = ["/works/OL4W.json": work(#""description":"There.""#, key: "OL4W")]
    for number in 1...3 { records["/works/OL\(number)W.json"] = redirect(number) }
    var expected = start
    expected.key = "OL4W"
    expected.description = "There."
    try await expectEqual(rest(of: records, known: start), .found(expected))
    records["/works/OL4W.json"] = redirect(4)
    records["/works/OL5W.json"] = work(#""description":"There.""#, key: "OL5W")
    await expectFailure(.malformed, "more than 3 times") { try await rest(of: records, known: start) }
    records["/works/OL2W.json"] = redirect(2).replacing("OL3W", with: "OL1W")
    await expectFailure(.malformed, "in a loop") { try await rest(of: records, known: start) }
    records["/works/OL2W.json"] = redirect(2).replacing("/works/OL3W", with: "https://elsewhere.example/works/OL3W")
    await expectFailure(.malformed, "not a record of that kind") { try await rest(of: records, known: start) }
    // The location is ignored in a work that was not merged.
    records["/works/OL1W.json"] = work(#""location":"/works/OL2W","description":"Here.""#, key: "OL1W")
    try await expectEqual(rest(of: records, known: start).metadata?.key, "OL1W")
  }

  @Test("a work that is gone has no more than was known, and asks no server where there is no name")
  func gone() async throws {
    try await expectEqual(rest(of: [:]), .found(known))
    let deleted = #"{"key":"/works/OL45804W","type":{"key":"/type/delete"}}"#
    try await expectEqual(rest(of: ["/works/OL45804W.json": deleted]), .found(known))
    let provider = try Fixture.provider(ScriptedTransport { _ in .init(status: 410) })
    try await expectEqual(provider.rest(of: Fixture.query(nil, known: known)), .found(known))
    let (silent, transport) = try self.provider([:])
    try await expectEqual(silent.rest(of: Fixture.query(nil, known: ProviderMetadata())), .found(ProviderMetadata()))
    try await expectEqual(silent.rest(of: Fixture.query(nil)), MetadataAnswer.notFound)
    #expect(transport.requests.isEmpty)
  }

  @Test("another record than was asked for is refused", arguments: ["[]", "7", #"{"key":"/works/OL9W"}"#])
  func otherRecord(record: String) async throws {
    await expectFailure(.malformed, "OL45804W") { try await rest(of: ["/works/OL45804W.json": record]) }
  }

  @Test("a work of which all is known is asked for by its validator, and by no other work's")
  func conditional() async throws {
    let record = work(
      #""description":"A fox.","subjects":["Foxes"],"covers":[7],"first_publish_date":"1970""#)
    let transport = ScriptedTransport { request in
      if request.url.contains("search.json") { return Fixture.json(Fixture.search(Fixture.foxDocument)) }
      if request.headers["If-None-Match"] == "\"7\"" {
        return .init(status: 304, headers: ["Cache-Control": "max-age=90000"])
      }
      return Fixture.json(record, headers: ["ETag": "\"7\""])
    }
    let provider = try Fixture.provider(transport)
    guard case .found(let found, _, let etag?) = try await provider.rest(of: Fixture.query(nil, known: known)) else {
      Issue.record("no validator was kept")
      return
    }
    try await expectEqual(
      provider.rest(of: Fixture.query(nil, etag: etag, known: found)), .unchanged(maxAge: .seconds(90_000)))
    // No validator is sent if a known value is missing, because a 304 could not restore it.
    for path in [\ProviderMetadata.description, \.cover] {
      var less = found
      less[keyPath: path] = nil
      try await expectEqual(provider.rest(of: Fixture.query(nil, etag: etag, known: less)).metadata, found)
    }
    var less = found
    less.subjects = []
    try await expectEqual(provider.rest(of: Fixture.query(nil, etag: etag, known: less)).metadata, found)
    var moved = found
    moved.key = "OL45805W"
    await expectFailure(.malformed, "another record") {
      try await provider.rest(of: Fixture.query(nil, etag: etag, known: moved))
    }
    expectEqual(transport.requests.map { $0.headers["If-None-Match"] }, [nil, "\"7\"", nil, nil, nil, nil])
    // A search result does not include the record, so the record's validator stays valid until the record is requested.
    // Another work's validator is discarded.
    for (given, kept) in [(etag, etag), ("OL1W \"7\"", nil), ("nonsense", nil), (nil, nil)] as [(String?, String?)] {
      let answers = try await provider.answers(to: [Fixture.query(Fixture.fox, etag: given, known: found)])
      guard case .found(_, _, let etag)? = answers.first else {
        Issue.record("nothing was found")
        return
      }
      expectEqual(etag, kept)
    }
  }

  @Test(
    "a validator that cannot be sent back is not kept",
    arguments: ["a\u{7}b", "é", "", String(repeating: "x", count: 501)])
  func badValidator(etag: String) async throws {
    let transport = ScriptedTransport { [record = work(#""description":"A fox.""#)] _ in
      Fixture.json(record, headers: ["ETag": etag])
    }
    guard case .found(_, _, let kept) = try await Fixture.provider(transport).rest(of: Fixture.query(nil, known: known))
    else { return }
    #expect(kept == nil)
  }

  @Test("dates of publication as people write them")
  func dates() {
    for (text, expected) in [
      ("1988", "1988"), ("October 1, 1988", "1988-10-01"), ("Oct 1988", "1988-10"), ("1 March 2001", "2001-03-01"),
      ("c1988", "1988"), ("2001-05-06", "2001-05-06"), ("February 30, 1990", "1990"), ("1988, 1990", nil),
      ("19xx", nil), ("", nil), ("9999", nil), ("[1988?]", "1988"),
    ] as [(String, String?)] {
      expectEqual(OpenLibraryDate.date(text)?.description, expected, "\(text)")
    }
  }
}
