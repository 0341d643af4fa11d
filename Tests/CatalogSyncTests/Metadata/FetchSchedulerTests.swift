import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("The choice of the next request")
struct FetchTurnTests {
  @Test("every eighth request goes to the row that is due longest, whatever is visible")
  func fairness() throws {
    let schedulers = try SchedulerPair(books: 40)
    let request = try #require(try schedulers.process(demands([1, 2, 3], .seen)).requests.first)
    schedulers.time += 1_000
    var input = demands(Array(4...40), .seen)
    input.inSight = Array(4...40)
    _ = try schedulers.process(input)
    var requested: [Book.ID] = []
    var next: FetchRequest? = request
    while let request = next, requested.count < 24 {
      requested += request.rows.map(\.book)
      next = try schedulers.answer(request).requests.first
    }
    #expect(requested[7] == 2 && requested[15] == 3 && requested[1...6] == [4, 5, 6, 7, 8, 9])
  }

  @Test("a visible row whose host failed keeps its position")
  func keepsItsPlace() throws {
    let schedulers = try SchedulerPair(books: 20)
    var input = demands(Array(1...20))
    input.inSight = [17, 18]
    let request = try #require(try schedulers.process(input).requests.first)
    expectEqual(request.rows.map(\.book), [17])
    schedulers.time += 500
    let failure = SourceFailure(.timedOut, "host", cause: "slow")
    try expectEqual(schedulers.fail(request, .failed(failure)).requestedBooks, [[17]])
  }

  @Test("a row whose host failed keeps its position in the queue")
  func keepsItsPlaceInQueue() throws {
    let schedulers = try SchedulerPair(books: 3)
    let request = try #require(try schedulers.process(demands([1])).requests.first)
    schedulers.time += 500
    _ = try schedulers.process(demands([2, 3]))
    schedulers.time += 500
    try expectEqual(
      schedulers.fail(request, .failed(SourceFailure(.timedOut, "host", cause: "slow"))).requestedBooks, [[1]])
  }

  @Test("a fetcher that does not serve the queue requests only requested rows, without descriptions")
  func page() throws {
    let schedulers = try SchedulerPair(books: 6, limits: MetadataLimits(batch: 4, parallel: 1), servesQueue: false)
    try schedulers.temporary.catalog.write { try $0.askMetadata(of: [1, 2, 3], from: "answers") }
    var input = demands([5, 6])
    input.inSight = [4]
    input.demands.append(FetchDemand([4], .seen))
    let request = try #require(try schedulers.process(input).requests.first)
    expectEqual(request.rows.map(\.book), [4, 5, 6])
    let again = try schedulers.fail(request, .failed(SourceFailure(.timedOut, "host", cause: "slow")))
    expectEqual(again.requestedBooks, [[4, 5, 6]])
    let outcome = try schedulers.answer(try #require(again.requests.first), .found(ProviderMetadata()))
    #expect(outcome.requestedBooks.isEmpty && outcome.complete == [4, 5, 6] && outcome.wake == nil)
    let later = try schedulers.process(demands([4]))
    #expect(later.requestedBooks.isEmpty && later.complete == [4])
  }

  @Test("a fetcher that does not serve the queue requests no row that is no longer visible or awaited")
  func leftPage() throws {
    let schedulers = try SchedulerPair(books: 6, servesQueue: false)
    // Others have queued a row that is awaited here as well; it stays in the queue.
    try schedulers.temporary.catalog.write { try $0.askMetadata(of: [5], from: "answers") }
    var input = FetchBatch(demands: [FetchDemand([1, 2], .seen), FetchDemand([5], .requested, isWaiterOnly: true)])
    input.inSight = [1, 2]
    let first = try #require(try schedulers.process(input).requests.first)
    input = FetchBatch(demands: [FetchDemand([3], .seen)], withdrawn: [5])
    input.inSight = [3]
    #expect(try schedulers.process(input).requestedBooks.isEmpty, "one at a time")
    let second = try schedulers.answer(first)
    expectEqual(second.requestedBooks, [[3]])
    let last = try schedulers.answer(try #require(second.requests.first))
    #expect(last.requestedBooks.isEmpty && last.isIdle)
    try expectEqual(schedulers.process(demands([5])).requestedBooks, [[5]], "whoever asks for it again")
  }

  @Test("a fetcher that does not serve the queue repeats requests until there is an answer")
  func answeredPage() throws {
    let schedulers = try SchedulerPair(books: 2, servesQueue: false)
    let request = try #require(try schedulers.process(demands([1, 2])).requests.first)
    let again = try schedulers.fail(request, .cancelled)
    expectEqual(again.requestedBooks, [[1]])
    let next = try schedulers.answer(try #require(again.requests.first), .unusable("bad"))
    expectEqual(next.requestedBooks, [[2]])
    let last = try schedulers.answer(try #require(next.requests.first))
    schedulers.time += 365 * 24 * SchedulerPair.hour
    var input = FetchBatch()
    input.inSight = []
    let later = try schedulers.process(input)
    #expect(last.requestedBooks.isEmpty && later.requestedBooks.isEmpty, "nobody waits for another answer")
  }
}

@Suite("Rows that are removed, taken or unwanted")
struct FetchLossTests {
  @Test("a row taken by another process is looked up there, and one whose book is gone is complete")
  func lost() throws {
    let schedulers = try SchedulerPair(books: 3, limits: MetadataLimits(batch: 1, parallel: 3))
    let requests = try schedulers.process(demands([1, 2, 3])).requests
    _ = try schedulers.temporary.catalog.write { try $0.remove([2]) }
    schedulers.time += 31_000
    // The other process takes over expired claims and drops missing rows.
    let other = try schedulers.process(demands([1]), by: 1)
    #expect(other.requestedBooks.contains([1]) && other.complete == [2])
    try expectEqual(schedulers.answer(requests[0]).elsewhere, [1])
    try expectEqual(schedulers.answer(requests[1]).complete, [2])
    let failure = FetchResult.failed(SourceFailure(.timedOut, "host", cause: "slow"))
    try expectEqual(schedulers.fail(requests[2], failure).elsewhere, [3])
  }

  @Test("a hidden queued book is complete")
  func hidden() throws {
    let schedulers = try SchedulerPair(books: 2)
    let request = try #require(try schedulers.process(demands([1, 2])).requests.first)
    _ = try schedulers.temporary.catalog.write { try $0.remove([2]) }
    try expectEqual(schedulers.answer(request).complete.sorted(), [1, 2])
    #expect(try schedulers.row(2) == nil)
  }

  @Test("a row wanted only by a waiter leaves the queue with the waiter")
  func withdrawn() throws {
    let schedulers = try SchedulerPair(books: 2)
    let request = try #require(try schedulers.process(demands([1], isWaiterOnly: true)).requests.first)
    _ = try schedulers.process(demands([2], isWaiterOnly: true))
    _ = try schedulers.process(FetchBatch(withdrawn: [2]))
    #expect(try schedulers.row(2) == nil)
    #expect(try schedulers.fail(request, .cancelled, withdrawn: [1]).requestedBooks.isEmpty)
    #expect(try schedulers.row(1) == nil)
  }

  @Test(
    "a row requested by others stays in the queue",
    arguments: ["asked before", "asked after", "by another process", "by a transaction"])
  func stays(other: String) throws {
    let schedulers = try SchedulerPair(books: 2)
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
    try expectEqual(schedulers.row(1)?.queue, .requested)
  }

  @Test("a row with data is not postponed when a waiter leaves")
  func expired() throws {
    let schedulers = try SchedulerPair(books: 2)
    _ = try schedulers.answer(
      try #require(try schedulers.process(demands([1])).requests.first), .found(ProviderMetadata()))
    let before = try #require(try schedulers.row(1))
    expectEqual(before.stage, .rest)
    _ = try schedulers.process(FetchBatch(withdrawn: [1]))
    try expectEqual(schedulers.row(1), before)
  }

  @Test("an answer is kept, whoever has left")
  func answered() throws {
    let schedulers = try SchedulerPair(books: 1)
    let request = try #require(try schedulers.process(demands([1], isWaiterOnly: true)).requests.first)
    _ = try schedulers.answer(request, withdrawn: [1])
    try expectEqual(schedulers.row(1)?.state, FetchState.notFound)
  }
}
