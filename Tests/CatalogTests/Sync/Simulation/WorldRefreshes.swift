import CatalogTestSupport
import FoundationEssentials
import Synchronization

@testable import Catalog
@testable import CatalogModel

/// Refreshes of a simulated world, and what happens meanwhile.
extension SimulatedWorld {
  /// Besides the weather, one thing at a time: what follows is then the same on every run, though a question is on its way
  /// while a page is stored.
  enum Incident: Sendable, Equatable {
    case none
    /// The process ends behind a commit.
    case crash(commit: Int)
    /// The user edits between two transactions.
    case edits(seed: UInt64)
    /// The server changes from one question to the next.
    case changes(seed: UInt64)
    /// Another engine reads the source to its end while the first answer is on its way.
    case overtaking
    /// The same between two transactions, when the lease has run out.
    case takeover(commit: Int)
    /// Each transaction takes one item.
    case haste
    /// The user gives the source another name, behind a commit or before the first answer is heard.
    case renames(commit: Int, seed: UInt64)
    /// The user puts another server in its place.
    case replaces(commit: Int, seed: UInt64)
    /// The user restores a backup.
    case restores(commit: Int, seed: UInt64)
    /// The refresh has taken as long as it may while a question is on its way.
    case timeUp(question: Int)

    /// Whether what is in the file afterwards is the work of the one refresh.
    var isAlone: Bool {
      switch self {
      case .none, .crash, .changes, .haste, .renames, .timeUp: true
      case .edits, .overtaking, .takeover, .replaces, .restores: false
      }
    }
  }

  struct Crash: Error {}

  func refresh(_ server: SimulatedServer, _ dice: inout SeededGenerator) async throws {
    var weather = SimulatedServer.Weather()
    weather.pageSize = Int.random(in: 1...6, using: &dice)
    weather.seed = dice.next()
    if dice.oneIn(4) {
      weather.failure = (
        Int.random(in: 1...4, using: &dice), dice.pick([.unreachable, .busy, .failed, .nonsense, .cursorRefused])
      )
    }
    (weather.repeats, weather.skips) = (dice.oneIn(3), dice.oneIn(2))
    (weather.answersOldCursors, weather.saysPresent) = (dice.oneIn(2), dice.oneIn(2))
    var options = options(server)
    options.isFull = dice.oneIn(10)
    let seed = dice.next()
    let incident: Incident =
      switch Int.random(in: 0..<21, using: &dice) {
      case 0..<5: .crash(commit: Int.random(in: 1...4, using: &dice))
      case 5..<7: .edits(seed: seed)
      case 7..<10: .changes(seed: seed)
      case 10..<13: .overtaking
      case 13: .takeover(commit: Int.random(in: 1...2, using: &dice))
      case 14: .haste
      case 15: .renames(commit: Int.random(in: 0...2, using: &dice), seed: seed)
      case 16: .replaces(commit: Int.random(in: 0...2, using: &dice), seed: seed)
      case 17: .timeUp(question: Int.random(in: 1...4, using: &dice))
      case 18: .restores(commit: Int.random(in: 0...2, using: &dice), seed: seed)
      default: .none
      }
    if case .changes(let seed) = incident { weather.change = seed }
    try await refresh(server, weather, options, incident, crashesInHaste: dice.oneIn(3))
  }

  @discardableResult
  func refresh(
    _ server: SimulatedServer, _ weather: SimulatedServer.Weather, _ options: RefreshOptions, _ incident: Incident,
    crashesInHaste: Bool = false
  ) async throws -> RefreshReport? {
    if !oracle.precedence.contains(server.name) { oracle.precedence.append(server.name) }
    let (before, image, last) = (oracle.known, try image(), try await catalog.steps().first?.id)
    server.change { ($0.weather, $0.questions, $0.answers) = (weather, 0, []) }
    let commits = CommitCounter()
    let (crashed, alarm, isRestored) = (Holder<String?>(nil), Signal(), Holder(false))
    var outside = SyncEngine.Outside()
    outside.wait = { [clock] wait, seconds in
      if wait == .retry { return clock.advance(by: seconds) }
      await (wait == .deadline ? alarm : Signal()).wait()
      try Task.checkCancellation()
    }
    outside.generator = { SeededGenerator(seed: weather.seed) }
    // Transactions end where pages do, however slow the machine is.
    outside.pace.transactionTime = 1_000
    if incident == .haste || crashesInHaste {
      outside.pace.transactionTime = 0
    }
    outside.pace.committed = { [self] in
      let commit = commits.next()
      switch incident {
      case .crash(commit):
        crashed.value = try copy()
        throw Crash()
      case .edits(let seed):
        var dice = SeededGenerator(seed: seed &+ UInt64(commit))
        try take(try self.image(), server, mandatory: [])
        try edit(&dice)
      case .takeover(commit):
        clock.advance(by: 60)
        _ = try await otherEngine(server).refresh(options)
      case .renames(commit, let seed): try rename(server, seed)
      case .replaces(commit, let seed): try replace(server, seed)
      case .restores(commit, let seed): isRestored.value = try restore(seed)
      case .none, .crash, .changes, .overtaking, .takeover, .haste, .renames, .replaces, .restores, .timeUp: break
      }
    }
    var source = source(server)
    if weather.seed.isMultiple(of: 2) { source.sourceID = try known(server)?.id }
    source.delay = { [self] in
      if case .renames(0, let seed) = incident { try rename(server, seed) }
      if case .replaces(0, let seed) = incident { try replace(server, seed) }
      if case .restores(0, let seed) = incident { isRestored.value = try restore(seed) }
    }
    if incident == .overtaking {
      let isOvertaken = CommitCounter()
      source.delay = { [self] in
        guard isOvertaken.next() == 1 else { return }
        let answers = server.snapshot.answers.count
        let other = try await otherEngine(server).refresh(options).first
        // A lease that a crash left may keep it from storing what it was told.
        if let other, other.outcome == .elsewhere, other.counts == RunCounts() {
          server.change { $0.answers.removeSubrange(answers...) }
        }
      }
    }
    let questions = CommitCounter()
    source.before = {
      guard case .timeUp(questions.next()) = incident else { return }
      alarm.send()
      // Until the question is cancelled.
      await Signal().wait()
      throw CancellationError()
    }
    let engine = catalog.syncEngine(sources: [source], outside: outside)
    let events = engine.events
    var report: RefreshReport?
    do {
      report = try await engine.refresh(options).first
    } catch is Crash {
    } catch let error as CatalogError where isRestored.value && error.code == .restored {}
    await engine.stop()
    tell(
      "refresh \(server.name) \(incident)\(options.isFull ? " full" : "") \(weather.failure.map { "\($0)" } ?? "")"
        + " → \(report.map { "\($0.outcome)" } ?? (isRestored.value ? "restored" : "crash"))")
    if isRestored.value {
      try checkRestored(server, report)
      return nil
    }
    guard report != nil || crashed.value != nil else {
      throw SimulationViolation("I13: \(server.name) was to be read, and nobody tells what came of it")
    }
    if let path = crashed.value {
      try goOn(with: path)
      try breakBehindCrash(server)
    }
    if !servers.contains(where: { $0 === server }) {
      try checkReplaced(server, report, incident)
      undoable = []
      return report
    }
    try breakBehindRefresh(server)
    try finish(server, report, isCrash: crashed.value != nil)
    try await checkEvents(events, isCrash: crashed.value != nil)
    if incident.isAlone { try oracle.checkLeftAlone(image, try self.image(), by: server.name) }
    try remember(since: last, before, image, source: server.name, isAlone: incident.isAlone)
    return report
  }

  /// To read one server.
  func options(_ server: SimulatedServer) -> RefreshOptions {
    var options = RefreshOptions()
    options.sources = [name(of: server)]
    return options
  }

  func source(_ server: SimulatedServer) -> SimulatedSource {
    var source = SimulatedSource(name: name(of: server), server: server, decoderVersion: server.snapshot.decoder)
    if let variant { source.transform = variant.transform }
    return source
  }

  /// Another process's engine, which finds good weather.
  private func otherEngine(_ server: SimulatedServer) -> SyncEngine {
    var outside = SyncEngine.Outside()
    outside.wait = { [clock] wait, seconds in
      if wait == .retry { return clock.advance(by: seconds) }
      await Signal().wait()
      try Task.checkCancellation()
    }
    outside.generator = { SeededGenerator(seed: 1) }
    return catalog.syncEngine(sources: [source(server)], outside: outside)
  }

  // MARK: What came of it

  private func finish(_ server: SimulatedServer, _ report: RefreshReport?, isCrash: Bool) throws {
    let (image, answers) = (try image(), server.snapshot.answers)
    let isComplete = report?.outcome == .complete
    // What stands in the file is behind the page whose cursor it has, and behind those that lead there.
    let cursor = image.positions[server.name]?.cursor
    tell("  \(answers.map { "\($0.items) to \($0.page.cursor ?? "none")" }), at \(cursor ?? "none")")
    let last =
      isComplete
      ? answers.lastIndex(where: \.isLast) : cursor == nil ? nil : answers.lastIndex { $0.page.cursor == cursor }
    let stored = Self.chain(to: last, in: answers)
    try take(image, server, mandatory: stored, retries: isCrash ? .possible : .certain)
    // An enumeration that was begun anew lets go of what it does not mention itself.
    if isComplete, stored.contains(where: { answers[$0].items.contains { $0.remoteID == nil } }) {
      guard image.quarantine.keys.contains(where: { $0.remoteID.hasPrefix("bytes ") && $0.source == server.name })
      else {
        throw SimulationViolation("I4: what \(server.name) said that nobody could read is not in quarantine")
      }
    }
    try look(at: image)
    guard isComplete else { return }
    try oracle.checkFollowed(image, server.name, delivered(by: answers, stored: stored))
    server.change { state in
      for item in answers.flatMap(\.items) {
        guard let remoteID = item.remoteID else { continue }
        state.skipped.remove(remoteID)
        if state.weather.change == nil, case .delivered = item {
          state.heard[remoteID] = state.entries[remoteID]?.changed
        }
      }
    }
  }

  /// The answers that lead to one: each was asked for by the cursor of the one before.
  private static func chain(to last: Int?, in answers: [SimulatedServer.Answer]) -> Set<Int> {
    var (chain, next): (Set<Int>, Int?) = ([], last)
    while let number = next {
      chain.insert(number)
      let cursor = answers[number].cursor
      next = cursor == nil ? nil : answers[..<number].lastIndex { $0.page.cursor == cursor }
    }
    return chain
  }

  func take(
    _ image: CatalogImage, _ server: SimulatedServer, mandatory: Set<Int>,
    retries: SimulationOracle.Retries = .possible
  ) throws {
    let state = server.snapshot
    var (tombstones, once) = missed[server.name] ?? ([], [])
    for answer in mandatory.map({ state.answers[$0] }) {
      guard let enumeration = answer.enumeration else { continue }
      mentions["\(server.name) \(enumeration)", default: []].formUnion(answer.items.map(\.remoteID))
    }
    // What an earlier refresh left to take out may be taken out in this one.
    var (allowed, forgotten) = (tombstones, Set<String>())
    for number in Set(state.answers.filter(\.isLast).compactMap(\.enumeration)).sorted() {
      let heard = mentions["\(server.name) \(number)"] ?? []
      // Also what an earlier enumeration of the same refresh brought.
      let silent = Set(oracle.known.records.keys.filter { $0.source == server.name }.map(\.remoteID))
        .union(state.answers.flatMap(\.items).compactMap(\.remoteID)).subtracting(heard.compactMap(\.self))
      forgotten.formUnion(silent)
      if heard.contains(nil) {
        tombstones = []
      } else if case .list(isStable: false) = server.kind {
        (tombstones, once) = (silent.intersection(once), silent)
      } else {
        tombstones = silent
      }
      allowed.formUnion(tombstones)
    }
    let kept = oracle.known.records.filter { $0.key.source == server.name }.compactMap { $0.value.kept?.payload }
    try oracle.take(
      image, of: server.name, answers: state.answers, mandatory: mandatory, tombstones: allowed, forgotten: forgotten,
      decoder: state.decoder, retries: retries)
    oracle.hear(state.answers, kept: kept, of: server.name)
    missed[server.name] = (tombstones, once)
    // Newer rules may have made something else of what the user edited.
    if oracle.known.positions[server.name]?.decoder != state.decoder {
      oracle.takeAgreed(image) { oracle, place, base in base == oracle.theirs(place.field, of: place.book) }
    }
  }

  /// What was told is what stands in the file.
  private func checkEvents(_ events: AsyncStream<SyncEvent>, isCrash: Bool) async throws {
    var (told, begun): (RefreshReport?, Int) = (nil, 0)
    for await event in events {
      switch event {
      case .stored(let report): told = report
      case .began: begun += 1
      case .ended: begun -= 1
      case .wouldChange, .retrying: break
      }
    }
    guard begun == 0 else { throw SimulationViolation("I13: observers were not told of an end") }
    guard let told, let step = told.step else { return }
    let row = try ForeignConnection(catalog.path)
      .rows("SELECT added, updated, removed FROM sync_run WHERE step_id = \(step)").first
    let stands = (row ?? []).map { Int($0 ?? "") ?? 0 }
    let counts = [told.counts.added, told.counts.updated, told.counts.removed]
    guard stands.count == 3, zip(stands, counts).allSatisfy({ $0 >= $1 }) else {
      throw SimulationViolation("I13: told \(counts) of step \(step), and in the file stand \(stands)")
    }
  }
}

/// Counts from one.
final class CommitCounter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
