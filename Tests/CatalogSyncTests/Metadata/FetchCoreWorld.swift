import CatalogTestSupport
import FoundationEssentials

@testable import Catalog
@testable import CatalogModel

/// A random environment of a core: it performs the effects, answers late, twice or never, and checks the core's
/// guarantees. These are one batch at a time, no request without a claim, one answer for every waiter, and nothing left
/// in the end.
struct FetchCoreWorld {
  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  private var bench = FetchCoreBench()
  private var random: SeededGenerator
  private var isGathering = false
  private var batch: FetchBatch?
  private var timer: Double?
  /// The rows in the queue, and the claims by the numbers of their requests.
  private var queued = Set<Book.ID>()
  private var claims: [Int: FetchRequest] = [:]
  private var done = Set<Book.ID>()
  /// The requests that were started and have not ended.
  private var open = Set<Int>()
  private var waiting = Set<Int>()
  private var lastWaiter = 0
  private(set) var isFinished = false

  init(_ seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  private mutating func books() -> [Book.ID] {
    (0...Int.random(in: 0...4, using: &random)).map { _ in Book.ID(Int64.random(in: 1...12, using: &random)) }
  }

  private func require(_ isHeld: Bool, _ promise: String) throws {
    if !isHeld { throw Violation(description: promise) }
  }

  // MARK: Effects

  private mutating func step(_ event: FetchCore.Event) throws {
    for effect in bench.step(event) { try carryOut(effect) }
  }

  private mutating func carryOut(_ effect: FetchCore.Effect) throws {
    try require(!isFinished || isRefusal(effect), "nothing happens after the end: \(effect.text)")
    switch effect {
    case .gather:
      try require(!isGathering && batch == nil, "gathers while a batch is under way")
      isGathering = true
    case .run(let given):
      try require(batch == nil, "two batches at once")
      let numbers = given.responses.map(\.request.number)
      try require(Set(numbers).count == numbers.count, "a response is stored twice")
      try require(numbers.allSatisfy { claims[$0] != nil }, "a response without a claim")
      (batch, isGathering) = (given, false)
    case .cancelBatch: try require(batch != nil, "cancels no batch")
    case .start(let request):
      try require(claims[request.number] == request, "a request without a claim")
      try require(open.insert(request.number).inserted, "a request is made twice")
    case .cancel(let number): try require(open.contains(number), "cancels no request")
    case .setTimer(let time): timer = time
    case .cancelTimer: timer = nil
    case .tell(.row(let waiter, _)), .tell(.report(let waiter, _)):
      try require(waiting.remove(waiter) != nil, "waiter \(waiter) is answered twice")
    case .tell(.progress(let waiter, _)): try require(waiting.contains(waiter), "progress for nobody")
    case .tellObservers, .tellChanges: break
    case .finish: isFinished = true
    }
  }

  private func isRefusal(_ effect: FetchCore.Effect) -> Bool {
    if case .tell = effect { true } else { false }
  }

  // MARK: Events

  /// Performs a random event.
  mutating func happen() throws {
    bench.now += Double.random(in: 0...1, using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0: try step(.shown(books(), ahead: books(), viewer: chance(50) ? "a" : "b"))
    case 1: try step(.requested(chance(20) ? [] : books(), isForced: chance(30)))
    case 2, 3: try awaitRow()
    case 4: try awaitReport()
    case 5: try step(.waiterLeft(Int.random(in: 0...lastWaiter, using: &random)))
    case 6: try step(.responded(request: Int.random(in: 0...20, using: &random), .cancelled))
    // Late or early, from any sender.
    case 7 where batch == nil: try step(chance(50) ? .committed(bench.result()) : .failed(CancellationError()))
    case 8 where !isGathering: try step(.gathered)
    case 9: bench.now += Double.random(in: 0...20, using: &random)
    default: try goOn(isWell: false)
    }
  }

  private mutating func awaitRow() throws {
    lastWaiter += 1
    waiting.insert(lastWaiter)
    try step(.rowAwaited(books()[0], by: lastWaiter, isForced: chance(30)))
  }

  private mutating func awaitReport() throws {
    lastWaiter += 1
    waiting.insert(lastWaiter)
    try step(.reportAwaited(chance(10) ? [] : books(), by: lastWaiter, isForced: chance(30), isBrief: chance(50)))
  }

  /// Advances a running operation.
  ///
  /// - Parameter isWell: True if nothing fails or is late.
  private mutating func goOn(isWell: Bool) throws {
    if let timer, bench.now >= timer {
      self.timer = nil
      try step(.timerFired(timer))
    }
    if isGathering, isWell || chance(50) { try step(.gathered) }
    if batch != nil, isWell || chance(50) { try endBatch(fails: !isWell && chance(15)) }
    if let number = open.randomElement(using: &random), isWell || chance(50) {
      // It is removed first, so that a core that requests it again is caught.
      open.remove(number)
      let failure = SourceFailure(.timedOut, "host", cause: "slow")
      let result: FetchResult =
        isWell || chance(60) ? .answers([]) : chance(50) ? .cancelled : .failed(failure)
      try step(.responded(request: number, result))
    }
  }

  private mutating func endBatch(fails: Bool) throws {
    guard let given = batch else { return }
    batch = nil
    if fails { return try step(.failed(CatalogError.noBook("1"))) }
    var complete: [Book.ID] = []
    for response in given.responses {
      let rows = (claims.removeValue(forKey: response.request.number)?.rows ?? []).map(\.book)
      if case .answers = response.result { complete += rows } else { queued.formUnion(rows) }
    }
    done.formUnion(complete)
    queued.subtract(given.withdrawn)
    let claimed = Set(claims.values.flatMap { $0.rows.map(\.book) })
    for demand in given.demands {
      if demand.priority == .forced { done.subtract(demand.books) }
      complete += demand.books.filter(done.contains)
      queued.formUnion(demand.books.filter { !done.contains($0) && !claimed.contains($0) })
    }
    var requests: [FetchRequest] = []
    while !given.isLast, claims.count < 3, let book = queued.min() {
      queued.remove(book)
      let request = bench.request([book], isWaiterOnly: chance(50))
      claims[request.number] = request
      requests.append(request)
    }
    let wakes: Double? = queued.isEmpty ? nil : 1
    try step(
      .committed(bench.result(requests: requests, complete: complete, isIdle: queued.isEmpty, wakesAfter: wakes)))
    try require(
      isFinished || Set(bench.core.claims.keys) == Set(claims.keys), "a claim without a request, or the reverse")
  }

  // MARK: Ends

  /// Lets everything succeed until there are no waiters.
  mutating func settle() throws {
    var rounds = 0
    while !waiting.isEmpty {
      rounds += 1
      try require(rounds < 2_000, "somebody waits for ever: \(waiting)")
      try goOn(isWell: true)
      bench.now += 0.5
    }
  }

  /// Stops the core; a batch or a request may never end.
  mutating func stop() throws {
    let (batchHangs, requestsHang) = (chance(20), chance(20))
    try step(.stop)
    var rounds = 0
    while !isFinished {
      rounds += 1
      try require(rounds < 200, "it does not stop")
      if chance(30) { try awaitRow() }
      if chance(30) { try step(.waiterLeft(Int.random(in: 0...lastWaiter, using: &random))) }
      if !batchHangs, chance(50) { try endBatch(fails: chance(20)) }
      if !requestsHang, let number = open.randomElement(using: &random) {
        open.remove(number)
        try step(.responded(request: number, .cancelled))
      }
      bench.now += 0.25
      if let timer, bench.now >= timer { try step(.timerFired(timer)) }
    }
    try require(waiting.isEmpty, "somebody waits after the end")
    try require(timer == nil && bench.core.underWay.isEmpty || batchHangs, "something is left")
    for _ in 0..<20 { try happen() }
  }
}
