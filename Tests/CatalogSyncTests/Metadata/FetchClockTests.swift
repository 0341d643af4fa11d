import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("A clock that is set back")
struct FetchClockTests {
  @Test(
    "a clock set back stalls no waiting row", arguments: [1_000, SchedulerPair.hour, 365 * 24 * SchedulerPair.hour])
  func waiting(step: Int64) throws {
    let schedulers = try SchedulerPair(books: 3)
    let request = try #require(try schedulers.process(demands([1, 2, 3])).requests.first)
    schedulers.time -= step
    try expectEqual(schedulers.answer(request).requestedBooks, [[2]])
  }

  @Test("a row waits no longer than its attempts require", arguments: 1...9)
  func attempts(count: Int) throws {
    let schedulers = try SchedulerPair(books: 1)
    var outcome = try schedulers.process(demands([1]))
    for _ in 1..<count {
      _ = try schedulers.answer(try #require(outcome.requests.first), .unusable("bad"))
      schedulers.time = try #require(try schedulers.row(1)).due
      outcome = try schedulers.process()
    }
    _ = try schedulers.answer(try #require(outcome.requests.first), .unusable("bad"))
    schedulers.time -= 365 * 24 * SchedulerPair.hour
    try expectEqual(schedulers.process().requestedBooks, [[1]])
    try expectEqual(schedulers.row(1)?.attempts, Int64(count))
  }

  @Test(
    "a clock set back by seconds frees no claim, or by hours none of one's own", arguments: [1_000, 29_000] as [Int64])
  func claims(step: Int64) throws {
    let schedulers = try SchedulerPair(books: 2, limits: MetadataLimits(batch: 1, parallel: 4))
    try expectEqual(schedulers.process(demands([1])).requestedBooks, [[1]])
    schedulers.time -= step
    let other = try schedulers.process(demands([1]), by: 1)
    #expect(other.requestedBooks.isEmpty && other.elsewhere == [1])
    schedulers.time -= SchedulerPair.hour
    let own = try schedulers.process()
    #expect(own.requestedBooks.isEmpty && own.wake == nil)
    schedulers.time += 2 * SchedulerPair.hour
    #expect(try schedulers.process().requestedBooks.isEmpty)
  }

  @Test("a row that another process attempted in vain does not keep the queue awake")
  func takenUp() throws {
    let schedulers = try SchedulerPair(books: 2, limits: MetadataLimits(batch: 1, parallel: 2))
    let request = try #require(try schedulers.process(demands([1])).requests.first)
    // The claim has expired according to the other process's clock, so that process puts the row back into the queue.
    schedulers.time += 31_000
    try schedulers.temporary.catalog.database.write { connection in
      try FetchStateTable(connection: connection, provider: "answers")
        .releaseClaims(at: schedulers.time, latest: schedulers.time + 60_000, exceptOf: "two ")
    }
    let outcome = try schedulers.process(demands([2]))
    // The row after it is still reached.
    expectEqual(outcome.requestedBooks, [[2]])
    #expect(outcome.wake == nil)
    // No other process requests it, so the answer counts.
    try expectEqual(schedulers.answer(request).complete, [1])
    try expectEqual(schedulers.row(1)?.state, FetchState.notFound)
  }
}

@Suite("The reads of a batch")
struct FetchBatchPlanTests {
  @Test("no statement reads more of the queue than its own rows")
  func plans() throws {
    let schedulers = try SchedulerPair(books: 5, limits: MetadataLimits(batch: 2, parallel: 2))
    let request = try #require(try schedulers.process(demands([1, 2, 3, 4, 5])).requests.first)
    _ = try schedulers.answer(request, withdrawn: [5])
    // After the clock goes back, times too far ahead are checked.
    schedulers.time -= SchedulerPair.hour
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
