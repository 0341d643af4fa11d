import CatalogTestSupport
import FoundationEssentials
import Testing

@testable import Catalog

/// A queue with two processes, and a clock that a test sets.
private final class Desks {
  static let start: Int64 = 1_767_225_600_000
  static let hour: Int64 = 3_600_000

  let temporary: TemporaryCatalog
  var time = start
  private var desks: [FetchDesk] = []
  private var generator = SeededGenerator(seed: 3)

  init(books: Int, limits: MetadataLimits = MetadataLimits(batch: 1, parallel: 1), servesQueue: Bool = true) throws {
    temporary = try TemporaryCatalog()
    try temporary.catalog.write { transaction in
      for number in 1...books { try transaction.add { $0.title = "Book \(number)" } }
    }
    let nothing: @Sendable (MetadataQuery) async throws -> MetadataAnswer = { _ in .none }
    let provider = AnsweringProvider(limits: limits, more: nothing, nothing)
    for name in ["one", "two"] {
      desks.append(FetchDesk(FetchDesk.Facts(provider, servesQueue: servesQueue), holder: name))
    }
  }

  func pass(_ input: FetchInput = FetchInput(), by desk: Int = 0) throws -> FetchOutcome {
    try temporary.catalog.database.write { connection in
      try desks[desk].pass(connection, input, now: Date(milliseconds: time), using: &generator)
    }
  }

  func answer(
    _ batch: FetchBatch, _ answer: MetadataAnswer = .none, withdrawn: [Int64] = [], by desk: Int = 0
  ) throws -> FetchOutcome {
    let answers = batch.rows.map { _ in answer }
    return try pass(
      FetchInput(answers: [FetchAnswer(batch: batch, result: .answers(answers))], withdrawn: withdrawn), by: desk)
  }

  func fail(_ batch: FetchBatch, _ result: FetchAnswer.Result, withdrawn: [Int64] = []) throws -> FetchOutcome {
    try pass(FetchInput(answers: [FetchAnswer(batch: batch, result: result)], withdrawn: withdrawn))
  }

  func row(_ book: Int64) throws -> FetchStateTable.Row? {
    try temporary.catalog.database.read { try FetchStateTable(connection: $0, provider: "answers").row(book) }
  }
}

private func wishes(_ books: [Int64], _ urgency: FetchWish.Urgency = .byHand, isWaiters: Bool = false) -> FetchInput {
  FetchInput(wishes: [FetchWish(books, urgency, isWaiters: isWaiters)])
}

extension FetchOutcome {
  fileprivate var asked: [[Int64]] { batches.map { $0.rows.map(\.book) } }
}

@Suite("A clock that is set back")
struct FetchClockTests {
  @Test("stalls nothing that waits for its turn", arguments: [1_000, Desks.hour, 365 * 24 * Desks.hour])
  func waiting(step: Int64) throws {
    let desks = try Desks(books: 3)
    let batch = try #require(try desks.pass(wishes([1, 2, 3])).batches.first)
    desks.time -= step
    #expect(try desks.answer(batch).asked == [[2]])
  }

  @Test("lets no row wait for longer than its attempts allow", arguments: 1...9)
  func attempts(count: Int) throws {
    let desks = try Desks(books: 1)
    var outcome = try desks.pass(wishes([1]))
    for _ in 1..<count {
      _ = try desks.answer(try #require(outcome.batches.first), .unusable("bad"))
      desks.time = try #require(try desks.row(1)).due
      outcome = try desks.pass()
    }
    _ = try desks.answer(try #require(outcome.batches.first), .unusable("bad"))
    desks.time -= 365 * 24 * Desks.hour
    #expect(try desks.pass().asked == [[1]])
    #expect(try desks.row(1)?.attempts == Int64(count))
  }

  @Test(
    "frees no claims of others by seconds, and none of one's own by any time", arguments: [1_000, 29_000] as [Int64])
  func claims(step: Int64) throws {
    let desks = try Desks(books: 2, limits: MetadataLimits(batch: 1, parallel: 4))
    #expect(try desks.pass(wishes([1])).asked == [[1]])
    desks.time -= step
    let other = try desks.pass(wishes([1]), by: 1)
    #expect(other.asked.isEmpty && other.elsewhere == [1])
    desks.time -= Desks.hour
    let own = try desks.pass()
    #expect(own.asked.isEmpty && own.wake == nil)
    desks.time += 2 * Desks.hour
    #expect(try desks.pass().asked.isEmpty)
  }

  @Test("a row that another process took up in vain does not keep the queue awake")
  func takenUp() throws {
    let desks = try Desks(books: 2, limits: MetadataLimits(batch: 1, parallel: 2))
    let batch = try #require(try desks.pass(wishes([1])).batches.first)
    // The other process sees a clock by which the claim has run out, and puts the row back into the line.
    desks.time += 31_000
    try desks.temporary.catalog.database.write { connection in
      try FetchStateTable(connection: connection, provider: "answers")
        .releaseClaims(at: desks.time, latest: desks.time + 60_000, but: "two ")
    }
    let outcome = try desks.pass(wishes([2]))
    // The row behind it is met all the same.
    #expect(outcome.asked == [[2]])
    #expect(outcome.wake == nil)
    // Nobody else asks for it: the answer counts.
    #expect(try desks.answer(batch).complete == [1])
    #expect(try desks.row(1)?.state == FetchStateTable.State.none)
  }
}

@Suite("What a pass reads")
struct FetchPassPlanTests {
  @Test("no statement reads more of the queue than the rows it is about")
  func plans() throws {
    let desks = try Desks(books: 5, limits: MetadataLimits(batch: 2, parallel: 2))
    let batch = try #require(try desks.pass(wishes([1, 2, 3, 4, 5])).batches.first)
    _ = try desks.answer(batch, withdrawn: [5])
    // A clock that goes back has times looked after that lie too far ahead.
    desks.time -= Desks.hour
    _ = try desks.pass(FetchInput(inSight: [1, 2]))
    let read = try desks.temporary.catalog.database.write { connection in
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
    let desks = try Desks(books: 40)
    let batch = try #require(try desks.pass(wishes([1, 2, 3], .seen)).batches.first)
    desks.time += 1_000
    var input = wishes(Array(4...40), .seen)
    input.inSight = Array(4...40)
    _ = try desks.pass(input)
    var asked: [Int64] = []
    var next: FetchBatch? = batch
    while let batch = next, asked.count < 24 {
      asked += batch.rows.map(\.book)
      next = try desks.answer(batch).batches.first
    }
    #expect(asked[7] == 2 && asked[15] == 3 && asked[1...6] == [4, 5, 6, 7, 8, 9])
  }

  @Test("a row in sight whose host failed keeps its place")
  func keepsItsPlace() throws {
    let desks = try Desks(books: 20)
    var input = wishes(Array(1...20))
    input.inSight = [17, 18]
    let batch = try #require(try desks.pass(input).batches.first)
    #expect(batch.rows.map(\.book) == [17])
    desks.time += 500
    let failure = SourceFailure(.timedOut, "host", cause: "slow")
    #expect(try desks.fail(batch, .failed(failure)).asked == [[17]])
  }

  @Test("a row whose host failed keeps its place in line")
  func keepsItsPlaceInLine() throws {
    let desks = try Desks(books: 3)
    let batch = try #require(try desks.pass(wishes([1])).batches.first)
    desks.time += 500
    _ = try desks.pass(wishes([2, 3]))
    desks.time += 500
    #expect(try desks.fail(batch, .failed(SourceFailure(.timedOut, "host", cause: "slow"))).asked == [[1]])
  }

  @Test("who does not serve the queue asks for what was wished for, and for no descriptions")
  func page() throws {
    let desks = try Desks(books: 6, limits: MetadataLimits(batch: 4, parallel: 1), servesQueue: false)
    try desks.temporary.catalog.write { try $0.askMetadata(of: [1, 2, 3], from: "answers") }
    var input = wishes([5, 6])
    input.inSight = [4]
    input.wishes.append(FetchWish([4], .seen))
    let batch = try #require(try desks.pass(input).batches.first)
    #expect(batch.rows.map(\.book) == [4, 5, 6])
    let again = try desks.fail(batch, .failed(SourceFailure(.timedOut, "host", cause: "slow")))
    #expect(again.asked == [[4, 5, 6]])
    let outcome = try desks.answer(try #require(again.batches.first), .found(ProviderMetadata()))
    #expect(outcome.asked.isEmpty && outcome.complete == [4, 5, 6] && outcome.wake == nil)
    let later = try desks.pass(wishes([4]))
    #expect(later.asked.isEmpty && later.complete == [4])
  }

  @Test("who does not serve the queue asks for no row that has left the sight, or whose last waiter has left")
  func leftPage() throws {
    let desks = try Desks(books: 6, servesQueue: false)
    // Others have put one in line that is waited for here, too: it stays there.
    try desks.temporary.catalog.write { try $0.askMetadata(of: [5], from: "answers") }
    var input = FetchInput(wishes: [FetchWish([1, 2], .seen), FetchWish([5], .byHand, isWaiters: true)])
    input.inSight = [1, 2]
    let first = try #require(try desks.pass(input).batches.first)
    input = FetchInput(wishes: [FetchWish([3], .seen)], withdrawn: [5])
    input.inSight = [3]
    #expect(try desks.pass(input).asked.isEmpty, "one at a time")
    let second = try desks.answer(first)
    #expect(second.asked == [[3]])
    let last = try desks.answer(try #require(second.batches.first))
    #expect(last.asked.isEmpty && last.isIdle)
    #expect(try desks.pass(wishes([5])).asked == [[5]], "whoever wishes for it again")
  }

  @Test("who does not serve the queue asks again for what was wished for, until there is an answer")
  func answeredPage() throws {
    let desks = try Desks(books: 2, servesQueue: false)
    let batch = try #require(try desks.pass(wishes([1, 2])).batches.first)
    let again = try desks.fail(batch, .cancelled)
    #expect(again.asked == [[1]])
    let next = try desks.answer(try #require(again.batches.first), .unusable("bad"))
    #expect(next.asked == [[2]])
    let last = try desks.answer(try #require(next.batches.first))
    desks.time += 365 * 24 * Desks.hour
    var input = FetchInput()
    input.inSight = []
    let later = try desks.pass(input)
    #expect(last.asked.isEmpty && later.asked.isEmpty, "nobody waits for another answer")
  }
}

@Suite("A row that is gone, taken or not wanted")
struct FetchLossTests {
  @Test("one that another process took is looked for there; one whose book went is done with")
  func lost() throws {
    let desks = try Desks(books: 3, limits: MetadataLimits(batch: 1, parallel: 3))
    let batches = try desks.pass(wishes([1, 2, 3])).batches
    _ = try desks.temporary.catalog.write { try $0.remove([2]) }
    desks.time += 31_000
    // The other process takes up what ran out, and forgets what is not there.
    let other = try desks.pass(wishes([1]), by: 1)
    #expect(other.asked.contains([1]) && other.complete == [2])
    #expect(try desks.answer(batches[0]).elsewhere == [1])
    #expect(try desks.answer(batches[1]).complete == [2])
    let failure = FetchAnswer.Result.failed(SourceFailure(.timedOut, "host", cause: "slow"))
    #expect(try desks.fail(batches[2], failure).elsewhere == [3])
  }

  @Test("a hidden book in line is done with")
  func hidden() throws {
    let desks = try Desks(books: 2)
    let batch = try #require(try desks.pass(wishes([1, 2])).batches.first)
    _ = try desks.temporary.catalog.write { try $0.remove([2]) }
    #expect(try desks.answer(batch).complete.sorted() == [1, 2])
    #expect(try desks.row(2) == nil)
  }

  @Test("one that only a waiter wanted leaves the line with the waiter")
  func withdrawn() throws {
    let desks = try Desks(books: 2)
    let batch = try #require(try desks.pass(wishes([1], isWaiters: true)).batches.first)
    _ = try desks.pass(wishes([2], isWaiters: true))
    _ = try desks.pass(FetchInput(withdrawn: [2]))
    #expect(try desks.row(2) == nil)
    #expect(try desks.fail(batch, .cancelled, withdrawn: [1]).asked.isEmpty)
    #expect(try desks.row(1) == nil)
  }

  @Test(
    "one that anybody else wished for stays in line",
    arguments: ["asked before", "asked after", "by another process", "by a transaction"])
  func stays(other: String) throws {
    let desks = try Desks(books: 2)
    // The only place is taken.
    _ = try desks.pass(wishes([2]))
    if other == "asked before" { _ = try desks.pass(wishes([1], .seen)) }
    _ = try desks.pass(wishes([1], isWaiters: true))
    switch other {
    case "asked after": _ = try desks.pass(wishes([1], .seen))
    case "by another process": _ = try desks.pass(wishes([1], isWaiters: true), by: 1)
    case "by a transaction": try desks.temporary.catalog.write { try $0.askMetadata(of: [1], from: "answers") }
    default: break
    }
    _ = try desks.pass(FetchInput(withdrawn: [1]))
    #expect(try desks.row(1)?.queue == .byHand)
  }

  @Test("one that has something is not put off by a waiter who leaves")
  func expired() throws {
    let desks = try Desks(books: 2)
    _ = try desks.answer(try #require(try desks.pass(wishes([1])).batches.first), .found(ProviderMetadata()))
    let before = try #require(try desks.row(1))
    #expect(before.stage == .rest)
    _ = try desks.pass(FetchInput(withdrawn: [1]))
    #expect(try desks.row(1) == before)
  }

  @Test("an answer is kept, whoever has left")
  func answered() throws {
    let desks = try Desks(books: 1)
    let batch = try #require(try desks.pass(wishes([1], isWaiters: true)).batches.first)
    _ = try desks.answer(batch, withdrawn: [1])
    #expect(try desks.row(1)?.state == FetchStateTable.State.none)
  }
}

@Suite("What waits for a pass")
struct FetchInboxTests {
  @Test("what is in sight goes before what was wished for, and what anybody sees before what anybody will see")
  func sights() {
    var inbox = FetchInbox()
    inbox.add(FetchWish(Array(1...10_000), .byHand))
    inbox.show([11, 12], ahead: [13], viewer: "a")
    inbox.show([21, 12], ahead: [22], viewer: "b")
    let given = inbox.next(1_000)
    #expect(given.inSight == [21, 12, 11, 22, 13])
    #expect(given.wishes.map { $0.books.count } == [3, 3, 994] && given.wishes[0].books == [21, 12, 22])
    #expect(inbox.next(1_000).inSight == nil)
  }

  @Test("a sight larger than a pass is given with each part of it")
  func largeSight() {
    var inbox = FetchInbox()
    inbox.show(Array(1...25), ahead: [], viewer: "a")
    for count in [10, 10, 5] {
      let given = inbox.next(10)
      #expect(given.inSight?.count == 25 && given.wishes.map { $0.books.count } == [count])
    }
    #expect(inbox.next(10).inSight == nil && !inbox.hasWishes)
  }

  @Test("only the first part of a wish opens a host, and what a failed pass was given comes again")
  func parts() {
    var inbox = FetchInbox()
    inbox.add(FetchWish([1, 2, 3], .force))
    inbox.show([9], ahead: [], viewer: "a")
    let given = inbox.next(3)
    #expect(given.wishes.map(\.isRemainder) == [false, false])
    inbox.restore(given)
    let again = inbox.next(10)
    #expect(again.inSight == [9] && again.wishes.map { Array($0.books) } == [[9], [1, 2], [3]])
    #expect(again.wishes.map(\.isRemainder) == [false, false, true])
  }

  @Test("the wish of a waiter who has left is none")
  func withdrawn() {
    var inbox = FetchInbox()
    inbox.add(FetchWish([1], .byHand, isWaiters: true))
    inbox.add(FetchWish([1], .byHand))
    inbox.withdraw(1)
    let given = inbox.next(10)
    #expect(given.wishes.count == 1 && given.withdrawn == [1])
  }
}
