import CatalogDatabase
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// A backup is restored while work on the catalog spans several transactions. The work ends and writes nothing from the
/// replaced contents into the restored ones.
@Suite("Restoring while others are at work")
struct RestoreDuringWorkTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }
  private var backup: String { temporary.folder.file("backup.db") }

  init() throws {
    temporary = try TemporaryCatalog()
    try catalog.addBook([.title: "Emma"])
    try catalog.backup(to: backup)
  }

  /// Returns a pace of one item per transaction. After the first one, the backup is restored and the user edits.
  private func pace() -> LoadPace {
    var pace = LoadPace()
    (pace.transactionTime, pace.sharedTime) = (0, 0)
    let count = CommitCounter()
    pace.committed = { [catalog, backup] in
      guard count.next() == 1 else { return }
      _ = try await catalog.restore(from: backup)
      try catalog.set(.pages, of: 1, to: "474")
    }
    return pace
  }

  private func records(_ count: Int) throws -> [SourceRecord] {
    try (1...count).map { try SourceRecord("\($0)", [.title: "Book \($0)"]) }
  }

  private func expectAsRestored() throws {
    try expectEqual(catalog.view { try $0.page(size: 10).books.map(\.title) }, ["Emma"])
    try expectEqual(catalog.text(.pages, of: 1), "474")
    try expectEqual(catalog.found("book"), [])
    try expectEqual(catalog.findings(), [])
    #expect(try catalog.undo().step.summary.contains("pages"))
    #expect(try catalog.text(.pages, of: 1) == nil)
  }

  @Test("a restore ends a refresh in the middle of a page")
  func refresh() async throws {
    // The source is at its position in the backup: only the contents differ.
    let records = try records(4)
    let source = ScriptedSource { _ in SourcePage(records: records, cursor: "1", isLast: true) }
    var outside = SyncEngine.Outside()
    outside.pace = pace()
    let engine = catalog.syncEngine(sources: [source], outside: outside)
    await #expect(throws: CatalogError.self) { try await engine.refresh() }
    try expectAsRestored()
    try await expectEqual(engine.refresh()[0].counts.added, 4, "the next one reads all of it")
    try expectEqual(catalog.findings(), [])
  }

  @Test("a restore ends an import")
  func load() async throws {
    let importer = Importer(database: catalog.database, isDryRun: false, now: catalog.now, pace: pace())
    let reader = ListReader(try records(4), batch: 4)
    do {
      _ = try await importer.run(reader, source: "file", location: nil, notice: { _ in }, progress: { _ in })
      Issue.record("it goes on")
    } catch let error as CatalogError {
      #expect(error.code == .restored && error.isRetryable)
    }
    try expectAsRestored()
  }

  @Test("a restore ends the undo of a step of many books")
  func undo() async throws {
    try await temporary.importRecords(try records(4))
    var run = BatchedRun(StepReplay(.undo, now: temporary.clock.now, batch: 1))
    try catalog.tamper { try run.next($0) }
    _ = try await catalog.restore(from: backup)
    try catalog.set(.pages, of: 1, to: "474")
    expectEqual(errorCode { try catalog.tamper { try run.next($0) } }, .restored)
    try expectAsRestored()
  }

  @Test("a restore ends a request to undo several steps")
  func severalSteps() async throws {
    for title in ["Dune", "Ulysses"] { try catalog.addBook([.title: title]) }
    let contents = try catalog.contents()
    #expect(try catalog.undo(in: contents).step.summary.contains("Ulysses"))
    _ = try await catalog.restore(from: backup)
    expectEqual(errorCode { try catalog.undo(in: contents) }, .restored)
    expectEqual(errorCode { try catalog.redo(in: contents) }, .restored)
    try expectEqual(catalog.view { try $0.page(size: 10).books.map(\.title) }, ["Emma"])
  }

  @Test("work ends from the moment the backup's pages are in place")
  func atOnce() async throws {
    try await temporary.importRecords(try records(4))
    var run = BatchedRun(StepReplay(.undo, now: temporary.clock.now, batch: 1))
    try catalog.tamper { try run.next($0) }
    let source = try Connection(path: backup, mode: .immutable)
    let other = try Connection(path: catalog.path, mode: .readWrite)
    try source.copy(into: other)
    expectEqual(errorCode { try catalog.tamper { try run.next($0) } }, .restored)
  }

  @Test("a surviving engine reads each source into the one that now has its name")
  func engine() async throws {
    _ = try await catalog.write { try $0.addSource("B", kind: .samples, location: "b") }
    let other = temporary.folder.file("other.db")
    try await catalog.backup(to: other)
    _ = try await catalog.restore(from: backup)
    func source(_ name: String) throws -> ScriptedSource {
      let record = try SourceRecord("1", [.title: "Of \(name)"])
      return ScriptedSource(name) { _ in SourcePage(records: [record], cursor: "1", isLast: true) }
    }
    let engine = catalog.syncEngine(sources: [try source("A"), try source("B")])
    _ = try await engine.refresh()
    _ = try await catalog.restore(from: other)
    _ = try await engine.refresh()
    let rows = try temporary.foreign().rows(
      """
      SELECT name, title FROM source_record JOIN source ON source.id = source_id JOIN book ON book.id = book_id
      WHERE name <> 'local'
      """)
    expectEqual(Set(rows.map { [$0[0], $0[1]] }), [["A", "Of A"], ["B", "Of B"]])
  }
}
