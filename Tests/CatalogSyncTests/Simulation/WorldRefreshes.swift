import FoundationEssentials
import Synchronization

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Refreshes of a simulated world, and incidents during them.
extension SimulatedWorld {
  /// One incident at a time, in addition to the weather: the outcome is then the same on every run, though a request is
  /// sent while a page is stored.
  enum Incident: Sendable, Equatable {
    case none
    /// The process ends after a commit.
    case crash(commit: Int)
    /// The user edits between two transactions.
    case edits(seed: UInt64)
    /// The server changes between two requests.
    case changes(seed: UInt64)
    /// Another engine reads the source to its end while the first answer is being delivered.
    case overtaking
    /// Another engine does so between two transactions, after the lease has expired.
    case takeover(commit: Int)
    /// Each transaction stores one item.
    case haste
    /// The user renames the source, after a commit or before the first answer is received.
    case renames(commit: Int, seed: UInt64)
    /// The user replaces the server by another one.
    case replaces(commit: Int, seed: UInt64)
    /// The user restores a backup.
    case restores(commit: Int, seed: UInt64)
    /// The user makes the source their own, or a normal one again, after a commit or before the first answer is
    /// received.
    case changesMine(commit: Int)
    /// The time of the refresh is up while a request is running.
    case timeUp(question: Int)

    /// True if the resulting file is the work of this refresh alone.
    var isAlone: Bool {
      switch self {
      case .none, .crash, .changes, .haste, .renames, .changesMine, .timeUp: true
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
        Int.random(in: 1...4, using: &dice), dice.pick([.unreachable, .busy, .failed, .malformed, .cursorRefused])
      )
    }
    (weather.repeats, weather.skips) = (dice.oneIn(3), dice.oneIn(2))
    (weather.answersOldCursors, weather.saysPresent) = (dice.oneIn(2), dice.oneIn(2))
    var options = options(server)
    options.isFull = dice.oneIn(10)
    let seed = dice.next()
    let incident: Incident =
      switch Int.random(in: 0..<23, using: &dice) {
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
      case 19, 20: .changesMine(commit: Int.random(in: 0...2, using: &dice))
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
    heardBefore = 0
    let commits = CommitCounter()
    let (crashed, alarm, isRestored) = (Holder<String?>(nil), Signal(), Holder(false))
    /// The last contents of the file in which no personal values came from sources that are not the user's.
    let left = Holder(image)
    var outside = SyncEngine.Outside()
    outside.wait = { [clock] wait, seconds in
      if wait == .retry { return clock.advance(by: seconds) }
      await (wait == .deadline ? alarm : Signal()).wait()
      try Task.checkCancellation()
    }
    outside.generator = { SeededGenerator(seed: weather.seed) }
    // Transactions end with pages, however slow the machine is.
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
      case .changesMine(commit): left.value = try changeMineMeanwhile(server)
      case .none, .crash, .changes, .overtaking, .takeover, .haste, .renames, .replaces, .restores, .changesMine,
        .timeUp:
        break
      }
    }
    var source = source(server)
    let beginnings = CommitCounter()
    if weather.seed.isMultiple(of: 2) { source.sourceID = try known(server)?.id }
    source.delay = { [self] in
      if case .renames(0, let seed) = incident { try rename(server, seed) }
      if case .replaces(0, let seed) = incident { try replace(server, seed) }
      if case .restores(0, let seed) = incident { isRestored.value = try restore(seed) }
      // A read that has restarted since then begins again.
      if case .changesMine(0) = incident, beginnings.next() == 1 { left.value = try changeMineMeanwhile(server) }
    }
    if incident == .overtaking {
      let isOvertaken = CommitCounter()
      source.delay = { [self] in
        guard isOvertaken.next() == 1 else { return }
        let answers = server.snapshot.answers.count
        let other = try await otherEngine(server).refresh(options).first
        // A lease left by a crash may keep it from storing the answers.
        if let other, other.outcome == .elsewhere, other.counts == RunCounts() {
          server.change { $0.answers.removeSubrange(answers...) }
        }
      }
    }
    let questions = CommitCounter()
    source.before = {
      guard case .timeUp(questions.next()) = incident else { return }
      alarm.send()
      // Waits until the request is cancelled.
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
      try breakAfterCrash(server)
    }
    if !servers.contains(where: { $0 === server }) {
      try checkReplaced(server, report, incident)
      forgetSteps()
      return report
    }
    try breakAfterRefresh(server)
    try finish(server, report, isCrash: crashed.value != nil)
    try await checkEvents(events, isCrash: crashed.value != nil)
    let after = try self.image()
    if incident.isAlone {
      try oracle.checkLeftAlone(left.value, after, by: server.name)
      try oracle.checkKept(left.value, after, by: server.name)
    }
    person = nil
    try remember(since: last, before, image, run: .refresh(server.name), isAlone: incident.isAlone)
    endSteps(after)
    return report
  }

  /// Returns options to refresh one server.
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

  /// Returns an engine of another process that meets no faults.
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
}
