import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// How the user of a simulated world goes back and forth in the history, alone or with somebody else, to the end or not.
extension SimulatedWorld {
  /// Several things in a row, since what goes wrong with undo needs more than one.
  func history(_ dice: inout SeededGenerator) async throws {
    for _ in 0..<Int.random(in: 1...5, using: &dice) {
      switch Int.random(in: 0..<12, using: &dice) {
      case 0..<4: try replay(.undo)
      case 4..<7: try replay(.redo)
      case 7: try replay(.undo, stoppingAfter: Int.random(in: 1...4, using: &dice))
      case 8: try replay(.redo, stoppingAfter: Int.random(in: 1...4, using: &dice))
      case 9: try undoTogether(&dice)
      default:
        // What the source says again changes nothing, and moves its cursor.
        let server = dice.pick(servers)
        if dice.oneIn(2) { server.change { $0.sayAgain(&dice) } }
        try await refresh(server, SimulatedServer.Weather(), options(server), .none)
      }
    }
  }

  /// Takes the last step back, or does the one undone last again, where it is known what comes of it.
  ///
  /// - Parameter transactions: after how many it is killed, each of one change.
  private func replay(_ direction: StepReplay.Direction, stoppingAfter transactions: Int? = nil) throws {
    guard let known = try next(direction).first else { return }
    var replay = StepReplay(direction, now: clock.now, batch: transactions == nil ? StepReplay.batch : 1)
    var count = 0
    while !replay.isFinished, count < transactions ?? .max {
      try catalog.tamper { try replay.next($0) }
      count += 1
    }
    tell("\(direction) \(known.step)\(replay.isFinished ? "" : " in part")")
    guard replay.chosen?.step.id == known.step else {
      throw SimulationViolation("\(direction) is of \(replay.chosen?.step.id ?? 0), not of \(known.step)")
    }
    try take([known], direction, left: replay.left, isWhole: replay.isFinished)
  }

  /// Two undo at once, whose transactions come in any order.
  private func undoTogether(_ dice: inout SeededGenerator) throws {
    let both = try next(.undo, 2)
    guard both.count == 2 else { return }
    var replays = (0..<2).map { _ in StepReplay(.undo, now: clock.now, batch: 1) }
    while !replays.allSatisfy(\.isFinished) {
      let one = dice.pick([0, 1])
      if !replays[one].isFinished { try catalog.tamper { try replays[one].next($0) } }
    }
    let steps = replays.compactMap { $0.chosen?.step.id }
    tell("two undo \(steps)")
    guard Set(steps) == Set(both.map(\.step)) else {
      throw SimulationViolation("two who undo took back \(steps), not \(both.map(\.step))")
    }
    try take(both, .undo, left: replays.flatMap(\.left), isWhole: true)
  }

  /// The steps that are up, as far as it is known what comes of them; the next one in front.
  private func next(_ direction: StepReplay.Direction, _ limit: Int = 1) throws -> [Undoable] {
    let steps = try catalog.view {
      try direction == .undo ? $0.stepsToUndo(limit: limit) : $0.stepsToRedo(limit: limit)
    }
    let known = direction == .undo ? undoable : redoable
    return zip(steps, known.reversed()).prefix { $0.id == $1.step }.map(\.1)
  }

  private func take(
    _ steps: [Undoable], _ direction: StepReplay.Direction, left: [LeftChange], isWhole: Bool
  ) throws {
    guard let last = steps.last else { return }
    let image = try image()
    // Since a step was undone for the first time, others may have made fields.
    let wasUndone = last.after != nil
    if direction == .undo, !left.isEmpty { throw SimulationViolation("undo left \(left)") }
    var after = oracle.known
    for var step in steps {
      undoable.removeAll { $0.step == step.step }
      redoable.removeAll { $0.step == step.step }
      if direction == .undo { step.after = step.after ?? after }
      after = step.before
      if direction == .redo || !isWhole { undoable.append(step) }
      if direction == .undo || !isWhole { redoable.append(step) }
    }
    let target = direction == .undo ? last.before : last.after ?? oracle.known
    let times = steps.map(\.before) + steps.compactMap(\.after) + [oracle.known]
    oracle.known.words = target.words
    // What newer rules agreed upon with the user's words may be taken back with the step, or in part.
    oracle.takeAgreed(image) { _, place, base in times.contains { $0.words[place]?.base == .some(base) } }
    (oracle.known.hands, oracle.known.fieldWords) = (target.hands, target.fieldWords)
    // A book that a refresh has hidden meanwhile is not removed once more.
    oracle.known.removed = target.removed.filter { !left.contains(.book($0)) }
    let sources = Set(steps.compactMap(\.source))
    let shown = image.books.filter { $0.value.hidden == 0 }
    if direction == .undo, isWhole, last.source != nil {
      let before = last.shown.books.filter { $0.value.hidden == 0 }
      guard shown == before else { throw SimulationViolation("undo of a refresh shows \(shown), not \(before)") }
    }
    if direction == .undo, isWhole {
      let (fields, before) = (
        image.fields.filter { !$0.value.isRemoved }, last.shown.fields.filter { !$0.value.isRemoved }
      )
      let held = wasUndone ? fields.filter { before[$0.key] != nil } : fields
      guard held == before else { throw SimulationViolation("undo leaves fields \(fields), not \(before)") }
    }
    oracle.known.kept.formUnion(shown.keys)
    try oracle.takeBack(image, of: sources, to: steps.map(\.before) + steps.compactMap(\.after))
    oracle.known.positions = [:]
    for server in servers where sources.contains(server.name) { server.change { $0.heard = [:] } }
    try look(at: image)
  }
}

extension SimulatedServer.State {
  /// Says a record again as it is.
  fileprivate mutating func sayAgain(_ dice: inout SeededGenerator) {
    let there = entries.filter { $0.value.statements != nil }.keys.sorted()
    guard !there.isEmpty else { return }
    time += 1
    entries[dice.pick(there)]?.changed = time
  }
}
