import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer

@Suite struct CoverQueueCoreTests {
  private let start = Date(timeIntervalSince1970: 1_800_000_000)

  private func item(_ number: Int, _ host: String) -> CoverQueueCore.Item {
    CoverQueueCore.Item(address: "https://\(host)/\(number).jpg", host: host)
  }

  @Test func `a host with a thousand covers delays no other host`() {
    var core = CoverQueueCore(parallel: 2)
    for number in 0..<1_000 { core.add(item(number, "a.example")) }
    for number in 0..<3 { core.add(item(number, "b.example")) }
    var (now, fetched, running): (Date, [String], [CoverQueueCore.Item]) = (start, [], [])
    while fetched.count < 8 {
      switch core.next(at: now) {
      case .fetch(let item):
        fetched.append(item.host)
        running.append(item)
      case .wait(let until): now = until
      case .nothing:
        let item = running.removeFirst()
        core.end(item, .done(hostWaits: now.addingTimeInterval(1)))
      }
    }
    expectEqual(fetched.filter { $0 == "b.example" }.count, 3, "\(fetched)")
  }

  @Test func `a host receives one request at a time and waits as long as it must`() {
    var core = CoverQueueCore(parallel: 2)
    for number in 0..<3 { core.add(item(number, "a.example")) }
    expectEqual(core.next(at: start), .fetch(item(0, "a.example")))
    expectEqual(core.next(at: start), .nothing)
    let later = start.addingTimeInterval(60)
    core.end(item(0, "a.example"), .hostWaits(until: later))
    expectEqual(core.next(at: start), .wait(until: later))
    expectEqual(core.next(at: later), .fetch(item(1, "a.example")), "the cover that had to wait goes to the end")
    core.end(item(1, "a.example"), .done(hostWaits: later))
    expectEqual(core.next(at: later), .fetch(item(2, "a.example")))
    core.end(item(2, "a.example"), .done(hostWaits: later))
    expectEqual(core.next(at: later), .fetch(item(0, "a.example")))
    core.end(item(0, "a.example"), .done(hostWaits: later))
    #expect(core.isEmpty && core.next(at: later) == .nothing)
  }

  @Test func `the cover that somebody looks at comes first`() {
    var core = CoverQueueCore(parallel: 1)
    for number in 0..<3 { core.add(item(number, "a.example")) }
    for number in 0..<3 { core.add(item(number, "b.example")) }
    core.add(item(2, "b.example"), isNext: true)
    core.add(item(9, "c.example"), isNext: true)
    var addresses: [String] = []
    while case .fetch(let item) = core.next(at: start) {
      addresses.append(item.address)
      core.end(item, .done(hostWaits: start))
    }
    expectEqual(
      Array(addresses.prefix(3)), ["https://c.example/9.jpg", "https://b.example/2.jpg", "https://a.example/0.jpg"])
    expectEqual(addresses.count, 7, "each once")
  }

  @Test func `a pause holds for all hosts, and a removed cover is not fetched`() {
    var core = CoverQueueCore(parallel: 2)
    core.add(item(1, "a.example"))
    core.add(item(1, "b.example"))
    guard case .fetch(let first) = core.next(at: start) else { return #expect(Bool(false), "nothing was fetched") }
    let later = start.addingTimeInterval(3_600)
    core.end(first, .allWait(until: later))
    expectEqual(core.next(at: start), .wait(until: later))
    core.removeAll()
    #expect(core.isEmpty && core.next(at: later) == .nothing)
  }

  @Test func `a cover is queued once, and the queue has a limit`() {
    var core = CoverQueueCore(parallel: 2)
    for number in 0..<CoverQueueCore.maxWaiting + 10 { core.add(item(number / 2, "a.example")) }
    #expect(!core.isFull)
    for number in 0..<CoverQueueCore.maxWaiting + 10 { core.add(item(number, "b.example")) }
    #expect(core.isFull)
    core.removeAll()
    #expect(core.isEmpty)
  }
}
