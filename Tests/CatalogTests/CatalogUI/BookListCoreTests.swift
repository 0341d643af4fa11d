import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogUI

@Suite("The core of a list of books")
struct BookListCoreTests {
  private typealias Event = BookListCore.Event

  /// Returns a driver whose core has rows 0 to 19 of 100 and the given activity.
  private static func driver(_ activity: String) -> BookListCoreDriver {
    var driver = BookListCoreDriver(100)
    driver.leavesRest = activity == "finishing" || activity == "stopping"
    driver.tells = activity != "telling"
    driver.send(.begin)
    driver.end { .finished($0.outcome(of: $1.work), number: $1.number) }
    switch activity {
    case "reading", "stopping": driver.send(.changed)
    default: break
    }
    driver.tells = true
    driver.forget()
    return driver
  }

  private static let activities = ["idle", "reading", "finishing", "stopping", "telling"]

  private static let table = [
    CoreTransition(
      event: "show",
      next: ["reading: start", "reading: cancel, start", "reading: cancel, start", "reading: start", "reading: start"]),
    CoreTransition(
      event: "reset",
      next: [
        "reading: start, show loading, tell", "reading: cancel, start, show loading, tell",
        "reading: cancel, start, show loading, tell", "reading: start, show loading, tell",
        "reading: start, show loading, tell",
      ]),
    CoreTransition(
      event: "appeared",
      next: [
        "reading: view, end loading, start", "reading: view", "stopping: view, cancel", "stopping: view",
        "telling: view",
      ]),
    CoreTransition(
      event: "read", next: ["reading: end loading, start", "reading: ", "stopping: cancel", "stopping: ", "telling: "]),
    CoreTransition(
      event: "jumped",
      next: ["reading: end loading, start", "reading: ", "stopping: cancel", "stopping: ", "telling: "]),
    CoreTransition(
      event: "changed", next: ["reading: start", "reading: ", "stopping: cancel", "stopping: ", "telling: "]),
    CoreTransition(
      event: "retry", next: ["reading: start", "reading: ", "stopping: cancel", "stopping: ", "telling: "]),
    CoreTransition(event: "disappeared", next: ["idle: ", "reading: ", "finishing: ", "stopping: ", "telling: "]),
    CoreTransition(
      event: "finished",
      next: [
        "idle: ", "telling: show loaded, tell, view", "telling: show loaded, tell, view",
        "telling: show loaded, tell, view", "telling: ",
      ]),
    CoreTransition(
      event: "failed",
      next: ["idle: ", "idle: end failed", "idle: end failed", "reading: end failed, start", "telling: "]),
    CoreTransition(
      event: "cancelled", next: ["idle: ", "reading: start", "finishing: start", "reading: start", "telling: "]),
    CoreTransition(event: "told", next: ["idle: ", "reading: ", "finishing: ", "stopping: ", "idle: "]),
    CoreTransition(event: "late", next: ["idle: ", "reading: ", "finishing: ", "stopping: ", "telling: "]),
  ]

  private static func event(_ name: String, _ driver: inout BookListCoreDriver) -> Event {
    switch name {
    case "show": return .show(BookQuery("dune"))
    case "reset": return .reset
    case "appeared": return .appeared(50)
    case "read": return .read([50, 51])
    case "jumped": return .jumped(50)
    case "changed": return .changed
    case "retry": return .retry
    case "disappeared": return .disappeared(3)
    case "told": return .delivered
    case "late": return .failed(ScriptedFailure("no disk"), number: driver.lastNumber - 1)
    default: break
    }
    let job = driver.takeJob()
    let number = job?.number ?? driver.lastNumber
    if name == "failed" { return .failed(ScriptedFailure("no disk"), number: number) }
    if name == "cancelled" { return .cancelled(number: number) }
    driver.books.removeFirst()
    driver.tells = false
    let outcome = job.map { driver.outcome(of: $0.work) }
    return .finished(outcome ?? BookListJob.Outcome(contents: BookListContents(change: 0)), number: number)
  }

  @Test("each event leads from each activity to the one in its table", arguments: table)
  func steps(row: CoreTransition) {
    for (activity, expected) in zip(Self.activities, row.next) {
      var driver = Self.driver(activity)
      expectEqual(driver.activity, activity)
      driver.send(Self.event(row.event, &driver))
      expectEqual(
        "\(driver.activity): \(driver.effects.joined(separator: ", "))", expected, "\(row.event) while \(activity)")
      #expect(driver.problems.isEmpty)
    }
  }

  @Test("a failed load shows its reason and is retried only on request or after a change")
  func failing() {
    var driver = BookListCoreDriver(50)
    driver.send(.begin)
    driver.end { .failed(ScriptedFailure("no disk"), number: $1.number) }
    #expect(driver.core.state.failure is ScriptedFailure && driver.activity == "idle")
    driver.send(.appeared(3))
    expectEqual(driver.activity, "idle")
    driver.send(.retry)
    if case .loading = driver.core.state {} else { Issue.record("it is being tried again") }
    driver.end { .failed(ScriptedFailure("no disk"), number: $1.number) }
    driver.send(.changed)
    driver.settle()
    #expect(driver.core.state.content?[3] != nil && driver.violations == [])
    driver.send(.appeared(40))
    driver.end { .failed(ScriptedFailure("no disk"), number: $1.number) }
    #expect(driver.core.end.failure is ScriptedFailure && driver.core.requested != nil)
    driver.send(.appeared(41))
    expectEqual(driver.activity, "idle", "what failed is not asked for with each row")
    driver.send(.changed)
    driver.settle()
    #expect(driver.core.state.content?[40] != nil && driver.core.end.failure == nil)
  }

  @Test("rows are requested ahead in the direction of scrolling, a window's height before they are visible")
  func ahead() {
    var driver = BookListCoreDriver(1_000, pageSize: 20)
    driver.send(.begin)
    driver.settle()
    let height = 18
    /// Scrolls to a position, and returns true if its rows were present before anything was loaded.
    func scroll(from old: Int, to new: Int) -> Bool {
      let (before, after) = (old..<old + height, new..<new + height)
      for index in before where !after.contains(index) { driver.send(.disappeared(index)) }
      for index in after where !before.contains(index) || old == new { driver.send(.appeared(index)) }
      let wereThere = after.allSatisfy { driver.window[$0] != nil }
      driver.settle()
      return wereThere
    }
    var top = 0
    #expect(scroll(from: top, to: top))
    for step in [1, height - 1, 3, height - 1, height - 1, 1, 1, height - 1, height - 1, height - 1] {
      #expect(scroll(from: top, to: top + step), "down \(step) from \(top)")
      top += step
    }
    // The first step back reveals the direction.
    for step in [1, height - 1, 3, height - 1, height - 1] {
      #expect(scroll(from: top, to: top - step), "up \(step) from \(top)")
      top -= step
    }
    expectEqual(driver.violations, [])
  }

  @Test("requested rows are loaded alongside a job, wherever it has moved them")
  func besideJob() {
    var driver = BookListCoreDriver(200)
    driver.send(.begin)
    driver.settle()
    driver.books.insert(BookListCoreDriver.book(1_000), at: 0)
    driver.send(.changed)
    driver.send(.jumped(100))
    driver.end { .finished($0.outcome(of: $1.work), number: $1.number) }
    expectEqual(driver.running?.work.requested, 91..<121)
    driver.settle()
    #expect(driver.window[100] != nil && driver.core.requested == nil)
  }

  @Test("adjacent requested rows are loaded together, and of distant ones the last")
  func reading() {
    var driver = BookListCoreDriver(1_000)
    driver.send(.begin)
    driver.settle()
    driver.forget()
    driver.send(.read([3, 4, 16]))
    expectEqual(driver.effects, [], "they are loaded")
    driver.send(.read([17, .max, 25, -1, 31]))
    driver.settle()
    #expect((17...31).allSatisfy { driver.window[$0] != nil })
    driver.send(.read([600, 601, 300, 302]))
    driver.settle()
    #expect(driver.window[300] != nil && driver.window[302] != nil && driver.window[600] == nil)
  }

  @Test("invariants hold in any order of events", arguments: SimulatedSeeds.range(count: 60))
  func histories(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var driver = BookListCoreDriver(
      Int.random(in: 0...200, using: &generator), pageSize: Int.random(in: 1...12, using: &generator),
      prefetchMargin: Int.random(in: 0...4, using: &generator))
    var listener = SeededGenerator(seed: seed &+ 1)
    driver.whileReporting = { listener.oneIn(8) ? Self.request(200, &listener) : nil }
    driver.send(.begin)
    var nextID: Book.ID = 1_000
    for step in 0..<200 {
      driver.leavesRest = generator.oneIn(3)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0...2: driver.send(Self.request(driver.books.count, &generator))
      case 3:
        let count = generator.oneIn(5) ? 40 : 1
        for _ in 0..<count {
          nextID = nextID.advanced(by: 1)
          driver.books.insert(
            BookListCoreDriver.book(nextID), at: Int.random(in: 0...driver.books.count, using: &generator))
        }
        driver.send(.changed)
      case 4:
        if let index = driver.books.indices.randomElement(using: &generator) {
          driver.books.removeSubrange(index..<min(driver.books.count, index + (generator.oneIn(4) ? 30 : 1)))
        }
        driver.send(.changed)
      case 5: driver.end { .failed(ScriptedFailure("no disk"), number: $1.number) }
      case 6 where driver.running == nil: driver.end { .cancelled(number: $1.number) }
      default: driver.end { .finished($0.outcome(of: $1.work), number: $1.number) }
      }
      expectEqual(driver.violations, [], "seed \(seed), step \(step)")
    }
    driver.send(.retry)
    driver.settle()
    #expect(driver.violations == [] && driver.activity == "idle", "seed \(seed)")
    let window = driver.window
    #expect(window.count == .exactly(driver.books.count) && window.rows == Array(driver.books[window.range]))
  }

  private static func request(_ count: Int, _ generator: inout SeededGenerator) -> Event {
    let index = Int.random(in: -2...count + 5, using: &generator)
    return switch Int.random(in: 0..<12, using: &generator) {
    case 0: .show(BookQuery(generator.pick(["", "a", "b"])))
    case 1: .reset
    case 2: .retry
    case 3...6: .appeared(index)
    case 7: .disappeared(index)
    case 8: .read([index, index + 1, Int.random(in: 0...count, using: &generator)])
    case 9: .jumped(index)
    default: .changed
    }
  }
}
