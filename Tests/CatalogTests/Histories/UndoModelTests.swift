import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

/// Random histories with steps undone in and out of order, compared with a plain model: the shown values are those of
/// the steps that are done, in the order in which they were made.
@Suite("Any history, undone in any order")
struct UndoModelTests {
  @Test(
    "a history shows the values of its done steps and refuses to undo values changed later",
    arguments: SimulatedSeeds.range(count: 6))
  func holds(seed: UInt64) async throws {
    let life = try ModelledLife(seed: seed)
    for _ in 0..<70 { try await life.operate() }
    try await life.rewind()
  }

  @Test(
    "a history of three people shows the values of its done steps, and each undoes and redoes their own",
    arguments: SimulatedSeeds.range(from: 100, count: 8))
  func people(seed: UInt64) async throws {
    let life = try ModelledLife(seed: seed, people: [nil, "Anna", "Ben"])
    for _ in 0..<100 { try await life.operate() }
    try await life.rewind()
  }
}

private final class ModelledLife {
  /// The effect of a step on one book.
  private enum Act {
    case added([BookField: String])
    case removed
    case edited([BookField: String])
    case delivered([BookField: String])

    /// Returns true if the two acts have the same result in either order of undo.
    func isFree(of other: Act) -> Bool {
      switch (self, other) {
      case (.edited(let one), .edited(let another)): Set(one.keys).isDisjoint(with: another.keys)
      case (.edited, .delivered), (.delivered, .edited): true
      case (.delivered, .delivered), (.added, _), (_, .added), (.removed, _), (_, .removed): false
      }
    }
  }

  private struct Step {
    let change: ChangeOutcome
    let acts: [Book.ID: Act]
    let person: String?
    /// The steps that were done, and the number of steps made, when it was undone.
    var ground: (standing: [Step], made: Int) = ([], 0)
    var id: HistoryStep.ID { change.step ?? 0 }

    func isFree(of other: Step) -> Bool {
      acts.allSatisfy { book, act in other.acts[book].map(act.isFree) ?? true }
    }
  }

  private static let fields: [BookField] = [.title, .pages, .publisher, .notes]
  private let temporary: TemporaryCatalog
  /// The catalog for each of the people.
  private let catalogs: [String?: BookCatalog]
  private let people: [String?]
  /// The person who acts next.
  private var person: String?
  private var catalog: BookCatalog { catalogs[person] ?? temporary.catalog }
  private var dice: SeededGenerator
  private let seed: UInt64
  /// The steps that are done, the last one at the end.
  private var standing: [Step] = []
  /// The steps that can be redone unless another person has changed the same, the last undone at the end.
  private var undone: [Step] = []
  /// The undone steps whose makers did something else since.
  private var overtaken: [Step] = []
  private var made: [Step] = []
  /// The book of each row of the import.
  private var rows: [String: Book.ID] = [:]
  private var log: [String] = []
  private var number = 0

  init(seed: UInt64, people: [String?] = [nil]) throws {
    (self.seed, self.people) = (seed, people)
    dice = SeededGenerator(seed: seed)
    let temporary = try TemporaryCatalog()
    self.temporary = temporary
    catalogs = try people.reduce(into: [:]) { $0[$1] = try $1.map(temporary.catalog.acting) ?? temporary.catalog }
  }

  private var story: String { "seed \(seed): \(log.suffix(15).joined(separator: "; "))" }

  func operate() async throws {
    person = dice.pick(people)
    if people.count > 1 { log.append("\(person ?? "the owner"):") }
    let shown = self.shown.keys.sorted()
    switch Int.random(in: 0..<100, using: &dice) {
    case 0..<10: try await add()
    case 10..<35 where !shown.isEmpty: try await edit(shown)
    case 35..<42 where !shown.isEmpty: try await remove(shown)
    case 42..<55: try await importRows()
    case 55..<65: try await undoLast()
    case 65..<72: try await redoLast()
    case 72..<80: try await redoAny()
    default: try await undoAny()
    }
    try await check()
  }

  func rewind() async throws {
    while let last = standing.last {
      person = last.person
      try await undoLast()
    }
    try await check()
    var waiting = undone
    while let last = waiting.last {
      person = last.person
      let count = undone.count
      try await redoLast()
      waiting = undone.count < count ? Array(waiting.dropLast()) : waiting.filter { $0.person != person }
    }
    try await check()
    #expect(try await catalog.check().findings.isEmpty, "\(story)")
  }

  /// The values of the steps that are done: edits over delivered or added values.
  private var shown: [Book.ID: [BookField: String]] {
    var (own, edits): ([Book.ID: [BookField: String]], [Book.ID: [BookField: String]]) = ([:], [:])
    var removed: Set<Book.ID> = []
    for step in standing.sorted(by: { $0.id < $1.id }) {
      for (book, act) in step.acts {
        switch act {
        case .added(let fields): own[book] = fields
        case .removed: removed.insert(book)
        case .edited(let fields): edits[book, default: [:]].merge(fields) { $1 }
        case .delivered(let fields): own[book] = fields
        }
      }
    }
    return own.filter { !removed.contains($0.key) }.reduce(into: [:]) { result, book in
      result[book.key] = book.value.merging(edits[book.key] ?? [:]) { $1 }
    }
  }

  private func done(_ change: ChangeOutcome, _ acts: [Book.ID: Act]) throws {
    try #require(change.step != nil && !acts.isEmpty, "\(story)")
    standing.append(Step(change: change, acts: acts, person: person))
    made += standing.suffix(1)
    overtaken += undone.filter { $0.person == person }
    undone.removeAll { $0.person == person }
  }

  private func value(of field: BookField) -> String {
    number += 1
    return field == .pages ? "\(number)" : "\(field) \(number)"
  }

  private func add() async throws {
    let fields = [BookField.title: value(of: .title), .pages: value(of: .pages)]
    let change = try await catalog.write { transaction in
      try transaction.add {
        $0.title = fields[.title] ?? ""
        $0.pages = fields[.pages].flatMap { Int($0) }
      }
    }
    log.append("add \(change.books)")
    try done(change, [change.books[0]: .added(fields)])
  }

  private func edit(_ books: [Book.ID]) async throws {
    let chosen = Set((0...Int.random(in: 0...2, using: &dice)).map { _ in dice.pick(books) }).sorted()
    var fields: [BookField: String] = [:]
    for _ in 0...Int.random(in: 0...1, using: &dice) {
      let field = dice.pick(Self.fields)
      fields[field] = value(of: field)
    }
    log.append("edit \(chosen) \(fields.keys.map(\.rawValue).sorted())")
    let newValues = fields
    let change = try await catalog.edit(chosen) { book in
      for (field, value) in newValues {
        switch field {
        case .pages: book.pages = Int(value)
        case .publisher: book.publisher = value
        case .notes: book.notes = value
        default: book.title = value
        }
      }
    }
    try done(change, chosen.reduce(into: [:]) { $0[$1] = .edited(fields) })
  }

  private func remove(_ books: [Book.ID]) async throws {
    let chosen = Set((0...Int.random(in: 0...1, using: &dice)).map { _ in dice.pick(books) }).sorted()
    log.append("remove \(chosen)")
    let change = try await catalog.write { try $0.remove(chosen) }
    try done(change, chosen.reduce(into: [:]) { $0[$1] = .removed })
  }

  /// Imports new rows and rows with changed values; those of an undone import return.
  private func importRows() async throws {
    let names = Set((0...Int.random(in: 0...3, using: &dice)).map { _ in "\(Int.random(in: 1...8, using: &dice))" })
      .sorted()
    log.append("import \(names)")
    var delivered: [String: [BookField: String]] = [:]
    for name in names {
      delivered[name] = [.title: value(of: .title), .pages: value(of: .pages), .publisher: value(of: .publisher)]
    }
    let records = names.map { name in
      SourceRecord(name) {
        $0.title = delivered[name]?[.title] ?? ""
        $0.pages = delivered[name]?[.pages].flatMap { Int($0) }
        $0.publisher = delivered[name]?[.publisher]
      }
    }
    let report = try await catalog.importRecords(from: ListReader(records), source: "test")
    try await findRows()
    let present = Set(standing.flatMap { step in step.acts.compactMap { if case .added = $1 { $0 } else { nil } } })
    var acts: [Book.ID: Act] = [:]
    for name in names {
      let book = try #require(rows[name], "\(story)")
      let fields = delivered[name] ?? [:]
      acts[book] = present.contains(book) ? .delivered(fields) : .added(fields)
    }
    var change = ChangeOutcome()
    change.step = report.step
    change.summary = try await catalog.steps(limit: 1).first?.summary ?? ""
    try done(change, acts)
  }

  private func findRows() async throws {
    for row in try temporary.foreign().rows(
      "SELECT remote_id, book_id FROM source_record JOIN source ON source.id = source_id WHERE kind = 'import'")
    { rows[row[0] ?? ""] = row[1].flatMap { Int64($0) }.map(Book.ID.init) }
  }

  private func undoLast() async throws {
    guard let index = standing.lastIndex(where: { $0.person == person }),
      !standing[(index + 1)...].contains(where: { !standing[index].isFree(of: $0) })
    else {
      log.append("undo (refused)")
      await #expect(throws: CatalogError.self, "\(story)") { try await catalog.undo() }
      return
    }
    log.append("undo")
    let outcome = try await catalog.undo()
    try #require(outcome.step.id == standing[index].id && outcome.left.isEmpty, "\(story)")
    noteUndone(index)
  }

  private func noteUndone(_ index: Int) {
    var step = standing.remove(at: index)
    step.ground = (standing, made.count)
    undone.append(step)
  }

  private func redoLast() async throws {
    guard let index = undone.lastIndex(where: { $0.person == person }), hasGround(undone[index]) else {
      log.append("redo (refused)")
      await #expect(throws: CatalogError.self, "\(story)") { try await catalog.redo() }
      return
    }
    log.append("redo")
    let outcome = try await catalog.redo()
    try #require(outcome.step.id == undone[index].id && outcome.left.isEmpty, "\(story)")
    standing.append(undone.remove(at: index))
  }

  /// Returns true if the statements about the same fields are as they were when the step was undone, with none added.
  private func hasGround(_ step: Step) -> Bool {
    let isThere = step.ground.standing.allSatisfy { other in
      step.isFree(of: other) || standing.contains { $0.id == other.id }
    }
    return isThere && made.dropFirst(step.ground.made).allSatisfy { step.isFree(of: $0) }
  }

  private func redoAny() async throws {
    guard let step = (undone + overtaken).randomElement(using: &dice) else { return }
    log.append("redo \(step.change.summary)")
    guard hasGround(step) else {
      log.append("(refused)")
      await #expect(throws: CatalogError.self, "\(story)") { try await catalog.redo(step: step.id) }
      return
    }
    let outcome = try await catalog.redo(step: step.id)
    try #require(outcome.step.id == step.id && outcome.left.isEmpty, "\(story)")
    undone.removeAll { $0.id == step.id }
    overtaken.removeAll { $0.id == step.id }
    standing.append(step)
    await #expect(throws: CatalogError.self, "it stands; \(story)") { try await catalog.redo(step: step.id) }
  }

  private func undoAny() async throws {
    guard let index = standing.indices.randomElement(using: &dice) else { return }
    let step = standing[index]
    let blocking = standing[(index + 1)...].filter { !step.isFree(of: $0) }
    let reported = try await catalog.stepsBlockingUndo(of: step.change)
    try #require(reported.map(\.id) == blocking.map(\.id).reversed(), "\(step.change.summary); \(story)")
    log.append("undo \(step.change.summary)\(blocking.isEmpty ? "" : " (refused)")")
    guard blocking.isEmpty else {
      await #expect(throws: CatalogError.self, "\(story)") { try await catalog.undo(step.change) }
      return
    }
    let outcome = try await catalog.undo(step.change)
    try #require(outcome.step.id == step.id && outcome.left.isEmpty, "\(story)")
    noteUndone(index)
    await #expect(throws: CatalogError.self, "it is undone; \(story)") { try await catalog.undo(step.change) }
  }

  private func check() async throws {
    var found: [Book.ID: [BookField: String]] = [:]
    for try await book in catalog.books() {
      found[book.id] = Self.fields.reduce(into: [:]) { $0[$1] = book[$1]?.description }
    }
    try #require(found == shown, "\(story)")
    for (person, catalog) in catalogs {
      try await expectEqual(catalog.undoable?.id, standing.last { $0.person == person }?.id, "\(story)")
      try await expectEqual(catalog.redoable?.id, undone.last { $0.person == person }?.id, "\(story)")
    }
  }
}
