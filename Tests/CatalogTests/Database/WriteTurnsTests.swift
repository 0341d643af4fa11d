import CatalogDatabase
import CatalogTestSupport
import FoundationEssentials
import Platform
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// Another process is represented by another opening of the file: SQLite's locks are between connections.
@Suite("Taking turns between writing processes")
struct WriteTurnsTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }
  private var turns: WriteTurns { WriteTurns(path: DatabaseFile.resolved(catalog.path)) }

  init() throws {
    temporary = try TemporaryCatalog()
    try catalog.addBook([.title: "Emma"])
  }

  @Test("a load ends its transaction when another process waits, and continues after that one has written")
  func letIn() async throws {
    let clock = temporary.clock
    let other = try Database.ofCatalog(
      path: catalog.path, mayCreate: false, readOnly: false, patience: 3_000, clock: { clock.now })
    var pace = LoadPace()
    pace.transactionTime = 1e6
    var writes = LoadWrites(
      database: catalog.database, contents: nil, pace: pace, now: { clock.now })
    let begun = Signal()
    async let edit: Void = {
      await begun.wait()
      try await other.write { try $0.run("UPDATE source SET location = 'elsewhere'") }
    }()
    try await writes.run { _, isToStop in
      begun.send()
      while !isToStop() {}
    }
    try await edit
    let location = try await writes.run { connection, _ in try connection.text("SELECT location FROM source") }
    expectEqual(location, "elsewhere")
  }

  @Test("an edit requests a turn, and deferred writes do not")
  func whoAsks() throws {
    let writing = try ForeignConnection(catalog.path)
    try writing.run("BEGIN IMMEDIATE")
    // A commit withdraws the earlier request.
    DatabaseFile.announceCommit(to: DatabaseFile.resolved(catalog.path))
    let connection = try Connection(path: catalog.path, mode: .readWrite, patience: 0.001)
    try connection.set(CommitDurability(waitsForDisk: false, logPages: 1))
    expectEqual(errorCode { try connection.transaction {} }, .busy)
    #expect(turns.requested == nil)
    try connection.set(.survivesPowerCut)
    expectEqual(errorCode { try connection.transaction {} }, .busy)
    #expect(turns.requested != nil)
  }

  @Test("a request changes only the access time of the log")
  func asking() throws {
    let path = try temporary.folder.write("other.db-wal", "").replacing("-wal", with: "")
    let turns = WriteTurns(path: path)
    let written = turns.written
    #expect(turns.requested == nil && !turns.isRequested(since: nil))
    turns.ask()
    let first = turns.requested
    #expect(turns.isRequested(since: nil) && !turns.isRequested(since: first))
    turns.ask()
    #expect(turns.isRequested(since: first) && turns.written == written)
    DatabaseFile.announceCommit(to: path)
    #expect(turns.requested == nil, "who has written has let in whoever asked before")
    WriteTurns(path: temporary.folder.file("none")).ask()
    #expect(!DatabaseFile.exists(temporary.folder.file("none-wal")))
  }

  /// True if reading a test file never replaces its access time by an earlier one: the folder is mounted with `noatime`
  /// or `relatime` (ST_NOATIME and ST_RELATIME of statvfs(3)).
  private static let keepsTimes: Bool = {
    let folder = TemporaryFolder()
    var system = statvfs()
    let isKnown = withExtendedLifetime(folder) { statvfs(folder.path, &system) == 0 }
    return isKnown && UInt(system.f_flag) & (1_024 | 4_096) != 0
  }()

  @Test("reading the log keeps a request", .enabled(if: keepsTimes))
  func reading() throws {
    turns.ask()
    let request = turns.requested
    let reading = try ForeignConnection(catalog.path)
    try expectEqual(reading.rows("SELECT title FROM book"), [["Emma"]])
    #expect(request != nil && turns.requested == request)
  }

  @Test("a waiting writer gives up only after a period without writes")
  func patience() throws {
    let path = try temporary.folder.write("other.db-wal", "").replacing("-wal", with: "")
    func write(at second: Int) {
      let times = [timespec(tv_sec: second, tv_nsec: 0), timespec(tv_sec: second, tv_nsec: 0)]
      utimensat(AT_FDCWD, path + "-wal", times, 0)
    }
    var time = 0.0
    var wait = BusyWait(patience: 5, turns: WriteTurns(path: path), now: { time })
    func waits(_ attempt: Int32, at seconds: Double) -> Bool {
      time = seconds
      return wait.waits(attempt: attempt)
    }
    write(at: 100)
    #expect(waits(0, at: 0) && waits(1, at: 4.9))
    write(at: 101)
    #expect(waits(2, at: 6) && waits(3, at: 10.9))
    WriteTurns(path: path).ask()
    #expect(!waits(4, at: 11.1), "others who wait are no progress")
    #expect(waits(0, at: 20), "each wait has all of the time")
    wait = BusyWait(patience: 0, turns: WriteTurns(path: path), now: { time })
    write(at: 102)
    #expect(!waits(0, at: 21))
  }
}
