import CatalogSources
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogServer

/// A walk through all feeds of a catalog, with the format and the rights of one client.
struct FeedWalk {
  let site: CatalogSite
  let format: Format
  var client = Client.local
  /// True to follow facets, too.
  var followsFacets = false

  private(set) var feeds: [String: WalkedFeed] = [:]
  /// The texts of all replies.
  private(set) var texts: [String] = []

  init(_ site: CatalogSite, _ format: Format, client: Client = .local, followsFacets: Bool = false) {
    (self.site, self.format, self.client, self.followsFacets) = (site, format, client, followsFacets)
  }

  func response(_ address: String) async throws -> Response {
    let request = try Request(.get, address, fields: ["Accept": format.type], client: client)
    switch try site.answer(request) {
    case .now(let response): return response
    case .later(let make): return try await make()
    }
  }

  func feed(_ address: String) async throws -> WalkedFeed { try Self.feed(try await response(address), format) }

  private static func feed(_ response: Response, _ format: Format) throws -> WalkedFeed {
    guard case .bytes(let bytes) = response.body else { throw Problem(500, detail: "no bytes") }
    return try format == .opds ? WalkedFeed(json: bytes) : WalkedFeed(atom: bytes)
  }

  /// Reads every feed that is reachable from a start, each once.
  mutating func walk(from start: String = "/opds") async throws {
    var waiting = [start]
    while let address = waiting.popLast() {
      guard feeds[address] == nil else { continue }
      let response = try await response(address)
      guard case .bytes(let bytes) = response.body else { continue }
      texts.append(String(decoding: bytes, as: UTF8.self))
      let feed = try Self.feed(response, format)
      feeds[address] = feed
      #expect(feed.problems.isEmpty, "\(address): \(feed.problems)")
      expectEqual(feed.address("self"), address)
      waiting += feed.entries.map(\.address)
      for relation in ["start", "up", "first", "previous", "next", "last"] {
        if let other = feed.address(relation) { waiting.append(other) }
      }
      if followsFacets { waiting += feed.facets.map(\.address) }
    }
  }

  /// Returns all books of a list from its first page on.
  func books(from address: String) -> [WalkedFeed.Book] {
    var books: [WalkedFeed.Book] = []
    var next: String? = address
    while let address = next, let feed = feeds[address] {
      expectEqual(feed.first, books.count + 1, "\(address)")
      books += feed.books
      next = feed.address("next")
    }
    expectEqual(feeds[address]?.total, books.count, "\(address)")
    return books
  }

  /// Returns the address that an entry of a feed links to.
  func address(of title: String, in feed: String = "/opds") -> String? {
    feeds[feed]?.entries.first { $0.title == title }?.address
  }
}
