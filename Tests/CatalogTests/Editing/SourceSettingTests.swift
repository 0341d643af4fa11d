import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Settings of sources")
struct SourceSettingTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  @discardableResult
  private func add(
    _ name: String, _ kind: CatalogSource.Kind = .feed, _ location: String? = "https://example.org/feed",
    user: String? = nil,
    every: Duration? = nil
  ) throws -> CatalogSource {
    try catalog.write { try $0.addSource(name, kind: kind, location: location, user: user, every: every) }
  }

  @discardableResult
  private func set(_ name: String, _ settings: SourceSetting...) throws -> CatalogSource {
    try catalog.write { try $0.setSource(name, settings) }
  }

  private func names() throws -> [String] { try catalog.view { try $0.sources().map(\.name) } }

  @Test("a source has the settings given when it was added, and they can be changed")
  func addAndSet() throws {
    let added = try add("Feed", user: "me", every: .seconds(3_600))
    #expect(added.name == "Feed" && added.kind == .feed && added.location == "https://example.org/feed")
    #expect(added.user == "me" && added.every == .seconds(3_600) && added.state == .active && added.isRefreshed)
    try add("calibre", .calibre, "http://localhost:8080")
    try expectEqual(catalog.view { try $0.sources() }.first, added)
    try expectEqual(catalog.view { try $0.source(named: "fEED") }, added)

    try set("feed", .name("News"), .every(nil), .user(nil), .location("https://example.org/other"))
    let changed = try catalog.view { try $0.source(named: "news") }
    #expect(changed.name == "News" && changed.every == nil && changed.user == nil)
    #expect(changed.location == "https://example.org/other" && changed.id == added.id)
    try set("news", .name("NEWS"))
    try expectEqual(names(), ["NEWS", "calibre"])

    try expectEqual(catalog.write { try $0.pauseSource("news") }.state, .paused)
    try expectEqual(catalog.view { try $0.source(named: "NEWS") }.state, .paused)
    try expectEqual(catalog.write { try $0.resumeSource("news") }.state, .active)
    try expectEqual(catalog.steps(), [], "none of this is a step")
  }

  @Test func `the validators of a source's last answer are sent until its address changes`() async throws {
    try add("feed")
    let source = AnsweringSource { _ in
      .page(SourcePage(items: [], cursor: nil, isLast: true, validators: SourceValidators(etag: "1")))
    }
    _ = try await temporary.refresh(source)
    _ = try await temporary.refresh(source)
    try set("feed", .location("https://example.org/feed"))
    _ = try await temporary.refresh(source)
    try set("feed", .location("https://example.org/other"))
    _ = try await temporary.refresh(source)
    expectEqual(source.receivedRequests.map { $0.validators?.etag }, [nil, "1", "1", nil])
  }

  @Test(
    "a name is one word of 1 to 64 visible characters without a slash",
    arguments: [
      "", " ", "two words", "a/b", "tab\tname", "\u{200B}", "zero\u{200D}width", "\u{7}", "\u{E000}",
      String(repeating: "x", count: 65), String(repeating: "e\u{301}\u{302}\u{303}\u{304}\u{305}", count: 30), "local",
      "LOCAL",
    ])
  func badNames(name: String) throws {
    #expect(throws: InvalidValue.self) { try add(name) }
    try expectEqual(names(), [])
    try add("good")
    #expect(throws: InvalidValue.self) { try set("good", .name(name)) }
    try expectEqual(names(), ["good"])
  }

  @Test("a name may be in any script", arguments: ["a", "日本語", "élan", "a.b_c-1", String(repeating: "x", count: 64)])
  func goodNames(name: String) throws {
    try add(name)
    try expectEqual(names(), [name])
  }

  @Test("no two sources share a name, regardless of case, or an address")
  func unique() async throws {
    try add("feed")
    try await temporary.importRecords([try SourceRecord("1", [.title: "Dune"])], source: "Books")
    #expect(throws: InvalidValue.self) { try add("FEED", .opds, "https://example.org/opds") }
    #expect(throws: InvalidValue.self) { try add("books", .opds, "https://example.org/opds") }
    #expect(throws: InvalidValue.self) { try add("other") }
    try add("other", .opds)
    #expect(throws: InvalidValue.self) { try set("other", .name("Feed")) }
    #expect(throws: InvalidValue.self) {
      try set("other", .name("third"), .location("https://example.org/feed"), .every(.zero))
    }
    try expectEqual(names(), ["feed", "Books", "other"], "all of it or nothing")
  }

  @Test("invalid settings are refused without repeating a password")
  func refused() throws {
    #expect(throws: InvalidValue.self) { try add("a", .import) }
    #expect(throws: InvalidValue.self) { try add("a", .local) }
    #expect(throws: InvalidValue.self) { try add("a", .feed, nil) }
    #expect(throws: InvalidValue.self) { try add("a", .feed, "  ") }
    #expect(throws: InvalidValue.self) { try add("a", every: .milliseconds(999)) }
    #expect(throws: InvalidValue.self) { try add("a", every: .seconds(Int64.max)) }
    #expect(throws: InvalidValue.self) { try add("a", user: "") }
    do {
      try add("a", .feed, "https://me:secret@example.org/feed")
      Issue.record("credentials were taken in")
    } catch { #expect(!"\(error)".contains("secret")) }
    try add("samples", .samples, nil)
    try add("path", .feed, "https://example.org/a@b")
    try expectEqual(names(), ["samples", "path"])
    #expect(throws: CatalogError.noSource("x")) { try set("x", .every(.seconds(1))) }
    #expect(throws: CatalogError.noSource("x")) { try catalog.write { _ = try $0.pauseSource("x") } }
  }

  @Test("imports and books added by hand are not refreshed, and an import can only be renamed")
  func notRefreshed() async throws {
    try catalog.addBook([.title: "Emma"])
    try await temporary.importRecords([try SourceRecord("1", [.title: "Dune"])], source: "books")
    for name in ["local", "books"] {
      #expect(throws: InvalidValue.self) { try catalog.write { _ = try $0.pauseSource(name) } }
      #expect(throws: InvalidValue.self) { try catalog.write { _ = try $0.resumeSource(name) } }
      #expect(throws: InvalidValue.self) { try set(name, .every(.seconds(60))) }
    }
    #expect(throws: InvalidValue.self) { try set("local", .name("mine")) }
    try set("books", .name("shelf"))
    let report = try await temporary.importRecords([try SourceRecord("1", [.title: "Dune"])], source: "shelf")
    expectEqual(report.counts.unchanged, 1)
    try expectEqual(catalog.found("source:shelf"), [2])
    try expectEqual(catalog.findings(), [])
  }

  @Test("the status reports the health and due time of each source")
  func status() throws {
    let id = try add("feed", every: .seconds(3_600)).id
    try add("hand", .opds)
    func feed() throws -> SourceStatus { try #require(try catalog.status().sources.first { $0.source.name == "feed" }) }
    let added = try #require(try feed().due)
    #expect(try feed().refreshed == nil && feed().failures == 0 && feed().quarantined == 0)
    #expect(try catalog.status().sources.last?.due == nil)
    let time = added.addingTimeInterval(100)
    try catalog.tamper { try SyncCursorTable(connection: $0).succeed(id, now: time) }
    try expectEqual(feed().refreshed, time)
    try expectEqual(feed().due, time.addingTimeInterval(3_600))
    try catalog.tamper { connection in
      for second in 1...2 {
        try SyncCursorTable(connection: connection)
          .fail(id, error: "no answer", next: nil, now: time.addingTimeInterval(Double(second)))
      }
      try connection.run(
        "INSERT INTO quarantine (source_id, remote_id, payload, reason, decoder, first_at) VALUES (?, 'x', x'00', 'bad', 1, 0)",
        [.id(id)])
      try connection.run(
        "UPDATE sync_cursor SET next_at = ?", [.integer(time.addingTimeInterval(9_000).milliseconds)])
    }
    #expect(try feed().lastError == "no answer" && feed().failures == 2 && feed().quarantined == 1)
    try expectEqual(feed().failed, time.addingTimeInterval(2))
    try expectEqual(feed().due, time.addingTimeInterval(9_000))
    try catalog.write { _ = try $0.pauseSource("feed") }
    #expect(try feed().due == nil && feed().source.state == .paused)
  }
}
