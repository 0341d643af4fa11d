import Catalog
import CatalogSources
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogServer

@Suite("Paths of the server's machine")
struct ServerPathsTests {
  /// A component of every path.
  private static let mark = "zanzibar"
  private let catalog: BookCatalog

  init() async throws {
    catalog = try BookCatalog.temporary()
    try await catalog.add { $0.title = "Emma" }
    try await catalog.recording(command: "catalog attach 1 /home/\(Self.mark)/emma.epub").edit(1) { draft in
      draft.attachments = [BookFile(path: "/home/\(Self.mark)/emma.epub")]
      draft.cover = "file:///home/\(Self.mark)/cover.jpg"
    }
    _ = try await catalog.write {
      try $0.addSource("home", kind: .folder, location: "/home/\(Self.mark)/books")
    }
  }

  private func site(_ catalog: BookCatalog, allowsEdits: Bool) -> CatalogSite {
    CatalogSite(
      catalog, allowsEdits: allowsEdits,
      command: { hint, showsPaths in "catalog --db \(showsPaths ? "/home/\(Self.mark)/b.db" : "FILE") \(hint)" })
  }

  private func text(_ site: CatalogSite, _ address: String, _ client: Client, accept: String) async throws -> String {
    do {
      let request = try Request(.get, address, fields: ["Accept": accept], client: client)
      let response = try await site.answer(request).response()
      let fields = response.fields.lines.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
      guard case .stream(let stream) = response.body else { return fields + response.text }
      return try fields + stream.wholeText()
    } catch let problem as Problem {
      return problem.detail ?? ""
    }
  }

  /// Returns every reply that a client gets at the addresses that need no search.
  private func everything(_ site: CatalogSite, _ client: Client) async throws -> [(address: String, text: String)] {
    var shown: [(String, String)] = []
    for route in site.router.routes
    where route.method == .get && Set(route.pattern.parameters).isSubset(of: ["id", "step"])
      && route.pattern.description != "/events"
    {
      for format in route.formats.isEmpty ? [Format.json] : route.formats {
        for number in [1, 2] {
          let address = route.pattern.description.replacing(/:\w+/, with: String(number))
          shown.append((address, try await text(site, address, client, accept: format.type)))
        }
      }
    }
    // A page without long texts is written from the books of the list, not book by book.
    let chosen = "/.json?fields=attachments,cover,files"
    return shown + [(chosen, try await text(site, chosen, client, accept: Format.json.type))]
  }

  @Test(
    "paths are hidden from everyone except an owner who uses that machine",
    arguments: [
      (Client.local, false), (AccountTrial.secure, true), (AccountTrial.stranger, true), (AccountTrial.secure, false),
    ])
  func hidden(client: Client, allowsEdits: Bool) async throws {
    let site = site(catalog, allowsEdits: allowsEdits)
    for (address, text) in try await everything(site, client) {
      #expect(!text.contains(Self.mark), "\(address): \(text)")
    }
    let page = try await text(
      self.site(BookCatalog.temporary(), allowsEdits: allowsEdits), "/", client, accept: "text/html")
    #expect(page.contains("Nothing here yet.") && !page.contains(Self.mark))
    expectEqual(page.contains("catalog --db FILE"), client.isLocal, "\(page)")
  }

  @Test("paths are shown to an owner who uses that machine")
  func shown() async throws {
    let shown = try await everything(site(catalog, allowsEdits: true), .local)
    let addresses = Set(shown.filter { $0.text.contains(Self.mark) }.map(\.address))
    #expect(
      addresses.isSuperset(of: ["/", "/book/1", "/book/1/why", "/book/1/history", "/history", "/history/2", "/sources"]
      ),
      "\(addresses)")
    let page = try await text(
      site(BookCatalog.temporary(), allowsEdits: true), "/", .local, accept: "text/html")
    #expect(page.contains("catalog --db /home/\(Self.mark)"))
  }

  @Test("paths are hidden from an owner who logs in from elsewhere")
  func loggedIn() async throws {
    let trial = try await AccountTrial()
    let site = site(trial.catalog, allowsEdits: false)
    try await trial.catalog.edit(1) { $0.attachments = [BookFile(path: "/home/\(Self.mark)/emma.epub")] }
    let fields = try await trial.logIn()
    for (client, sees) in [(AccountTrial.secure, false), (Client.local, true)] {
      let request = try Request(.get, "/book/1", fields: fields, client: client)
      let response = try await site.answer(request).response()
      #expect(response.text.contains("secret") && response.text.contains(Self.mark) == sees)
    }
  }
}
