import Catalog
import CatalogTestSupport
import Synchronization
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of the events that report changes of a catalog.
@Suite struct CatalogEventsTests {
  private let folder = TemporaryFolder()
  private let catalog: BookCatalog
  private let site: CatalogSite

  init() async throws {
    catalog = try await BookCatalog.open(folder.file("books.catalog"))
    site = CatalogSite(catalog)
  }

  @Test func `a listener learns where it begins and then of each change by any process`() async throws {
    try await catalog.add { $0.title = "Emma" }
    let listener = try EventListener(site)
    let start = try #require(await listener.next())
    let first = try await catalog.changeNumber()
    #expect(start.name == "open" && start.data == "{\"change\":\(first)}")
    try await catalog.edit(1) { $0.rating = 4 }
    let own = try #require(await listener.next())
    #expect(own.name == "change" && own.data.hasSuffix("\"books\":[1]}") && own.id != start.id)
    let other = try await BookCatalog.open(folder.file("books.catalog"))
    try await other.add { $0.title = "Dune" }
    let foreign = try #require(await listener.next())
    let last = try await catalog.changeNumber()
    expectEqual(foreign.data, "{\"change\":\(last),\"books\":[2]}")
  }

  @Test func `a returning listener learns what it missed, or that anything may have changed`() async throws {
    try await catalog.add { $0.title = "Emma" }
    let first = try EventListener(site)
    let id = try #require(await first.next()?.id)
    first.end()
    try await catalog.add { $0.title = "Dune" }
    try await catalog.edit(1) { $0.rating = 4 }
    let missed = try #require(await EventListener(site, lastEventID: id).next())
    #expect(
      missed.name == "change" && missed.data.contains("\"books\":[1,2]") || missed.data.contains("\"books\":[2,1]"))
    // The listener missed nothing, so its first event is the next change.
    let again = try EventListener(site, lastEventID: missed.id)
    try await catalog.add { $0.title = "Persuasion" }
    await expectEqual(again.next()?.data.hasSuffix("\"books\":[3]}"), true)
    for foreign in ["other-1", "nonsense", "-1", "\(id)x"] {
      let event = try #require(await EventListener(site, lastEventID: foreign).next())
      #expect(event.name == "change" && event.data.hasSuffix("\"books\":null}"), "\(foreign)")
    }
  }

  @Test func `many listeners get each change once as they connect and disconnect`() async throws {
    let listeners = try (0..<20).map { _ in try EventListener(site) }
    for listener in listeners { await expectEqual(listener.next()?.name, "open") }
    for number in 1...5 {
      try await catalog.add { $0.title = "Book \(number)" }
      for listener in listeners[number...] {
        await expectEqual(listener.next()?.data.hasSuffix("\"books\":[\(number)]}"), true)
      }
      listeners[number].end()
    }
  }
}
