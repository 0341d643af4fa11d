import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogServer

@Suite("Routes of an app")
struct AppRouteTests {
  private let temporary: TemporaryCatalog
  private let site: CatalogSite

  init() async throws {
    temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    try await catalog.add { ($0.title, $0.tags) = ("Emma", TagSet(["children"])) }
    try await catalog.add { $0.title = "Dune" }
    try await catalog.addAccount("Ada", role: .owner, passwordHash: nil)
    try await catalog.addAccount("Kim", role: .limited("child"), passwordHash: nil)
    let mine = Route(.get, "/mine", formats: [.json], answers: .object, summary: "The number of books.") { request in
      let count = try catalog.seen(by: request.viewer.audience).read { try $0.count() }
      return request.answer { _ in Array("\(request.viewer.account ?? "nobody"): \(count)".utf8) }
    }
    let failing = Route(.get, "/failing", summary: "Fails.") { _ in throw InvalidValue("title", "x", "it is too long") }
    site = CatalogSite(
      catalog, requiresLogin: true, roles: try LimitedRoles(["child=tag:children"]), routes: [mine, failing])
  }

  private func ask(_ path: String, as account: String?) async throws -> Response {
    var fields: HeaderFields = ["Accept": "application/json"]
    if let account {
      let made = try await temporary.catalog.write { try $0.addDeviceToken(path, of: account) }
      fields.set("Authorization", "Bearer \(made.secret)")
    }
    let request = try Request(.get, path, fields: fields, client: AccountTrial.secure)
    return try await site.answer(request).response()
  }

  @Test("an app's route is called with the viewer that the site has determined")
  func viewer() async throws {
    try await expectEqual(ask("/mine", as: "Ada").text, "Ada: 2")
    try await expectEqual(ask("/mine", as: "Kim").text, "Kim: 1")
  }

  @Test("an app's routes reject guests if a login is required")
  func guests() async throws {
    await #expect { _ = try await ask("/mine", as: nil) } throws: { ($0 as? Problem)?.status == 401 }
  }

  @Test("an app's routes are listed and report values that they reject")
  func errors() async throws {
    #expect(site.routes.contains { $0.pattern.description == "/mine" })
    #expect(try await ask("/openapi.json", as: "Ada").text.contains("/mine"))
    await #expect { _ = try await ask("/failing", as: "Ada") } throws: { ($0 as? Problem)?.status == 400 }
  }
}
