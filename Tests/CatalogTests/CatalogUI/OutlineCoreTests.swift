import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogUI

/// An item of a hierarchy that is the same at every request: below 3 are 31, 32, ….
private struct Numbered: Identifiable, Equatable, Sendable {
  let id: Int
  var version = 0

  static func children(of id: Int?, version: Int) -> [Numbered] {
    let id = id ?? 0
    guard id < 1_000 else { return [] }
    return (1...(5 + (id + version) % 4)).map { Numbered(id: id * 10 + $0, version: version) }
  }

  var hasChildren: Bool { id < 1_000 }
}

/// A driver for the core of an outline: answers its requests from ``Numbered`` and applies its updates.
private struct OutlineCoreDriver: ~Copyable {
  private(set) var core: OutlineCore<Numbered>
  /// The version, which determines the existing items.
  var version = 0
  /// The running request, unless it was cancelled.
  private(set) var running: OutlineRequest<Numbered>?
  /// Cancelled requests, whose answers are ignored.
  private(set) var late: [OutlineRequest<Numbered>] = []
  /// The ids of the lines, as the updates have made them.
  private(set) var ids: [Int] = []
  private(set) var effects: [String] = []
  private(set) var problems: [String] = []

  init(pageSize: Int = 4, expandsAll: Bool = false) {
    core = OutlineCore(.loader(hasChildren: \.hasChildren, pageSize: pageSize), expandsAll: expandsAll)
    send(.begin)
  }

  var lines: [Int] {
    let tree = core.tree
    return (0..<tree.count).compactMap { tree.node(at: $0).node.item?.id }
  }

  mutating func send(_ event: OutlineCore<Numbered>.Event) {
    for effect in core.step(event) {
      switch effect {
      case .load(let request):
        effects.append("load \(request.parent?.id ?? 0)")
        if running != nil { problems.append("two requests at a time") }
        running = request
      case .cancel:
        effects.append("cancel")
        if let request = running { late.append(request) } else { problems.append("nothing to cancel") }
        running = nil
      case .tell(.inserted(let lines)):
        effects.append("inserted \(lines)")
        ids.insert(contentsOf: self.lines[lines], at: lines.lowerBound)
      case .tell(.removed(let lines)):
        effects.append("removed \(lines)")
        ids.removeSubrange(lines)
      case .tell(.changed(let line)):
        effects.append("changed \(line)")
        if !(0..<core.tree.count).contains(line) { problems.append("no line \(line)") }
      case .tell(.reloaded):
        effects.append("reloaded")
        ids = lines
      case .revise: effects.append("revise")
      }
    }
    if ids != lines { problems.append("what was told is not what is there") }
  }

  var activity: String {
    switch core.activity {
    case .idle: "idle"
    case .loadingMore: "loading more"
    case .reloading: "reloading"
    }
  }

  mutating func forget() { effects = [] }

  func answer(to request: OutlineRequest<Numbered>) -> OutlineCore<Numbered>.Event {
    let all = Numbered.children(of: request.parent?.id, version: version)
    var first = 0
    if let last = request.last {
      guard let index = all.firstIndex(where: { $0.id == last.id }) else {
        return .failed(OutlineMoved(), number: request.number)
      }
      first = index + 1
    }
    let end = min(first + request.limit, all.count)
    return .loaded(OutlinePage(Array(all[first..<end]), hasMore: end < all.count), number: request.number)
  }

  /// Answers the running request.
  mutating func answer(fails: Bool = false) {
    guard let request = running else { return }
    running = nil
    send(fails ? .failed(ScriptedFailure("no net"), number: request.number) : answer(to: request))
  }

  /// Answers a cancelled request.
  mutating func answerLate() {
    guard let request = late.popLast() else { return }
    let before = (effects.count, activity)
    send(answer(to: request))
    if effects.count != before.0 || activity != before.1 { problems.append("a late answer changed something") }
  }

  mutating func settle() { while running != nil { answer() } }
}

@Suite("The core of an outline")
struct OutlineCoreTests {
  /// Returns a driver whose core has items 1 to 4 of five, with 1 open, and the given activity.
  private static func driver(_ activity: String) -> OutlineCoreDriver {
    var driver = OutlineCoreDriver()
    driver.settle()
    driver.send(.open(1))
    if activity != "loading more" { driver.settle() }
    if activity == "reloading" { driver.send(.changed) }
    driver.forget()
    return driver
  }

  private static let activities = ["idle", "loading more", "reloading"]

  private static let table = [
    CoreTransition(
      event: "open 2", next: ["loading more: changed 5, load 2", "loading more: changed 1", "reloading: changed 5"]),
    CoreTransition(
      event: "close 1",
      next: ["idle: removed 1..<5, changed 0", "idle: cancel, changed 0", "reloading: removed 1..<5, changed 0"]),
    CoreTransition(
      event: "expand",
      next: ["loading more: reloaded, load 11", "loading more: reloaded", "reloading: reloaded"]),
    CoreTransition(event: "collapse", next: ["idle: reloaded", "idle: cancel, reloaded", "reloading: reloaded"]),
    CoreTransition(
      event: "appeared", next: ["loading more: revise, load 0", "loading more: revise", "reloading: revise"]),
    CoreTransition(event: "changed", next: ["reloading: load 0", "loading more: ", "reloading: "]),
    CoreTransition(event: "retry", next: ["reloading: revise, load 0", "loading more: revise", "reloading: revise"]),
    CoreTransition(
      event: "loaded",
      next: ["idle: ", "idle: inserted 1..<5, changed 0", "reloading: load 1"]),
    CoreTransition(event: "failed", next: ["idle: ", "idle: changed 0", "idle: reloaded"]),
    CoreTransition(event: "late", next: ["idle: ", "loading more: ", "reloading: "]),
    CoreTransition(event: "show", next: ["idle: ", "loading more: ", "reloading: "]),
  ]

  private static func send(_ event: String, to driver: inout OutlineCoreDriver) {
    switch event {
    case "open 2": driver.send(.open(2))
    case "close 1": driver.send(.close(1))
    case "expand": driver.send(.expand(true))
    case "collapse": driver.send(.expand(false))
    case "appeared": driver.send(.appeared(driver.lines.count - 1))
    case "changed": driver.send(.changed)
    case "retry": driver.send(.retry)
    case "show": driver.send(.show([Numbered(id: 9)]))
    case "loaded":
      if driver.running == nil { driver.send(.loaded(OutlinePage([]), number: 2)) } else { driver.answer() }
    case "failed":
      if driver.running == nil {
        driver.send(.failed(ScriptedFailure("no net"), number: 2))
      } else {
        driver.answer(fails: true)
      }
    default: driver.send(.failed(ScriptedFailure("no net"), number: 1))
    }
  }

  @Test("each event leads from each activity to the one in its table", arguments: table)
  func steps(row: CoreTransition) {
    for (activity, expected) in zip(Self.activities, row.next) {
      var driver = Self.driver(activity)
      let before = driver.activity
      expectEqual(before, activity)
      Self.send(row.event, to: &driver)
      let found = "\(driver.activity): \(driver.effects.joined(separator: ", "))"
      expectEqual(found, expected, "\(row.event) while \(activity)")
      let problems = driver.problems
      expectEqual(problems, [])
    }
  }

  @Test("a failed reload keeps the shown tree and reports the reason")
  func failing() {
    var driver = Self.driver("reloading")
    driver.answer()
    driver.answer(fails: true)
    let (error, lines) = (driver.core.error, driver.lines)
    #expect(error is ScriptedFailure && lines == [1, 11, 12, 13, 14, 2, 3, 4])
    driver.send(.retry)
    driver.settle()
    let after = driver.core.error
    #expect(after == nil)
  }

  @Test("a reload is followed by the loads for rows that appeared during it")
  func appearedWhileReloading() {
    var driver = Self.driver("reloading")
    driver.send(.appeared(driver.lines.count - 1))
    driver.settle()
    let lines = driver.lines
    expectEqual(lines, [1, 11, 12, 13, 14, 2, 3, 4, 5])
  }

  @Test("invariants hold in any order of events", arguments: SimulatedSeeds.range(count: 60))
  func histories(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var driver = OutlineCoreDriver(
      pageSize: Int.random(in: 1...5, using: &generator), expandsAll: generator.oneIn(4))
    for step in 0..<150 {
      let ids = driver.lines
      switch Int.random(in: 0..<14, using: &generator) {
      case 0...2: driver.send(.open(ids.randomElement(using: &generator) ?? 1))
      case 3...4: driver.send(.close(ids.randomElement(using: &generator) ?? 1))
      case 5: driver.send(.appeared(Int.random(in: -1...ids.count, using: &generator)))
      case 6:
        driver.version += 1
        driver.send(.changed)
      case 7: driver.send(generator.oneIn(3) ? .expand(false) : .retry)
      case 8: driver.answer(fails: true)
      case 9: driver.answerLate()
      default: driver.answer()
      }
      let problems = driver.problems
      expectEqual(problems, [], "seed \(seed), step \(step)")
    }
    // Scrolling from end to end makes all of it appear.
    driver.send(.changed)
    driver.send(.retry)
    driver.settle()
    var line = 0
    while line < driver.lines.count {
      driver.send(.appeared(line))
      driver.settle()
      line += 1
    }
    let (lines, activity, problems, version) = (driver.lines, driver.activity, driver.problems, driver.version)
    #expect(problems == [] && activity == "idle", "seed \(seed)")
    expectEqual(lines, Self.truth(below: nil, version) { driver.core.isOpen($0) }, "seed \(seed)")
  }

  private static func truth(below id: Int?, _ version: Int, isOpen: (Int) -> Bool) -> [Int] {
    Numbered.children(of: id, version: version).flatMap { item in
      [item.id] + (item.hasChildren && isOpen(item.id) ? truth(below: item.id, version, isOpen: isOpen) : [])
    }
  }
}
