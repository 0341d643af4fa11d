import CatalogTestSupport
import FoundationEssentials
import Testing

@testable import Catalog

/// A queue with two processes, and a clock that a test sets.
private final class Schedulers {
  static let start: Int64 = 1_767_225_600_000
  static let hour: Int64 = 3_600_000

  let temporary: TemporaryCatalog
  var time = start
  private var schedulers: [FetchScheduler] = []
  private var generator = SeededGenerator(seed: 3)

  init(books: Int, limits: MetadataLimits = MetadataLimits(batch: 1, parallel: 1), servesQueue: Bool = true) throws {
    temporary = try TemporaryCatalog()
    try temporary.catalog.write { transaction in
      for number in 1...books { try transaction.add([.title: .text("Book \(number)")]) }
    }
    let nothing: @Sendable (MetadataQuery) async throws -> MetadataAnswer = { _ in .none }
    let provider = AnsweringProvider(limits: limits, more: nothing, nothing)
    for name in ["one", "two"] {
      schedulers.append(FetchScheduler(ProviderProfile(provider, servesQueue: servesQueue), holder: name))
    }
  }

  func process(_ input: FetchBatch = FetchBatch(), by scheduler: Int = 0) throws -> FetchBatchResult {
    try temporary.catalog.database.write { connection in
      try schedulers[scheduler].process(input, in: connection, now: Date(milliseconds: time), using: &generator)
    }
  }

  func answer(
    _ request: FetchRequest, _ answer: MetadataAnswer = .none, withdrawn: [Int64] = [], by scheduler: Int = 0
  ) throws -> FetchBatchResult {
    let answers = request.rows.map { _ in answer }
    return try process(
      FetchBatch(responses: [FetchResponse(request: request, result: .answers(answers))], withdrawn: withdrawn),
      by: scheduler)
  }

  func fail(_ request: FetchRequest, _ result: FetchResult, withdrawn: [Int64] = []) throws -> FetchBatchResult {
    try process(FetchBatch(responses: [FetchResponse(request: request, result: result)], withdrawn: withdrawn))
  }

  func row(_ book: Int64) throws -> FetchStateRow? {
    try temporary.catalog.database.read { try FetchStateTable(connection: $0, provider: "answers").row(book) }
  }
}

private func demands(_ books: [Int64], _ urgency: FetchPriority = .requested, isWaiterOnly: Bool = false) -> FetchBatch
{
  FetchBatch(demands: [FetchDemand(books, urgency, isWaiterOnly: isWaiterOnly)])
}

extension FetchBatchResult {
  fileprivate var asked: [[Int64]] { requests.map { $0.rows.map(\.book) } }
}

@Suite("A clock that is set back")
struct FetchClockTests {
  @Test("stalls nothing that waits for its turn", arguments: [1_000, Schedulers.hour, 365 * 24 * Schedulers.hour])
  func waiting(step: Int64) throws {
    let schedulers = try Schedulers(books: 3)
    let request = try #require(try schedulers.process(demands([1, 2, 3])).requests.first)
    schedulers.time -= step
    #expect(try schedulers.answer(request).asked == [[2]])
  }

  @Test("lets no row wait for longer than its attempts allow", arguments: 1...9)
  func attempts(count: Int) throws {
    let schedulers = try Schedulers(books: 1)
    var outcome = try schedulers.process(demands([1]))
    for _ in 1..<count {
      _ = try schedulers.answer(try #require(outcome.requests.first), .unusable("bad"))
      schedulers.time = try #require(try schedulers.row(1)).due
      outcome = try schedulers.process()
    }
    _ = try schedulers.answer(try #require(outcome.requests.first), .unusable("bad"))
    schedulers.time -= 365 * 24 * Schedulers.hour
    #expect(try schedulers.process().asked == [[1]])
    #expect(try schedulers.row(1)?.attempts == Int64(count))
  }

  @Test(
    "frees no claims of others by seconds, and none of one's own by any time", arguments: [1_000, 29_000] as [Int64])
  func claims(step: Int64) throws {
    let schedulers = try Schedulers(books: 2, limits: MetadataLimits(batch: 1, parallel: 4))
    #expect(try schedulers.process(demands([1])).asked == [[1]])
    schedulers.time -= step
    let other = try schedulers.process(demands([1]), by: 1)
    #expect(other.asked.isEmpty && other.elsewhere == [1])
    schedulers.time -= Schedulers.hour
    let own = try schedulers.process()
    #expect(own.asked.isEmpty && own.wake == nil)
    schedulers.time += 2 * Schedulers.hour
    #expect(try schedulers.process().asked.isEmpty)
  }

  @Test("a row that another process took up in vain does not keep the queue awake")
  func takenUp() throws {
    let schedulers = try Schedulers(books: 2, limits: MetadataLimits(batch: 1, parallel: 2))
    let request = try #require(try schedulers.process(demands([1])).requests.first)
    // The other process sees a clock by which the claim has run out, and puts the row back into the queue.
    schedulers.time += 31_000
    try schedulers.temporary.catalog.database.write { connection in
      try FetchStateTable(connection: connection, provider: "answers")
        .releaseClaims(at: schedulers.time, latest: schedulers.time + 60_000, exceptOf: "two ")
    }
    let outcome = try schedulers.process(demands([2]))
    // The row behind it is met all the same.
    #expect(outcome.asked == [[2]])
    #expect(outcome.wake == nil)
    // Nobody else asks for it: the answer counts.
    #expect(try schedulers.answer(request).complete == [1])
    #expect(try schedulers.row(1)?.state == FetchState.none)
  }
}

@Suite("What a batch reads")
struct FetchBatchPlanTests {
  @Test("no statement reads more of the queue than the rows it is about")
  func plans() throws {
    let schedulers = try Schedulers(books: 5, limits: MetadataLimits(batch: 2, parallel: 2))
    let request = try #require(try schedulers.process(demands([1, 2, 3, 4, 5])).requests.first)
    _ = try schedulers.answer(request, withdrawn: [5])
    // A clock that goes back has times looked after that lie too far ahead.
    schedulers.time -= Schedulers.hour
    _ = try schedulers.process(FetchBatch(inSight: [1, 2]))
    let read = try schedulers.temporary.catalog.database.write { connection in
      try connection.preparedStatements { $0.contains("fetch_state") }
    }
    #expect(read.contains { $0.sql.contains("SET queue = CASE") })
    #expect(read.contains { $0.sql.contains("BETWEEN") })
    for statement in read {
      for line in statement.plan where line.contains("fetch_state") || line.hasPrefix("SEARCH f ") {
        let isRange = line.contains("fetch_due (provider=? AND queue=? AND due_at")
        #expect(isRange || line.contains("(provider=? AND book_id=?)"), "\(line) of \(statement.sql)")
      }
    }
  }
}

@Suite("Whom to ask next")
struct FetchTurnTests {
  @Test("every eighth request goes to the row that is due longest, whatever is in sight")
  func fairness() throws {
    let schedulers = try Schedulers(books: 40)
    let request = try #require(try schedulers.process(demands([1, 2, 3], .seen)).requests.first)
    schedulers.time += 1_000
    var input = demands(Array(4...40), .seen)
    input.inSight = Array(4...40)
    _ = try schedulers.process(input)
    var asked: [Int64] = []
    var next: FetchRequest? = request
    while let request = next, asked.count < 24 {
      asked += request.rows.map(\.book)
      next = try schedulers.answer(request).requests.first
    }
    #expect(asked[7] == 2 && asked[15] == 3 && asked[1...6] == [4, 5, 6, 7, 8, 9])
  }

  @Test("a row in sight whose host failed keeps its place")
  func keepsItsPlace() throws {
    let schedulers = try Schedulers(books: 20)
    var input = demands(Array(1...20))
    input.inSight = [17, 18]
    let request = try #require(try schedulers.process(input).requests.first)
    #expect(request.rows.map(\.book) == [17])
    schedulers.time += 500
    let failure = SourceFailure(.timedOut, "host", cause: "slow")
    #expect(try schedulers.fail(request, .failed(failure)).asked == [[17]])
  }

  @Test("a row whose host failed keeps its place in the queue")
  func keepsItsPlaceInQueue() throws {
    let schedulers = try Schedulers(books: 3)
    let request = try #require(try schedulers.process(demands([1])).requests.first)
    schedulers.time += 500
    _ = try schedulers.process(demands([2, 3]))
    schedulers.time += 500
    #expect(try schedulers.fail(request, .failed(SourceFailure(.timedOut, "host", cause: "slow"))).asked == [[1]])
  }

  @Test("who does not serve the queue asks for what was asked for, and for no descriptions")
  func page() throws {
    let schedulers = try Schedulers(books: 6, limits: MetadataLimits(batch: 4, parallel: 1), servesQueue: false)
    try schedulers.temporary.catalog.write { try $0.askMetadata(of: [1, 2, 3], from: "answers") }
    var input = demands([5, 6])
    input.inSight = [4]
    input.demands.append(FetchDemand([4], .seen))
    let request = try #require(try schedulers.process(input).requests.first)
    #expect(request.rows.map(\.book) == [4, 5, 6])
    let again = try schedulers.fail(request, .failed(SourceFailure(.timedOut, "host", cause: "slow")))
    #expect(again.asked == [[4, 5, 6]])
    let outcome = try schedulers.answer(try #require(again.requests.first), .found(Metadata()))
    #expect(outcome.asked.isEmpty && outcome.complete == [4, 5, 6] && outcome.wake == nil)
    let later = try schedulers.process(demands([4]))
    #expect(later.asked.isEmpty && later.complete == [4])
  }

  @Test("who does not serve the queue asks for no row that has left the sight, or whose last waiter has left")
  func leftPage() throws {
    let schedulers = try Schedulers(books: 6, servesQueue: false)
    // Others have put one in the queue that is waited for here, too: it stays there.
    try schedulers.temporary.catalog.write { try $0.askMetadata(of: [5], from: "answers") }
    var input = FetchBatch(demands: [FetchDemand([1, 2], .seen), FetchDemand([5], .requested, isWaiterOnly: true)])
    input.inSight = [1, 2]
    let first = try #require(try schedulers.process(input).requests.first)
    input = FetchBatch(demands: [FetchDemand([3], .seen)], withdrawn: [5])
    input.inSight = [3]
    #expect(try schedulers.process(input).asked.isEmpty, "one at a time")
    let second = try schedulers.answer(first)
    #expect(second.asked == [[3]])
    let last = try schedulers.answer(try #require(second.requests.first))
    #expect(last.asked.isEmpty && last.isIdle)
    #expect(try schedulers.process(demands([5])).asked == [[5]], "whoever asks for it again")
  }

  @Test("who does not serve the queue asks again for what was asked for, until there is an answer")
  func answeredPage() throws {
    let schedulers = try Schedulers(books: 2, servesQueue: false)
    let request = try #require(try schedulers.process(demands([1, 2])).requests.first)
    let again = try schedulers.fail(request, .cancelled)
    #expect(again.asked == [[1]])
    let next = try schedulers.answer(try #require(again.requests.first), .unusable("bad"))
    #expect(next.asked == [[2]])
    let last = try schedulers.answer(try #require(next.requests.first))
    schedulers.time += 365 * 24 * Schedulers.hour
    var input = FetchBatch()
    input.inSight = []
    let later = try schedulers.process(input)
    #expect(last.asked.isEmpty && later.asked.isEmpty, "nobody waits for another answer")
  }
}

@Suite("A row that is gone, taken or not wanted")
struct FetchLossTests {
  @Test("one that another process took is looked for there; one whose book went is done with")
  func lost() throws {
    let schedulers = try Schedulers(books: 3, limits: MetadataLimits(batch: 1, parallel: 3))
    let requests = try schedulers.process(demands([1, 2, 3])).requests
    _ = try schedulers.temporary.catalog.write { try $0.remove([2]) }
    schedulers.time += 31_000
    // The other process takes up what ran out, and forgets what is not there.
    let other = try schedulers.process(demands([1]), by: 1)
    #expect(other.asked.contains([1]) && other.complete == [2])
    #expect(try schedulers.answer(requests[0]).elsewhere == [1])
    #expect(try schedulers.answer(requests[1]).complete == [2])
    let failure = FetchResult.failed(SourceFailure(.timedOut, "host", cause: "slow"))
    #expect(try schedulers.fail(requests[2], failure).elsewhere == [3])
  }

  @Test("a hidden queued book is done with")
  func hidden() throws {
    let schedulers = try Schedulers(books: 2)
    let request = try #require(try schedulers.process(demands([1, 2])).requests.first)
    _ = try schedulers.temporary.catalog.write { try $0.remove([2]) }
    #expect(try schedulers.answer(request).complete.sorted() == [1, 2])
    #expect(try schedulers.row(2) == nil)
  }

  @Test("one that only a waiter wanted leaves the queue with the waiter")
  func withdrawn() throws {
    let schedulers = try Schedulers(books: 2)
    let request = try #require(try schedulers.process(demands([1], isWaiterOnly: true)).requests.first)
    _ = try schedulers.process(demands([2], isWaiterOnly: true))
    _ = try schedulers.process(FetchBatch(withdrawn: [2]))
    #expect(try schedulers.row(2) == nil)
    #expect(try schedulers.fail(request, .cancelled, withdrawn: [1]).asked.isEmpty)
    #expect(try schedulers.row(1) == nil)
  }

  @Test(
    "one that anybody else asked for stays in the queue",
    arguments: ["asked before", "asked after", "by another process", "by a transaction"])
  func stays(other: String) throws {
    let schedulers = try Schedulers(books: 2)
    // The only slot is taken.
    _ = try schedulers.process(demands([2]))
    if other == "asked before" { _ = try schedulers.process(demands([1], .seen)) }
    _ = try schedulers.process(demands([1], isWaiterOnly: true))
    switch other {
    case "asked after": _ = try schedulers.process(demands([1], .seen))
    case "by another process": _ = try schedulers.process(demands([1], isWaiterOnly: true), by: 1)
    case "by a transaction": try schedulers.temporary.catalog.write { try $0.askMetadata(of: [1], from: "answers") }
    default: break
    }
    _ = try schedulers.process(FetchBatch(withdrawn: [1]))
    #expect(try schedulers.row(1)?.queue == .requested)
  }

  @Test("one that has something is not put off by a waiter who leaves")
  func expired() throws {
    let schedulers = try Schedulers(books: 2)
    _ = try schedulers.answer(try #require(try schedulers.process(demands([1])).requests.first), .found(Metadata()))
    let before = try #require(try schedulers.row(1))
    #expect(before.stage == .rest)
    _ = try schedulers.process(FetchBatch(withdrawn: [1]))
    #expect(try schedulers.row(1) == before)
  }

  @Test("an answer is kept, whoever has left")
  func answered() throws {
    let schedulers = try Schedulers(books: 1)
    let request = try #require(try schedulers.process(demands([1], isWaiterOnly: true)).requests.first)
    _ = try schedulers.answer(request, withdrawn: [1])
    #expect(try schedulers.row(1)?.state == FetchState.none)
  }
}

@Suite("What waits for a batch")
struct PendingBatchTests {
  @Test("what is in sight goes before what was asked for, and what anybody sees before what anybody will see")
  func sights() {
    var pending = PendingBatch()
    pending.add(FetchDemand(Array(1...10_000), .requested))
    pending.show([11, 12], ahead: [13], viewer: "a")
    pending.show([21, 12], ahead: [22], viewer: "b")
    let given = pending.next(1_000)
    #expect(given.inSight == [21, 12, 11, 22, 13])
    #expect(given.demands.map { $0.books.count } == [3, 3, 994] && given.demands[0].books == [21, 12, 22])
    #expect(pending.next(1_000).inSight == nil)
  }

  @Test("a sight larger than a batch is given with each part of it")
  func largeSight() {
    var pending = PendingBatch()
    pending.show(Array(1...25), ahead: [], viewer: "a")
    for count in [10, 10, 5] {
      let given = pending.next(10)
      #expect(given.inSight?.count == 25 && given.demands.map { $0.books.count } == [count])
    }
    #expect(pending.next(10).inSight == nil && !pending.hasDemands)
  }

  @Test("only the first part of a demand opens a host, and what a failed batch was given comes again")
  func parts() {
    var pending = PendingBatch()
    pending.add(FetchDemand([1, 2, 3], .forced))
    pending.show([9], ahead: [], viewer: "a")
    let given = pending.next(3)
    #expect(given.demands.map(\.isRemainder) == [false, false])
    pending.restore(given)
    let again = pending.next(10)
    #expect(again.inSight == [9] && again.demands.map { Array($0.books) } == [[9], [1, 2], [3]])
    #expect(again.demands.map(\.isRemainder) == [false, false, true])
  }

  @Test("the demand of a waiter who has left is none")
  func withdrawn() {
    var pending = PendingBatch()
    pending.add(FetchDemand([1], .requested, isWaiterOnly: true))
    pending.add(FetchDemand([1], .requested))
    pending.withdraw(1)
    let given = pending.next(10)
    #expect(given.demands.count == 1 && given.withdrawn == [1])
  }
}
