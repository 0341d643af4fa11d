import Catalog
import CatalogSources
import CatalogTestSupport
import Testing

@testable import CatalogServer

/// Tests that every address gets a reply and that none stops the server.
@Suite struct MadeUpAddressTests {
  private static let values = [
    "0", "1", "2", "-1", "00", "9223372036854775807", "9223372036854775808", "99999999999999999999", "1e9", "x", "1-2",
    "1-0000000000000000", "~", "é",
  ]
  private static let statuses: Set = [200, 400, 401, 403, 404, 405, 410]

  private func site(_ catalog: BookCatalog) throws -> CatalogSite {
    let folder = TemporaryFolder()
    let covers = CoverCache(folder: folder.path, limit: 1_000_000, transport: NoTransport())
    return CatalogSite(catalog, covers: covers)
  }

  /// A transport that sends no requests.
  private struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw CancellationError() }
  }

  @Test(arguments: [0, 3]) func `arbitrary paths and queries get a reply`(books: Int) async throws {
    let catalog = try BookCatalog.temporary()
    for number in 0..<books { try await catalog.add { $0.title = "Book \(number)" } }
    let site = try site(catalog)
    let trial = ServerTrial(site)
    var next = 0
    for route in site.router.routes where route.method == .get && route.pattern.description != "/events" {
      for value in Self.values {
        var address = route.pattern.description
        for name in route.pattern.parameters {
          address = address.replacing(":\(name)", with: PercentEncoding.encoded(value))
        }
        for format in route.formats.isEmpty ? [Format.json] : route.formats {
          let reply = await trial.ask("GET", address, ["Accept": format.type])
          #expect(Self.statuses.contains(reply.status), "\(address): \(reply.status)")
        }
        guard route.pattern.parameters.isEmpty else { continue }
        for name in [
          "page", "size", "limit", "after", "year", "letter", "book", "sort", "fields", "facet", "view", "q", "in-tag",
        ] {
          let target = "\(address)?\(name)=\(PercentEncoding.encoded(value))"
          // Each value of each parameter is tried once, and the formats take turns.
          let formats = route.formats.isEmpty ? [Format.json] : route.formats
          next += 1
          let reply = await trial.ask("GET", target, ["Accept": formats[next % formats.count].type])
          #expect(Self.statuses.contains(reply.status), "\(target): \(reply.status)")
        }
      }
    }
  }
}
