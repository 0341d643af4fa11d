import FoundationEssentials
import Synchronization
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Tests of single requests to a provider's host.
@Suite struct HostTurnsTests {
  /// Counts the requests that run at once.
  private final class Running: Sendable {
    private let counts = Mutex((now: 0, most: 0, all: 0))
    var values: (now: Int, most: Int, all: Int) { counts.withLock { $0 } }
    func begin() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) } }
    func end() { counts.withLock { $0.now -= 1 } }
  }

  @Test(arguments: [1, 2])
  func `concurrent requests use at most the host's slots, and release all of them`(parallel: Int) async throws {
    let temporary = try TemporaryCatalog()
    let provider = AnsweringProvider(limits: MetadataLimits(parallel: parallel)) { _ in .notFound }
    var environment = FetchEnvironment()
    environment.sleep = { _ in await Task.yield() }
    let turns = HostTurns(provider, temporary.catalog.database, now: { Date() }, environment: environment)
    let running = Running()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<12 {
        group.addTask {
          try await turns.perform {
            running.begin()
            for _ in 0..<20 { await Task.yield() }
            running.end()
          }
        }
      }
      try await group.waitForAll()
    }
    let (now, most, all) = running.values
    #expect(now == 0 && most <= parallel && all == 12, "\(most) at once, \(all) in all")
    try expectEqual(temporary.foreign().rows("SELECT name FROM lease WHERE expires_at > 0"), [])
  }
}
