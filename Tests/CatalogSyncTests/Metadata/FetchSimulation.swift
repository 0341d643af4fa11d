import CatalogTestSupport
import FoundationEssentials

@testable import Catalog
@testable import CatalogModel

/// A random life of a metadata queue: two processes that show rows, send requests, crash and restart; a host that
/// answers, fails and refuses; a user who edits; and a clock that is set back.
final class FetchSimulation {
  /// A deliberate mistake that the simulation has to catch.
  enum BrokenVariant: CaseIterable {
    case noInputCheck, noSlots, noRate, hostFaultsCostRows, claimsStay

    /// A seed whose simulation shows the mistake. Other seeds may have to take its place when the simulation changes.
    var knownSeed: UInt64 {
      switch self {
      case .noInputCheck, .noSlots: 9
      case .claimsStay: 4
      case .noRate, .hostFaultsCostRows: 1
      }
    }
  }

  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  /// A request that a process has sent.
  private struct Flight {
    let request: FetchRequest
    let begun: Int64
    /// True if the clock was set back since, so that no process can know of the request.
    var isForgotten = false
  }

  private struct Process {
    var database: Database
    var scheduler: FetchScheduler
    var flights: [Flight] = []
  }

  static let rows = 40
  private static let limits = MetadataLimits(batch: 5, rate: 3, burst: 2, parallel: 4)

  private let seed: UInt64
  private let variant: BrokenVariant?
  private let temporary: TemporaryCatalog
  private var random: SeededGenerator
  private var generator: SeededGenerator
  private var processes: [Process] = []
  private var names = 0
  /// Milliseconds since 1970.
  private var time: Int64 = 1_767_225_600_000
  /// The start times of requests since the clock was last set back.
  private var starts: [Int64] = []
  /// The time until which the host asks to be left alone.
  private var blockedUntil: Int64 = 0
  private var isHostWell = false

  init(_ seed: UInt64, _ variant: BrokenVariant? = nil) throws {
    (self.seed, self.variant) = (seed, variant)
    temporary = try TemporaryCatalog()
    random = SeededGenerator(seed: seed)
    generator = SeededGenerator(seed: seed &+ 1)
    try temporary.catalog.write { transaction in
      for number in 1...Self.rows {
        var fields: [BookField: FieldValue] = [.title: .text("Book \(number)")]
        if number % 3 != 0 { fields[.isbn] = .isbn(try ISBN(Self.isbn(number))) }
        if number % 4 == 0 { fields[.pages] = .integer(number) }
        try transaction.add(fields)
      }
    }
    for _ in 0..<2 { processes.append(try begin()) }
  }

  deinit { for process in processes { process.database.close() } }

  private static func isbn(_ number: Int) -> String {
    let digits = "978" + String(100_000_000 + number)
    let sum = digits.utf8.enumerated().reduce(0) { $0 + Int($1.element - 48) * ($1.offset % 2 == 0 ? 1 : 3) }
    return digits + String((10 - sum % 10) % 10)
  }

  private var now: Date { Date(milliseconds: time) }

  private func begin() throws -> Process {
    names += 1
    var limits = Self.limits
    if variant == .noSlots { limits.parallel = 1_000 }
    if variant == .noRate { limits.rate = nil }
    let profile = ProviderProfile(Provider(limits: limits))
    let time = now
    return Process(
      database: try Database.ofCatalog(
        path: temporary.path, mayCreate: false, readOnly: false, patience: 3_000, clock: { time }),
      scheduler: FetchScheduler(profile, holder: "process \(names)"))
  }

  /// Returns the true metadata of a book, by its query.
  private static func truth(_ query: MetadataQuery, whole: Bool) -> ProviderMetadata {
    var metadata = ProviderMetadata()
    let input = query.isbn?.digits ?? query.title
    metadata.title = "The book \(input)"
    metadata.pages = 100 + input.utf8.reduce(0) { $0 + Int($1) } % 500
    metadata.subjects = [input]
    if whole { metadata.description = "About \(input)." }
    return metadata
  }

  /// The provider; the simulation makes its answers.
  private struct Provider: MetadataProvider {
    let name = "truth"
    let host = "truth.example"
    let limits: MetadataLimits
    let hasMore = true
    func joins(_ query: MetadataQuery) -> Bool { query.isbn != nil }
    func answers(to queries: [MetadataQuery]) async throws -> [MetadataAnswer] { [] }
  }
}

// MARK: Living

extension FetchSimulation {
  /// Performs a number of steps, and then continues until everything is fetched.
  func run(steps: Int) throws {
    for _ in 0..<steps { try step() }
    try converge()
  }

  private func step() throws {
    let index = Int.random(in: 0..<processes.count, using: &random)
    var input = FetchBatch()
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<12: input.demands = [FetchDemand(someBooks(8), .seen)]
    case 12..<20: input.demands = [FetchDemand(someBooks(12), .requested)]
    case 20..<22: input.demands = [FetchDemand(someBooks(3), .forced)]
    case 22..<30:
      let books = someBooks(6)
      input.inSight = books
      input.demands = [FetchDemand(books, .seen)]
    case 30..<34: try edit()
    case 34..<36: processes[index] = try crash(index)
    case 36..<37: setBack()
    case 37..<40: input.withdrawn = someBooks(2)
    case 40..<50: time += Int64.random(in: 0...40_000, using: &random)
    default: time += Int64.random(in: 0...400, using: &random)
    }
    try process(index, input)
    for other in processes.indices where !processes[other].flights.isEmpty {
      if Bool.random(using: &random) { try answer(other) }
    }
  }

  private func someBooks(_ count: Int) -> [Book.ID] {
    (0..<Int.random(in: 1...count, using: &random)).map { _ in
      Book.ID(Int64.random(in: 1...Int64(Self.rows), using: &random))
    }
  }

  private func edit() throws {
    // Often one that is being requested.
    let requested = processes.flatMap(\.flights).flatMap { $0.request.rows.map(\.book) }
    let any = Book.ID(Int64.random(in: 1...Int64(Self.rows), using: &random))
    let book = Bool.random(using: &random) ? requested.randomElement(using: &random) ?? any : any
    let number = Int.random(in: 1...500, using: &random)
    let kind = Int.random(in: 0..<6, using: &random)
    try temporary.catalog.write { transaction in
      guard try transaction.snapshot.book(book) != nil else { return }
      switch kind {
      case 0: try transaction.edit([book]) { $0.isbn = try ISBN(Self.isbn(number)) }
      case 1: try transaction.edit([book]) { $0.isbn = nil }
      case 2, 3: try transaction.edit([book]) { $0.title = "Book \(number)" }
      case 4: try transaction.edit([book]) { $0.pages = number }
      default: try transaction.remove([book])
      }
    }
  }

  /// Ends a process at any point; the answers to its requests are lost.
  private func crash(_ index: Int) throws -> Process {
    processes[index].database.close()
    return try begin()
  }

  /// Sets the clock back by up to a year.
  private func setBack() {
    time -= Int64.random(in: 1_000...31_536_000_000, using: &random)
    starts = []
    blockedUntil = 0
    for index in processes.indices {
      for flight in processes[index].flights.indices { processes[index].flights[flight].isForgotten = true }
    }
  }

  /// Ends one of the running requests.
  private func answer(_ index: Int) throws {
    let flight = processes[index].flights.remove(
      at: Int.random(in: 0..<processes[index].flights.count, using: &random))
    let result = result(of: flight)
    if case .failed(let failure) = result, let seconds = failure.retryAfter?.seconds {
      blockedUntil = max(blockedUntil, time + Int64(seconds * 1000))
    }
    let attempts = try attempts(of: flight.request, index)
    try process(index, FetchBatch(responses: [FetchResponse(request: given(flight.request), result: result)]))
    // A row edited in the meantime starts anew, and one whose book was removed leaves the queue.
    if case .failed = result, try zip(attempts, self.attempts(of: flight.request, index)).contains(where: Self.costs) {
      throw Violation(description: "a fault of the host cost a row an attempt")
    }
  }

  private func result(of flight: Flight) -> FetchResult {
    let kind = isHostWell ? 100 : Int.random(in: 0..<120, using: &random)
    switch kind {
    case 0..<5: return hostFails(SourceFailure(.timedOut, "truth", cause: "slow"), flight)
    case 5..<9: return hostFails(SourceFailure(.busy, "truth", cause: "busy", retryAfter: .seconds(5)), flight)
    case 9..<20: return hostFails(SourceFailure(.unreachable, "truth", cause: "offline"), flight)
    case 20..<22: return .cancelled
    default:
      return .answers(
        flight.request.rows.map { row in
          switch isHostWell ? 100 : Int.random(in: 0..<60, using: &random) {
          case 0..<4: .notFound
          case 4..<6: .otherBook("another one")
          case 6..<10: .unusable("nonsense")
          case 10..<12 where row.query.known != nil: .unchanged()
          default: .found(Self.truth(row.query, whole: flight.request.stage == .rest))
          }
        })
    }
  }

  private func hostFails(_ failure: SourceFailure, _ flight: Flight) -> FetchResult {
    guard variant == .hostFaultsCostRows else { return .failed(failure) }
    return .failed(SourceFailure(.failed, "truth", cause: failure.cause))
  }

  /// Returns the request as reported; the broken variant pretends that it was for the row's current input.
  private func given(_ request: FetchRequest) -> FetchRequest {
    guard variant == .noInputCheck else { return request }
    let rows = request.rows.map { row in
      var stored = row.stored
      if let input = (try? temporary.catalog.read { try $0.book(row.book)?.metadataInput.fingerprint }) ?? nil {
        stored.input = input
      }
      return FetchRow(query: row.query, stored: stored, stage: row.stage, hasLayer: row.hasLayer)
    }
    return FetchRequest(
      number: request.number, stage: request.stage, rows: rows, slot: request.slot, change: request.change)
  }

  private static func costs(_ before: Int64?, _ after: Int64?) -> Bool { after ?? 0 > before ?? 0 }

  private func attempts(of request: FetchRequest, _ index: Int) throws -> [Int64?] {
    try processes[index].database.read { connection in
      try request.rows.map { try FetchStateTable(connection: connection, provider: "truth").row($0.book)?.attempts }
    }
  }

  @discardableResult
  private func process(_ index: Int, _ input: FetchBatch) throws -> FetchBatchResult {
    var process = processes[index]
    // A request that takes too long has failed by then.
    let late = process.flights.filter { time - $0.begun >= 25_000 || time < $0.begun }
    process.flights.removeAll { flight in late.contains { $0.request.number == flight.request.number } }
    var input = input
    if variant != .claimsStay {
      input.responses += late.map {
        FetchResponse(request: $0.request, result: .failed(SourceFailure(.timedOut, "truth", cause: "late")))
      }
    }
    let outcome = try process.database.write { connection in
      try process.scheduler.process(input, in: connection, now: now, using: &generator)
    }
    process.flights += outcome.requests.map { Flight(request: $0, begun: time) }
    starts += outcome.requests.map { _ in time }
    if !outcome.requests.isEmpty, time < blockedUntil {
      throw Violation(description: "the host was asked while it wanted to be left alone")
    }
    processes[index] = process
    try check(index, outcome)
    return outcome
  }
}

// MARK: Checking

extension FetchSimulation {
  private func check(_ index: Int, _ outcome: FetchBatchResult) throws {
    let flights = processes.flatMap(\.flights).filter { !$0.isForgotten && time - $0.begun < 25_000 }
    let rows = flights.flatMap { $0.request.rows.map(\.book) }
    guard Set(rows).count == rows.count else { throw Violation(description: "I8: a row is asked for twice") }
    guard flights.count <= Self.limits.parallel else {
      throw Violation(description: "I8: \(flights.count) requests at a time")
    }
    let rate = Self.limits.rate ?? 0
    for first in starts.indices {
      for last in first..<starts.count {
        let allowed = rate * Double(starts[last] - starts[first]) / 1000 + Double(Self.limits.burst)
        guard Double(last - first + 1) <= allowed + 0.001 else {
          throw Violation(description: "I8: \(last - first + 1) requests within \(starts[last] - starts[first]) ms")
        }
      }
    }
    let process = processes[index]
    let mine = process.scheduler.claimedRows
    let holder = process.scheduler.holder
    try process.database.read { connection in
      try connection.statement("SELECT book_id, claimed_by, due_at FROM fetch_state WHERE queue = 0").forEachRow {
        row in
        if row.integer(2) <= time || (row.optionalText(1)?.hasPrefix(holder) == true && !mine.contains(row.id(0))) {
          throw Violation(description: "I9: a claim without an owner")
        }
      }
      try connection.statement("SELECT input, subjects, book_id, description FROM metadata").forEachRow { row in
        let input = row.text(1)
        let book = Book(id: 1, uuid: UUID(), title: input, added: now)
        var byISBN = book
        byISBN.isbn = try? ISBN(input)
        guard row.integer(0) == byISBN.metadataInput.fingerprint else {
          throw Violation(description: "I7: book \(row.integer(2)) has the metadata of \(input)")
        }
        if let text = row.optionalText(3), text != "About \(input)." {
          throw Violation(description: "I7: book \(row.integer(2)) has the description of another")
        }
      }
    }
  }

  /// Expects that everything is fetched in bounded time once faults stop.
  private func converge() throws {
    isHostWell = true
    let books = Array(1...Book.ID(Self.rows))
    try process(0, FetchBatch(demands: [FetchDemand(books, .requested)]))
    var rounds = 0
    while try !isSettled() {
      rounds += 1
      guard rounds < 3_000 else { throw Violation(description: "I6: it does not come to an end") }
      for index in processes.indices {
        while !processes[index].flights.isEmpty { try answer(index) }
        let outcome = try process(index, FetchBatch())
        if processes.allSatisfy(\.flights.isEmpty), let wake = outcome.wake {
          // Nothing else happens before.
          if index == processes.count - 1 { time = max(time + 1, min(wake.milliseconds, time + 3_600_000 * 24)) }
        }
      }
    }
    let findings = try temporary.catalog.check().findings
    guard findings.isEmpty else { throw Violation(description: "I2: \(findings)") }
  }

  private func isSettled() throws -> Bool {
    try processes[0].database.read { connection in
      try connection.integer(
        """
        SELECT count(*) FROM fetch_state JOIN book ON id = book_id
        WHERE hidden = 0 AND (state IN (0, 3) OR stage = 1 OR queue = 0)
        """) == 0
    }
  }
}
