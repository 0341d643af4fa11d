import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Long random histories of a catalog, checked after each operation against a plain model.
@Suite("Any history")
struct RandomHistoryTests {
  @Test(
    "a random history keeps every edit, agrees with its layers, and can be undone and redone state by state",
    arguments: SimulatedSeeds.range(count: 1))
  func holds(seed: UInt64) async throws {
    let life = try RandomLife(seed: seed)
    try await life.live(operations: 50)
    try life.rewind()
  }

  @Test("a random history holds with decisions and lost books", arguments: SimulatedSeeds.range(from: 11, count: 2))
  func decides(seed: UInt64) async throws {
    let life = try RandomLife(seed: seed)
    try await life.live(operations: 15)
    try await life.live(operations: 45, isDeciding: true)
    try life.rewind()
  }

  @Test(
    "a random history holds when books are merged while their sources continue, with earlier merges undone",
    arguments: SimulatedSeeds.range(from: 21, count: 2))
  func merges(seed: UInt64) async throws {
    let life = try RandomLife(seed: seed)
    try await life.live(operations: 12)
    try await life.live(operations: 45, isMerging: true)
    try life.rewind()
  }
}

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
  private let catalogs: [String: BookCatalog]
  private let seed: UInt64
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
  private var leftOver: Set<String?> = []
  /// For each source, the last imported rows if none of them were undone since, and the number of rejected ones.
  private var lastImports: [String: (records: [SourceRecord], rejected: Int)] = [:]
  /// True if some rows have the UUID of a book, including merged and undone ones.
  private var namesIdentities = false
  private var identities = 0
  private var isRewinding = false

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
  private func operate(delivers: Bool) async throws -> HistoryStep.ID? {
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

  private func undo() throws {
    try turn(to: .undo)
    log.append("undo")
    let outcome = try catalog.undoStep()
    expectEqual(outcome.left, [], "\(story)")
    position -= 1
    try expectState()
  }

  private func redo() throws {
    try turn(to: .redo)
    log.append("redo")
    let outcome = try catalog.redoStep()
    expectEqual(outcome.left, [], "\(story)")
    position += 1
    try expectState()
  }

  /// Interrupts an undo or redo midway, then finishes or reverses it.
  private func stopMidway(_ direction: StepReplay.Direction) throws {
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
  private func replayTogether(_ direction: StepReplay.Direction) throws {
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
  private func turn(to direction: StepReplay.Direction) throws {
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

  private func add() throws -> HistoryStep.ID? {
    var fields: [BookField: String] = [.title: dice.pick(Self.titles)]
    for field in liveFields where field != .title && field != .added && dice.happens(30) {
      fields[field] = dice.pick(Self.values(of: field))
    }
    let values = try fields.reduce(into: [BookField: FieldValue]()) { $0[$1.key] = try $1.key.value(of: $1.value) }
    let outcome = try catalog.write { try $0.add(values) }
    log.append("add \(outcome.books)")
    for (field, text) in fields where field.isPersonal && text != "unread" && !BookField.readings.contains(field) {
      now.words[Place(book: outcome.books[0], field: field)] = .value(text)
    }
    noteReadings(ofNew: outcome.books[0], values)
    return outcome.step
  }

  private func edit(_ books: [Book]) throws -> HistoryStep.ID? {
    // Index changes of many books are stored in another form.
    let chosen = dice.happens(10) ? books : (0...dice.roll(3)).map { _ in dice.pick(books) }
    let ids = Array(Set(chosen.map(\.id))).sorted()
    var words = now.words
    var changes: [FieldChange] = []
    for _ in 0...dice.roll(2) {
      let field = dice.pick(liveFields.filter { $0 != .added })
      guard !changes.contains(where: { $0.field == field }) else { continue }
      if field == .tags, dice.happens(30) {
        changes.append(try setTags(of: books.filter { ids.contains($0.id) }, &words))
        continue
      }
      if field == .tags {
        let tag = dice.pick(Self.tags)
        let isAdded = dice.happens(60)
        changes.append(isAdded ? .add(.tags, [tag]) : .remove(.tags, [tag]))
        for book in books where ids.contains(book.id) && (isAdded || book.tags.contains(tag)) {
          var (added, removed): (Set<String>, Set<String>) = ([], [])
          if case .tags(let before, let after)? = words[Place(book: book.id, field: .tags)] {
            (added, removed) = (before, after)
          }
          // Reverting one's own change is not a statement, and the source applies again. Adding a tag that a source
          // states makes it the user's as well.
          let isStated = try sourceTags(of: book).contains(tag)
          if isAdded, book.tags.contains(tag) {
            added.insert(tag)
          } else if isAdded {
            if removed.remove(tag) == nil || !isStated { added.insert(tag) }
          } else {
            if added.remove(tag) == nil || isStated { removed.insert(tag) }
          }
          words[Place(book: book.id, field: .tags)] = .tags(added: added, removed: removed)
        }
        continue
      }
      let text = field.isClearable && dice.happens(20) ? nil : dice.pick(Self.values(of: field))
      changes.append(.set(field, try text.flatMap { try field.value(of: $0) }))
      if BookField.readings.contains(field) { continue }
      for book in books where ids.contains(book.id) && book[field]?.description != text {
        // With several books, one with the same number keeps its spelling, unless that decides a conflict.
        let isNumber = ids.count > 1 && field == .isbn && text != nil && book.isbn == text.flatMap { try? ISBN($0) }
        if isNumber, !booksInConflict(on: .isbn).contains(book.id) { continue }
        // The absence of a value and the unread state count as well: no import may override them.
        words[Place(book: book.id, field: field)] = .value(text)
      }
      // A value that a file filled in becomes the user's once they set the same.
      for book in books where ids.contains(book.id) && field.isPersonal && book.says(field) {
        if book[field]?.description == text { words[Place(book: book.id, field: field)] = .value(text) }
      }
    }
    for book in books where ids.contains(book.id) { noteReadings(of: book, changes) }
    log.append("edit \(ids) \(changes.map { "\($0)".replacing("Catalog.BookField.", with: "") })")
    now.words = words
    return try catalog.write { try $0.edit(ids, changes) }.step
  }

  /// Returns the books for which a source states another value than the user. A separate function, because the
  /// optimiser of Swift 6.3.1 fails if a conflict is destructured inside `edit(_:)`.
  @inline(never)
  private func booksInConflict(on field: BookField) -> Set<Book.ID> {
    Set(now.conflicts.filter { $0.subject == .field(field) }.map(\.book))
  }

  /// Returns true for personal fields whose values add up when books are merged.
  private func isAddedUp(_ field: BookField) -> Bool {
    switch field.definition.kind {
    case .records: field.isPersonal
    case .tags: field.isOwn
    default: false
    }
  }

  private func revert(_ books: [Book]) throws -> HistoryStep.ID? {
    let edited = now.words.keys.filter { slot in
      !slot.field.isPersonal && books.contains { $0.id == slot.book }
    }.sorted { ($0.book, $0.field.rawValue) < ($1.book, $1.field.rawValue) }
    guard !edited.isEmpty else { return nil }
    let slot = dice.pick(edited)
    log.append("revert \(slot.field) of \(slot.book)")
    now.words[slot] = nil
    do {
      return try catalog.revertField(slot.field, of: slot.book).step
    } catch let error as CatalogError where error.code == .nothingToDo {
      // Adding a tag and removing it again is not an edit.
      expectEqual(slot.field, .tags, "\(story)")
      return nil
    }
  }

  private func remove(_ books: [Book]) throws -> HistoryStep.ID? {
    let ids =
      dice.happens(10) ? books.map(\.id) : Array(Set((0...dice.roll(2)).map { _ in dice.pick(books).id }))
    log.append("remove \(ids)")
    return try catalog.write { try $0.remove(ids) }.step
  }

  private func importSome() async throws -> HistoryStep.ID? {
    let source = dice.pick(["A", "B"])
    var records = try (0...dice.roll(8)).map { _ in try record(of: source) }
    let named = namesIdentities && dice.happens(60) ? try nameIdentity(in: &records, of: source) : nil
    let isFailing = dice.happens(15)
    let delivered = records.map { "\($0.remoteID) \($0.values.mentioned.map(\.rawValue))" }
    log.append("import \(source) \(delivered) \(isFailing ? "fails" : "")")
    var events: [ScriptedReader.Event] = []
    for start in stride(from: 0, to: records.count, by: 3) {
      events.append(.records(Array(records[start..<min(start + 3, records.count)])))
      if isFailing {
        events.append(.run { throw ScriptedFailure("enough") })
        break
      }
    }
    let taken = isFailing ? Array(records.prefix(3)) : records
    let last = try await catalog.steps().first?.id
    // News from a row without a title is applied at the end, which a failing import does not reach.
    let held = try isFailing ? Set(taken.indices.filter { try saysNews(taken[$0], of: source) }) : []
    var (rejected, waited) = ([Int](), 0)
    do {
      let report = try await catalog.importRecords(
        from: ScriptedReader(events), source: source,
        notice: { if case .rejected(let row) = $0 { rejected.append(row.number) } })
      waited = report.waiting
      #expect(!isFailing)
    } catch is ScriptedFailure { #expect(isFailing) }
    // A row with only a number waits for a completer that knows its book.
    let waiting = Set(
      (try? await catalog.read { try $0.quarantine(source: source, limit: 1_000) })?.map(\.remoteID) ?? [])
    for (index, record) in taken.enumerated()
    where record.values[.title].value == nil && !rejected.contains(index + 1) {
      // A later row with other values, which would have been rejected if this one were accepted, or with another
      // number.
      let isOvertaken = taken.indices.contains { later in
        record.hasOwnID && later > index && taken[later].remoteID == record.remoteID
          && taken[later].values[.title].value != nil
          && !rejected.contains(later + 1)
      }
      if waiting.contains(record.remoteID) || isOvertaken { rejected.append(index + 1) }
    }
    for (index, record) in taken.enumerated() where !rejected.contains(index + 1) && !held.contains(index) {
      note(record, of: source)
    }
    try forgetSilenced()
    if let named, !rejected.contains(1) { try expectNamed(named, records[0]) }
    // A waiting row is looked up again, and its book may have been added meanwhile. A row whose number a later titled
    // row has stops waiting and is rejected the next time.
    let isSettled = waiting.isDisjoint(with: taken.map(\.remoteID)) && waited == 0
    lastImports[source] = isFailing || !isSettled ? nil : (records, rejected.count)
    if dice.happens(40) { try await expectSameAgain(source) }
    // A file creates the fields that it names and that do not exist.
    now.fields = try shownFields()
    let step = try await catalog.steps().first?.id
    return step == last ? nil : step
  }

  /// Imports the last imported rows again, whatever the user has done since.
  private func importAgain() async throws -> HistoryStep.ID? {
    guard let source = lastImports.keys.sorted().randomElement(using: &dice) else { return nil }
    log.append("import \(source) again")
    try await expectSameAgain(source)
    return nil
  }

  /// Expects that importing the same rows again changes nothing, also if numbers distinguished them or their books were
  /// edited or merged.
  private func expectSameAgain(_ source: String) async throws {
    guard let (records, rejected) = lastImports[source] else { return }
    let (before, done) = (try catalog.shownText(), try await catalog.steps().count)
    let again = try await catalog.importRecords(from: ListReader(records), source: source)
    try #require(
      again.step == nil && again.counts.unchanged == records.count - rejected,
      "again: \(again.counts) of \(records.count), rejected \(rejected); \(story)")
    try expectEqual(catalog.shownText(), before, "\(story)")
    try await expectEqual(catalog.steps().count, done, "\(story)")
  }

  /// Returns true if a row without a title has news about an existing record.
  private func saysNews(_ record: SourceRecord, of source: String) throws -> Bool {
    guard record.values[.title].value == nil else { return false }
    return try catalog.look { connection in
      guard let id = try SourceTable(connection: connection).source(called: source)?.id else { return false }
      let row = try SourceRecordTable(connection: connection).row(source: id, remoteID: record.remoteID)
      return try row.map { try $0.hash != PreparedRecord(record).hash } ?? false
    }
  }

  /// Gives the first row the UUID of some book, under a name that no row has had.
  ///
  /// - Returns: The book, and whether it was shown, undone or merged; `nil` if the source has a record of it, which
  ///   makes the row another book.
  private func nameIdentity(
    in records: inout [SourceRecord], of source: String
  ) throws -> (book: Book.ID, visibility: Book.Visibility)? {
    let rows = try temporary.foreign().rows(
      """
      SELECT id, hidden, EXISTS (SELECT 1 FROM source_record JOIN source ON source.id = source_id
        WHERE book_id = book.id AND name = '\(source)') FROM book ORDER BY id
      """)
    guard !rows.isEmpty else { return nil }
    // Hidden books are rare, and the subject of this function.
    let hidden = rows.filter { $0[1] != "0" }
    let row = dice.pick(hidden.isEmpty || dice.happens(30) ? rows : hidden)
    let id = Book.ID(row[0] ?? "") ?? 0
    let uuid = try catalog.look { try BookTable(connection: $0).book(id)?.uuid }
    identities += 1
    var record = try SourceRecord("\(source)u\(identities)", [.title: dice.pick(Self.titles), .pages: "7"])
    record.uuid = uuid
    records[0] = record
    log.append("row 1 is \(id), hidden \(row[1] ?? "")")
    guard row[2] == "0", let visibility = Int64(row[1] ?? "").flatMap(Book.Visibility.init(rawValue:)) else {
      return nil
    }
    return (id, visibility)
  }

  /// Expects that a new row with a book's UUID is that book. A book of an undone step has only the row's values; a
  /// merged book's row belongs to the resulting book.
  private func expectNamed(_ named: (book: Book.ID, visibility: Book.Visibility), _ record: SourceRecord) throws {
    let found = try temporary.foreign().rows(
      """
      SELECT book.id, hidden FROM source_record JOIN book ON book.id = book_id
      WHERE remote_id = '\(record.remoteID)' ORDER BY 1
      """)
    try #require(found.count == 1, "\(story)")
    switch named.visibility {
    case .undone:
      try #require(found[0] == ["\(named.book)", "0"], "\(story)")
      let book = try #require(try catalog.view { try $0.book(named.book) })
      for field in BookField.bibliographic {
        try #require(book[field] == record.values[field].value, "\(field) of \(named.book); \(story)")
      }
      #expect(!book.hasPersonalValues, "\(story)")
    case .merged: #expect(found[0][1] != "5" && found[0][0] != "\(named.book)", "\(story)")
    case .shown, .removed, .removedFromSource, .foreign: break
    }
  }

  /// Drops the values of an undone step if another record restored its book.
  private func forgetSilenced() throws {
    for row in try temporary.foreign().rows(
      """
      SELECT name || ' ' || remote_id FROM source_record JOIN source ON source.id = source_id
      WHERE payload IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json_each(payload) WHERE key <> 'title')
      """)
    { now.records[row[0] ?? ""] = nil }
  }

  /// Drops the records that became the user's own. If delivered again, they are new records.
  private func forgetOwn() throws {
    let names = try temporary.foreign().rows(
      "SELECT name || ' ' || remote_id FROM source_record JOIN source ON source.id = source_id"
    ).compactMap { $0[0] }
    let there = Set(names)
    now.records = now.records.filter { there.contains($0.key) }
  }

  private func refresh(bringsNothing: Bool = false) async throws -> HistoryStep.ID? {
    let records = bringsNothing ? [] : try (0...dice.roll(4)).map { _ in try record(of: "feed", personal: false) }
    log.append("refresh \(records.map(\.remoteID))")
    if try catalog.view({ try !$0.sources().contains { $0.name == "feed" } }) {
      // It may have been removed, and does not return by itself.
      try await catalog.write { _ = try $0.addSource("feed", kind: .samples, location: nil) }
    }
    let source = ScriptedSource { _ in SourcePage(records: records, cursor: "x", isLast: true) }
    let report = try await catalog.syncEngine(sources: [source]).refresh()[0]
    var taken: Set<String> = []
    for record in records {
      // If two rows have one name, the first may be rejected for lack of a title, and the second adds the book.
      let isUntitled = record.values[.title].value == nil && !taken.contains(record.remoteID)
      if isUntitled, report.rejected.contains(where: { $0.hasPrefix(record.remoteID + ":") }) { continue }
      taken.insert(record.remoteID)
      note(record, of: "feed")
    }
    try forgetSilenced()
    return report.step
  }

  private func note(_ record: SourceRecord, of source: String) {
    // The model does not know the numbers that distinguish rows without an id.
    guard record.hasOwnID else { return }
    var delivered = now.records["\(source) \(record.remoteID)"] ?? [:]
    for field in record.values.mentioned where !field.isPersonal {
      if record.values[field] == .null && !field.isClearable { continue }
      delivered[field] = .some(record.values[field].value?.description)
    }
    now.records["\(source) \(record.remoteID)"] = delivered
  }

  /// Returns a record whose fields vary from one delivery to the next.
  private func record(of source: String, personal: Bool = true) throws -> SourceRecord {
    var fields: [BookField: String?] = [:]
    for field in BookField.allCases where field != .added && (personal || !field.isPersonal) {
      if dice.happens(field == .title ? 90 : 45) {
        fields[field] = .some(dice.pick(Self.values(of: field)))
      } else if dice.happens(15) {
        fields[field] = .some(nil)
      }
    }
    let own = try dice.happens(30) ? ownValues() : []
    var record: SourceRecord
    if personal, dice.happens(25) {
      record = try SourceRecord("\(source) row \(dice.roll(3))", fields)
      record.hasOwnID = false
    } else {
      record = try SourceRecord("\(source)\(dice.roll(12))", fields)
    }
    // User-defined fields are not taken from sources that are not the user's own.
    record.own = own
    return record
  }

  // MARK: Decisions

  private func decide() throws -> HistoryStep.ID? {
    let books = try catalog.view { try $0.page(size: 1_000).books }
    guard !books.isEmpty else { return nil }
    switch dice.roll(100) {
    case 0..<35: return try resolve()
    case 35..<40: return try resolveAll()
    case 40..<65 where books.count > 1: return try merge(books)
    case 65..<85: return try split(books)
    default: return try removeSource()
    }
  }

  private func mergeOrLose() throws -> HistoryStep.ID? {
    let books = try catalog.view { try $0.page(size: 1_000).books }
    if books.count > 1, dice.happens(70) { return try merge(books) }
    return position == states.count - 1 ? try loseSome() : nil
  }

  private func resolve() throws -> HistoryStep.ID? {
    guard !now.conflicts.isEmpty else { return nil }
    let conflict = dice.pick(now.conflicts)
    var side = dice.pick([ConflictResolution.mine, .theirs])
    if case .field(let field, _, let theirs, let mine, _) = conflict.kind {
      let slot = Place(book: conflict.book, field: field)
      if dice.happens(40) {
        let text = dice.happens(25) ? theirs?.description ?? "" : dice.pick(Self.values(of: field))
        side = .value(try field.value(of: text))
        now.words[slot] = .value(text.isEmpty ? nil : text)
        if try field.value(of: text) == theirs { now.words[slot] = nil }
      } else if side == .theirs {
        now.words[slot] = nil
      }
      log.append("resolve \(field) of \(conflict.book) \(side), mine \(String(describing: mine))")
    } else {
      log.append("resolve removal of \(conflict.book) \(side)")
    }
    let chosen = side
    let outcome = try catalog.write { try $0.resolve(conflict.book, conflict.subject, chosen) }
    #expect(outcome.step != nil && outcome.books == [conflict.book], "\(story)")
    let left = try conflicts()
    expectEqual(
      left.map(\.name),
      now.conflicts.map(\.name).filter { name in
        // A hidden book is not in conflict.
        name != conflict.name
          && !(conflict.subject == .removal && chosen == .theirs && name.hasPrefix("\(conflict.book) "))
      }, "\(story)")
    return outcome.step
  }

  private func resolveAll() throws -> HistoryStep.ID? {
    let side = dice.pick(ConflictSide.allCases)
    log.append("resolve all \(side)")
    if side == .theirs {
      let removed = Set(now.conflicts.filter { $0.subject == .removal }.map(\.book))
      for conflict in now.conflicts where !removed.contains(conflict.book) {
        if case .field(let field, _, _, _, _) = conflict.kind {
          now.words[Place(book: conflict.book, field: field)] = nil
        }
      }
    }
    let outcome = try catalog.resolveEverything(side)
    expectEqual(outcome.step == nil, now.conflicts.isEmpty, "\(story)")
    #expect(try conflicts().isEmpty, "\(story)")
    return outcome.step
  }

  private func merge(_ books: [Book]) throws -> HistoryStep.ID? {
    var chosen: [Book] = []
    for _ in 0...(1 + dice.roll(2)) {
      let book = dice.pick(books)
      if !chosen.contains(where: { $0.id == book.id }) { chosen.append(book) }
    }
    guard chosen.count > 1 else { return nil }
    let preferred = dice.happens(30) ? dice.pick(chosen) : chosen[0]
    var decided: [BookField: Book] = [:]
    while dice.happens(40) { decided[dice.pick(liveFields.filter { $0 != .added })] = dice.pick(chosen) }
    let of = decided.sorted { $0.key < $1.key }.map { "\($0.key.rawValue) of \($0.value.id)" }
    log.append("merge \(chosen.map(\.id)), with the values of \(preferred.id) and the \(of)")
    let first = chosen[0]
    // In order of precedence.
    let speaking = [preferred] + chosen.filter { $0.id != preferred.id }
    let provenance = try catalog.view { try $0.provenance(of: preferred) }
    let hasLive = try !temporary.records(of: preferred.id).allSatisfy { $0.hasSuffix("!") }
    let words = now.words
    func word(_ field: BookField, _ book: Book) -> Word? { words[Place(book: book.id, field: field)] }
    for field in BookField.personal + ownFields where field != .added && !BookField.readings.contains(field) {
      if isAddedUp(field) {
        let texts = speaking.compactMap { $0[field]?.description }
        var parts: [String] = []
        for part in texts.flatMap({ $0.split(separator: "; ").map(String.init) }) where !parts.contains(part) {
          parts.append(part)
        }
        if field.isOwn { parts.sort() }
        let all = parts.isEmpty ? nil : parts.joined(separator: "; ")
        let own = Place(book: first.id, field: field)
        if now.words[own] != nil || first[field]?.description != all { now.words[own] = .value(all) }
        continue
      }
      // A rating that the user did not give follows the order of the records.
      guard
        let statingBook = speaking.first(where: { word(field, $0) != nil || field != .rating && $0.says(field) })
      else { continue }
      let own = Place(book: first.id, field: field)
      if let delivered = word(field, statingBook) {
        now.words[own] = delivered
      } else if statingBook.id != first.id {
        now.words[own] = .value(statingBook[field]?.description)
      }
    }
    for field in BookField.bibliographic where chosen.contains(where: { word(field, $0) != nil }) {
      let own = Place(book: first.id, field: field)
      if field == .tags {
        var (ownAdded, ownRemoved): (Set<String>, Set<String>) = ([], [])
        // A tag removed from one book stays if a book of higher rank has it.
        var shown: Set<String> = []
        for book in speaking {
          if case .tags(let added, let removed)? = word(field, book) {
            ownAdded.formUnion(added.subtracting(ownRemoved))
            ownRemoved.formUnion(removed.subtracting(shown))
          }
          shown.formUnion(Set(book.tags).subtracting(ownRemoved))
        }
        now.words[own] = .tags(added: ownAdded, removed: ownRemoved)
        continue
      }
      if Merge.addedUp.contains(field) {
        let all = speaking.map { $0[field] }.reduce(nil) { Merge.united($0, $1, field) ?? $0 ?? $1 }
        now.words[own] = .value(all?.description)
        continue
      }
      let speaker = try speaking.first { book in
        if word(field, book) != nil || book[field] != nil { return true }
        let origin = try catalog.view { try $0.provenance(of: book) }.first { $0.field == field }?.origin
        return if case .user? = origin { true } else { false }
      }
      if let speaker, speaker.id != first.id { now.words[own] = word(field, speaker) }
    }
    let outcome = try catalog.write {
      try $0.merge(
        chosen.map(\.id), preferring: MergePreference(book: preferred.id, fields: decided.mapValues(\.id)))
    }
    #expect(outcome.books == chosen.map(\.id) && outcome.step != nil, "\(story)")
    if decided[.tags] == nil { try addUpTags(of: chosen) }
    try decide(decided, of: first.id)
    for other in chosen.dropFirst() { #expect(try catalog.view { try $0.book(other.id) } == nil, "\(story)") }
    try forgetOwn()
    try expectMergedReadings(
      of: speaking, as: first.id, decided: decided.keys.contains(where: BookField.readings.contains))
    try expectMerged(speaking, as: first.id, words, provenance, hasLive: hasLive, but: decided.keys)
    return outcome.step
  }

  /// Makes tags that no source of the merged book states the user's.
  private func addUpTags(of books: [Book]) throws {
    let merged = try #require(try catalog.view { try $0.book(books[0].id) })
    // If the user states nothing, the sources state all shown tags.
    let origin = try catalog.view { try $0.provenance(of: merged) }.first { $0.field == .tags }?.origin
    guard case .user? = origin else { return }
    let own = Place(book: merged.id, field: .tags)
    var (added, removed): (Set<String>, Set<String>) = ([], [])
    if case .tags(let before, let after)? = now.words[own] { (added, removed) = (before, after) }
    added.formUnion(Set(books.flatMap(\.tags)).subtracting(try sourceTags(of: merged)).subtracting(removed))
    now.words[own] = .tags(added: added, removed: removed)
  }

  /// Makes the requested values the user's, whether or not they would show anyway.
  private func decide(_ decided: [BookField: Book], of id: Book.ID) throws {
    let merged = try #require(try catalog.view { try $0.book(id) })
    for (field, book) in decided where !BookField.readings.contains(field) {
      try #require(merged[field] == book[field], "\(field) of \(id); \(story)")
      let own = Place(book: id, field: field)
      if field == .tags {
        let source = try sourceTags(of: merged)
        now.words[own] = .tags(added: Set(book.tags), removed: Set(source).subtracting(book.tags))
      } else {
        now.words[own] = .value(book[field]?.description)
      }
    }
  }

  /// Expects that the first book's shown values stay, except in decided fields, and that a hidden edit is reported.
  private func expectMerged(
    _ books: [Book], as id: Book.ID, _ words: [Place: Word], _ before: [FieldProvenance], hasLive: Bool,
    but decided: some Collection<BookField>
  ) throws {
    let merged = try #require(try catalog.view { try $0.book(id) })
    let after = try catalog.view { try $0.provenance(of: merged) }
    for field in BookField.bibliographic where field != .tags && !decided.contains(field) {
      // A title or authors of a tombstone count only while no live record has any.
      let isOfTombstone = before.first { $0.field == field }?.removedSince != nil && hasLive
      guard let value = books[0][field], !isOfTombstone else { continue }
      if case .date(let date) = value, case .date(let shown)? = merged[field], shown.isCompatible(with: date) {
        continue
      }
      if field == .identifiers {
        try #require(Set(books[0].identifiers).isSubset(of: merged.identifiers), "\(field) of \(merged.id); \(story)")
        continue
      }
      if field == .files {
        try #require(
          Set(books[0].files.map(\.address)).isSubset(of: merged.files.map(\.address)),
          "\(field) of \(merged.id); \(story)")
        continue
      }
      try #require(merged[field] == value, "\(field) of \(merged.id); \(story)")
    }
    for other in books.dropFirst() {
      for field in allFields
      where field != .tags && field != .isbn && !isAddedUp(field) && !BookField.readings.contains(field) {
        // A removed field is neither shown nor reported.
        if let own = field.ownID, now.fields[own] == nil { continue }
        guard case .value(let text)? = words[Place(book: other.id, field: field)] else { continue }
        if Merge.addedUp.contains(field) || now.words[Place(book: merged.id, field: field)] == .value(text) { continue }
        let named = after.first { $0.field == field }?.passedOver.contains { $0.book == other.id && $0.value == text }
        // The shown value may be the more precise of the two dates.
        if case .date(let shown)? = merged[field], let text, try shown.isCompatible(with: PartialDate(text)) {
          continue
        }
        try #require(
          named == true || merged[field]?.description == text,
          "\(field) of \(other.id) is not named: \(text ?? "nothing"), \(merged[field]?.description ?? "nothing"); \(story)"
        )
      }
    }
  }

  private func split(_ books: [Book]) throws -> HistoryStep.ID? {
    let rows = try temporary.foreign().rows(
      """
      SELECT book_id, name, count(*) FROM source_record JOIN source ON source.id = source_id JOIN book ON book.id = book_id
      WHERE hidden = 0 AND state <> 2 GROUP BY book_id, name ORDER BY book_id, name
      """)
    guard !rows.isEmpty else { return nil }
    let row = dice.pick(rows)
    let (book, source) = (Book.ID(row[0] ?? "") ?? 0, row[1] ?? "")
    let all = rows.filter { $0[0] == row[0] }.compactMap { Int($0[2] ?? "") }.reduce(0, +)
    log.append("split \(source) off \(book)")
    if all == 1 {
      #expect(throws: CatalogError.self, "\(story)") { try catalog.write { try $0.split(book, source: source) } }
      return nil
    }
    let outcome = try catalog.write { try $0.split(book, source: source) }
    #expect(outcome.books.count == 2 && outcome.books[0] == book && outcome.step != nil, "\(story)")
    // The earlier readings that only the split-off records state belong to the other book (MergeBooksTests).
    if now.readings[book] != nil { now.readings[book] = try storedReadings()[book] }
    return outcome.step
  }

  private func removeSource() throws -> HistoryStep.ID? {
    let sources = try catalog.view { try $0.sources().filter { $0.kind != .local } }
    guard !sources.isEmpty else { return nil }
    let source = dice.pick(sources)
    let removal = dice.pick(SourceRemoval.allCases)
    log.append("remove source \(source.name) \(removal)")
    lastImports[source.name] = nil
    let (before, count) = (try catalog.shownText(), try catalog.bookCount())
    let outcome = try catalog.removeTheSource(source.name, removal)
    let after = try catalog.shownText()
    try expectEqual(catalog.bookCount(), count - outcome.removed, "\(story)")
    switch removal {
    case .keepBooks:
      try #require(Set(before).symmetricDifference(after).sorted() == [], "\(story)")
      expectEqual(outcome.removed, 0)
    case .removeBooks:
      func ids(_ lines: Set<String>) -> Set<Book.ID?> { Set(lines.map { Book.ID(String($0.prefix { $0 != " " })) }) }
      // A book that another source has may show other values.
      let hidden = ids(Set(before).subtracting(after))
      try #require(ids(Set(after).subtracting(before)).isSubset(of: hidden), "\(story)")
      #expect(
        !now.readings.keys.contains(where: hidden.contains)
          && !now.words.contains { word in
            guard hidden.contains(word.key.book) else { return false }
            // Tags that were added and removed again are not an edit.
            if case .tags(let added, let removed) = word.value { return !added.isEmpty && !removed.isEmpty }
            // The absence of a rating is not a reason to keep a book.
            if word.key.field.isPersonal, case .value(let text) = word.value { return text != nil && text != "unread" }
            return true
          }, "\(story)")
    }
    try forgetOwn()
    return outcome.step
  }

  /// Removes a record as a refresh does: the record is marked, and its book is hidden if no other source has it and the
  /// user has not edited it.
  private func loseSome() throws -> HistoryStep.ID? {
    let rows = try temporary.foreign().rows(
      """
      SELECT name, remote_id, book_id FROM source_record JOIN source ON source.id = source_id JOIN book ON book.id = book_id
      WHERE kind <> 'local' AND state = 0 AND gone_at IS NULL AND hidden = 0 ORDER BY 1, 2
      """)
    guard !rows.isEmpty else { return nil }
    let row = dice.pick(rows)
    person = nil
    log.append("lose \(row[1] ?? "") of \(row[2] ?? "")")
    lastImports[row[0] ?? ""] = nil
    let id = Book.ID(row[2] ?? "") ?? 0
    let before = try catalog.view { try $0.book(id) }
    let step = try temporary.lose(row[1] ?? "", of: row[0] ?? "")
    if let before, let after = try catalog.view({ try $0.book(id) }) {
      #expect(before.title.hasPrefix("ISBN ") || !after.title.hasPrefix("ISBN "), "\(story)")
      #expect(before.authors.isEmpty || !after.authors.isEmpty, "\(story)")
    }
    return step
  }

  /// Returns the records of books with several tombstones.
  private func tombstones() throws -> [String: Book.ID] {
    let rows = try temporary.foreign().rows(
      """
      SELECT source_id || ' ' || remote_id, book_id FROM source_record AS record WHERE gone_at IS NOT NULL
        AND (SELECT count(*) FROM source_record WHERE book_id = record.book_id) > 1
      """)
    return Dictionary(rows.map { ($0[0] ?? "", Book.ID($0[1] ?? "") ?? 0) }) { first, _ in first }
  }

  /// Returns all conflicts, page by page.
  private func conflicts() throws -> [Conflict] {
    try catalog.view { snapshot in
      var all: [Conflict] = []
      while true {
        let page = try snapshot.conflicts(limit: 2, after: all.last)
        if page.isEmpty { break }
        all += page
      }
      try expectEqual(snapshot.conflictCount(), all.count, "\(story)")
      try expectEqual(snapshot.conflicts(limit: 1_000), all, "\(story)")
      return all
    }
  }

  // MARK: Expectations

  private func checkEverything() throws {
    try #require(try catalog.findings() == [], "\(story)")
    let books = try catalog.view { try $0.page(size: 1_000).books }
    let program = try temporary.foreign()
    let lost = try program.rows("SELECT book_id FROM source_record JOIN book ON id = book_id WHERE hidden = 5")
    try #require(lost.isEmpty, "records of merged books are shown nowhere; \(story)")
    let layers = try layers()
    var conflicts: [String] = []
    try expectReadings()
    for book in books {
      try expectWords(of: book)
      let provenance = try catalog.view { try $0.provenance(of: book) }
      let isNobodys = provenance.contains { $0.field == .title && $0.origin == .nobody }
      try #require(!isNobodys || book.title.hasPrefix("ISBN "), "nobody calls \(book.id) so; \(story)")
      conflicts += provenance.filter(\.isConflict).map { "\(book.id) \($0.field.rawValue)" }
      if let records = layers[book.id] { try expectSources(of: book, records) }
    }
    try expectOrder(of: books)
    try expectDistinct()
    try expectSearches()
    // Hidden books keep theirs.
    let ids = Set(books.map { String($0.id) })
    let shown = try program.conflicts().filter { ids.contains(String($0.prefix { $0 != " " })) }
    try #require(shown.sorted() == conflicts.sorted(), "\(story)")
    let removals = try program.rows(
      """
      SELECT book_id FROM source_record JOIN book ON id = book_id WHERE hidden = 0
      GROUP BY book_id HAVING count(*) = count(gone_at)
      """
    ).map { "\($0[0] ?? "") removal" }
    try #require(try self.conflicts().map(\.name).sorted() == (shown + removals).sorted(), "\(story)")
  }

  /// Expects that every acknowledged edit is visible.
  private func expectWords(of book: Book) throws {
    for field in allFields {
      guard let word = now.words[Place(book: book.id, field: field)] else { continue }
      let shown = book[field]
      switch word {
      case .tags(let added, let removed):
        try #require(
          added.isSubset(of: book.tags) && removed.isDisjoint(with: book.tags), "tags of \(book.id); \(story)")
      case .value(let text):
        if field == .published || field == .firstPublished, let text, case .date(let date)? = shown {
          try #require(date.isCompatible(with: try PartialDate(text)), "\(field) of \(book.id); \(story)")
        } else {
          try #require(shown?.description == text, "\(field) of \(book.id); \(story)")
        }
      }
    }
  }

  private static let titles = ["Dune", "dune", "The Emma", "Emma", "Ulysses", "Ulysses 2"]
  static let tags = ["a", "b", "c", "\u{301}d"]

  /// Returns few values, so that sources agree, disagree and match the same book.
  static func values(of field: BookField) -> [String] {
    switch field {
    case .title: titles
    case .authors: ["Frank Herbert", "Jane Austen", "Jane Austen; Frank Herbert"]
    case .isbn: ["9780441013593", "0-441-01359-7", "9780141182803"]
    case .pages: ["1", "2", "3"]
    case .publisher: ["Ace", "Penguin"]
    case .published, .firstPublished: ["1965", "1965-08", "1965-08-01", "1966", "-0750"]
    case .language: ["en", "fre"]
    case .series: ["Saga", "Cycle"]
    case .seriesNumber: ["1", "1.5"]
    case .tags: ["a", "b", "a; b; c"]
    case .averageRating: ["3.5", "4"]
    case .ratingsCount: ["10", "20"]
    case .readState: ["unread", "want", "reading", "paused", "read", "abandoned"]
    case .started, .finished: ["2024", "2024-05", "2024-05-20", "2024-06-02"]
    case .rating: ["1", "4.5"]
    case .notes: ["one", "two\nlines"]
    case .subtitle: ["A Novel", "Ein Roman"]
    case .contributors: ["Simon Vance | nrt", "Simon Vance", "A | trl; B | cover artist"]
    // The types of these identifiers do not identify records.
    case .identifiers: ["uri | a:1", "uri | a:1; url | b"]
    case .format: ["ebook", "comic"]
    case .duration: ["90", "600"]
    case .review: ["fine", "so\nso"]
    case .otherSeries: ["Discworld | 1", "Discworld; Rincewind | 2.5"]
    case .description: ["about", "a\n\\nb"]
    case .cover: ["file:///a.jpg", "https://covers.example/b.png"]
    case .files: ["file:///a.epub", "file:///a.epub | application/epub+zip | 5; https://b.example/b.pdf"]
    case .attachments: ["file:///c.epub"]
    case .copies: ["attic", "attic | worn; shelf"]
    case .earlierReadings: ["1999 | 2000 | read", " |  | read | 2"]
    case .added: ["2020-01-01T00:00:00Z"]
    default: OwnFieldSamples.values(of: field)
    }
  }
}

extension Conflict {
  /// `book field`, or `book removal`.
  fileprivate var name: String {
    switch subject {
    case .field(let field): "\(book) \(field.rawValue)"
    case .removal: "\(book) removal"
    }
  }

  /// The decision that undo restores: none if the user made the change, or if a source got a lost book again.
  fileprivate var decided: String? {
    switch kind {
    case .field(_, let base, let theirs, let mine, _):
      "\(name): \([base, theirs, mine].map { $0?.storedText ?? "nothing" })"
    case .removal: nil
    }
  }
}
