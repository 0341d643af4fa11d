import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Each answer in each state of a row, with the row's next state.
@Suite("Answers to a row")
struct FetchAnswersTests {
  enum Before: CaseIterable { case waiting, loaded, missing, failed }

  enum Answer: CaseIterable {
    case found, unchanged, none, otherBook, unusable, timedOut, busy, denied, cancelled, malformed
  }

  private static let start: Int64 = 1_767_225_600_000
  private static let day: Int64 = 86_400_000

  private func result(_ answer: Answer) -> FetchResult {
    func failed(_ code: SourceFailure.Code, _ seconds: Double? = nil) -> FetchResult {
      .failed(SourceFailure(code, "host", cause: "so", retryAfter: seconds.map { .seconds($0) }))
    }
    switch answer {
    case .found:
      var metadata = ProviderMetadata()
      metadata.pages = 12
      return .answers([.found(metadata, etag: "e")])
    case .unchanged: return .answers([.unchanged(maxAge: .seconds(7_200))])
    case .none: return .answers([.notFound])
    case .otherBook: return .answers([.otherBook("another ISBN")])
    case .unusable: return .answers([.unusable("bad")])
    case .timedOut: return failed(.timedOut)
    case .busy: return failed(.busy, 10)
    case .denied: return failed(.denied)
    case .cancelled: return .cancelled
    case .malformed: return failed(.malformed)
    }
  }

  @Test("each answer leads to the state in the table", arguments: Before.allCases, Answer.allCases)
  func table(before: Before, answer: Answer) throws {
    let temporary = try TemporaryCatalog()
    _ = try temporary.catalog.write { try $0.add { $0.title = "A" } }
    let provider = AnsweringProvider { _ in .notFound }
    var scheduler = FetchScheduler(ProviderProfile(provider), holder: "me")
    var generator = SeededGenerator(seed: 1)
    var time = Self.start
    func process(_ input: FetchBatch) throws -> FetchBatchResult {
      try temporary.catalog.database.write { connection in
        try scheduler.process(input, in: connection, now: Date(milliseconds: time), using: &generator)
      }
    }
    func row() throws -> FetchStateRow? {
      try temporary.catalog.database.read { try FetchStateTable(connection: $0, provider: "answers").row(1) }
    }
    var outcome = try process(FetchBatch(demands: [FetchDemand([1], .requested)]))
    let first: Answer? =
      switch before {
      case .waiting: nil
      case .loaded: .found
      case .missing: Answer.none
      case .failed: .unusable
      }
    if let first {
      _ = try process(
        FetchBatch(responses: [FetchResponse(request: try #require(outcome.requests.first), result: result(first))]))
      time = max(try #require(try row()).due, time)
      outcome = try process(FetchBatch())
    }
    let request = try #require(outcome.requests.first)
    let earlier = try #require(try row())
    outcome = try process(FetchBatch(responses: [FetchResponse(request: request, result: result(answer))]))
    let after = try #require(try row())
    let wait = after.due - time

    switch answer {
    case .unchanged where before != .loaded:
      #expect(after.state == .failed && after.attempts == (before == .failed ? 2 : 1))
    case .found, .unchanged:
      #expect(after.state == .loaded && after.attempts == 0 && after.queue == .refresh)
      let expected = answer == .found ? 27 * Self.day...33 * Self.day : 6_480_000...7_920_000
      #expect(expected.contains(wait))
      expectEqual(outcome.complete, [1])
    case .none, .otherBook:
      expectEqual(after.state, .notFound)
      let times: Int64 = before == .missing ? 2 : 1
      expectEqual(after.attempts, times)
      #expect((27 * Self.day * times...33 * Self.day * times).contains(wait))
      expectEqual(after.error, answer == .otherBook ? "another ISBN" : nil)
    case .unusable, .malformed:
      // A row with data keeps it; any other has failed.
      expectEqual(after.state, before == .loaded ? .loaded : .failed)
      expectEqual(after.attempts, before == .failed ? 2 : 1)
      #expect((2_000...21_600_000).contains(wait))
    case .timedOut, .busy, .denied, .cancelled:
      #expect(after.attempts == earlier.attempts && after.state == earlier.state)
      let isUnderWay = after.queue == .claimed
      // Without a reason against it, it is requested again at once.
      expectEqual(isUnderWay, answer == .timedOut || answer == .cancelled)
      expectEqual(outcome.hostWait?.failure.code, answer == .busy ? .busy : answer == .denied ? .denied : nil)
      if answer == .busy { expectEqual(outcome.wake, Date(milliseconds: time + 10_000)) }
    }
    let isNews = answer != .cancelled && answer != .timedOut && answer != .busy && answer != .denied
    expectEqual(outcome.rows.contains { $0.book == 1 && $0.state.isSettled }, isNews)
  }

  @Test("eight unusable answers park a row for a month")
  func parks() throws {
    let temporary = try TemporaryCatalog()
    _ = try temporary.catalog.write { try $0.add { $0.title = "A" } }
    var scheduler = FetchScheduler(ProviderProfile(AnsweringProvider { _ in .notFound }), holder: "me")
    var generator = SeededGenerator(seed: 3)
    var time = Self.start
    var waits: [Int64] = []
    var input = FetchBatch(demands: [FetchDemand([1], .requested)])
    for _ in 1...8 {
      let outcome = try temporary.catalog.database.write { connection in
        try scheduler.process(input, in: connection, now: Date(milliseconds: time), using: &generator)
      }
      let request = try #require(outcome.requests.first)
      input = FetchBatch(responses: [FetchResponse(request: request, result: .answers([.unusable("bad")]))])
      let after = try temporary.catalog.database.write { connection in
        _ = try scheduler.process(input, in: connection, now: Date(milliseconds: time), using: &generator)
        return try FetchStateTable(connection: connection, provider: "answers").row(1)
      }
      let due = try #require(after).due
      waits.append(due - time)
      time = due
      input = FetchBatch()
    }
    for (index, wait) in waits.dropLast().enumerated() {
      #expect((2_000...min(2_000 << (2 * Int64(index + 1)), 21_600_000)).contains(wait))
    }
    // The last ones approach six hours.
    #expect(waits[5...6].contains { $0 > 1_000_000 })
    expectEqual(waits.last, 30 * Self.day)
  }

  @Test("five failures in a row suspend the host, longer each time, and a single request probes it again")
  func breaker() throws {
    let temporary = try TemporaryCatalog()
    try temporary.catalog.write { transaction in
      for number in 1...40 { try transaction.add { $0.title = "Book \(number)" } }
    }
    let provider = AnsweringProvider(limits: MetadataLimits(batch: 1, parallel: 4)) { _ in .notFound }
    var scheduler = FetchScheduler(ProviderProfile(provider), holder: "me")
    var generator = SeededGenerator(seed: 3)
    var time = Self.start
    var flights: [FetchRequest] = []
    func process(_ input: FetchBatch) throws -> FetchBatchResult {
      let outcome = try temporary.catalog.database.write { connection in
        try scheduler.process(input, in: connection, now: Date(milliseconds: time), using: &generator)
      }
      flights += outcome.requests
      return outcome
    }
    let offline = FetchResult.failed(SourceFailure(.unreachable, "host", cause: "offline"))
    var outcome = try process(FetchBatch(demands: [FetchDemand(Array(1...40), .requested)]))
    expectEqual(outcome.requests.count, 4)
    for number in 1...5 {
      outcome = try process(FetchBatch(responses: [FetchResponse(request: flights.removeFirst(), result: offline)]))
      expectEqual(outcome.hostWait != nil, number == 5)
    }
    expectEqual(outcome.hostWait?.until, Date(milliseconds: time + 30_000))
    while !flights.isEmpty {
      outcome = try process(FetchBatch(responses: [FetchResponse(request: flights.removeFirst(), result: offline)]))
      #expect(outcome.requests.isEmpty)
    }
    for wait in [30_000, 60_000, 120_000] as [Int64] {
      expectEqual(outcome.wake, Date(milliseconds: time + wait))
      time += wait - 1
      #expect(try process(FetchBatch()).requests.isEmpty)
      time += 1
      try expectEqual(process(FetchBatch()).requests.count, 1)
      outcome = try process(FetchBatch(responses: [FetchResponse(request: flights.removeFirst(), result: offline)]))
    }
    time += 240_000
    try expectEqual(process(FetchBatch()).requests.count, 1)
    outcome = try process(
      FetchBatch(responses: [FetchResponse(request: flights.removeFirst(), result: .answers([.notFound]))]))
    expectEqual(outcome.requests.count, 4)
  }
}
