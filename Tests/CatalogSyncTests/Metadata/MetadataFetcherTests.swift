import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("MetadataFetcher")
struct MetadataFetcherTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  /// A time that never passes, because nothing here depends on it: no request is late, and no wait ends.
  private let time = VirtualTime()

  init() throws { temporary = try TemporaryCatalog() }

  private func fetcher(_ provider: any MetadataProvider) -> MetadataFetcher {
    time.fetcher(of: catalog, from: provider)
  }

  private func add(_ count: Int) throws {
    try catalog.write { transaction in
      for number in 1...count { try transaction.add { $0.title = "Book \(number)" } }
    }
  }

  @Test("callers of the same row share its request")
  func shares() async throws {
    try add(1)
    let gate = Gate()
    let provider = AnsweringProvider { query in
      try await gate.pass()
      return .found(AnsweringProvider.rated(query))
    }
    let fetcher = self.fetcher(provider)
    async let first = fetcher.metadata(of: 1)
    await gate.waitFor(1)
    async let second = fetcher.metadata(of: 1)
    async let third = fetcher.fetch([1])
    await fetcher.show([1])
    await gate.open()
    let states = try await [first, second]
    expectEqual(states[0], states[1])
    if case .loaded(let found) = states[0] { expectEqual(found.metadata.averageRating, 1) } else { Issue.record() }
    try await expectEqual(third.loaded, 1)
    expectEqual(provider.requests, [[1]])
    await fetcher.stop()
  }

  @Test("a cancelled caller does not cancel the others' request, and the last one removes the row from the queue")
  func leaves() async throws {
    try add(2)
    let gate = Gate()
    // Another row can be requested only after the request has ended.
    let provider = AnsweringProvider(limits: MetadataLimits(batch: 1, parallel: 1)) { query in
      if query.book == 1 { try await gate.pass() }
      return .found(AnsweringProvider.rated(query))
    }
    let fetcher = self.fetcher(provider)
    let one = Task { try await fetcher.metadata(of: 1) }
    await gate.waitFor(1)
    let other = Task { try await fetcher.metadata(of: 1) }
    one.cancel()
    await #expect(throws: CancellationError.self) { try await one.value }
    other.cancel()
    await #expect(throws: CancellationError.self) { try await other.value }
    _ = try await fetcher.metadata(of: 2)
    await fetcher.stop()
    await gate.open()
    let states = try await catalog.read { snapshot in
      try snapshot.metadataStates(of: [1, 2].compactMap { try snapshot.book($0) }, from: "answers")
    }
    expectEqual(states[0], .notAsked)
    #expect(states[1].isSettled)
  }

  @Test("a fetcher that does not serve the queue requests no row that is no longer visible")
  func leftSight() async throws {
    try add(4)
    let gate = Gate()
    let provider = AnsweringProvider(limits: MetadataLimits(batch: 1, parallel: 1)) { query in
      try await gate.pass()
      return .found(AnsweringProvider.rated(query))
    }
    let fetcher = catalog.metadataFetcher(provider: provider, servesQueue: false)
    await fetcher.show([1, 2])
    await gate.waitFor(1)
    await fetcher.show([3])
    await gate.open()
    _ = try await fetcher.fetch([3, 4])
    await fetcher.stop()
    expectEqual(provider.requests, [[1], [3], [4]])
  }

  @Test("compatible rows share a request, and a row with a bad answer is requested alone")
  func batches() async throws {
    try add(12)
    let provider = AnsweringProvider(limits: MetadataLimits(batch: 10, parallel: 1)) { query in
      query.book == 3 ? .unusable("bad") : .found(AnsweringProvider.rated(query))
    }
    let fetcher = self.fetcher(provider)
    let report = try await fetcher.fetch(Array(1...12))
    #expect(report.loaded == 11 && report.failed == 1)
    expectEqual(report.failures.map(\.book), [3])
    expectEqual(provider.requests.prefix(2), [Array(1...10), [11, 12]])
    // Only the bad one is requested again, alone.
    _ = try await fetcher.fetch([1, 2, 3, 4])
    expectEqual(Set(provider.requests.dropFirst(2)), [[3]])
    await fetcher.stop()
  }

  @Test("the rest of a row follows the list values, and a brief fetch does not wait for it")
  func rest() async throws {
    try add(3)
    let gate = Gate()
    let rest: @Sendable (MetadataQuery) async throws -> MetadataAnswer = { query in
      try await gate.pass()
      var metadata = query.known ?? ProviderMetadata()
      metadata.description = "About \(query.title)"
      return .found(metadata)
    }
    let provider = AnsweringProvider(more: rest) { .found(AnsweringProvider.rated($0)) }
    let fetcher = self.fetcher(provider)
    try await expectEqual(fetcher.fetch([1, 2, 3], isBrief: true).loaded, 3)
    async let whole = fetcher.fetch([1, 2, 3])
    await gate.open()
    try await expectEqual(whole.loaded, 3)
    let found = try await catalog.read { snapshot in
      try snapshot.metadata(of: #require(try snapshot.book(2))).first?.metadata
    }
    #expect(found?.description == "About Book 2" && found?.averageRating == 2)
    #expect(provider.requests == [[1, 2, 3], [1], [2], [3]] || Set(provider.requests.dropFirst()) == [[1], [2], [3]])
    await fetcher.stop()
  }

  @Test("visible rows precede a thousand others")
  func inSight() async throws {
    try add(60)
    let gate = Gate()
    let provider = AnsweringProvider(limits: MetadataLimits(batch: 1, parallel: 2)) { query in
      try await gate.pass()
      return .found(AnsweringProvider.rated(query))
    }
    let fetcher = self.fetcher(provider)
    async let all = fetcher.fetch(Array(1...50))
    await gate.waitFor(2)
    let events = fetcher.events
    await fetcher.show([60, 59], ahead: [58])
    // They are in the queue when they are reported.
    for await case .row(58, .waiting) in events { break }
    await gate.open()
    _ = try await all
    _ = try await fetcher.fetch([58, 59, 60])
    expectEqual(provider.requests[2...4].flatMap { $0 }, [60, 59, 58])
    await fetcher.stop()
  }

  @Test("an unreachable host costs rows no attempt and ends a fetch")
  func offline() async throws {
    try add(30)
    let provider = AnsweringProvider { _ in throw SourceFailure(.unreachable, "host", cause: "no network") }
    let fetcher = self.fetcher(provider)
    let report = try await fetcher.fetch(Array(1...30))
    #expect(report.hostFailure?.code == .unreachable && report.settled == 0 && report.waiting == 30)
    #expect(provider.requests.count <= 8)
    await fetcher.stop()
    let status = try await catalog.read { try $0.metadataStatus() }
    #expect(status.providers.first?.waiting == 30 && status.providers.first?.loading == 0)
    #expect(status.hosts.first?.failures ?? 0 >= 5)
    let attempts = try await catalog.database.read { try $0.integer("SELECT sum(attempts) FROM fetch_state") }
    expectEqual(attempts, 0)
  }

  @Test("a host that requests a long pause ends fetches, also ones that begin later")
  func leftAlone() async throws {
    try add(3)
    let busy = AnsweringProvider { _ in
      throw SourceFailure(.busy, "host", cause: "too often", retryAfter: .seconds(3_600))
    }
    let first = fetcher(busy)
    try await expectEqual(first.fetch([1, 2]).hostFailure?.cause, "too often")
    await first.stop()
    let second = fetcher(busy)
    let report = try await second.fetch([1, 2, 3])
    #expect(report.hostFailure?.code == .busy && report.hostWaitsUntil != nil && report.waiting == 3)
    expectEqual(busy.requests.count, 1)
    await second.stop()
  }

  @Test("a host that denies access is not asked again until its settings change or a person insists")
  func denied() async throws {
    try add(2)
    let refusing = AnsweringProvider { _ in throw SourceFailure(.denied, "host", cause: "who are you") }
    var fetcher = self.fetcher(refusing)
    try await expectEqual(fetcher.fetch([1]).hostFailure?.code, .denied)
    try await expectEqual(fetcher.fetch([2]).hostFailure?.code, .denied)
    expectEqual(refusing.requests, [[1]])
    _ = try await fetcher.fetch([2], force: true)
    expectEqual(refusing.requests.count, 2)
    await fetcher.stop()
    let introduced = AnsweringProvider(settings: 7) { .found(AnsweringProvider.rated($0)) }
    fetcher = self.fetcher(introduced)
    try await expectEqual(fetcher.fetch([1, 2]).loaded, 2)
    await fetcher.stop()
  }

  @Test("a stopping fetcher releases its claims, and another continues at once")
  func stops() async throws {
    try add(5)
    let gate = Gate()
    let holding = AnsweringProvider { _ in
      try await gate.pass()
      return .notFound
    }
    let first = fetcher(holding)
    await first.ask([1, 2, 3, 4, 5])
    await gate.waitFor(1)
    await first.stop()
    await #expect(throws: CancellationError.self) { try await first.metadata(of: 1) }
    let second = fetcher(AnsweringProvider { .found(AnsweringProvider.rated($0)) })
    try await expectEqual(second.fetch([1, 2, 3, 4, 5]).loaded, 5)
    await second.stop()
  }

  @Test("a row requested by another process is awaited and not requested twice")
  func elsewhere() async throws {
    try add(1)
    let gate = Gate()
    let other = AnsweringProvider { query in
      try await gate.pass()
      return .found(AnsweringProvider.rated(query))
    }
    let mine = AnsweringProvider { .found(AnsweringProvider.rated($0)) }
    let first = fetcher(other)
    await first.ask([1])
    await gate.waitFor(1)
    let second = fetcher(mine)
    let state = Task { try await second.metadata(of: 1) }
    await gate.open()
    // It checks the state of the row again.
    #expect(try await time.pass(catalog, until: { try await state.value }).isSettled)
    #expect(mine.requests.isEmpty)
    await first.stop()
    await second.stop()
  }

  @Test("a catalog that cannot be written reports it")
  func readOnly() async throws {
    try add(1)
    var options = BookCatalog.Options()
    options.isReadOnly = true
    let reading = try await BookCatalog.open(temporary.path, options: options)
    let fetcher = reading.metadataFetcher(provider: AnsweringProvider { _ in .notFound })
    await #expect(throws: CatalogError.self) { try await fetcher.fetch([1]) }
    await fetcher.stop()
    reading.close()
  }
}
