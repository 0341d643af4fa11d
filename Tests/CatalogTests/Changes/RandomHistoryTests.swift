import CatalogTestSupport
import Testing

@testable import Catalog

/// Long random lives of a catalog, against a plain model of what must hold after every operation.
@Suite("Any history", .timeLimit(.minutes(2)))
struct RandomHistoryTests {
  @Test("keeps every edit, agrees with its layers, and can be undone and done again state by state", arguments: 1...4)
  func holds(seed: UInt64) async throws {
    let life = try RandomLife(seed: seed)
    try await life.live(operations: 50)
    try life.rewind()
  }
}

/// The same numbers for the same seed (SplitMix64).
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &self) }
  mutating func happens(_ percent: Int) -> Bool { roll(100) < percent }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }
}

private final class RandomLife {
  /// What must be true between two steps.
  private struct State {
    var shown: [String] = []
    /// The user's last word on a field: for tags what they added and removed.
    var words: [Place: Word] = [:]
    /// What each record of a source said last of each field; what it never mentioned is not there.
    var records: [String: [BookField: String?]] = [:]
  }

  private struct Place: Hashable {
    let book: Int64
    let field: BookField
  }

  private enum Word {
    case value(String?)
    case tags(added: Set<String>, removed: Set<String>)
  }

  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }
  private let seed: UInt64
  private var dice: Dice
  /// The states that undo goes back to and redo goes on to, and where in them the catalog is.
  private var states: [State]
  private var position = 0
  private var now: State
  private var log: [String] = []

  init(seed: UInt64) throws {
    self.seed = seed
    dice = Dice(state: seed &* 1_000_003)
    temporary = try TemporaryCatalog()
    now = State()
    states = [now]
  }

  func live(operations: Int) async throws {
    for _ in 0..<operations {
      let step = try await operate()
      now.shown = try catalog.shownText()
      if step != nil {
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

  /// Undoes all there is and does it all again.
  func rewind() throws {
    while position > 0 { try undo() }
    #expect(throws: CatalogError.self) { try catalog.undoStep() }
    #expect(try catalog.bookCount() == 0)
    while position < states.count - 1 { try redo() }
    #expect(throws: CatalogError.self) { try catalog.redoStep() }
  }

  private var story: String { "seed \(seed): \(log.suffix(12).joined(separator: "; "))" }

  // MARK: Operations

  /// Does something, and keeps the model up with it.
  /// - Returns: the step it made.
  private func operate() async throws -> Int64? {
    let books = try catalog.view { try $0.page(size: 1_000).books }
    switch dice.roll(100) {
    case 0..<8: return try add()
    case 8..<35 where !books.isEmpty: return try edit(books)
    case 35..<42 where !books.isEmpty: return try revert(books)
    case 42..<47 where !books.isEmpty: return try remove(books)
    case 47..<72: return try await importSome()
    case 72..<77 where position == states.count - 1: return try await refresh()
    case 77..<89:
      for _ in 0...dice.roll(3) where position > 0 { try undo() }
      return nil
    case 89..<96:
      for _ in 0...dice.roll(2) where position < states.count - 1 { try redo() }
      return nil
    case 96..<98:
      log.append("close")
      catalog.close()
      return nil
    default:
      log.append("repair")
      #expect(try catalog.check(repair: true).findings == [], "\(story)")
      return nil
    }
  }

  private func undo() throws {
    log.append("undo")
    let outcome = try catalog.undoStep()
    #expect(outcome.left == [], "\(story)")
    position -= 1
    try expectState()
  }

  private func redo() throws {
    log.append("redo")
    let outcome = try catalog.redoStep()
    #expect(outcome.left == [], "\(story)")
    position += 1
    try expectState()
  }

  private func expectState() throws {
    now = states[position]
    let shown = try catalog.shownText()
    try #require(shown == now.shown, "\(story)")
    try checkEverything()
  }

  private func add() throws -> Int64? {
    var fields: [BookField: String] = [.title: dice.pick(Self.titles)]
    for field in BookField.allCases where field != .title && field != .added && dice.happens(30) {
      fields[field] = dice.pick(Self.values(of: field))
    }
    let values = try fields.reduce(into: [BookField: FieldValue]()) { $0[$1.key] = try $1.key.value(of: $1.value) }
    let outcome = try catalog.write { try $0.add(values) }
    log.append("add \(outcome.books)")
    for (field, text) in fields where field.isPersonal && text != "unread" {
      now.words[Place(book: outcome.books[0], field: field)] = .value(text)
    }
    return outcome.step
  }

  private func edit(_ books: [Book]) throws -> Int64? {
    let chosen = (0...dice.roll(3)).map { _ in dice.pick(books) }
    let ids = Array(Set(chosen.map(\.id))).sorted()
    var words = now.words
    var changes: [FieldChange] = []
    for _ in 0...dice.roll(2) {
      let field = dice.pick(BookField.allCases.filter { $0 != .added })
      guard !changes.contains(where: { $0.field == field }) else { continue }
      if field == .tags {
        let tag = dice.pick(Self.tags)
        let isAdded = dice.happens(60)
        changes.append(isAdded ? .add(.tags, [tag]) : .remove(.tags, [tag]))
        for book in books where ids.contains(book.id) && book.tags.contains(tag) != isAdded {
          var (added, removed): (Set<String>, Set<String>) = ([], [])
          if case .tags(let before, let after)? = words[Place(book: book.id, field: .tags)] {
            (added, removed) = (before, after)
          }
          if isAdded { added.insert(tag) } else { removed.insert(tag) }
          if isAdded { removed.remove(tag) } else { added.remove(tag) }
          words[Place(book: book.id, field: .tags)] = .tags(added: added, removed: removed)
        }
        continue
      }
      let text = field.isClearable && dice.happens(20) ? nil : dice.pick(Self.values(of: field))
      changes.append(.set(field, try text.flatMap { try field.value(of: $0) }))
      for book in books where ids.contains(book.id) && book[field]?.description != text {
        // Clearing a personal field, or unread, is having said nothing.
        let saysNothing = field.isPersonal && (text == nil || text == "unread")
        words[Place(book: book.id, field: field)] = saysNothing ? nil : .value(text)
      }
    }
    log.append("edit \(ids) \(changes.map { "\($0)".replacing("Catalog.BookField.", with: "") })")
    now.words = words
    return try catalog.write { try $0.edit(ids, changes) }.step
  }

  private func revert(_ books: [Book]) throws -> Int64? {
    let edited = now.words.keys.filter { place in
      !place.field.isPersonal && books.contains { $0.id == place.book }
    }.sorted { ($0.book, $0.field.rawValue) < ($1.book, $1.field.rawValue) }
    guard !edited.isEmpty else { return nil }
    let place = dice.pick(edited)
    log.append("revert \(place.field) of \(place.book)")
    now.words[place] = nil
    do {
      return try catalog.revertField(place.field, of: place.book).step
    } catch let error as CatalogError where error.code == .nothingToDo {
      // Adding a tag and removing it again is no edit any more.
      #expect(place.field == .tags, "\(story)")
      return nil
    }
  }

  private func remove(_ books: [Book]) throws -> Int64? {
    let ids = Array(Set((0...dice.roll(2)).map { _ in dice.pick(books).id }))
    log.append("remove \(ids)")
    return try catalog.write { try $0.remove(ids) }.step
  }

  private func importSome() async throws -> Int64? {
    let source = dice.pick(["A", "B"])
    let records = try (0...dice.roll(8)).map { _ in try record(of: source) }
    let isFailing = dice.happens(15)
    let said = records.map { "\($0.remoteID) \($0.values.mentioned.map(\.rawValue))" }
    log.append("import \(source) \(said) \(isFailing ? "fails" : "")")
    var events: [ScriptedReader.Event] = []
    for start in stride(from: 0, to: records.count, by: 3) {
      events.append(.records(Array(records[start..<min(start + 3, records.count)])))
      if isFailing {
        events.append(.run { throw ScriptedFailure("enough") })
        break
      }
    }
    let taken = isFailing ? Array(records.prefix(3)) : records
    let last = try catalog.steps().first?.id
    var rejected: [Int] = []
    do {
      _ = try await catalog.importRecords(
        from: ScriptedReader(events), source: source,
        notice: { if case .rejected(let row) = $0 { rejected.append(row.number) } })
      #expect(!isFailing)
    } catch is ScriptedFailure { #expect(isFailing) }
    for (index, record) in taken.enumerated() where !rejected.contains(index + 1) { note(record, of: source) }
    let step = try catalog.steps().first?.id
    return step == last ? nil : step
  }

  private func refresh() async throws -> Int64? {
    let records = try (0...dice.roll(4)).map { _ in try record(of: "feed", personal: false) }
    log.append("refresh \(records.map(\.remoteID))")
    let source = ScriptedSource { _ in SourcePage(records: records, cursor: "x", isLast: true) }
    let report = try await catalog.syncEngine(sources: [source]).refresh()[0]
    for record in records where !report.rejected.contains(where: { $0.hasPrefix(record.remoteID + ":") }) {
      note(record, of: "feed")
    }
    return report.step
  }

  private func note(_ record: SourceRecord, of source: String) {
    var said = now.records["\(source) \(record.remoteID)"] ?? [:]
    for field in record.values.mentioned where !field.isPersonal {
      if record.values[field] == .null && !field.isClearable { continue }
      said[field] = .some(record.values[field].value?.description)
    }
    now.records["\(source) \(record.remoteID)"] = said
  }

  /// A record whose fields come and go from one delivery to the next.
  private func record(of source: String, personal: Bool = true) throws -> SourceRecord {
    var fields: [BookField: String?] = [:]
    for field in BookField.allCases where field != .added && (personal || !field.isPersonal) {
      if dice.happens(field == .title ? 90 : 45) {
        fields[field] = .some(dice.pick(Self.values(of: field)))
      } else if dice.happens(15) {
        fields[field] = .some(nil)
      }
    }
    return try SourceRecord("\(source)\(dice.roll(12))", fields)
  }

  // MARK: What must hold

  private func checkEverything() throws {
    try #require(try catalog.findings() == [], "\(story)")
    let books = try catalog.view { try $0.page(size: 1_000).books }
    let program = try temporary.foreign()
    var recordsOfBook: [Int64: [String]] = [:]
    for row in try program.rows(
      "SELECT book_id, name || ' ' || remote_id FROM source_record JOIN source ON source.id = source_id")
    { recordsOfBook[Int64(row[0] ?? "") ?? 0, default: []].append(row[1] ?? "") }
    var conflicts: [String] = []
    for book in books {
      try expectWords(of: book)
      if let records = recordsOfBook[book.id], records.count == 1, let said = now.records[records[0]] {
        try expectSource(of: book, said)
      }
      conflicts += try catalog.view { try $0.provenance(of: book) }.filter(\.isConflict)
        .map { "\(book.id) \($0.field.rawValue)" }
    }
    // Hidden books keep theirs.
    let ids = Set(books.map { String($0.id) })
    let shown = try program.conflicts().filter { ids.contains(String($0.prefix { $0 != " " })) }
    try #require(shown.sorted() == conflicts.sorted(), "\(story)")
  }

  /// Every acknowledged edit is visible.
  private func expectWords(of book: Book) throws {
    for field in BookField.allCases {
      guard let word = now.words[Place(book: book.id, field: field)] else { continue }
      let shown = book[field]
      switch word {
      case .tags(let added, let removed):
        try #require(
          added.isSubset(of: book.tags) && removed.isDisjoint(with: book.tags), "tags of \(book.id); \(story)")
      case .value(let text):
        if field == .published, let text, case .date(let date)? = shown {
          try #require(date.isCompatible(with: try PartialDate(text)), "\(field) of \(book.id); \(story)")
        } else {
          try #require(shown?.description == text, "\(field) of \(book.id); \(story)")
        }
      }
    }
  }

  /// A book of one source shows what that says, where the user says nothing.
  private func expectSource(of book: Book, _ said: [BookField: String?]) throws {
    for field in BookField.bibliographic where now.words[Place(book: book.id, field: field)] == nil {
      // A book that an import brought back without a title keeps the one that was undone.
      if field == .title, said[field] == nil { continue }
      try #require(book[field]?.description == said[field] ?? nil, "\(field) of \(book.id); \(story)")
    }
  }

  private static let titles = ["Dune", "dune", "The Emma", "Emma", "Ulysses", "Ulysses 2"]
  private static let tags = ["a", "b", "c", "\u{301}d"]

  /// Few values, so that sources agree, disagree and are taken for the same book.
  private static func values(of field: BookField) -> [String] {
    switch field {
    case .title: titles
    case .authors: ["Frank Herbert", "Jane Austen", "Jane Austen; Frank Herbert"]
    case .isbn: ["9780441013593", "0-441-01359-7", "9780141182803"]
    case .pages: ["1", "2", "3"]
    case .publisher: ["Ace", "Penguin"]
    case .published: ["1965", "1965-08", "1965-08-01", "1966", "-0750"]
    case .language: ["en", "fre"]
    case .series: ["Saga", "Cycle"]
    case .seriesNumber: ["1", "1.5"]
    case .tags: ["a", "b", "a; b; c"]
    case .averageRating: ["3.5", "4"]
    case .ratingsCount: ["10", "20"]
    case .readState: ["unread", "reading", "read"]
    case .started, .finished: ["2024", "2024-05"]
    case .rating: ["1", "4.5"]
    case .notes: ["one", "two\nlines"]
    case .added: ["2020-01-01T00:00:00Z"]
    }
  }
}
