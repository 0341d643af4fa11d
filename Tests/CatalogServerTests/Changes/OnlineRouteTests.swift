import Catalog
import CatalogSources
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of adding books from Open Library, in the page and as JSON.
@Suite struct OnlineRouteTests {
  private static let html: HeaderFields = ["Accept": "text/html"]

  private struct Online {
    let temporary: TemporaryCatalog
    let trial: ServerTrial
    let transport: ScriptedTransport
  }

  /// Returns a catalog with “Emma” and a provider of two works, one of which is in the catalog.
  private func trial(
    _ answer: @escaping @Sendable (HTTPRequest) async throws -> ScriptedTransport.Answer? = { _ in nil }
  ) async throws -> Online {
    let temporary = try TemporaryCatalog()
    try await temporary.catalog.add {
      ($0.title, $0.authors, $0.isbn) = ("Emma", ["Jane Austen"], try ISBN("9780141439587"))
    }
    let transport = ScriptedTransport { request in
      if let answer = try await answer(request) { return answer }
      if request.url.contains("/works/OL2W") {
        return .init(#"{"key":"/works/OL2W","title":"Persuasion <b>","covers":[7]}"#, type: "application/json")
      }
      let documents =
        request.url.contains("key%3A") || request.url.contains("key:")
        ? [Self.persuasion] : [Self.emma, Self.persuasion]
      return .init(
        #"{"numFound":2,"start":0,"docs":[\#(documents.joined(separator: ","))]}"#, type: "application/json")
    }
    var settings = try Settings(environment: ["XDG_CONFIG_HOME": "/missing"])
    settings.openLibrary = "https://library.example"
    let provider = try OpenLibraryProvider(settings: settings, transport: transport)
    let site = CatalogSite(temporary.catalog, online: provider, allowsEdits: true)
    return Online(temporary: temporary, trial: ServerTrial(site), transport: transport)
  }

  private static let emma = #"""
    {"key":"/works/OL1W","title":"Emma","author_name":["Jane Austen"],"isbn":["9780141439587"],"first_publish_year":1815}
    """#
  private static let persuasion = #"""
    {"key":"/works/OL2W","title":"Persuasion <b>","author_name":["Jane Austen"],"isbn":["9780141439686"],
    "first_publish_year":1817,"number_of_pages_median":249}
    """#

  @Test func `search results mark existing books, and a book is added in one step with all its metadata`()
    async throws
  {
    let online = try await trial()
    let (catalog, trial, transport) = (online.temporary.catalog, online.trial, online.transport)
    let page = await trial.ask("GET", "/online?q=austen", Self.html).text
    #expect(
      page.contains("Persuasion &lt;b&gt;") && page.contains(#"<input type="hidden" name="online" value="OL2W"/>"#))
    #expect(page.contains("In your catalog") && !page.contains(#"value="OL1W""#))
    #expect(await trial.ask("GET", "/add", Self.html).text.contains(#"action="/online""#))
    let json = await trial.ask("GET", "/online.json?q=austen").text
    #expect(json.contains(#""key":"OL1W""#) && json.contains(#""id":1"#) && json.contains(#""id":null"#))
    var fields = Self.html
    fields.set("Content-Type", "application/x-www-form-urlencoded")
    fields.set("Sec-Fetch-Site", "same-origin")
    let added = await trial.ask("POST", "/add", fields, body: Array("online=OL2W".utf8))
    expectEqual(added.fields["location"], "/book/2?step=2", "\(added.text)")
    let book = try #require(await catalog.book(2))
    #expect(book.title == "Persuasion <b>" && book.authors == ["Jane Austen"] && book.isbn?.digits == "9780141439686")
    try await expectEqual(catalog.read { try $0.metadata(of: book).first?.metadata.key }, "OL2W")
    // Adding a book twice adds it once.
    let again = await trial.ask("POST", "/add", fields, body: Array("online=OL2W".utf8))
    #expect(again.status == 409 && again.text.contains("as book 2."))
    try await expectEqual(catalog.page().books.count, 2)
    // Requests are sent only to the provider.
    #expect(transport.requests.allSatisfy { $0.url.hasPrefix("https://library.example/") })
  }

  @Test func `an existing ISBN is not added again, and a new one waits for its metadata`()
    async throws
  {
    let online = try await trial()
    let (catalog, trial) = (online.temporary.catalog, online.trial)
    let json: HeaderFields = ["Content-Type": "application/json"]
    let old = await trial.ask("POST", "/add", json, body: Array(#"{"set":{"isbn":"9780141439587"}}"#.utf8))
    #expect(old.status == 409 && old.text.contains("“Emma” is already in the catalog as book 1."))
    let new = await trial.ask("POST", "/add", json, body: Array(#"{"set":{"isbn":"0-14-032872-6"}}"#.utf8))
    expectEqual(new.status, 200)
    try await expectEqual(catalog.metadataStatus().providers.map(\.waiting), [1])
    // After a scan the page asks for the next number, unless the scanned book already exists.
    var form: HeaderFields = ["Accept": "text/html", "Sec-Fetch-Site": "same-origin"]
    form.set("Content-Type", "application/x-www-form-urlencoded")
    let scanned = await trial.ask("POST", "/add", form, body: Array("isbn=9780306406157&title=&readState=unread".utf8))
    expectEqual(scanned.fields["location"]?.hasPrefix("/add?step="), true)
    let twice = await trial.ask("POST", "/add", form, body: Array("isbn=9780306406157&title=&tags=here".utf8))
    #expect(twice.status == 409 && twice.text.contains("is already in the catalog"))
    #expect(twice.text.contains(#"name="isbn" type="text" value="" "#) && twice.text.contains(#"value="here""#))
    // Another copy is added if the client names its title.
    let named = #"{"set":{"isbn":"9780141439587","title":"Emma, once more"}}"#
    await expectEqual(trial.ask("POST", "/add", json, body: Array(named.utf8)).status, 200)
  }

  /// A completer that knows one number from a file.
  private struct NumberFile: RecordCompleter {
    let name = "a file"
    let batch = 1

    func knowsKind(of record: SourceRecord) -> Bool { true }
    func completions(of records: [SourceRecord]) async throws -> [BookDraft?] { records.map { _ in nil } }

    func knownOffline(of records: [SourceRecord]) async throws -> [BookDraft?] {
      records.map { record in
        guard record.remoteID == "9780141439686" else { return nil }
        var draft = BookDraft()
        (draft.title, draft.authors, draft.pages) = ("Persuasion", ["Jane Austen"], 249)
        return draft
      }
    }
  }

  @Test func `metadata of an ISBN from a file is shown until the provider is asked`() async throws {
    let online = try await trial { _ in .init(status: 503) }
    let catalog = online.temporary.catalog
    let provider = try OpenLibraryProvider(
      settings: try Settings(environment: ["XDG_CONFIG_HOME": "/missing"]), transport: online.transport)
    let trial = ServerTrial(CatalogSite(catalog, online: provider, allowsEdits: true, completer: NumberFile()))
    let json: HeaderFields = ["Content-Type": "application/json"]
    for isbn in ["9780141439686", "0-14-032872-6"] {
      await expectEqual(trial.ask("POST", "/add", json, body: Array(#"{"set":{"isbn":"\#(isbn)"}}"#.utf8)).status, 200)
    }
    let book = try #require(await catalog.book(2))
    #expect(book.title == "Persuasion" && book.authors == ["Jane Austen"])
    try await expectEqual(catalog.book(3)?.title.hasPrefix("ISBN "), true)
    try await expectEqual(catalog.metadataStatus().providers.map(\.waiting), [2])
    #expect(online.transport.requests.isEmpty)
  }

  @Test func `a failure of the provider is reported, and a viewer who may not add books cannot search`() async throws {
    let online = try await trial { _ in .init(status: 503) }
    let (temporary, trial, transport) = (online.temporary, online.trial, online.transport)
    let failed = await trial.ask("GET", "/online?q=austen", Self.html)
    #expect(failed.status == 502 && failed.text.contains("Open Library"))
    await expectEqual(trial.ask("GET", "/online?q=au", Self.html).status, 400)
    let count = transport.requests.count
    let reading = ServerTrial(CatalogSite(temporary.catalog))
    await expectEqual(reading.ask("GET", "/online?q=austen").status, 404)
    let site = CatalogSite(
      temporary.catalog,
      online: try OpenLibraryProvider(
        settings: try Settings(environment: ["XDG_CONFIG_HOME": "/missing"]), transport: transport))
    await expectEqual(ServerTrial(site).ask("GET", "/online?q=austen").status, 403)
    expectEqual(transport.requests.count, count)
  }
}
