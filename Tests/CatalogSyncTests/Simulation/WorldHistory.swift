@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Undo and redo by the people of a simulated world, alone or simultaneously, complete or interrupted.
extension SimulatedWorld {
  /// Performs several operations in a row, because faults of undo need more than one.
  func history(_ dice: inout SeededGenerator) async throws {
    for _ in 0..<Int.random(in: 1...5, using: &dice) {
      person = dice.pick(Self.people)
      switch Int.random(in: 0..<14, using: &dice) {
      case 0..<4: try replay(.undo)
      case 4..<7: try replay(.redo)
      case 7: try replay(.undo, stoppingAfter: Int.random(in: 1...4, using: &dice))
      case 8: try replay(.redo, stoppingAfter: Int.random(in: 1...4, using: &dice))
      case 9: try undoTogether(&dice)
      case 10, 11: try undoAny(&dice)
      default:
        // Delivering a record again changes nothing and moves the cursor.
        let server = dice.pick(servers)
        if dice.oneIn(2) { server.change { $0.sayAgain(&dice) } }
        try await refresh(server, SimulatedServer.Weather(), options(server), .none)
      }
    }
  }

  /// Undoes the last step of the acting person, or redoes the last one they undid, if the result is known.
  ///
  /// - Parameter transactions: The number of transactions, each with one change, after which the process is killed.
  private func replay(_ direction: StepReplay.Direction, stoppingAfter transactions: Int? = nil) throws {
    guard let known = try next(direction).first else { return }
    try replay(known, direction, stoppingAfter: transactions)
  }

  /// Undoes any step by its number, whoever made it.
  private func undoAny(_ dice: inout SeededGenerator) throws {
    guard !standing.isEmpty else { return }
    try replay(dice.pick(standing), .undo, isByNumber: true)
  }

  private func replay(
    _ known: SimulatedStep, _ direction: StepReplay.Direction, stoppingAfter transactions: Int? = nil,
    isByNumber: Bool = false
  ) throws {
    let mayBe = mayReplay(known, direction)
    var replay = StepReplay(
      direction, only: isByNumber ? known.id : nil, now: clock.now, batch: transactions == nil ? StepReplay.batch : 1)
    var count = 0
    do {
      while !replay.isFinished, count < transactions ?? .max {
        try acting.tamper { try replay.next($0) }
        count += 1
      }
    } catch let error as CatalogError where error.code == .nothingToDo && count == 0 {
      tell("\(who)\(direction) \(known.id) (refused)")
      guard mayBe != true else { throw SimulationViolation("I18: \(direction) of \(known.id) is refused: \(error)") }
      return try observe()
    }
    tell("\(who)\(direction) \(known.id)\(replay.isFinished ? "" : " in part")")
    guard mayBe != false else {
      throw SimulationViolation("I18: \(direction) of \(known.id), though another one has changed the same")
    }
    guard replay.chosen?.step.id == known.id else {
      throw SimulationViolation("I18: \(direction) is of \(replay.chosen?.step.id ?? 0), not of \(known.id)")
    }
    try take([known], direction, left: replay.left, isWhole: replay.isFinished)
  }

  /// Runs two undos at once, with their transactions interleaved in any order.
  private func undoTogether(_ dice: inout SeededGenerator) throws {
    let both = try next(.undo, 2)
    guard both.count == 2, both.allSatisfy({ mayReplay($0, .undo) == true || $0.id == standing.last?.id }) else {
      return
    }
    var replays = (0..<2).map { _ in StepReplay(.undo, now: clock.now, batch: 1) }
    while !replays.allSatisfy(\.isFinished) {
      let one = dice.pick([0, 1])
      if !replays[one].isFinished { try acting.tamper { try replays[one].next($0) } }
    }
    let steps = replays.compactMap { $0.chosen?.step.id }
    tell("\(who)two undo \(steps)")
    guard Set(steps) == Set(both.map(\.id)) else {
      throw SimulationViolation("I18: two who undo took back \(steps), not \(both.map(\.id))")
    }
    try take(both, .undo, left: replays.flatMap(\.left), isWhole: true)
  }

  /// Returns the next steps of the acting person with known results, the next one first.
  private func next(_ direction: StepReplay.Direction, _ limit: Int = 1) throws -> [SimulatedStep] {
    let steps = try acting.view {
      try direction == .undo ? $0.stepsToUndo(limit: limit) : $0.stepsToRedo(limit: limit)
    }
    let known = (direction == .undo ? standing : undone).filter { $0.person == person }.reversed()
    let up = zip(steps, known).prefix { $0.id == $1.id }.map(\.1)
    guard up.count == min(limit, known.count) else {
      throw SimulationViolation("I18: \(who)\(direction) is of \(steps.map(\.id)), not of \(known.map(\.id))")
    }
    return up
  }

  private func take(
    _ steps: [SimulatedStep], _ direction: StepReplay.Direction, left: [LeftChange], isWhole: Bool
  ) throws {
    guard let last = steps.last else { return }
    let image = try image()
    let leftBooks = Set(left.compactMap { if case .book(let book) = $0 { book } else { nil } })
    let was = oracle.known
    var after = was
    for var step in steps {
      guard let made = step.made else { continue }
      doubt(step, made, isWhole: isWhole)
      standing.removeAll { $0.id == step.id }
      undone.removeAll { $0.id == step.id }
      step.isPartial = !isWhole
      if isWhole {
        oracle.known.doubtedFields.subtract(step.touches.ownFields)
      } else {
        oracle.known.doubtedFields.formUnion(step.touches.ownFields)
      }
      step.ground = (Set(standing.filter { !$0.isPartial }.map(\.id)), self.made.count)
      if direction == .undo {
        step.after = step.after ?? after
        after = step.before
        oracle.known.say(what: made, became: step.before, butNot: [])
      } else {
        // A book that a refresh has hidden since is not removed again.
        oracle.known.say(what: step.before, became: made, butNot: leftBooks)
        // The replay reports that values filled in by a source of the user's own since then stay.
        step.unrepeated = Set(left.compactMap(\.personalSlot))
        for slot in step.unrepeated { oracle.known.hands[slot] = was.hands[slot] }
      }
      try takeLeft(step, made, direction, left, image)
      if direction == .redo || !isWhole { standing.append(step) }
      if direction == .undo || !isWhole { undone.append(step) }
    }
    let times = steps.map(\.before) + steps.compactMap(\.after) + [was, oracle.known]
    // Values that newer rules agreed on with the user's may be undone with the step, completely or in part.
    oracle.takeAgreed(image) { _, slot, base in times.contains { $0.words[slot]?.base == .some(base) } }
    let sources = Set(steps.compactMap(\.run?.source))
    let shown = image.books.filter { $0.value.hidden == 0 }
    if direction == .undo, isWhole, standing.allSatisfy({ !$0.isPartial }), Set(standing.map(\.id)) == last.standing {
      let before = last.shown.books.filter { $0.value.hidden == 0 }
      guard last.run == nil || shown == before else {
        throw SimulationViolation("I18: undo of \(last.id) shows \(shown), not \(before)")
      }
      let (fields, fieldsBefore) = (
        image.fields.filter { !$0.value.isRemoved }, last.shown.fields.filter { !$0.value.isRemoved }
      )
      // Others may have created fields since a step was first undone, and a field that an undo left stays.
      let isFirst = steps.allSatisfy { $0.after == nil }
      let held = fields.filter { fieldsBefore[$0.key] != nil || isFirst && oracle.known.fieldWords[$0.key] == nil }
      guard held == fieldsBefore else {
        throw SimulationViolation("I18: undo leaves fields \(fields), not \(fieldsBefore)")
      }
    }
    oracle.known.kept.formUnion(shown.keys)
    try oracle.takeBack(image, of: sources, to: steps.map(\.before) + steps.compactMap(\.after))
    oracle.known.positions = [:]
    for server in servers where sources.contains(server.name) { server.change { $0.heard = [:] } }
    lastImport?.isUntouched = false
    try look(at: image)
  }

  /// Marks the places where a run did not fill in its values because of the user's, and does not do so when the user's
  /// are undone.
  private func doubt(_ step: SimulatedStep, _ made: SimulationOracle.Knowledge, isWhole: Bool) {
    let later = standing.drop { $0.id != step.id }.dropFirst()
    for slot in Set(step.before.hands.keys).union(made.hands.keys) where step.before.hands[slot] != made.hands[slot] {
      if !isWhole || later.contains(where: { $0.touches.mayHold(slot.book) }) { oracle.known.doubted.insert(slot) }
    }
  }

  /// Records the parts of a step that stay: a field in use since then, or whose name another one has now.
  private func takeLeft(
    _ step: SimulatedStep, _ made: SimulationOracle.Knowledge, _ direction: StepReplay.Direction, _ left: [LeftChange],
    _ image: CatalogImage
  ) throws {
    let names = left.compactMap { if case .ownField(let name) = $0 { name } else { nil } }
    let isExpected = left.count == names.count + left.compactMap(\.personalSlot).count { step.unrepeated.contains($0) }
    guard direction == .redo || isExpected else { throw SimulationViolation("I18: undo left \(left)") }
    for id in step.touches.ownFields {
      let expected = direction == .undo ? step.shown.fields[id] : made.fieldWords[id]
      guard let field = image.fields[id], names.contains(field.name) || expected.map({ $0 != field }) ?? false else {
        continue
      }
      let isUsed = standing.contains { $0.id > step.id && $0.touches.fills(id) }
      let isNameTaken = image.fields.contains { $0.key != id && !$0.value.isRemoved && $0.value.name == expected?.name }
      guard isUsed || isNameTaken else { throw SimulationViolation("I18: \(direction) left field \(id): \(field)") }
      oracle.known.fieldWords[id] = field
    }
  }
}

extension LeftChange {
  /// The personal field of a book that the change is about.
  fileprivate var personalSlot: SimulationOracle.Place? {
    guard case .field(let field, let book) = self, field.isPersonal else { return nil }
    return SimulationOracle.Place(book: book, field: field)
  }
}

extension SimulatedServer.State {
  /// Delivers a record again as it is.
  fileprivate mutating func sayAgain(_ dice: inout SeededGenerator) {
    let there = entries.filter { $0.value.statements != nil }.keys.sorted()
    guard !there.isEmpty else { return }
    time += 1
    entries[dice.pick(there)]?.changed = time
  }
}
