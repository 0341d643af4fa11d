import CatalogDatabase
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// The copied contents of the log are visible in the file itself, read without it.
@Suite("Copying the log into the file")
struct CheckpointTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws {
    temporary = try TemporaryCatalog()
    try catalog.addBook([.title: "Emma"])
  }

  /// Returns true if the file itself contains a table.
  private func isInFile(_ table: String) -> Bool {
    let connection = try? Connection(path: catalog.path, mode: .immutable)
    return (try? connection?.integer("SELECT 1 FROM \(table)")) != nil
  }

  /// Fills a new table with the given number of pages.
  private static func fill(_ table: String, pages: Int, _ connection: Connection) throws {
    try connection.runScript(
      "CREATE TABLE \(table) (bytes); INSERT INTO \(table) VALUES (zeroblob(\(pages * 4_096)))")
  }

  @Test("a log that is too long is copied by another thread after the commit")
  func beside() async throws {
    try catalog.tamper { try Self.fill("short", pages: 10, $0) }
    #expect(!isInFile("short"))
    try catalog.tamper { try Self.fill("long", pages: 1_100, $0) }
    while !isInFile("long") { await Task.yield() }
    #expect(isInFile("short"))
  }

  @Test("the log is copied by the next commit once its readers have ended")
  func readers() async throws {
    let reading = try ForeignConnection(catalog.path)
    try reading.run("BEGIN")
    try expectEqual(reading.rows("SELECT title FROM book"), [["Emma"]])
    try catalog.tamper { try Self.fill("long", pages: 1_100, $0) }
    let copying = try Connection(path: catalog.path, mode: .readWrite, patience: 0)
    let left = try #require(try copying.checkpoint(.full))
    #expect(left >= 1_100 && !isInFile("long"))
    try reading.run("COMMIT")
    try catalog.tamper { try Self.fill("short", pages: 1, $0) }
    while !isInFile("short") { await Task.yield() }
    #expect(isInFile("long"))
  }

  @Test("the log restarts eventually under uninterrupted edits")
  func edits() async throws {
    let database = catalog.database
    var (lengths, number) = ([false], 0)
    while lengths.suffix(2) != [true, false] {
      number += 1
      try await catalog.edit(1) { [number] in $0.title = "Emma, volume \(number)" }
      let isLong = try await database.write { $0.context.isLogLong }
      lengths = [lengths.last == true, isLong]
    }
  }

  @Test("copying does not wait for writers, whose commits come later")
  func writing() throws {
    let connection = try Connection(path: catalog.path, mode: .readWrite, patience: 0)
    let writing = try ForeignConnection(catalog.path)
    try writing.run("BEGIN IMMEDIATE; CREATE TABLE later (number)")
    #expect(try connection.checkpoint(.full) == 0 && !isInFile("later"))
    try writing.run("COMMIT")
    try expectEqual(connection.checkpoint(.full), 0)
    try writing.run("INSERT INTO later VALUES (1)")
    #expect(try connection.checkpoint(.passive) == 0 && isInFile("later"))
  }

  @Test("closing a connection copies a log that is too long, even if others have the file open")
  func closing() throws {
    let other = try Connection(path: catalog.path, mode: .readWrite)
    try expectEqual(other.integer("SELECT count(*) FROM book"), 1)
    try catalog.tamper { try Self.fill("short", pages: 10, $0) }
    catalog.close()
    #expect(!isInFile("short"))
    try catalog.tamper { try Self.fill("long", pages: 1_100, $0) }
    catalog.close()
    #expect(isInFile("long"))
  }

  @Test("the first write copies the log if all earlier processes were killed")
  func forgotten() throws {
    func write(_ table: String, logPages: Int) throws -> Connection {
      let connection = try Connection(path: catalog.path, mode: .readWrite)
      connection.watchLongLog { _ in }
      try connection.set(CommitDurability(waitsForDisk: true, logPages: logPages))
      try connection.transaction { try Self.fill(table, pages: 40, connection) }
      return connection
    }
    // They stay open, as if killed; closing would copy the log as well.
    let short = try write("short", logPages: 20)
    #expect(!isInFile("short"))
    let long = try write("long", logPages: 2)
    #expect(isInFile("long"))
    try long.transaction { try Self.fill("longer", pages: 40, long) }
    #expect(!isInFile("longer"), "it is copied beside the next ones")
    withExtendedLifetime(short) {}
  }

  @Test("the log is copied between two transactions of a load")
  func load() async throws {
    try await catalog.database.load(in: nil, logPages: 50) { try Self.fill("long", pages: 60, $0) }
    #expect(isInFile("long"))
    try await catalog.database.load(in: nil, logPages: 500) { try Self.fill("short", pages: 10, $0) }
    #expect(!isInFile("short"))
  }
}
