import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("The contents of the next batch")
struct PendingBatchTests {
  @Test("visible rows precede requested ones, and currently visible ones precede those ahead")
  func sights() {
    var pending = PendingBatch()
    pending.add(FetchDemand(Array(1...10_000), .requested))
    pending.show([11, 12], ahead: [13], viewer: "a")
    pending.show([21, 12], ahead: [22], viewer: "b")
    let given = pending.next(1_000)
    expectEqual(given.inSight, [21, 12, 11, 22, 13])
    #expect(given.demands.map { $0.books.count } == [3, 3, 994] && given.demands[0].books == [21, 12, 22])
    #expect(pending.next(1_000).inSight == nil)
  }

  @Test("a visible range larger than a batch is passed with each of its parts")
  func largeSight() {
    var pending = PendingBatch()
    pending.show(Array(1...25), ahead: [], viewer: "a")
    for count in [10, 10, 5] {
      let given = pending.next(10)
      #expect(given.inSight?.count == 25 && given.demands.map { $0.books.count } == [count])
    }
    #expect(pending.next(10).inSight == nil && !pending.hasDemands)
  }

  @Test("only the first part of a demand opens a host, and a failed batch's input is passed again")
  func parts() {
    var pending = PendingBatch()
    pending.add(FetchDemand([1, 2, 3], .forced))
    pending.show([9], ahead: [], viewer: "a")
    let given = pending.next(3)
    expectEqual(given.demands.map(\.isRemainder), [false, false])
    pending.restore(given)
    let again = pending.next(10)
    #expect(again.inSight == [9] && again.demands.map { Array($0.books) } == [[9], [1, 2], [3]])
    expectEqual(again.demands.map(\.isRemainder), [false, false, true])
  }

  @Test("a demand of a waiter that has left is dropped")
  func withdrawn() {
    var pending = PendingBatch()
    pending.add(FetchDemand([1], .requested, isWaiterOnly: true))
    pending.add(FetchDemand([1], .requested))
    pending.withdraw(1)
    let given = pending.next(10)
    #expect(given.demands.count == 1 && given.withdrawn == [1])
  }
}
