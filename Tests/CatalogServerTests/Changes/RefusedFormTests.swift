import Catalog
import CatalogSources
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogServer

@Suite("Rejected forms")
struct RefusedFormTests {
  /// A completer that knows no books.
  private struct NoBooks: RecordCompleter {
    let name = "nobody"
    let batch = 1

    func knowsKind(of record: SourceRecord) -> Bool { false }
    func completions(of records: [SourceRecord]) async throws -> [BookDraft?] { records.map { _ in nil } }
    func knownOffline(of records: [SourceRecord]) async throws -> [BookDraft?] { records.map { _ in nil } }
  }

  private func trial() async throws -> ServerTrial {
    let catalog = try BookCatalog.temporary()
    try await catalog.add { $0.title = "Emma" }
    _ = try await catalog.addField("shelf-number", .number)
    return ServerTrial(CatalogSite(catalog, allowsEdits: true, completer: NoBooks()), bodyLimit: 10_000)
  }

  private func post(_ trial: ServerTrial, _ path: String, _ items: [(String, String)], accept: String) async -> Reply {
    let body = items.map { "\(PercentEncoding.encoded($0.0))=\(PercentEncoding.encoded($0.1))" }.joined(separator: "&")
    return await trial.ask(
      "POST", path,
      ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin", "Accept": accept],
      body: Array(body.utf8))
  }

  private static let values = [
    ("isbn", "9780141439580"), ("pages", "abc"), ("published", "32 May"), ("language", "Klingonese"),
    ("rating", "7"), ("own.shelf-number", "abc"), ("earlierReadings", "x|y|z|a|b|c|d|e|f"),
  ]

  @Test("a rejected form comes back with the reason and all input", arguments: values)
  func books(field: String, value: String) async throws {
    let trial = try await trial()
    for (path, items) in [
      ("/add", [("title", "Dune, typed")]), ("/book/1", [("title", "Dune, typed"), ("seen.title", "Emma")]),
    ] {
      let refused = await post(
        trial, path, items + [(field, value), ("seen." + field, "")], accept: "text/html")
      expectEqual(refused.status, 400, "\(path): \(refused.status)")
      for text in ["Nothing was stored.", "Dune, typed", value] { #expect(refused.text.contains(text), "\(path)") }
    }
    let bulk = await post(
      trial, "/edit",
      [("query", ""), ("field", field), ("action", "set"), ("value", value), ("dryRun", "1")], accept: "text/html")
    #expect(bulk.status == 400 && bulk.text.contains("Nothing was stored.") && bulk.text.contains(value))
  }

  @Test("a program that sends a rejected form gets a problem", arguments: values)
  func programs(field: String, value: String) async throws {
    let trial = try await trial()
    for text in [#"{"set":{"title":"Dune","\#(field)":"\#(value)"}}"#, #"{"set":{"title":5,"\#(field)":[7]}}"#] {
      let reply = await trial.ask(
        "POST", "/add", ["Content-Type": "application/json"], body: Array(text.utf8))
      #expect(reply.status == 400 && reply.text.contains("\"detail\":"), "\(reply.text)")
    }
    await expectEqual(post(trial, "/add", [("title", "Dune"), (field, value)], accept: "*/*").status, 400)
  }

  @Test("a rejected form of a source comes back with all input")
  func sources() async throws {
    let trial = try await trial()
    let refused = await post(
      trial, "/sources", [("action", "add"), ("name", "shop"), ("kind", "feed"), ("location", "ftp://shop.example")],
      accept: "text/html")
    #expect(refused.status == 400 && refused.text.contains("Nothing was stored."))
    for text in [#"value="shop""#, #"value="ftp://shop.example""#, #"<option value="feed" selected="selected">"#] {
      #expect(refused.text.contains(text), "\(text): \(refused.text)")
    }
  }

  @Test("a rejected form of a device comes back with the name")
  func devices() async throws {
    let trial = try await AccountTrial()
    let fields = try await trial.logIn("Rita")
    let name = String(repeating: "e", count: 5_000)
    let refused = try await trial.ask(
      .post, "/devices.html", fields, form: [("name", name)])
    #expect(refused.status == 400 && refused.text.contains(name) && refused.text.contains("Nothing was stored."))
  }
}
