import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

extension SeededGenerator {
  mutating func happens(_ percent: Int) -> Bool { roll(100) < percent }
}

/// A catalog with plain models of the expected state, whatever its people do. The models follow from the statements and
/// changes made. Of the catalog's own rules they use how texts are read and written as values, which fields exist, and
/// those that comments mention.
final class RandomLife {
  /// The expected state between two steps.
  struct State {
    /// The person who made the step that led here; `nil` for the owner.
    var maker: String?
    var shown: [String] = []
    /// The names of the user's own fields that are not removed.
    var fields: [OwnField.ID: String] = [:]
    /// The saved searches by their lower-case names.
    var searches: [String: Search] = [:]
    var conflicts: [Conflict] = []
    /// The records that their sources no longer have, of books that have other records.
    var tombstones: [String: Book.ID] = [:]
    /// The user's last statement about a field; for tags, the added and removed ones.
    var words: [Place: Word] = [:]
    /// The user's last statement about the current reading of a book and its earlier readings.
    var readings: [Book.ID: SaidReadings] = [:]
    /// The sets of books that the user marked as distinct.
    var distinct: [Set<Book.ID>] = []
    /// The value that each record last delivered for each field; fields that it never mentioned are absent.
    var records: [String: [BookField: String?]] = [:]
  }

  struct Place: Hashable {
    let book: Book.ID
    let field: BookField
  }

  struct SaidReadings: Equatable {
    var current: CurrentReading?
    var earlier: [Reading]?
    var progress: ProgressChange?
  }

  enum Word: Equatable {
    case value(String?)
    case tags(added: Set<String>, removed: Set<String>)
  }

  let temporary: TemporaryCatalog
  /// The acting person; `nil` for the owner.
  var person: String?
  /// The catalog of the acting person.
  var catalog: BookCatalog { person.flatMap { catalogs[$0] } ?? temporary.catalog }
  let catalogs: [String: BookCatalog]
  let seed: UInt64
  var dice: SeededGenerator
  /// The states that undo and redo move between, and the index of the current one.
  private(set) var states: [State]
  private(set) var position = 0
  var now: State
  var log: [String] = []
  /// All user-defined fields that ever existed, as last seen.
  var seenFields: [OwnField.ID: OwnField] = [:]
  /// The fields that a redo left as they were, because other steps used them. The states do not predict them.
  var leftFields: Set<OwnField.ID> = []
  /// The people who may redo steps that are no longer in the states, because others have continued since.
  var leftOver: Set<String?> = []
  /// For each source, the last imported rows if none of them were undone since, and the number of rejected ones.
  var lastImports: [String: (records: [SourceRecord], rejected: Int)] = [:]
  /// True if some rows have the UUID of a book, including merged and undone ones.
  var namesIdentities = false
  var identities = 0
  var isRewinding = false

  init(seed: UInt64) throws {
    self.seed = seed
    dice = SeededGenerator(seed: seed &* 1_000_003)
    let temporary = try TemporaryCatalog()
    self.temporary = temporary
    catalogs = try ["Anna", "Ben"].reduce(into: [:]) { $0[$1] = try temporary.catalog.acting(as: $1) }
    try OwnFieldSamples.make(in: temporary.catalog)
    now = State()
    for field in OwnFieldSamples.all { (now.fields[field.id], seenFields[field.id]) = (field.name, field) }
    states = [now]
  }

  /// - Parameter isDeciding: True if the user decides conflicts, merges, splits and removes sources, which deliver
  ///   nothing more but lose books.
  /// - Parameter isMerging: True if the user merges books while sources continue, and rows name books by their UUID.
  func live(operations: Int, isDeciding: Bool = false, isMerging: Bool = false) async throws {
    namesIdentities = isMerging
    for _ in 0..<operations {
      let step: HistoryStep.ID?
      person = dice.pick(Self.people)
      if isDeciding, dice.happens(50) {
        step = try decide()
      } else if isMerging, dice.happens(25) {
        step = try mergeOrLose()
      } else {
        step = try await operate(delivers: !isDeciding)
      }
      now.shown = try catalog.shownText()
      now.conflicts = try conflicts()
      now.tombstones = try tombstones()
      if step != nil {
        now.maker = person
        leftOver.formUnion(states[(position + 1)...].map(\.maker))
        // A refresh ends only the redo of refreshes.
        if try catalog.view({ try $0.steps(limit: 1) }).first?.kind != .refresh { leftOver.remove(person) }
        states.removeSubrange((position + 1)...)
        states.append(now)
        position += 1
      } else {
        try #require(now.shown == states[position].shown, "no step, no change; \(story)")
        states[position] = now
      }
      try checkEverything()
    }
  }

  /// Undoes everything and redoes it.
  func rewind() throws {
    isRewinding = true
    while position > 0 { try undo() }
    for other in Set(Self.people) {
      person = other
      #expect(throws: CatalogError.self, "\(story)") { try catalog.undoStep() }
    }
    try expectEqual(catalog.bookCount(), 0)
    while position < states.count - 1 { try redo() }
    for other in Set(Self.people) where !leftOver.contains(other) {
      person = other
      #expect(throws: CatalogError.self, "\(story)") { try catalog.redoStep() }
    }
  }

  var story: String { "seed \(seed): \(log.suffix(400).joined(separator: "; "))" }

  // MARK: Operations

  /// Performs an operation and updates the model.
  /// - Returns: The step it made.
  func operate(delivers: Bool) async throws -> HistoryStep.ID? {
    let books = try catalog.view { try $0.page(size: 1_000).books }
    switch dice.roll(140) {
    case 132..<140 where !books.isEmpty: return try mark(books)
    case 124..<132: return try changeSearches()
    case 112..<124: return try clean(books)
    case 100..<105: return try changeFields()
    case 105..<108 where delivers: return try await importAgain()
    case 108..<112: return try meddle()
    case 0..<8: return try add()
    case 8..<35 where !books.isEmpty: return try edit(books)
    case 35..<42 where !books.isEmpty: return try revert(books)
    case 42..<47 where !books.isEmpty: return try remove(books)
    case 47..<72 where delivers: return try await importSome()
    case 47..<77 where !delivers && position == states.count - 1: return try loseSome()
    case 72..<77 where position == states.count - 1: return try await refresh()
    case 72..<77 where delivers: return try await refresh(bringsNothing: true)
    case 77..<89:
      for _ in 0...dice.roll(3) where position > 0 { try undo() }
      if dice.happens(30) { try stopMidway(.undo) }
      if position > 1, dice.happens(20) { try replayTogether(.undo) }
      return nil
    case 89..<96:
      for _ in 0...dice.roll(2) where position < states.count - 1 { try redo() }
      if dice.happens(30) { try stopMidway(.redo) }
      if position < states.count - 2, dice.happens(20) { try replayTogether(.redo) }
      return nil
    case 96..<98:
      log.append("close")
      catalog.close()
      return nil
    default:
      log.append("repair")
      try await expectEqual(catalog.check(repair: true).findings, [], "\(story)")
      return nil
    }
  }

  func undo() throws {
    try turn(to: .undo)
    log.append("undo")
    let outcome = try catalog.undoStep()
    expectEqual(outcome.left, [], "\(story)")
    position -= 1
    try expectState()
  }

  func redo() throws {
    try turn(to: .redo)
    log.append("redo")
    let outcome = try catalog.redoStep()
    expectEqual(outcome.left, [], "\(story)")
    position += 1
    try expectState()
  }

  /// Interrupts an undo or redo midway, then finishes or reverses it.
  func stopMidway(_ direction: StepReplay.Direction) throws {
    guard direction == .undo ? position > 0 : position < states.count - 1 else { return }
    try turn(to: direction)
    log.append("\(direction) in part")
    var replay = StepReplay(direction, now: temporary.clock.now, batch: 1)
    for _ in 0...dice.roll(3) where !replay.isFinished { try catalog.tamper { try replay.next($0) } }
    if dice.happens(30) { catalog.close() }
    try #require(try catalog.findings() == [], "\(story)")
    let reverses = dice.happens(50)
    if !replay.isFinished || reverses {
      log.append(reverses ? "turn back" : "go on")
      let outcome =
        (direction == .undo) == reverses ? try catalog.redoStep() : try catalog.undoStep()
      #expect(outcome.step.id == replay.chosen?.step.id && outcome.left == [], "\(story)")
    }
    if !reverses { position += direction == .undo ? -1 : 1 }
    try expectState()
  }

  /// Undoes or redoes two steps at once, with their transactions interleaved in any order.
  func replayTogether(_ direction: StepReplay.Direction) throws {
    // Both steps are by one person; with two people, the requested one would go first.
    let makers = direction == .undo ? states[(position - 1)...position] : states[(position + 1)...(position + 2)]
    guard Set(makers.map(\.maker)).count == 1 else { return }
    try turn(to: direction)
    log.append("two \(direction)")
    var replays = (0..<2).map { _ in StepReplay(direction, now: temporary.clock.now, batch: 1) }
    while let one = [0, 1].filter({ !replays[$0].isFinished }).randomElement(using: &dice) {
      try catalog.tamper { try replays[one].next($0) }
    }
    expectEqual(Set(replays.compactMap { $0.chosen?.step.id }).count, 2, "\(story)")
    #expect(replays.allSatisfy { $0.left == [] }, "\(story)")
    position += direction == .undo ? -2 : 2
    try expectState()
  }

  /// Makes the maker of the next step the acting person.
  func turn(to direction: StepReplay.Direction) throws {
    person = states[direction == .undo ? position : position + 1].maker
    forgetImports()
  }

  /// Forgets the imports, because the same rows may make a change after undo.
  func forgetImports() { lastImports = [:] }

  func expectState() throws {
    now = states[position]
    let fields = try shownFields()
    for id in leftFields { now.fields[id] = fields[id] }
    try #require(fields == now.fields, "\(story)")
    try expectSearches()
    let (shown, conflicts, tombstones) = (try catalog.shownText(), try conflicts(), try tombstones())
    // Undo does not restore a book's only record that a source lost. If the book has other records again, they apply
    // now. The record returns once the step that added it is undone and redone.
    let (here, there) = (
      tombstones.filter { now.tombstones[$0.key] == nil }, now.tombstones.filter { tombstones[$0.key] == nil }
    )
    let heard = Set(here.values).union(there.values)
    func comparable(_ lines: [String]) -> [String] {
      heard.isEmpty ? lines : lines.filter { line in !heard.contains { line.hasPrefix("\($0) ") } }
    }
    try #require(comparable(shown) == comparable(now.shown), "\(story)")
    try #require(
      comparable(conflicts.compactMap(\.decided)) == comparable(now.conflicts.compactMap(\.decided)), "\(story)")
    (now.shown, now.conflicts, now.tombstones) = (shown, conflicts, tombstones)
    states[position] = now
    // While rewinding, only the states matter; everything else was checked when they were made.
    if !isRewinding || position.isMultiple(of: 8) { try checkEverything() }
  }
}
