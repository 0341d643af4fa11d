import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("calibre servers") struct CalibreSourceTests {
  @Test("a book's members become fields, and the server's own stay with it")
  func mapping() async throws {
    let source = CalibreSource(name: "calibre", address: "http://books.example", transport: ScriptedTransport([:]))
    let record = try #require(
      try source.record(
        from: Array(
          #"""
          {"application_id":7,"uuid":"6283cf49-e35a-534e-a04c-51620c4d3dee","title":" The  Dispossessed ",
          "authors":["Ursula K. Le Guin","Another"],"identifiers":{"goodreads":"13651","isbn":"9780061054884"},
          "publisher":"Harper","pubdate":"1974-05-31T22:00:00+00:00","languages":["eng","fra"],"series":"Hainish Cycle",
          "series_index":5.5,"tags":["science fiction","anarchism"],"comments":"<p>Two worlds</p>","rating":4.5,
          "main_format":{"epub":"/get/epub/7/lib"},"other_formats":{"pdf":"/get/pdf/7/lib","x":"//evil.example/x"},
          "cover":"/get/cover/7/lib",
          "format_metadata":{"epub":{"path":"/srv/secret.epub"}},"user_metadata":{"#x":{"#value#":[[{}]]}}}
          """#.utf8)))
    #expect(record.remoteID == "7" && record.hasOwnID)
    expectEqual(record.uuid?.uuidString, "6283CF49-E35A-534E-A04C-51620C4D3DEE")
    #expect(record.unknown == nil)
    expectEqual(
      BookField.allCases.compactMap { field in record.values[field].value.map { "\(field): \($0)" } },
      [
        "title: The Dispossessed", "authors: Ursula K. Le Guin; Another", "isbn: 9780061054884", "publisher: Harper",
        "published: 1974-06-01", "language: eng", "series: Hainish Cycle", "seriesNumber: 5.5",
        "tags: anarchism; science fiction", "averageRating: 4.5", "identifiers: goodreads | 13651",
        "description: Two worlds", "cover: http://books.example/get/cover/7/lib",
        "files: http://books.example/get/epub/7/lib | application/epub+zip; "
          + "http://books.example/get/pdf/7/lib | application/pdf",
      ])
  }

  @Test(
    "dates that are none, and years",
    arguments: [
      ("\"None\"", nil), ("null", nil), ("\"0101-01-01T00:00:00+00:00\"", nil), ("\"nonsense\"", nil),
      ("\"2008-01-01T00:00:00+00:00\"", "2008"), ("\"2007-12-31T23:00:00+00:00\"", "2008"),
      ("\"2008-01-01T08:00:00+00:00\"", "2008"), ("\"2008-07-04T16:00:00.000000+00:00\"", "2008-07-05"),
    ])
  func dates(given: String, expected: String?) throws {
    let source = CalibreSource(name: "calibre", address: "http://books.example", transport: ScriptedTransport([:]))
    let record = try source.record(from: Array(#"{"title":"A","pubdate":\#(given)}"#.utf8))
    expectEqual(record?.values[.published].value?.description, expected)
    // A value that is missing in calibre is reported as null.
    expectEqual(record?.values[.published] == .null, expected == nil)
  }

  @Test(
    "values that cannot be used make a bad record, without the server's paths",
    arguments: [
      #""title":5"#, #""title":"A","authors":"Ada""#, #""title":"A","tags":[1]"#, #""title":"A","rating":"high""#,
      #""title":"A","series":[]"#, #""title":"A","rating":7"#,
    ])
  func badBooks(members: String) throws {
    let book = try #require(
      CalibreBook(Array(#"{\#(members),"format_metadata":{"epub":{"path":"/srv/secret"}}}"#.utf8)[...]))
    guard case .bad(let bad) = book.item(id: 3, on: "http://books.example", isMine: false) else {
      Issue.record("it is taken")
      return
    }
    #expect(bad.remoteID == "3" && !bad.reason.isEmpty)
    #expect(String(decoding: bad.payload, as: UTF8.self).contains("title"))
    #expect(!String(decoding: bad.payload, as: UTF8.self).contains("secret"))
  }

  @Test("a wrong ISBN is left out of a book")
  func wrongISBN() throws {
    let source = CalibreSource(name: "calibre", address: "http://books.example", transport: ScriptedTransport([:]))
    let record = try source.record(from: Array(#"{"title":"A","identifiers":{"isbn":"12"}}"#.utf8))
    expectEqual(record?.values[.isbn], .absent)
  }

  @Test("a second run reads what changed, and names the rest")
  func incremental() async throws {
    let fixture = CalibreFixture()
    for book in 0..<400 { fixture.put(book, title: "Book \(book)") }
    fixture.settle()
    var reader = SourceReader()
    try await reader.refresh(fixture.source())
    let requests = fixture.transport.requests.map(\.url).filter { $0.contains("/ajax/books") }
    expectEqual(requests.count, 4)
    fixture.put(10, title: "Changed")
    fixture.put(400, title: "New")
    fixture.settle()
    try await reader.refresh(fixture.source())
    let later = fixture.transport.requests.map(\.url).filter { $0.contains("/ajax/books") }.dropFirst(requests.count)
    expectEqual(later.count, 1)
    #expect(reader.titles[fixture.remoteID(of: 10)] == "Changed" && reader.titles.count == 401)
    #expect(fixture.transport.requests.map(\.url).contains { $0.contains("?num=1000000&offset=0&sort=last_modified&") })
  }

  @Test("a change in the second of the last one is not missed, whatever the server forgets")
  func ties() async throws {
    let fixture = CalibreFixture()
    for book in 0..<5 { fixture.put(book, title: "Book \(book)") }
    var reader = SourceReader()
    try await reader.refresh(fixture.source())
    // The clock has hardly advanced, so the server reports the same modification time.
    fixture.put(0, title: "Changed")
    try await reader.refresh(fixture.source())
    expectEqual(reader.titles[fixture.remoteID(of: 0)], "Changed")
    fixture.settle()
    fixture.delete(1)
    try await reader.refresh(fixture.source())
    expectEqual(reader.titles.count, 4)
  }

  @Test(
    "a library is named by the address",
    arguments: [
      ("http://h:8080", "http://h:8080", nil), ("http://h:8080/#Books", "http://h:8080", "Books"),
      ("http://h/calibre/?library_id=My%20Books", "http://h/calibre", "My Books"),
      ("http://h:8080/#library_id=Books&panel=book_list", "http://h:8080", "Books"),
      ("http://h:8080/#panel=book_list", "http://h:8080", nil), ("http://h:8080/#a%2", "http://h:8080", "a%2"),
    ])
  func libraries(given: String, address: String, library: String?) {
    let server = CalibreServer(address: given, transport: ScriptedTransport([:]), now: { .now })
    #expect(server.address == address && server.library == library)
  }

  @Test("another library is not taken for the one that was read")
  func otherLibrary() async throws {
    let fixture = CalibreFixture()
    fixture.put(1, title: "Book")
    var reader = SourceReader()
    try await reader.refresh(fixture.source())
    fixture.library.withLock { $0 = "Other" }
    fixture.put(2, title: "Another")
    await expectFailure(.failed, "http://books.example:8080/#Books") {
      try await fixture.source().page(SourceRequest(cursor: reader.cursor))
    }
    let named = CalibreSource(
      name: "calibre", address: "http://books.example:8080/#Other", transport: fixture.transport)
    await expectFailure(.cursorRefused, "'Other'") { try await named.page(SourceRequest(cursor: reader.cursor)) }
    let missing = CalibreSource(
      name: "calibre", address: "http://books.example:8080/#Books", transport: fixture.transport)
    await expectFailure(.missing, "no library 'Books'") { try await missing.page(SourceRequest()) }
  }

  @Test("what is no calibre server is told")
  func otherServers() async throws {
    func source(_ answer: ScriptedTransport.Answer) -> CalibreSource {
      CalibreSource(
        name: "calibre", address: "http://h",
        transport: ScriptedTransport { $0.url.contains("/ajax") ? answer : ScriptedTransport.Answer(status: 404) })
    }
    await expectFailure(.missing, "no calibre content server") {
      try await source(.init(status: 404)).page(SourceRequest())
    }
    await expectFailure(.malformed, "not that of a calibre content server") {
      try await source(.init("{}", type: "application/json")).page(SourceRequest())
    }
    await expectFailure(.malformed, "not valid JSON") {
      try await source(.init("{", type: "application/json")).page(SourceRequest())
    }
    await expectFailure(.malformed, "HTML") { try await source(.init("<p>", type: "text/html")).page(SourceRequest()) }
    await expectFailure(.tooLarge, "1 of its 2 books") {
      try await source(.init(#"{"library_id":"a","total_num":2,"book_ids":[1]}"#, type: "application/json"))
        .page(SourceRequest())
    }
    await expectFailure(.busy, "503") { try await source(.init(status: 503)).page(SourceRequest()) }
  }
}
