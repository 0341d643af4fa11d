import CatalogDatabase
import FoundationEssentials
import Platform
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Opening a catalog")
struct OpeningTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("catalog.db") }

  private func opening(_ path: String, _ change: (inout BookCatalog.Options) -> Void = { _ in }) throws -> BookCatalog {
    var options = BookCatalog.Options()
    change(&options)
    return try BookCatalog.open(path, options: options)
  }

  private func rating(of book: Book.ID, in catalog: BookCatalog) throws -> Double? {
    try catalog.read { try $0.book(book)?.rating }
  }

  /// Moves a file with its log and index: a leftover log would be applied to the next file.
  private func move(_ name: String, to other: String) throws {
    for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: folder.file(name + suffix)) {
      try folder.move(name + suffix, to: other + suffix)
    }
  }

  private func permissions(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_mode & 0o777) : -1
  }

  @Test("an empty file is filled only if creation is allowed, because it may be in transfer")
  func emptyButNotToBeMade() throws {
    try folder.write("catalog.db", "")
    expectEqual(errorCode { _ = try opening(path) { $0.createsFile = false } }, .notACatalog)
    #expect(try folder.read("catalog.db").isEmpty)
    try expectEqual(opening(path).bookCount(), 0)
  }

  @Test("nothing is stored in a file that is no longer at its path", arguments: [false, true], [false, true])
  func moved(isWriterOpen: Bool, isReplaced: Bool) throws {
    let first = try opening(path)
    let dune = try first.addBook([.title: "Dune"])
    try first.backup(to: folder.file("other.db"))
    first.close()
    try expectEqual(first.bookCount(), 1)
    if isWriterOpen { try first.set(.rating, of: dune, to: "3") }
    try move("catalog.db", to: "away.db")
    if isReplaced { try move("other.db", to: "catalog.db") }
    expectEqual(errorCode { try first.set(.rating, of: dune, to: "4") }, .missing)
    try expectEqual(rating(of: dune, in: first), isWriterOpen ? 3 : nil, "what is open can be read")
    if isReplaced {
      #expect(try rating(of: dune, in: opening(path)) == nil)
      try move("catalog.db", to: "other.db")
    }
    try move("away.db", to: "catalog.db")
    try first.set(.rating, of: dune, to: "5")
    try expectEqual(rating(of: dune, in: first), 5)
  }

  @Test("a missing file is created, empty and consistent")
  func makes() throws {
    let catalog = try opening(path)
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(catalog.findings(), [])
    try expectEqual(catalog.view { try $0.status().schema }, Migrator.newest)
    #expect(!catalog.isReadOnly)
  }

  @Test("a missing file is an error if creation is not allowed, and is not created")
  func missing() {
    expectEqual(errorCode { _ = try opening(path) { $0.createsFile = false } }, .missing)
    expectEqual(errorCode { _ = try opening(path) { $0.isReadOnly = true } }, .missing)
    #expect(!DatabaseFile.exists(path))
    expectEqual(errorCode { _ = try opening(folder.file("no/such/folder.db")) }, .missing)
  }

  @Test("a directory or a pipe at the path is an error")
  func inTheWay() throws {
    expectEqual(errorCode { _ = try opening(folder.path) }, .inTheWay)
    mkfifo(path, 0o600)
    expectEqual(errorCode { _ = try opening(path) }, .inTheWay)
  }

  @Test("an empty file becomes a catalog")
  func empty() throws {
    try folder.write("catalog.db", "")
    let catalog = try opening(path)
    try expectEqual(catalog.addBook([.title: "Dune"]), 1)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a text file is not a database and stays as it is", arguments: [3, 99, 100, 600, 70_000])
  func text(length: Int) throws {
    let text = String(repeating: "not a database\n", count: length / 15 + 1).prefix(length)
    try folder.write("catalog.db", String(text))
    expectEqual(errorCode { _ = try opening(path) }, .damaged)
    try expectEqual(folder.read("catalog.db"), Array(text.utf8))
  }

  @Test("another program's database is refused and stays as it is")
  func foreign() throws {
    try folder.write("catalog.db", "")
    let program = try ForeignConnection(path)
    try program.run("CREATE TABLE song (name TEXT)")
    let before = try folder.read("catalog.db")
    expectEqual(errorCode { _ = try opening(path) }, .notACatalog)
    try program.run("DROP TABLE song; PRAGMA application_id = 17")
    expectEqual(errorCode { _ = try opening(path) }, .notACatalog)
    expectEqual(before.count, try folder.read("catalog.db").count)
  }

  @Test("a newer version's catalog is refused with advice")
  func newer() throws {
    try opening(path).close()
    try ForeignConnection(path).run("PRAGMA user_version = \(Migrator.newest + 1)")
    let error = #expect(throws: CatalogError.self) { _ = try opening(path) }
    expectEqual(error?.code, .newer)
    expectEqual(error?.recoverySuggestion, "update this program")
  }

  @Test("an older version's catalog is upgraded after a copy next to it that only its owner can read")
  func older() throws {
    try opening(path).close()
    try OlderSchema.goBack(path, before: "step-order")
    let clock = TestClock()
    let catalog = try opening(path) { $0.now = { clock.now } }
    try expectEqual(catalog.view { try $0.status().schema }, Migrator.newest)
    expectEqual(
      catalog.upgrade,
      SchemaUpgrade(
        from: 1, to: Int(Migrator.newest), copy: folder.file("catalog.db.before-schema-2-20260101000001"),
        changes: []))
    let copies = try names().filter { $0.contains("before-schema") }
    try #require(copies == ["catalog.db.before-schema-2-20260101000001"])
    try expectEqual(ForeignConnection(folder.file(copies[0])).value("PRAGMA user_version"), "1")
    expectEqual(permissions(of: folder.file(copies[0])), 0o600)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a catalog from before ranked records shows the same, and its steps are undone and redone")
  func withoutRanks() async throws {
    let temporary = try TemporaryCatalog()
    var catalog = temporary.catalog
    try await temporary.importRecords(
      [SourceRecord("1", [.title: "Dune", .pages: "400"]), SourceRecord("2", [.title: "Sand"])], source: "a")
    try await temporary.importRecords([SourceRecord("x", [.title: "Emma", .pages: "1"])], source: "b")
    try catalog.set(.pages, of: 1, to: "412")
    _ = try await catalog.write { try $0.merge([1, 2]) }
    try await temporary.importRecords([SourceRecord("1", [.title: "Dune", .pages: "500"])], source: "a")
    try expectEqual(catalog.view { try $0.conflictCount() }, 1)
    try catalog.set(.title, of: 3, to: "Emma!")
    try catalog.undoStep()
    let old = temporary.folder.file("old.db")
    try ForeignConnection(temporary.path).run("VACUUM INTO '\(old)'")
    try OlderSchema.goBack(old, before: "record-rank")
    catalog = try opening(old)
    defer { catalog.close() }
    try expectEqual(catalog.findings(), [])
    try await expectEqual(catalog.status().schema, Migrator.newest)
    try expectEqual(catalog.view { try $0.conflictCount() }, 1)
    try catalog.redoStep()
    try expectEqual(catalog.text(.title, of: 3), "Emma!")
    for _ in 0..<3 { try expectEqual(catalog.undoStep().left, []) }
    try expectEqual(catalog.text(.title, of: 2), "Sand")
    try expectEqual(catalog.text(.pages, of: 1), "412")
    try expectEqual(catalog.findings(), [])
  }

  @Test("an older catalog opened read-only stays as it is")
  func olderReadOnly() throws {
    try opening(path).close()
    try OlderSchema.goBack(path, before: "source-notes")
    let error = #expect(throws: CatalogError.self) { _ = try opening(path) { $0.isReadOnly = true } }
    #expect(error?.code == .readOnly && error?.remedy == .openForWriting)
    expectEqual(error?.cause.contains("it was created by an older version"), true)
    try expectEqual(names(), ["catalog.db"])
  }

  @Test("a refused read-only opening leaves nothing next to the file", arguments: [true, false])
  func refusedReadOnly(isNewer: Bool) throws {
    try opening(path).close()
    let version = isNewer ? "user_version = \(Migrator.newest + 1)" : "application_id = 17"
    try ForeignConnection(path).run("PRAGMA \(version)")
    try #require(names() == ["catalog.db"])
    let code = errorCode { _ = try opening(path) { $0.isReadOnly = true } }
    expectEqual(code, isNewer ? .newer : .notACatalog)
    try expectEqual(names(), ["catalog.db"])
  }

  @Test("an upgrade removes only the leftover copy of a killed upgrade")
  func abandonedCopies() throws {
    try opening(path).close()
    try OlderSchema.goBack(path, before: "step-order")
    let clock = TestClock()
    let left = "catalog.db.before-schema-2-20251231235959"
    let kept = [
      left, "\(left).backup", "\(left).unfinished-abc", "catalog.db.unfinished-AbCd12", "\(left).unfinished-AbCd12.old",
      "other.db.before-schema-2-20251231235959.unfinished-AbCd12",
    ]
    for name in kept + ["\(left).unfinished-AbCd12", "\(left).unfinished-AbCd12-journal"] {
      try folder.write(name, "x")
    }
    // Another process may still be making the copy while it blocks writers.
    let other = try ForeignConnection(path)
    try other.run("BEGIN IMMEDIATE")
    expectEqual(errorCode { _ = try opening(path) { ($0.patience, $0.now) = (.zero, { clock.now }) } }, .busy)
    #expect(try names().contains("\(left).unfinished-AbCd12"))
    try other.run("ROLLBACK")
    let catalog = try opening(path) { $0.now = { clock.now } }
    catalog.close()
    let found = try names().filter { $0 != "catalog.db" && !$0.hasPrefix("catalog.db-") }
    let copies = found.filter { $0.hasPrefix("catalog.db.before-schema-2-2026") }
    #expect(copies.count == 1 && found == (kept + copies).sorted())
  }

  @Test("the second of two concurrent upgrades waits for the first and makes no copy")
  func upgradedTogether() throws {
    try opening(path).close()
    try OlderSchema.goBack(path, before: "step-order")
    let clock = TestClock()
    let second = try Connection(path: path, mode: .readWrite, patience: 0)
    let upgrade = try Migrator.migrate(Connection(path: path, mode: .readWrite), now: clock.now) { connection in
      expectEqual(errorCode { try Migrator.migrate(second, now: clock.now, finish: { _ in [] }) }, .busy)
      return try CatalogUpgrade.run(connection)
    }
    expectEqual(upgrade?.from, 1)
    #expect(try Migrator.migrate(second, now: clock.now.addingTimeInterval(60), finish: { _ in [] }) == nil)
    try expectEqual(names().filter { $0.contains("before-schema") }.count, 1)
  }

  @Test("a truncated catalog is recognised as damaged and not changed", arguments: [600, 4_096, 40_960])
  func truncated(size: Int) throws {
    try fill()
    truncate(path, size)
    let codes: [CatalogError.Code?] = [errorCode { _ = try opening(path).shownText() }, nil]
    expectEqual(codes[0], .damaged)
    try expectEqual(folder.read("catalog.db").count, size)
  }

  @Test("check recognises a catalog whose last quarter was overwritten")
  func overwritten() throws {
    try fill()
    var bytes = try folder.read("catalog.db")
    let begin = bytes.count / 4_096 * 3 / 4 * 4_096
    for index in begin..<bytes.count { bytes[index] = 0xA5 }
    try folder.write("catalog.db", bytes)
    let catalog = try opening(path)
    let report = try? catalog.check()
    #expect(report.map { $0.findings.contains { !$0.isRepairable } } ?? true)
    // A damaged file is not repaired.
    #expect(try !catalog.check(repair: true).isRepaired)
  }

  @Test("only their owner can access the file, its log and the log's index")
  func privacy() throws {
    let old = umask(0)
    defer { umask(old) }
    let catalog = try opening(path)
    try catalog.addBook([.title: "Dune"])
    expectEqual(permissions(of: path), 0o600)
    expectEqual(permissions(of: path + "-wal"), 0o600)
    expectEqual(permissions(of: path + "-shm"), 0o600)
    try catalog.backup(to: folder.file("copy.db"))
    expectEqual(permissions(of: folder.file("copy.db")), 0o600)
  }

  @Test("a file has one object per process, whatever path names it")
  func shared() throws {
    let first = try opening(path)
    let other = try opening(folder.path + "/./catalog.db")
    #expect(first === other)
    symlink(path, folder.file("link.db"))
    #expect(try opening(folder.file("link.db")) === first)
    #expect(try opening(folder.file("second.db")) !== first)
    let readOnly = try opening(path) { $0.isReadOnly = true }
    #expect(readOnly !== first)
    #expect(readOnly.isReadOnly)
  }

  @Test("an open file is shared for equal options, and refused for another patience or clock")
  func otherOptions() throws {
    let clock = TestClock()
    var options = BookCatalog.Options()
    options.patience = .seconds(1)
    options.now = { clock.now }
    let first = try BookCatalog.open(path, options: options)
    #expect(try BookCatalog.open(path, options: options) === first)
    #expect(try opening(path) === first)
    #expect(try opening(path) { $0.createsFile = false } === first)
    #expect(try opening(path) { $0.patience = .seconds(1) } === first)
    expectEqual(errorCode { _ = try opening(path) { $0.patience = .seconds(2) } }, .inTheWay)
    expectEqual(errorCode { _ = try opening(path) { $0.now = { clock.now } } }, .inTheWay)
    let readOnly = try opening(path) { ($0.isReadOnly, $0.patience) = (true, .seconds(2)) }
    #expect(readOnly.isReadOnly)
    expectEqual(errorCode { _ = try opening(path) { ($0.isReadOnly, $0.patience) = (true, .seconds(3)) } }, .inTheWay)
  }

  @Test("a released object is opened anew")
  func forgotten() throws {
    try opening(path).addBook([.title: "Dune"])
    try expectEqual(opening(path).bookCount(), 1)
    // The owner removed the file; the next opening creates a new one.
    for name in try names() { DatabaseFile.remove(folder.file(name)) }
    try expectEqual(opening(path).bookCount(), 0)
  }

  @Test("a closed catalog reopens with the next access")
  func reopened() throws {
    let catalog = try opening(path)
    try catalog.addBook([.title: "Dune"])
    catalog.close()
    try expectEqual(names(), ["catalog.db"], "the last connection tidies up the log")
    try expectEqual(catalog.bookCount(), 1)
    try catalog.addBook([.title: "Emma"])
    try expectEqual(catalog.bookCount(), 2)
  }

  @Test("a read-only catalog reads everything and writes nothing")
  func readOnly() throws {
    try opening(path).addBook([.title: "Dune"])
    let catalog = try opening(path) { $0.isReadOnly = true }
    try expectEqual(catalog.bookCount(), 1)
    try expectEqual(catalog.found("dune"), [1])
    try expectEqual(catalog.findings(), [])
    expectEqual(errorCode { try catalog.addBook([.title: "Emma"]) }, .readOnly)
    #expect(errorCode { _ = try catalog.check(repair: true) } == nil, "there is nothing to mend")
    #expect(errorCode { try catalog.backup(to: folder.file("copy.db")) } == nil)
    // Writes of another opening are visible.
    try opening(path).addBook([.title: "Emma"])
    try expectEqual(catalog.bookCount(), 2)
  }

  @Test("a file in a read-only folder is readable", .enabled(if: geteuid() != 0))
  func immutable() throws {
    try opening(path).addBook([.title: "Dune"])
    chmod(folder.path, 0o500)
    defer { chmod(folder.path, 0o700) }
    let catalog = try opening(path) { $0.isReadOnly = true }
    try expectEqual(catalog.bookCount(), 1)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a write-protected file opens for reading", .enabled(if: geteuid() != 0))
  func unwritable() throws {
    try opening(path).addBook([.title: "Dune"])
    chmod(path, 0o400)
    let catalog = try opening(path)
    #expect(catalog.isReadOnly)
    try expectEqual(catalog.bookCount(), 1)
    let error = #expect(throws: CatalogError.self) { try catalog.addBook([.title: "Emma"]) }
    expectEqual(error?.hint, "check the file's permissions")
  }

  @Test("an unreadable file is an error", .enabled(if: geteuid() != 0))
  func unreadable() throws {
    try opening(path).close()
    chmod(path, 0)
    expectEqual(errorCode { _ = try opening(path) }, .permissionDenied)
    chmod(folder.path, 0)
    defer { chmod(folder.path, 0o700) }
    expectEqual(errorCode { _ = try opening(path) }, .permissionDenied)
  }

  @Test("errors of the system and SQLite become errors with advice")
  func errors() {
    expectEqual(DatabaseFile.failure("open", "f", EACCES).code, .permissionDenied)
    expectEqual(DatabaseFile.failure("open", "f", EROFS).code, .permissionDenied)
    expectEqual(DatabaseFile.failure("open", "f", ENOTDIR).code, .missing)
    expectEqual(DatabaseFile.failure("make", "f", ENOSPC).code, .diskFull)
    expectEqual(DatabaseFile.failure("open", "f", EIO).code, .failed)
    expectEqual(
      DatabaseFile.failure("open", "f", EACCES).description,
      "cannot open f: permission denied (check the permissions of its folder)")
    // Result codes as numbered by sqlite.org/rescode.html; extended codes contain the primary code in the low byte.
    let codes: [(Int32, CatalogError.Code)] = [
      (5, .busy), (6, .busy), (5 | 2 << 8, .busy), (8, .permissionDenied), (3, .permissionDenied),
      (14, .permissionDenied), (9, .cancelled), (11, .damaged), (11 | 1 << 8, .damaged), (26, .damaged),
      (13, .diskFull),
      (10 | 6 << 8, .failed), (1, .failed), (19, .failed),
    ]
    for (result, code) in codes {
      let error = CatalogError(sqlite: SQLiteFailure(code: result), operation: "use", subject: "f")
      expectEqual(error.code, code, "\(result)")
      expectEqual(error.isRetryable, code == .busy)
    }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// Adds enough books for a file of many pages, with all data in the file itself.
  private func fill() throws {
    let catalog = try opening(path)
    try catalog.write { transaction in
      for number in 0..<300 {
        try transaction.add([
          .title: .text("Book \(number)"), .authors: .list(["Author \(number % 40)"]),
          .notes: .text(String(repeating: "words and more words ", count: 20)),
        ])
      }
    }
    catalog.close()
    try expectEqual(names(), ["catalog.db"])
  }
}
