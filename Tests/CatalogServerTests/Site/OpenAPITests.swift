import Catalog
import CatalogSources
import CatalogTestSupport
import Foundation
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests that compare the OpenAPI document of the routes with their replies.
@Suite struct OpenAPITests {
  private let catalog: BookCatalog
  private let site: CatalogSite
  private let document: [String: Any]

  init() async throws {
    catalog = try BookCatalog.temporary()
    site = CatalogSite(catalog, allowsEdits: true)
    let reply = await ServerTrial(site).ask("GET", "/openapi.json")
    let again = await ServerTrial(site).ask(
      "GET", "/openapi.json", ["If-None-Match": try #require(reply.fields["etag"])])
    expectEqual(again.status, 304)
    let text = reply.text
    document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func operations() throws -> [(path: String, method: String, operation: [String: Any])] {
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    return paths.flatMap { path, methods in methods.map { (path, $0.key, $0.value) } }.sorted { $0.path < $1.path }
  }

  /// Adds a book with a value in every field.
  private func addFullBook() async throws {
    try await catalog.add { $0.title = "Emma" }
    try await catalog.edit(1) { draft in
      (draft.authors, draft.pages, draft.seriesNumber) = (["Jane Austen"], 320, 1.5)
      (draft.tags, draft.rating, draft.notes) = (TagSet(["wit"]), 4.5, "Read it twice.")
      draft.copies = [BookCopy(place: "attic", count: 2)]
      draft.isbn = try ISBN("9780141439587")
    }
  }

  @Test
  func `every route that returns a document is described with its formats and events, and nothing else is`()
    throws
  {
    let documents = site.routes.filter { $0.answers != nil && $0.pattern.description != "/openapi" }
    let paths = Set(documents.map(\.pattern.description))
    let forms = site.routes.filter { $0.formats == [.html] && paths.contains($0.pattern.description) }
    #expect(!forms.isEmpty)
    let listed = try operations().map(\.path)
    expectEqual(
      listed.filter { $0 != "/events" }, (documents + forms).map { Self.template($0.pattern.description) }.sorted())
    #expect(listed.contains("/events"))
    #expect(document["openapi"] as? String == "3.1.0")
  }

  private static func template(_ pattern: String) -> String {
    pattern.replacing(":id", with: "{id}").replacing(":step", with: "{step}")
  }

  @Test func `everything that is described can be requested, with each parameter and each type`() async throws {
    try await addFullBook()
    let trial = ServerTrial(site)
    for (path, method, operation) in try operations() where method == "get" && path != "/events" {
      let address = path.replacing("{id}", with: "1").replacing("{step}", with: "1")
      let parameters = try #require(operation["parameters"] as? [[String: Any]])
      expectEqual(parameters.count { $0["in"] as? String == "path" }, path.count { $0 == "{" }, "\(path)")
      for parameter in parameters where parameter["in"] as? String == "query" {
        let name = try #require(parameter["name"] as? String)
        let schema = try #require(parameter["schema"] as? [String: Any])
        // A cursor comes from the previous page.
        guard name != "after" else { continue }
        let good = [
          "sort": "title", "fields": "id,title", "q": "emma", "letter": "e", "field": "tags", "books": "1",
          "isbn": "9780141439587",
        ][
          name]
        let value = try good ?? (schema["enum"] as? [String])?.last ?? String(#require(schema["minimum"] as? Int))
        await expectEqual(trial.ask("GET", "\(address)?\(name)=\(value)").status, 200, "\(path) \(name)=\(value)")
        guard !["q", "letter", "isbn"].contains(name) else { continue }
        let wrong = (schema["minimum"] as? Int).map { String($0 - 1) } ?? "nonsense"
        await expectEqual(trial.ask("GET", "\(address)?\(name)=\(wrong)").status, 400, "\(path) \(name)=\(wrong)")
      }
      let responses = try #require(operation["responses"] as? [String: [String: Any]])
      let content = try #require(responses["200"]?["content"] as? [String: Any])
      for type in content.keys {
        let reply = await trial.ask("GET", address, ["Accept": type])
        #expect(reply.status == 200 && reply.fields["content-type"]?.hasPrefix(type) == true, "\(path) \(type)")
      }
    }
  }

  @Test func `a book matches its schema`() async throws {
    try await addFullBook()
    let text = await ServerTrial(site).ask("GET", "/book/1").text
    let book = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let schemas = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
    let properties = try #require(schemas["Book"]?["properties"] as? [String: [String: Any]])
    #expect(Set(book.keys).subtracting(properties.keys).isEmpty)
    for (key, value) in book { check(value, properties[key] ?? [:], key) }
  }

  private func check(_ value: Any, _ schema: [String: Any], _ location: String) {
    let types = schema["type"] as? [String] ?? [schema["type"] as? String ?? ""]
    switch value {
    case is NSNull: #expect(types.contains("null"), "\(location)")
    case is String: #expect(types.contains("string"), "\(location)")
    case let list as [Any]:
      expectEqual(types, ["array"], "\(location)")
      for entry in list { check(entry, schema["items"] as? [String: Any] ?? [:], location) }
    case let object as [String: Any]:
      expectEqual(types, ["object"], "\(location)")
      let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
      for (key, value) in object { check(value, properties[key] ?? [:], "\(location).\(key)") }
    default: #expect(types.contains("number") || types.contains("integer") || types.contains("boolean"), "\(location)")
    }
  }
}
