import CatalogTestSupport
import FoundationEssentials
import Synchronization
import TestExpectations
import Testing

@testable import Catalog

/// A completer that knows books by their ISBNs and records its requests.
private final class KnownBooks: RecordCompleter {
  let name = "The Library"
  let batch = 2
  let requests = Mutex<[[String]]>([])
  private let titles: [String: String]
  private let offline: [String: String]
  private let answer: @Sendable (Int) throws -> Void

  /// - Parameter answer: A closure called with the number of each request, from 1; it throws to fail the request.
  init(
    _ titles: [String: String], offline: [String: String] = [:],
    answer: @escaping @Sendable (Int) throws -> Void = { _ in }
  ) {
    (self.titles, self.offline, self.answer) = (titles, offline, answer)
  }

  func knowsKind(of record: SourceRecord) -> Bool { record.values[.isbn].value != nil }

  func completions(of records: [SourceRecord]) async throws -> [BookDraft?] {
    let isbns = records.map { $0.values[.isbn].value?.description ?? "" }
    let number = requests.withLock { requests in
      requests.append(isbns)
      return requests.count
    }
    try answer(number)
    return isbns.map { Self.draft(titles[$0]) }
  }

  func knownOffline(of records: [SourceRecord]) async throws -> [BookDraft?] {
    records.map { Self.draft(offline[$0.values[.isbn].value?.description ?? ""]) }
  }

  private static func draft(_ title: String?) -> BookDraft? {
    title.map { title in
      var draft = BookDraft()
      draft.title = title
      return draft
    }
  }
}

@Suite("Rows of imports without a title") struct CompletingImportTests {
  private static let isbns = ["9780441013593", "9780141439587", "9780141182803", "9780140328721", "9780306406157"]
  private static let titles = Dictionary(uniqueKeysWithValues: zip(isbns, ["Dune", "Emma", "Ulysses", "Fox", "Glass"]))

  private func records(_ isbns: [String] = isbns, state: String? = nil) throws -> [SourceRecord] {
    try isbns.map { isbn in
      var fields: [BookField: String?] = [.isbn: isbn]
      if let state { fields[.readState] = state }
      return try SourceRecord("isbn:\(isbn)", fields)
    }
  }

  private func load(
    _ records: [SourceRecord], into temporary: TemporaryCatalog, _ completer: (any RecordCompleter)?,
    isDryRun: Bool = false
  ) async throws -> ImportReport {
    try await temporary.catalog.importRecords(
      from: ListReader(records), source: "list", isDryRun: isDryRun, completer: completer)
  }

  @Test("rows are completed in batches, and importing again requests and changes nothing")
  func asked() async throws {
    let temporary = try TemporaryCatalog()
    let known = KnownBooks(Self.titles)
    let report = try await load(records(), into: temporary, known)
    #expect(report.counts.added == 5 && report.waiting == 0 && report.waitingReason == nil)
    expectEqual(known.requests.withLock { $0.map(\.count) }, [2, 2, 1])
    try await expectEqual(temporary.catalog.page("").books.map(\.title).sorted(), Self.titles.values.sorted())
    let again = try await load(records(), into: temporary, known)
    #expect(again.counts.unchanged == 5 && again.counts.total == 5)
    // Other values of the row are applied, and the title stays.
    let newer = try await load(records(state: "read"), into: temporary, known)
    expectEqual(newer.counts.updated, 5)
    let books = try await temporary.catalog.page("").books
    #expect(books.allSatisfy { $0.readState == .read && !$0.title.isEmpty })
    expectEqual(known.requests.withLock { $0.count }, 3)
  }

  @Test("rows are completed offline if the service does not answer, and only the others wait")
  func offline() async throws {
    let temporary = try TemporaryCatalog()
    let known = KnownBooks(Self.titles, offline: [Self.isbns[0]: "Dune", Self.isbns[4]: "Glass"]) { _ in
      throw SourceFailure(.unreachable, "library.example", cause: "there is no network")
    }
    let report = try await load(records(), into: temporary, known)
    #expect(report.counts.added == 2 && report.waiting == 3)
    try await expectEqual(temporary.catalog.page("").books.map(\.title).sorted(), ["Dune", "Glass"])
    expectEqual(known.requests.withLock { $0.count }, 1)
    let later = try await load(records(), into: temporary, KnownBooks(Self.titles))
    #expect(later.counts.added == 3 && later.counts.unchanged == 2 && later.waiting == 0)
    try expectEqual(temporary.catalog.findings(), [])
  }

  @Test("rows wait with the reason if no request is allowed, and the same import completes them later")
  func waiting() async throws {
    let temporary = try TemporaryCatalog()
    let report = try await load(records(), into: temporary, nil)
    #expect(report.waiting == 5 && report.counts.total == 0 && report.step == nil)
    expectEqual(report.waitingReason, "it has no title, and it was not looked up")
    let kept = try await temporary.catalog.read { try $0.quarantine(source: "list") }
    expectEqual(kept.map(\.remoteID), Self.isbns.map { "isbn:\($0)" }.sorted())
    #expect(kept.allSatisfy { String(decoding: $0.payload, as: UTF8.self) == $0.remoteID })
    let later = try await load(records(), into: temporary, KnownBooks(Self.titles))
    #expect(later.counts.added == 5 && later.waiting == 0)
    #expect(try await temporary.catalog.read { try $0.quarantine() }.isEmpty)
    try expectEqual(temporary.catalog.findings(), [])
  }

  @Test("rows keep the answers of a service that stops answering, which is not asked again in that import")
  func failing() async throws {
    let temporary = try TemporaryCatalog()
    let known = KnownBooks(Self.titles) { number in
      if number == 2 { throw SourceFailure(.unreachable, "library.example", cause: "no answer") }
    }
    let report = try await load(records(), into: temporary, known)
    #expect(report.counts.added == 2 && report.waiting == 3)
    expectEqual(report.waitingReason?.hasPrefix("it has no title, and looking it up in The Library failed: "), true)
    expectEqual(known.requests.withLock { $0.count }, 2)
    let later = try await load(records(), into: temporary, known)
    #expect(later.counts.added == 3 && later.counts.unchanged == 2 && later.waiting == 0)
  }

  @Test("unknown rows are rejected, and existing books need no request")
  func unknown() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords([SourceRecord("1", [.title: "Dune", .isbn: Self.isbns[0]])])
    let known = KnownBooks([:])
    let rejected = Mutex<[String]>([])
    let report = try await temporary.catalog.importRecords(
      from: ListReader(records(Array(Self.isbns.prefix(2)), state: "read")), source: "list", completer: known,
      notice: { if case .rejected(let row) = $0 { rejected.withLock { $0.append(row.reason) } } })
    #expect(report.counts.updated == 1 && report.counts.rejected == 1)
    expectEqual(rejected.withLock { $0 }, ["it has no title, and The Library has no book isbn:9780141439587"])
    expectEqual(known.requests.withLock { $0 }, [[Self.isbns[1]]])
    try await expectEqual(temporary.catalog.page("").books.map(\.readState), [.read])
  }

  @Test("rows keep the answers received when the import is stopped")
  func stopped() async throws {
    let temporary = try TemporaryCatalog()
    let known = KnownBooks(Self.titles) { number in
      if number == 3 { throw CancellationError() }
    }
    let report = try await load(records(), into: temporary, known)
    #expect(report.isInterrupted && report.counts.added == 4)
    let later = try await load(records(), into: temporary, KnownBooks(Self.titles))
    #expect(later.counts.added == 1 && later.counts.unchanged == 4)
  }

  @Test("a dry run completes rows without changes")
  func trial() async throws {
    let temporary = try TemporaryCatalog()
    let report = try await load(records(), into: temporary, nil, isDryRun: true)
    expectEqual(report.waiting, 5)
    #expect(try await temporary.catalog.read { try $0.quarantine() }.isEmpty)
    #expect(try await temporary.catalog.read { try $0.sources().allSatisfy { $0.name != "list" } })
  }
}

/// A provider of which only the limits matter.
private struct LimitedProvider: MetadataProvider {
  let name = "limited"
  let host = "limited.example"
  var limits = MetadataLimits(batch: 1, rate: 1, burst: 2, parallel: 1)
  func answers(to queries: [MetadataQuery]) async throws -> [MetadataAnswer] { queries.map { _ in .notFound } }
}

@Suite("Turns at asking a host") struct HostTurnsTests {
  /// A clock that advances only while a task sleeps.
  private final class SleptClock: Sendable {
    let time = Mutex(1_767_225_600.0)
    let slept = Mutex<[Double]>([])

    func turns(_ temporary: TemporaryCatalog) -> HostTurns {
      var environment = FetchEnvironment()
      environment.sleep = { seconds in
        self.slept.withLock { $0.append(seconds) }
        self.time.withLock { $0 += seconds }
      }
      return HostTurns(
        LimitedProvider(), temporary.catalog.database,
        now: { Date(timeIntervalSince1970: self.time.withLock { $0 }) }, environment: environment)
    }
  }

  @Test("turns come no faster than the host allows, whoever takes them")
  func rate() async throws {
    let temporary = try TemporaryCatalog()
    let clock = SleptClock()
    let (one, other) = (clock.turns(temporary), clock.turns(temporary))
    for _ in 0..<3 {
      for turns in [one, other] { try await expectEqual(turns.perform { 1 }, 1) }
    }
    // Two at once, and then one a second.
    let slept = clock.slept.withLock { $0 }
    #expect(slept.count == 4 && slept.allSatisfy { abs($0 - 1) < 0.01 }, "\(slept)")
  }

  @Test("turns are refused while the host asks for a pause")
  func refused() async throws {
    let temporary = try TemporaryCatalog()
    let clock = SleptClock()
    let busy = SourceFailure(.busy, "limited.example", cause: "too many", retryAfter: .seconds(300))
    await #expect(throws: busy) { try await clock.turns(temporary).perform { throw busy } }
    let isRequested = Mutex(false)
    await #expect(throws: SourceFailure.self) {
      try await clock.turns(temporary).perform { isRequested.withLock { $0 = true } }
    }
    #expect(!isRequested.withLock { $0 })
    clock.time.withLock { $0 += 301 }
    try await expectEqual(clock.turns(temporary).perform { 2 }, 2)
  }

  @Test("turns are returned, also if the request fails or is cancelled")
  func slots() async throws {
    let temporary = try TemporaryCatalog()
    let clock = SleptClock()
    let turns = clock.turns(temporary)
    let missing = SourceFailure(.missing, "limited.example", cause: "not there")
    for _ in 0..<3 {
      await #expect(throws: missing) { try await turns.perform { throw missing } }
      await #expect(throws: CancellationError.self) { try await turns.perform { throw CancellationError() } }
    }
    try await expectEqual(clock.turns(temporary).perform { 3 }, 3)
  }
}
