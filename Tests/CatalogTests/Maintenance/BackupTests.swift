import CatalogDatabase
import FoundationEssentials
import Platform
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Backing up and restoring")
struct BackupTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }
  private var folder: TemporaryFolder { temporary.folder }

  init() throws {
    temporary = try TemporaryCatalog()
    try catalog.addBook([.title: "Dune", .authors: "Frank Herbert"])
    try catalog.set(.pages, of: 1, to: "412")
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test("a backup is a complete catalog in one file")
  func backup() throws {
    try catalog.backup(to: folder.file("copy.db"))
    try expectEqual(names().filter { $0.hasPrefix("copy") }, ["copy.db"])
    let copy = try BookCatalog.open(folder.file("copy.db"))
    try expectEqual(copy.shownText(), catalog.shownText())
    try expectEqual(copy.findings(), [])
    try copy.undo()
    #expect(try copy.text(.pages, of: 1) == nil)
    try expectEqual(catalog.text(.pages, of: 1), "412")
  }

  @Test("a backup overwrites nothing")
  func overwrites() throws {
    try folder.write("copy.db", "precious")
    expectEqual(errorCode { try catalog.backup(to: folder.file("copy.db")) }, .inTheWay)
    expectEqual(errorCode { try catalog.backup(to: catalog.path) }, .inTheWay)
    expectEqual(errorCode { try catalog.backup(to: folder.path) }, .inTheWay)
    expectEqual(errorCode { try catalog.backup(to: folder.file("no/folder.db")) }, .missing)
    try expectEqual(folder.read("copy.db"), Array("precious".utf8))
    try expectEqual(catalog.findings(), [])
  }

  @Test("a cancelled or failed backup leaves nothing behind")
  func cancelled() throws {
    let before = try names()
    try catalog.look { connection in
      let cancellation = AccessCancellation()
      expectEqual(
        errorCode {
          try connection.access(cancellation) {
            cancellation.cancel()
            try Backup.copy(connection, to: folder.file("copy.db"))
          }
        }, .cancelled)
    }
    #expect(throws: CancellationError.self) {
      _ = try NewFile(folder.file("copy.db")).make { _ in throw CancellationError() }
    }
    try expectEqual(names(), before)
  }

  @Test("a cancelled restore changes nothing")
  func cancelledRestore() throws {
    try catalog.backup(to: folder.file("copy.db"))
    try catalog.set(.title, of: 1, to: "Emma")
    let (before, files) = (try catalog.shownText(), try names())
    try catalog.database.write { _ in }
    expectEqual(
      errorCode {
        let connection = try Connection(path: catalog.path, mode: .readWrite)
        let cancellation = AccessCancellation()
        let source = try Restore.examined(folder.file("copy.db"))
        try connection.access(cancellation) {
          cancellation.cancel()
          try source.copy(into: connection, cancelledBy: connection)
        }
      }, .cancelled)
    try expectEqual(catalog.shownText(), before)
    try expectEqual(names(), files)
    try expectEqual(catalog.findings(), [])
  }

  @Test("an awaited backup is complete, and an awaited restore has its contents")
  func awaited() async throws {
    let before = try catalog.shownText()
    try await catalog.backup(to: folder.file("copy.db"))
    try catalog.set(.title, of: 1, to: "Emma")
    try await catalog.restore(from: folder.file("copy.db"))
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a file that appears at a backup's path while it is made is kept", arguments: [0, EINVAL, ENOTSUP])
  func appears(error: Int32) throws {
    let rename: (String, String) -> Bool = { old, new in
      guard error != 0 else { return ExclusiveRename.move(old, to: new) }
      return ExclusiveRename.move(old, to: new) { _, _ in
        errno = error
        return -1
      }
    }
    let isMade = try NewFile(folder.file("copy.db"))
      .make(renaming: rename) { connection in
        try connection.runScript("CREATE TABLE song (name TEXT)")
        try folder.write("copy.db", "precious")
      }
    #expect(!isMade)
    try expectEqual(folder.read("copy.db"), Array("precious".utf8))
    #expect(
      try NewFile(folder.file("other.db")).make(renaming: rename) { try $0.runScript("CREATE TABLE song (name TEXT)") })
    try expectEqual(ForeignConnection(folder.file("other.db")).value("SELECT count(*) FROM song"), "0")
    try expectEqual(names().filter { !$0.hasPrefix("catalog.db") }, ["copy.db", "other.db"])
  }

  @Test("a restore brings everything back and keeps the replaced contents next to it")
  func restore() throws {
    let before = try catalog.shownText()
    try catalog.backup(to: folder.file("copy.db"))
    try catalog.set(.title, of: 1, to: "Emma")
    try catalog.addBook([.title: "Ulysses"])
    let after = try catalog.shownText()

    let kept = try #require(try catalog.restore(from: folder.file("copy.db")))
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
    try expectEqual(catalog.found("dune"), [1])
    try expectEqual(catalog.found("ulysses"), [])
    let old = try BookCatalog.open(kept)
    try expectEqual(old.shownText(), after)
    try expectEqual(old.findings(), [])

    // The catalog continues in WAL mode, with its history.
    try catalog.undo()
    #expect(try catalog.text(.pages, of: 1) == nil)
    try expectEqual(catalog.addBook([.title: "Next"]), 2)
    try expectEqual(catalog.database.write { try $0.text("PRAGMA journal_mode") }, "wal")
    catalog.close()
    try expectEqual(catalog.text(.title, of: 2), "Next")
  }

  @Test("writes during a restore are in the kept copy or in the restored catalog")
  func writtenMeanwhile() async throws {
    try await catalog.backup(to: folder.file("copy.db"))
    let acknowledged = Holder<Set<String>>([])
    var options = BookCatalog.Options()
    options.patience = .seconds(3_000)
    let other = try await BookCatalog.open(catalog.path, options: options)
    let (isOver, begun) = (Holder(false), Signal())
    let user = Task.detached {
      var number = 0
      while !isOver.value {
        number += 1
        _ = try other.addBook([.title: "Mark \(number)"])
        acknowledged.value.insert("Mark \(number)")
        if number == 3 { begun.send() }
        // On a machine with one core, the tasks share one thread.
        await Task.yield()
      }
    }
    await begun.wait()
    let kept = try #require(try await catalog.restore(from: folder.file("copy.db")))
    isOver.value = true
    try await user.value
    func marks(_ catalog: BookCatalog) throws -> Set<String> {
      Set(try catalog.shownText().compactMap { $0.firstMatch(of: /Mark \d+/).map { String($0.0) } })
    }
    let old = try await BookCatalog.open(kept)
    #expect(try marks(old).isDisjoint(with: marks(catalog)))
    try expectEqual(marks(old).union(marks(catalog)), acknowledged.value)
    #expect(try catalog.findings() == [] && old.findings() == [])
  }

  @Test("no copy is kept of a catalog without any steps")
  func restoreIntoNew() throws {
    try catalog.backup(to: folder.file("copy.db"))
    let new = try BookCatalog.open(folder.file("new.db"))
    #expect(try new.restore(from: folder.file("copy.db")) == nil)
    try expectEqual(new.shownText(), catalog.shownText())
    new.close()
    try expectEqual(names().filter { $0.hasPrefix("new") }, ["new.db"])
  }

  @Test("a backup with an older schema is upgraded before it replaces the catalog, and stays unchanged")
  func older() async throws {
    let before = try catalog.shownText()
    try await catalog.backup(to: folder.file("copy.db"))
    try OlderSchema.goBack(folder.file("copy.db"), before: "source-notes")
    let bytes = try folder.read("copy.db")
    try catalog.set(.title, of: 1, to: "Emma")
    #expect(try await catalog.restore(from: folder.file("copy.db")) != nil)
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
    try expectEqual(folder.read("copy.db"), bytes)
    #expect(
      try names().allSatisfy {
        !$0.contains("before-schema") && !$0.hasPrefix("catalog.db.") || $0.contains("before-restore")
      })
  }

  @Test("a backup whose schema has an impossible number is refused", arguments: ["0", "-1", "1", "2"])
  func wrongSchema(number: String) throws {
    let before = try catalog.shownText()
    try catalog.backup(to: folder.file("copy.db"))
    try ForeignConnection(folder.file("copy.db")).run("PRAGMA user_version = \(number)")
    expectEqual(errorCode { try catalog.restore(from: folder.file("copy.db")) }, .damaged)
    for _ in 0..<2 { expectEqual(errorCode { try BookCatalog.open(folder.file("copy.db")) }, .damaged) }
    try expectEqual(catalog.shownText(), before)
    #expect(try names().allSatisfy { !$0.contains("before") })
  }

  @Test("no file is created next to another file's log or journal", arguments: ["-wal", "-shm", "-journal"])
  func strayLog(suffix: String) throws {
    try folder.write("new.db" + suffix, "what was not copied into the file yet")
    expectEqual(errorCode { try BookCatalog.open(folder.file("new.db")) }, .inTheWay)
    expectEqual(errorCode { try catalog.backup(to: folder.file("new.db")) }, .inTheWay)
    expectEqual(errorCode { try catalog.backup(to: catalog.path + suffix) }, .inTheWay)
    try expectEqual(folder.read("new.db" + suffix), Array("what was not copied into the file yet".utf8))
    try expectEqual(names().filter { $0.hasPrefix("new") }, ["new.db" + suffix])
  }

  @Test("restoring twice keeps both replaced states")
  func twice() throws {
    try catalog.backup(to: folder.file("copy.db"))
    let first = try catalog.restore(from: folder.file("copy.db"))
    let second = try catalog.restore(from: folder.file("copy.db"))
    #expect(first != second)
    try expectEqual(catalog.findings(), [])
  }

  @Test("two restores at the same clock time each keep the replaced contents")
  func twiceAtOnce() throws {
    try catalog.backup(to: folder.file("copy.db"))
    let now = temporary.clock.now
    let first = try catalog.database.withWriter { try Restore.run(folder.file("copy.db"), into: $0, now: now) }
    try catalog.set(.pages, of: 1, to: "474")
    let second = try #require(
      try catalog.database.withWriter { try Restore.run(folder.file("copy.db"), into: $0, now: now) })
    #expect(first != second)
    try expectEqual(BookCatalog.open(second).text(.pages, of: 1), "474")
  }

  @Test("restoring leaves nothing next to the backup")
  func tidy() throws {
    try catalog.backup(to: folder.file("copy.db"))
    let bytes = try folder.read("copy.db")
    try catalog.restore(from: folder.file("copy.db"))
    try expectEqual(names().filter { $0.hasPrefix("copy") }, ["copy.db"])
    try expectEqual(folder.read("copy.db"), bytes)
  }

  @Test("an unusable backup is refused and changes nothing")
  func refused() throws {
    let before = try catalog.shownText()
    func refusal(_ name: String) -> CatalogError.Code? { errorCode { try catalog.restore(from: folder.file(name)) } }

    expectEqual(refusal("missing.db"), .missing)
    expectEqual(errorCode { try catalog.restore(from: folder.path) }, .inTheWay)
    try folder.write("empty.db", "")
    expectEqual(refusal("empty.db"), .notACatalog)
    try folder.write("text.db", String(repeating: "text", count: 400))
    expectEqual(refusal("text.db"), .damaged)
    try folder.write("song.db", "")
    try ForeignConnection(folder.file("song.db")).run("CREATE TABLE song (name TEXT)")
    expectEqual(refusal("song.db"), .notACatalog)

    try catalog.backup(to: folder.file("newer.db"))
    try ForeignConnection(folder.file("newer.db")).run("PRAGMA user_version = \(Migrator.newest + 1)")
    expectEqual(refusal("newer.db"), .newer)

    try catalog.backup(to: folder.file("damaged.db"))
    var bytes = try folder.read("damaged.db")
    for index in 8_192..<bytes.count { bytes[index] = 0xA5 }
    try folder.write("damaged.db", bytes)
    expectEqual(refusal("damaged.db"), .damaged)

    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
    #expect(try names().allSatisfy { !$0.contains("before-restore") })
  }

  @Test("a backup made while another connection writes waits or contains one state")
  func meanwhile() throws {
    let other = try temporary.foreign()
    try other.run("BEGIN IMMEDIATE; INSERT INTO book (title) VALUES ('half')")
    try catalog.backup(to: folder.file("copy.db"))
    try other.run("COMMIT")
    let copy = try BookCatalog.open(folder.file("copy.db"))
    try expectEqual(copy.read { try $0.status().foreign }, 0)
    try expectEqual(copy.findings(), [])
  }
}
