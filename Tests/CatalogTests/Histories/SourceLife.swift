import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// A life in which several sources of the same books come, go and return, while the user merges, edits and undoes.
struct SourceLife {
  private static let sources = ["a", "b", refreshing]
  /// A source that is refreshed: it drops values and loses books, while a file only has fewer of them.
  private static let refreshing = "c"

  let temporary: TemporaryCatalog
  var random: SeededGenerator
  let isMerging: Bool
  private var log: [String] = []
  private var delivered: [String: [SourceRecord]] = [:]
  /// The sources that were removed with their books kept and have not delivered since.
  private var kept: Set<String> = []
  private var catalog: BookCatalog { temporary.catalog }

  init(seed: UInt64, isMerging: Bool) throws {
    (temporary, self.isMerging) = (try TemporaryCatalog(), isMerging)
    random = SeededGenerator(seed: seed)
    log = ["seed \(seed)"]
  }

  /// Returns rows for some of six books. Sources write titles and page counts in their own ways.
  private mutating func rows(of source: String) throws -> [SourceRecord] {
    try (0..<6).filter { _ in random.oneIn(2) }.map { book in
      var fields: [BookField: String?] = [.title: random.pick(["Book \(book)", "The Book \(book)", "BOOK \(book)"])]
      fields[.authors] = "Author \(book)"
      fields[.isbn] = .some(ISBN.samples[book])
      fields[.pages] = .some(random.oneIn(2) ? "\(100 + random.roll(9))" : nil)
      if random.oneIn(3) { fields[.readState] = random.pick(["read", "want", "reading"]) }
      if random.oneIn(3) { fields[.notes] = "\(source)'s \(random.roll(3))" }
      if source == Self.refreshing, fields[.notes] == nil { fields[.notes] = .some(nil) }
      return try SourceRecord("\(source)\(book)", fields)
    }
  }

  mutating func live(steps: Int) async throws {
    for _ in 0..<steps {
      try await act()
      try expectEqual(catalog.findings(), [], "\(log)")
      if !isMerging {
        try expectEachBookOnce()
        try expectCurrentNotes()
      }
    }
  }

  private mutating func act() async throws {
    let source = random.pick(Self.sources)
    let books = try catalog.view { try $0.page(size: 100).books }
    switch random.roll(10) {
    case 0..<4: try await deliver(source)
    case 4..<6: try await remove(source)
    case 6 where isMerging && books.count > 1: try await merge(books)
    case 7 where !books.isEmpty: try edit(books)
    case 8 where books.contains { $0.notes?.hasPrefix("mine") == true }:
      let id = random.pick(books.filter { $0.notes?.hasPrefix("mine") == true }).id
      log.append("revert notes of \(id)")
      // Notes that only the user has written stay.
      do { _ = try catalog.revertField(.notes, of: id) } catch let error as CatalogError
        where error.code == .nothingToDo
      {}
    default:
      guard try await catalog.steps().contains(where: { $0.state == .done }) else { return }
      let before = try catalog.shownText()
      if random.oneIn(3) {
        log.append("undo")
        try catalog.undoStep()
        (kept, delivered) = ([], [:])
      } else {
        log.append("undo, redo")
        try catalog.undoStep()
        try catalog.redoStep()
        try #require(try catalog.shownText() == before, "\(log)")
      }
    }
  }

  private mutating func merge(_ books: [Book]) async throws {
    let ids = books.shuffled(using: &random).prefix(2).map(\.id)
    log.append("merge \(ids)")
    _ = try await catalog.write { try $0.merge(ids) }
  }

  private mutating func edit(_ books: [Book]) throws {
    let id = random.pick(books).id
    log.append("edit \(id)")
    try catalog.set(random.oneIn(2) ? .notes : .series, of: id, to: "mine \(random.roll(5))")
  }

  /// Imports one file, and then repeatedly merges and edits its books, removes the source and imports the file again.
  mutating func mergeAndReturn(rounds: Int) async throws {
    var records: [SourceRecord] = []
    while records.isEmpty { records = try rows(of: "a") }
    try await temporary.importRecords(records, source: "a")
    for _ in 0..<rounds {
      for _ in 0..<random.roll(3) {
        let books = try catalog.view { try $0.page(size: 100).books }
        if books.count > 1, random.oneIn(2) { try await merge(books) } else if !books.isEmpty { try edit(books) }
      }
      let before = try catalog.shownText()
      try await remove("a")
      let report = try await temporary.importRecords(records, source: "a")
      try #require(try catalog.shownText() == before && catalog.findings() == [], "\(log)")
      let steps = report.step == nil ? 1 : 2
      for _ in 0..<steps { try expectEqual(catalog.undoStep().left, [], "\(log)") }
      try #require(try catalog.shownText() == before && catalog.findings() == [], "\(log)")
      for _ in 0..<steps { try expectEqual(catalog.redoStep().left, [], "\(log)") }
      try #require(try catalog.shownText() == before && catalog.findings() == [], "\(log)")
    }
  }

  private mutating func deliver(_ source: String) async throws {
    let isAgain = kept.contains(source) && random.oneIn(2)
    let records = isAgain ? delivered[source] ?? [] : try rows(of: source)
    log.append("import \(source)\(isAgain ? " again" : "") \(records.map(\.remoteID))")
    let (before, count) = (try catalog.shownText(), try catalog.bookCount())
    let last = try await catalog.steps().first?.id
    if source == Self.refreshing {
      try await refresh(records)
    } else {
      let report = try await temporary.importRecords(records, source: source)
      if isAgain { expectEqual(report.counts.added, 0, "\(log)") }
    }
    if isAgain { try expectEqual(catalog.bookCount(), count, "\(log)") }
    if try await catalog.steps().first?.id != last {
      let after = try catalog.shownText()
      try expectEqual(catalog.undoStep().left, [], "\(log)")
      try #require(try catalog.shownText() == before, "\(log)")
      try expectEqual(catalog.findings(), [], "\(log)")
      try expectEqual(catalog.redoStep().left, [], "\(log)")
      try #require(try catalog.shownText() == after, "\(log)")
    }
    (delivered[source], kept) = (records, kept.subtracting([source]))
  }

  /// Delivers changes of the refreshing source, which lost some of the books that it does not deliver.
  private mutating func refresh(_ records: [SourceRecord]) async throws {
    let source = Self.refreshing
    if try await !catalog.sources().contains(where: { $0.name == source }) {
      try await catalog.write { try $0.addOwnSources(source) }
    }
    let ids = Set(records.map(\.remoteID))
    let lost = (0..<6).map { "\(source)\($0)" }.filter { _ in random.oneIn(4) }.filter { !ids.contains($0) }
    if !lost.isEmpty { log.append("lose \(lost)") }
    let items = records.map { SourceItem.record($0) } + lost.map { .removed(remoteID: $0) }
    let cursor = "\(random.next())"
    _ = try await catalog.syncEngine(sources: [
      ScriptedSource(source) { _ in SourcePage(items: items, cursor: cursor, isLast: true) }
    ]).refresh()
  }

  private mutating func remove(_ source: String) async throws {
    guard try catalog.view({ try $0.sources().contains { $0.name == source } }) else { return }
    let removal = random.pick(SourceRemoval.allCases)
    log.append("remove \(source) \(removal)")
    let before = try catalog.shownText()
    try catalog.removeTheSource(source, removal)
    if removal == .keepBooks {
      try #require(try catalog.shownText() == before, "\(log)")
      kept.insert(source)
    } else {
      kept.remove(source)
    }
  }

  /// Expects that notes are the user's or those of a record that counts, and that a book has none only if no such
  /// record has any. Notes that one source lost while another had the book do not return when that one loses it, too.
  private func expectCurrentNotes() throws {
    let books = try catalog.view { try $0.page(size: 100).books }
    for book in books where book.notes?.hasPrefix("mine") != true {
      let rows = try catalog.look { try SourceRecordTable(connection: $0).rows(of: book.id) }
      let live = rows.filter { $0.tombstone == nil }
      let counting = (live.isEmpty ? rows : live).compactMap { $0.personal?[.notes] }
      let mayBeLost = live.isEmpty && rows.count > 1
      #expect(
        book.notes == nil ? counting.isEmpty || mayBeLost : counting.contains { $0 == book[.notes] },
        "notes of \(book.id), \(log)")
    }
  }

  private func expectEachBookOnce() throws {
    let numbers = try catalog.view { try $0.page(size: 100).books }.compactMap { $0.isbn?.digits }
    expectEqual(Set(numbers).count, numbers.count, "\(log)")
  }
}

extension ISBN {
  /// Valid ISBNs of different books.
  static let samples = [
    "9780441013593", "9780141439587", "9780316769488", "9780061120084", "9780743273565", "9780451524935",
  ]
}
