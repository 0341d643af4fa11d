import CatalogTestSupport
import FoundationEssentials
import Synchronization
import TestExpectations
import Testing

@testable import Catalog

@Suite struct CoverTurnsTests {
  private let temporary: TemporaryCatalog
  private let time = Time()

  /// A clock that the test sets.
  private final class Time: Sendable {
    private let seconds = Mutex(1_800_000_000.0)
    var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
    func advance(by interval: Double) { seconds.withLock { $0 += interval } }
  }

  init() throws { temporary = try TemporaryCatalog() }

  private var turns: CoverTurns { CoverTurns(database: temporary.catalog.database, now: { [time] in time.now }) }

  private func permit(_ host: String) async throws -> CoverTurns.Permit? {
    if case .granted(let permit) = try await turns.turn(at: host) { permit } else { nil }
  }

  @Test func `all processes together make two requests at a time, and one a second to a host`() async throws {
    let first = try #require(try await permit("a.example"))
    guard case .hostWaits(let until) = try await turns.turn(at: "a.example") else {
      Issue.record("the host was asked twice within a second")
      return
    }
    expectEqual(until, time.now.addingTimeInterval(1))
    let second = try #require(try await permit("b.example"))
    guard case .allWait(let until) = try await turns.turn(at: "c.example") else {
      Issue.record("a third request was allowed")
      return
    }
    #expect(until > time.now && until < time.now.addingTimeInterval(2))
    _ = try await turns.end(first, nil)
    let third = try #require(try await permit("c.example"))
    for permit in [second, third] { _ = try await turns.end(permit, nil) }
    time.advance(by: 1)
    #expect(try await permit("a.example") != nil)
  }

  @Test func `at most a thousand requests are made in any day, and more follow later`() async throws {
    var granted: [Date] = []
    for number in 0..<1_500 {
      if let permit = try await permit("h\(number).example") {
        granted.append(time.now)
        _ = try await turns.end(permit, nil)
      }
      time.advance(by: 120)
    }
    for (index, start) in granted.enumerated() {
      let end = start.addingTimeInterval(86_400)
      #expect(granted[index...].prefix { $0 < end }.count <= 1_000)
    }
    #expect(granted.count > 1_000)
  }

  @Test func `a host that fails repeatedly waits, and other hosts and other failures do not count`() async throws {
    func ask(_ host: String, _ failure: SourceFailure?) async throws -> Date? {
      time.advance(by: 2)
      return try await turns.end(try #require(try await permit(host)), failure)
    }
    let down = SourceFailure(.timedOut, "a.example", cause: "its response took too long")
    for _ in 0..<4 { #expect(try await ask("a.example", down) == nil) }
    #expect(try await ask("b.example", nil) == nil)
    let until = try #require(try await ask("a.example", down))
    #expect(until > time.now)
    time.advance(by: 2)
    guard case .hostWaits(until) = try await turns.turn(at: "a.example") else {
      Issue.record("the host is not left alone")
      return
    }
    for code in [.missing, .denied, .malformed, .tooLarge, .failed] as [SourceFailure.Code] {
      for _ in 0..<6 { #expect(try await ask("b.example", SourceFailure(code, "b.example", cause: "no")) == nil) }
    }
    let status = try await temporary.catalog.metadataStatus()
    expectEqual(status.hosts.map(\.name), ["a.example", "b.example"])
    expectEqual(status.hosts.first?.error, "its response took too long")
  }

  @Test func `hosts that respond are forgotten after a while`() async throws {
    for number in 0..<5 {
      _ = try await turns.end(try #require(try await permit("h\(number).example")), nil)
    }
    try await turns.tidy()
    try await expectEqual(temporary.catalog.metadataStatus().hosts.count, 5)
    time.advance(by: 3_700)
    try await turns.tidy()
    try await expectEqual(temporary.catalog.metadataStatus().hosts.count, 0)
  }

  @Test func `the owner's answer about covers is stored, and is not a step`() async throws {
    let catalog = temporary.catalog
    #expect(try await catalog.read { try $0.coverConsent() } == nil)
    for answer in [.asked, .granted, .refused] as [CoverConsent] {
      try await catalog.write { try $0.setCoverConsent(answer) }
      try await expectEqual(catalog.read { try $0.coverConsent() }, answer)
    }
    #expect(try await catalog.read { try $0.steps(limit: 10) }.isEmpty)
  }
}
