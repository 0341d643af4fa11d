import Catalog
import CatalogTestSupport
import Synchronization
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Feeds") struct FeedSourceTests {
  private static let address = "https://books.example/feed"

  private static func source(_ answer: @escaping @Sendable (HTTPRequest) -> ScriptedTransport.Answer?) -> FeedSource {
    FeedSource(name: "feed", address: address, transport: ScriptedTransport(answer))
  }

  private static func answer(_ members: String) -> ScriptedTransport.Answer {
    ScriptedTransport.Answer(
      #"{"format":"catalog-feed","version":1,\#(members)}"#, type: "application/json", headers: ["ETag": "\"e\""])
  }

  @Test("what is asked: limit, cursor, epoch, and the tag only of who was at the end")
  func requests() async throws {
    let transport = ScriptedTransport { request in
      let isFirst = request.parameters["cursor"] == nil
      return Self.answer(
        #""epoch":"a b","books":[],"cursor":"\#(isFirst ? "1&2" : "3")","more":\#(isFirst)"#)
    }
    let source = FeedSource(name: "feed", address: Self.address + "?list=1#top", transport: transport)
    let validators = SourceValidators(etag: "\"old\"")
    guard case .page(let first) = try await source.page(SourceRequest(validators: validators, size: 20)) else { return }
    #expect(first.validators == nil && !first.isLast && first.epoch == "a b")
    guard
      case .page(let last) = try await source.page(
        SourceRequest(cursor: first.cursor, epoch: first.epoch, validators: validators))
    else { return }
    #expect(last.validators == SourceValidators(etag: "\"e\"") && last.isLast)
    _ = try await source.page(SourceRequest(cursor: last.cursor, epoch: last.epoch, validators: last.validators))
    expectEqual(
      transport.requests.map(\.url),
      [
        "https://books.example/feed?list=1&limit=20",
        "https://books.example/feed?list=1&limit=500&cursor=1%262&epoch=a%20b",
        "https://books.example/feed?list=1&limit=500&cursor=3&epoch=a%20b",
      ])
    expectEqual(transport.requests.map { $0.headers["If-None-Match"] }, [nil, nil, "\"e\""])
  }

  @Test("a book is read as imports read it, and what cannot be used is told with its own bytes")
  func books() async throws {
    let source = Self.source { _ in
      Self.answer(
        #"""
        "books":[{"id":7,"title":"Dune","year":1965,"shelf":"A"},{"id":"x","pages":"many"},{"title":"Nobody's"},
        [1],{"uuid":"6283CF49-E35A-534E-A04C-51620C4D3DEE","title":"By uuid"},{"id":"known","pages":5},
        {"id":"","title":"Empty"}],"removed":["gone",8]
        """#)
    }
    let page = try await source.page(after: nil)
    #expect(page.isLast && page.coverage == .fullEnumeration(begins: true, isStable: true))
    var items: [String] = []
    for item in page.items {
      switch item {
      case .record(let record, let raw):
        items.append("\(record.remoteID) \(record.unknown ?? "") \(String(decoding: raw, as: UTF8.self))")
      case .removed(let id): items.append("removed \(id)")
      case .present(let id): items.append("present \(id)")
      case .bad(let bad):
        items.append("bad \(bad.remoteID ?? "?") \(String(decoding: bad.payload, as: UTF8.self)) \(bad.reason)")
        #expect(throws: (any Error).self) { try source.record(from: bad.payload) }
      }
    }
    expectEqual(
      items,
      [
        "removed gone", "removed 8",
        #"7 {"shelf":"A"} "#,
        #"bad x {"id":"x","pages":"many"} pages “many”: it is not a whole number"#,
        #"bad ? {"title":"Nobody's"} id: the book has neither an id nor a uuid"#,
        "bad ? [1] not a JSON object",
        "6283cf49-e35a-534e-a04c-51620c4d3dee  ",
        #"known  {"id":"known","pages":5}"#,
        #"bad ? {"id":"","title":"Empty"} id: the book has neither an id nor a uuid"#,
      ])
    try expectEqual(source.record(from: Array(#"{"id":"known","pages":5}"#.utf8))?.remoteID, "known")
  }

  @Test(
    "an answer that is none of a feed is refused as a whole",
    arguments: [
      ("{", SourceFailure.Code.malformed, "not valid JSON"),
      ("[]", .malformed, "\"format\""),
      (#"{"format":"rss"}"#, .malformed, "\"format\""),
      (#"{"format":"catalog-feed","version":2}"#, .malformed, "version"),
      (#"{"format":"catalog-feed","version":1,"books":{}}"#, .malformed, "\"books\""),
      (#"{"format":"catalog-feed","version":1,"removed":[{}]}"#, .malformed, "\"removed\""),
      (#"{"format":"catalog-feed","version":1,"removed":"x"}"#, .malformed, "\"removed\""),
      (#"{"format":"catalog-feed","version":1,"cursor":[]}"#, .malformed, "\"cursor\""),
      (#"{"format":"catalog-feed","version":1,"epoch":{}}"#, .malformed, "\"epoch\""),
      (#"{"format":"catalog-feed","version":1,"more":"yes"}"#, .malformed, "\"more\""),
      (#"{"format":"catalog-feed","version":1,"more":true}"#, .malformed, "no new cursor"),
      (
        #"{"format":"catalog-feed","version":1,"cursor":"\#(String(repeating: "c", count: 1_001))"}"#, .malformed,
        "1000"
      ),
      (String(repeating: "[", count: 10_000), .malformed, "levels deep"),
    ])
  func malformed(body: String, code: SourceFailure.Code, words: String) async throws {
    await expectFailure(code, words) {
      try await Self.source { _ in ScriptedTransport.Answer(body, type: "application/json") }.page(SourceRequest())
    }
  }

  @Test("the same cursor again with more to come is no way on")
  func sameCursor() async throws {
    let source = Self.source { _ in Self.answer(#""books":[],"cursor":"1","more":true"#) }
    let page = try await source.page(after: nil)
    await expectFailure(.malformed, "no new cursor") { try await source.page(after: page.cursor) }
  }

  @Test("a page of HTML, a status, a huge answer are told apart")
  func statuses() async throws {
    await expectFailure(.malformed, "HTML") {
      try await Self.source { _ in .init("<html>", type: "text/html") }.page(SourceRequest())
    }
    await expectFailure(.denied, "401") {
      try await Self.source { _ in .init(status: 401) }.page(SourceRequest())
    }
    await expectFailure(.missing, "410") {
      try await Self.source { _ in .init(status: 410) }.page(SourceRequest())
    }
    await expectFailure(.cursorRefused, "410") {
      try await Self.source { _ in .init(status: 410) }.page(SourceRequest(cursor: "e 5"))
    }
    await expectFailure(.tooLarge, "bytes") {
      try await Self.source { _ in .init(body: Array(repeating: 32, count: FeedSource.answerBytes + 1)) }
        .page(SourceRequest())
    }
    // The request contained no validators, so a 304 is invalid.
    await expectFailure(.malformed, "304") {
      try await Self.source { _ in .init(status: 304) }.page(SourceRequest(validators: SourceValidators(etag: "e")))
    }
  }

  @Test("another epoch refuses the cursor, and is welcome to who has none")
  func epochs() async throws {
    let source = Self.source { _ in Self.answer(#""books":[],"cursor":"9","epoch":"new""#) }
    await expectFailure(.cursorRefused, "restarted its numbering") {
      try await source.page(SourceRequest(cursor: "e 5", epoch: "old"))
    }
    guard case .page(let page) = try await source.page(SourceRequest(epoch: "old")) else { return }
    #expect(page.epoch == "new" && page.cursor == "e 9")
  }

  @Test("an answer that changed while its parts were taken is taken from its beginning")
  func changedParts() async throws {
    let title = Mutex("One")
    let makeSource = {
      Self.source { _ in
        let title = title.withLock { $0 }
        return Self.answer(#""books":[{"id":1,"title":"\#(title)"},{"id":2,"title":"Two"},{"id":3,"title":"Three"}]"#)
      }
    }
    guard case .page(let first) = try await makeSource().page(SourceRequest(size: 2)) else { return }
    #expect(first.records.map(\.remoteID) == ["1", "2"] && !first.isLast)
    guard case .page(let second) = try await makeSource().page(SourceRequest(cursor: first.cursor, size: 2)) else {
      return
    }
    #expect(
      second.records.map(\.remoteID) == ["3"] && second.coverage == .fullEnumeration(begins: false, isStable: true))
    title.withLock { $0 = "Other" }
    guard case .page(let again) = try await makeSource().page(SourceRequest(cursor: first.cursor, size: 2)) else {
      return
    }
    #expect(
      again.records.map(\.remoteID) == ["1", "2"] && again.coverage == .fullEnumeration(begins: true, isStable: true))
  }

  @Test("pages of large records have fewer of them")
  func largeRecords() async throws {
    let text = String(repeating: "x", count: 1_048_576)
    let books = (0..<10).map { #"{"id":\#($0),"title":"Book","about":"\#(text)"}"# }
    let source = Self.source { _ in Self.answer(#""books":[\#(books.joined(separator: ","))]"#) }
    let page = try await source.page(after: nil)
    #expect(page.items.count == 3 && !page.isLast)
  }

  @Test("cursors are read as they were written")
  func cursors() {
    for cursor in [
      FeedCursor.beginning, FeedCursor(phase: .end), FeedCursor(phase: .changes, feeds: "a b\n"),
      FeedCursor(phase: .enumeration, feeds: "", taken: 12, answer: .max),
      FeedCursor(phase: .enumeration, taken: 1, answer: 0),
    ] {
      expectEqual(FeedCursor(cursor.text), cursor, "\(cursor.text)")
    }
  }
}

/// Expects a source failure with a code and a description that contains some words.
func expectFailure(
  _ code: SourceFailure.Code, _ words: String, sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ body: () async throws -> some Any
) async {
  let failure = await #expect(throws: SourceFailure.self, sourceLocation: sourceLocation) { _ = try await body() }
  expectEqual(failure?.code, code, sourceLocation: sourceLocation)
  #expect(failure?.description.contains(words) == true, "\(failure as Any)", sourceLocation: sourceLocation)
}
