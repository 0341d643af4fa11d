import FoundationEssentials
import Synchronization
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Loads with transactions of a few rows, examined and disturbed after each of them.
@Suite("Loading in bulk", .serialized)
struct BulkLoadTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// Returns a pace with transactions of one to sixteen rows and runs of a few dozen books.
  private static func pace(_ committed: @escaping @Sendable () async throws -> Void = {}) -> LoadPace {
    var pace = LoadPace()
    (pace.transactionTime, pace.sharedTime) = (0, 0)
    (pace.minRows, pace.maxRows) = (8, 16)
    (pace.booksWithIndexes, pace.runBooks, pace.firstRunBooks) = (6, 10, 20)
    pace.committed = committed
    return pace
  }

  private static func load(
    _ records: [SourceRecord], into catalog: BookCatalog, as source: String = "test", pace: LoadPace
  ) async throws -> ImportReport {
    let importer = Importer(database: catalog.database, isDryRun: false, now: catalog.now, pace: pace)
    return try await importer.run(
      ListReader(records, batch: 8), source: source, location: nil, notice: { _ in }, progress: { _ in })
  }

  private static func expectWhole(_ catalog: BookCatalog, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let report = try catalog.check()
    #expect(report.findings.isEmpty && report.pending == 0, sourceLocation: sourceLocation)
    #expect(!report.isUnfinished, sourceLocation: sourceLocation)
    let missing = try catalog.look { try ListIndexes(connection: $0).missing() }
    expectEqual(missing, [], sourceLocation: sourceLocation)
  }

  private static let queries = ["dune", "the", "war OR peace", "tag:sf", "author:herbert", "ring"]

  private static func answers(_ catalog: BookCatalog) throws -> [[Book.ID]] { try queries.map(catalog.found) }

  /// Returns everything that books show, except the times they were added.
  private static func text(_ catalog: BookCatalog) throws -> [String] {
    try catalog.shownText().filter { !$0.contains(" added=") }
  }

  /// Returns a copy of the catalog, opened as by another process some seconds later.
  /// - Parameter start: The start of the seconds; now by default.
  private func copy(_ name: String, after seconds: Double, _ start: Date? = nil) throws -> BookCatalog {
    var options = BookCatalog.Options()
    let clock = TestClock(start: (start ?? temporary.clock.now).timeIntervalSince1970 + seconds)
    options.now = { clock.now }
    return try BookCatalog.open(temporary.folder.file(name), options: options)
  }

  @Test("a load equals one in a single transaction, with and without indexes", arguments: [1, 2])
  func same(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let records = try generator.records(70)
    let report = try await Self.load(records, into: catalog, pace: Self.pace())
    #expect(report.counts.added == 70 && !report.isInterrupted)
    try Self.expectWhole(catalog)
    let other = try TemporaryCatalog()
    try await other.importRecords(records)
    try expectEqual(Self.answers(catalog), Self.answers(other.catalog))
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 0)
    try Self.expectWhole(catalog)
  }

  @Test("the user's writes during a load wait for the disk, and the load's do not")
  func durability() async throws {
    var generator = SeededGenerator(seed: 5)
    let (records, database) = (try generator.records(20), catalog.database)
    _ = try await Self.load(
      records, into: catalog,
      pace: Self.pace {
        let synchronous = try await database.write { try $0.integer("PRAGMA synchronous") }
        // 2 is FULL.
        expectEqual(synchronous, 2)
      })
    let during = try await database.load(in: nil) { try $0.integer("PRAGMA synchronous") }
    expectEqual(during, 1)
    await #expect(throws: InvalidValue.self) {
      try await database.load(in: nil) { _ in throw InvalidValue("title", "", "it fails") }
    }
    let after = try await database.write { try $0.integer("PRAGMA synchronous") }
    expectEqual(after, 2)
  }

  @Test(
    "a load killed after any transaction is correct, and the same import completes it", arguments: [true, false])
  func killed(isFirst: Bool) async throws {
    var generator = SeededGenerator(seed: 11)
    let records = try generator.records(32)
    if !isFirst { try await temporary.importRecords([try SourceRecord("x", [.title: "Dune of old"])], source: "old") }
    let (temporary, count) = (temporary, Shared(0))
    _ = try await Self.load(
      records, into: catalog,
      pace: Self.pace {
        let number = count.next()
        // Each stage takes more transactions than that.
        if number.isMultiple(of: 5) {
          try temporary.catalog.backup(to: temporary.folder.file("killed-\(number).db"))
        }
      })
    let (whole, answers) = (try Self.text(catalog), try Self.answers(catalog))
    let last = count.withLock { $0 }
    #expect(last > 30)
    var (pending, lacking) = (0, 0)
    for number in 1...last where number.isMultiple(of: 5) {
      let killed = try copy("killed-\(number).db", after: 1)
      let report = try await killed.check()
      expectEqual(report.findings, [], "after transaction \(number)")
      pending += report.pending
      lacking += try killed.look { try ListIndexes(connection: $0).missing().count }
      if number.isMultiple(of: 2) {
        _ = try await Self.load(records, into: killed, pace: Self.pace())
        try expectEqual(Self.text(killed), whole, "after transaction \(number)")
        try expectEqual(Self.answers(killed), answers, "after transaction \(number)")
      } else {
        let repaired = try await killed.check(repair: true)
        expectEqual(repaired.isRepaired, repaired.isUnfinished, "after transaction \(number)")
      }
      try Self.expectWhole(killed)
      killed.close()
    }
    #expect(pending > 0)
    expectEqual(lacking > 0, isFirst)
  }

  @Test("the next opening for writing completes a killed load and leaves a running one alone")
  func opening() async throws {
    var generator = SeededGenerator(seed: 3)
    let (records, temporary, count, killed) = (
      try generator.records(40), temporary, Shared(0), Shared(Date.distantPast)
    )
    _ = try await Self.load(
      records, into: catalog,
      pace: Self.pace {
        guard
          count.next() == 30
        else { return }
        killed.withLock { $0 = temporary.clock.now }
        for name in ["soon.db", "late.db"] { try temporary.catalog.backup(to: temporary.folder.file(name)) }
      })
    let soon = try copy("soon.db", after: 1, killed.withLock { $0 })
    try soon.set(.title, of: 1, to: "Edited")
    #expect(try await soon.check().isUnfinished)
    try expectEqual(soon.found("edited"), [1])
    try expectEqual(soon.findings(), [])
    let late = try copy("late.db", after: 100)
    #expect(try await late.check().isUnfinished)
    try late.set(.title, of: 1, to: "Edited")
    try expectEqual(late.found("edited"), [1])
    try Self.expectWhole(late)
  }

  @Test(
    "a killed load is completed by a newer program, which first upgrades the catalog",
    arguments: ["step-order", "record-rank", "source-notes", "search-bits", "search-changes", "editions", "work-years"])
  func upgrade(before migration: String) async throws {
    var generator = SeededGenerator(seed: 4)
    let (temporary, count) = (temporary, Shared(0))
    // The fields that the older program supported.
    let records = try generator.records(40).map { record in
      var record = record
      for field in OlderSchema.laterFields where migration != "work-years" { record.values[field] = .absent }
      return record
    }
    try await temporary.importRecords([try SourceRecord("0", [.title: "Emma"])], source: "other")
    try catalog.set(.title, of: 1, to: "Emma, mine")
    try catalog.set(.rating, of: 1, to: "4")
    try catalog.undoStep()
    _ = try await Self.load(
      records, into: catalog,
      pace: Self.pace {
        if count.next() == 30 { try temporary.catalog.backup(to: temporary.folder.file("older.db")) }
      })
    try OlderSchema.goBack(temporary.folder.file("older.db"), before: migration)
    let upgraded = try copy("older.db", after: 100)
    #expect(try await !upgraded.check().isUnfinished)
    try expectEqual(upgraded.text(.title, of: 1), "Emma, mine")
    try expectEqual(upgraded.findings(), [])
    let report = try await Self.load(records, into: upgraded, pace: Self.pace())
    #expect(report.counts.added + report.counts.unchanged >= 40 && report.counts.added < 40)
    try Self.expectWhole(upgraded)
    try expectEqual(Self.text(upgraded), Self.text(catalog))
    while try upgraded.view({ try !$0.stepsToUndo().isEmpty }) { try upgraded.undoStep() }
    try expectEqual(upgraded.bookCount(), 0)
    try Self.expectWhole(upgraded)
  }

  @Test("the user's changes between two transactions are correct at once and stay so", arguments: [5, 6])
  func disturbed(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let records = try generator.records(60)
    let (temporary, count) = (temporary, Shared(0))
    _ = try await Self.load(
      records, into: catalog,
      pace: Self.pace {
        let catalog = temporary.catalog
        var generator = SeededGenerator(seed: seed * 1_000 + UInt64(count.next()))
        let (action, draw) = (Int.random(in: 0..<6, using: &generator), generator.next())
        let shown = try catalog.look { connection in
          var ids: [Book.ID] = []
          try connection.statement("SELECT id FROM book WHERE hidden = 0").forEachRow { ids.append($0.id(0)) }
          return ids
        }
        guard !shown.isEmpty else { return }
        let book = shown[Int(draw % UInt64(shown.count))]
        switch action {
        case 0: try catalog.set(.title, of: book, to: "Disturbed \(draw % 7)")
        case 1: try catalog.change([book], .add(.tags, ["disturbed"]))
        case 2: try catalog.removeBooks(book)
        case 3: try catalog.addBook([.title: "By hand \(draw % 100)"])
        case 4: if try await catalog.steps().first?.kind != .import { try catalog.undoStep() }
        default: if draw.isMultiple(of: 5) { try expectEqual(catalog.findings(), []) }
        }
      })
    try Self.expectWhole(catalog)
    while try await catalog.status().steps > 0 { try catalog.undoStep() }
    try expectEqual(catalog.bookCount(), 0)
    try Self.expectWhole(catalog)
  }

  @Test("books loaded after an undo of the running load are a step of their own")
  func undone() async throws {
    var generator = SeededGenerator(seed: 2)
    let (records, temporary, count) = (try generator.records(40), temporary, Shared(0))
    _ = try await Self.load(
      records, into: catalog,
      pace: Self.pace {
        if count.next() == 15 {
          try temporary.catalog.undoStep()
        }
      })
    try await expectEqual(catalog.steps().count, 2)
    #expect(try catalog.bookCount() > 0)
    try Self.expectWhole(catalog)
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 0)
    _ = try await Self.load(records, into: catalog, pace: Self.pace())
    try expectEqual(catalog.bookCount(), 40)
    try Self.expectWhole(catalog)
  }

  @Test("a catalog with books keeps its indexes, and few books are pending at any time")
  func filled() async throws {
    try await temporary.importRecords([try SourceRecord("x", [.title: "Dune of old"])], source: "old")
    var generator = SeededGenerator(seed: 4)
    let (records, temporary, maxPending) = (try generator.records(80), temporary, Shared(0))
    _ = try await Self.load(
      records, into: catalog,
      pace: Self.pace {
        try temporary.catalog.look { connection in
          try expectEqual(ListIndexes(connection: connection).missing(), [])
          let pending = try DerivedPending(connection: connection).count()
          maxPending.withLock { $0 = max($0, pending) }
        }
      })
    // A run, and a batch that was accepted before it began.
    #expect((1...(10 + 8)).contains(maxPending.withLock { $0 }))
    try Self.expectWhole(catalog)
  }

  @Test("two concurrent loads both complete")
  func two() async throws {
    var generator = SeededGenerator(seed: 9)
    let (first, second) = (try generator.records(50), try generator.records(50))
    let catalog = catalog
    async let one = Self.load(first, into: catalog, as: "one", pace: Self.pace())
    async let other = Self.load(second, into: catalog, as: "other", pace: Self.pace())
    let reports = try await [one, other]
    expectEqual(reports.map(\.counts.total), [50, 50])
    try Self.expectWhole(catalog)
  }

  @Test("a list index that is missing without a reason is found and rebuilt")
  func missingIndex() async throws {
    try await temporary.importRecords([try SourceRecord("1", [.title: "Dune"])])
    try catalog.tamper("DROP INDEX book_by_title")
    try expectEqual(catalog.findings(), ["missing indexes of lists: 1"])
    #expect(try await catalog.check(repair: true).isRepaired)
    try Self.expectWhole(catalog)
  }
}

/// A value shared by closures of several tasks.
private final class Shared<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { value in
      var copy = value
      defer { value = copy }
      return body(&copy)
    }
  }
}

extension Shared<Int> {
  /// Returns 1, 2, 3 and so on.
  func next() -> Int {
    withLock { number in
      number += 1
      return number
    }
  }
}
