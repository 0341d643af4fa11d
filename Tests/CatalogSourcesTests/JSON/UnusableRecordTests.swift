import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

/// Tests of valid JSON texts that cannot become values: half a surrogate pair, a number that `Double` cannot represent,
/// and arrays that are nested too deeply.
@Suite("One record that is JSON and cannot be held keeps no other back") struct UnusableRecordTests {
  private static let members = [
    #""title":"caf\udce9""#, #""title":"x","pages":1e400"#, #""title":"x","weird":1e999"#, #""title":"x","w\ud800":1"#,
    #""title":"x","w":{"a":["\ud83d"]}"#,
    #""title":"x","w":\#(String(repeating: "[", count: 600) + String(repeating: "]", count: 600))"#,
  ]

  /// Returns the valid and the unusable ids of a page. Checks that the stored payloads of the unusable records still
  /// fail.
  private static func ids(_ page: SourcePage, _ source: some BookSource) -> (good: [String], bad: [String?]) {
    var (good, bad): ([String], [String?]) = ([], [])
    for item in page.items {
      switch item {
      case .record(let record, _): good.append(record.remoteID)
      case .bad(let record):
        bad.append(record.remoteID)
        #expect(throws: (any Error).self, "\(record.reason)") { try source.record(from: record.payload) }
      case .present, .removed: break
      }
    }
    return (good, bad)
  }

  @Test("of a feed", arguments: members)
  func feed(member: String) async throws {
    let source = FeedSource(
      name: "feed", address: "https://books.example/feed",
      transport: ScriptedTransport { _ in
        ScriptedTransport.Answer(
          #"""
          {"format":"catalog-feed","version":1,"more":false,"other":1e999,"books":[{"id":"a","title":"A"},
          {"id":"b",\#(member)},{"id":"c","title":"C"}]}
          """#, type: "application/json")
      })
    let (good, bad) = Self.ids(try await source.page(after: nil), source)
    #expect(good == ["a", "c"] && bad == ["b"])
  }

  @Test("of the ids that a feed removes")
  func removedID() async throws {
    let source = FeedSource(
      name: "feed", address: "https://books.example/feed",
      transport: ScriptedTransport { _ in
        ScriptedTransport.Answer(
          #"{"format":"catalog-feed","version":1,"cursor":"2","removed":["\ud800","a"]}"#, type: "application/json")
      })
    let page = try await source.page(after: nil)
    guard case .bad(let bad)? = page.items.first, case .removed(let id)? = page.items.last else {
      Issue.record("\(page.items)")
      return
    }
    #expect(page.items.count == 2 && id == "a" && String(decoding: bad.payload, as: UTF8.self) == #""\ud800""#)
  }

  @Test("of an OPDS feed in JSON", arguments: [#""title":"caf\udce9""#, #""title":"x","author":[1e400]"#])
  func opds(member: String) async throws {
    let feed = #"""
      {"metadata":{"title":"\ud800"},"links":[{"href":"/x","rel":"self","title":"\ud800"}],"publications":[
      {"metadata":{"identifier":"a","title":"A","other":1e999}},{"metadata":{"identifier":"b",\#(member)}},
      {"metadata":{"identifier":"c","title":"C"},"images":[{"href":"\ud800"}]}, "\ud800"]}
      """#
    let (source, _) = OPDSSupport.source(["": feed])
    let (good, bad) = Self.ids(try await source.page(after: nil), source)
    #expect(good == ["a", "c"] && bad == ["b", nil])
  }

  @Test("of a calibre server", arguments: [#""title":"caf\udce9""#, #""title":"x","series_index":1e400,"series":"s""#])
  func calibre(member: String) async throws {
    let source = CalibreSource(
      name: "calibre", address: "http://books.example",
      transport: ScriptedTransport { request in
        if request.url.contains("/opds") { return nil }
        if request.url.contains("/ajax/search") {
          return ScriptedTransport.Answer(
            #"{"total_num":3,"library_id":"Books","book_ids":[3,2,1]}"#, type: "application/json")
        }
        return ScriptedTransport.Answer(
          #"""
          {"1":{"title":"A","format_metadata":{"epub":{"path":"\ud800","size":1e999}}},
          "2":{"formats":["/srv/secret.epub"],\#(member),"last_modified":"2026-01-01T00:00:00+00:00"},"3":{"title":"C"}}
          """#, type: "application/json")
      })
    let page = try await source.page(after: nil)
    let (good, bad) = Self.ids(page, source)
    #expect(Set(good) == ["1", "3"] && bad == ["2"])
    for case .bad(let bad) in page.items {
      let kept = String(decoding: bad.payload, as: UTF8.self)
      #expect(kept.contains(member.prefix(8)) && !kept.contains("secret"))
    }
  }

  @Test("of an import", arguments: members)
  func jsonLines(member: String) async throws {
    let lines = #"{"title":"A"}\#n{"id":"b",\#(member)}\#n{"title":"C"}"#
    let found = try await rows(of: "t.jsonl", lines) { $0.acceptsIDs = true }
    expectEqual(found.map { $0.rejection == nil }, [true, false, true])
    expectEqual(found[1].rejection?.contains("not valid JSON"), false)
  }

  @Test("of Open Library, where the value alone is as good as absent")
  func openLibrary() async throws {
    let document = #"""
      {"key":"/works/OL1W","title":"Fox","author_name":["Ada","\ud800"],"isbn":["9780140328721"],"ratings_average":1e400,
      "subject":["Foxes","\udc00"],"number_of_pages_median":96,"x\ud800":1}
      """#
    let provider = try OpenLibraryFixture.provider(
      answering: OpenLibraryFixture.search(document, OpenLibraryFixture.duneDocument))
    let answers = try await provider.answers(
      to: [OpenLibraryFixture.query(OpenLibraryFixture.fox), OpenLibraryFixture.query(OpenLibraryFixture.dune)])
    expectEqual(answers.map(\.metadata?.title), ["Fox", "Dune"])
    #expect(answers[0].metadata?.authors == ["Ada"] && answers[0].metadata?.subjects == ["Foxes"])
    #expect(answers[0].metadata?.pages == 96 && answers[0].metadata?.averageRating == nil)
  }
}
