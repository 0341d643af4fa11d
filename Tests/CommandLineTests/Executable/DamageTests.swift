import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct Damage {
    private let sandbox = Sandbox()

    private static let commands = [
      ["list"], ["search", "dune"], ["show", "1"], ["edit-title", "1", "X"], ["undo"], ["refresh"], ["check"],
      ["check", "--repair"], ["export"],
    ]

    private func outcomes(_ file: String) throws -> [Outcome] {
      try Self.commands.map { try sandbox.start(["--db", file] + $0, input: "").finish() }
    }

    @Test func `a file that is not a database is rejected and left unchanged`() throws {
      let text = String(repeating: "no database at all\n", count: 100)
      try sandbox.folder.write("text.db", text)
      for outcome in try outcomes("text.db") {
        expectEqual(
          outcome,
          .fails(
            65,
            "error: cannot use text.db: the file is not a SQLite database (choose another file with --db, or restore a "
              + "backup)\n"))
      }
      try #expect(sandbox.folder.read("text.db") == Array(text.utf8))
      try #expect(sandbox.files() == ["text.db"])
    }

    @Test func `a database of another program is rejected and left unchanged`() throws {
      try sandbox.folder.write("other.db", "")
      try ForeignConnection(sandbox.folder.file("other.db")).run("CREATE TABLE t (x)")
      let bytes = try sandbox.folder.read("other.db")
      for outcome in try outcomes("other.db") {
        expectEqual(
          outcome,
          .fails(
            65,
            "error: cannot open other.db: it is a database of another program (choose another file with --db)\n"))
      }
      try #expect(sandbox.folder.read("other.db") == bytes)
    }

    @Test func `a newer catalog is rejected`() throws {
      try #expect(sandbox.run("refresh").code == 0)
      let file = try ForeignConnection(sandbox.folder.file("catalog.db"))
      let known = try file.value("PRAGMA user_version") ?? ""
      try file.run("PRAGMA user_version = 99")
      for outcome in try outcomes("catalog.db") {
        expectEqual(
          outcome,
          .fails(
            65,
            "error: cannot open catalog.db: it was created by a newer version "
              + "(schema 99; this version supports up to \(known)) (update Catalog)\n"))
      }
      try #expect(sandbox.run("restore", "catalog.db", "--db", "new.db").code == 65)
    }

    @Test func `the upgrade of an older catalog is reported once, and read-only use explains what to do`() throws {
      let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let file = tests.appending(path: "CatalogTests/Maintenance/Released/schema-4.catalog")
      try sandbox.folder.write("catalog.db", Array(Data(contentsOf: file)))
      let refused = try sandbox.run("list", "--read-only", "--count")
      #expect(refused.code == 1 && refused.output == "")
      #expect(
        refused.errors.hasPrefix(
          "error: cannot open catalog.db: it was created by an older version (schema 4; this version uses "))
      #expect(refused.errors.hasSuffix("and cannot be upgraded without write access (try without --read-only)\n"))
      try #expect(!sandbox.files().contains { $0.contains("before-schema") })
      let first = try sandbox.run("list", "--count")
      let copy = try #require(sandbox.files().first { $0.hasPrefix("catalog.db.before-schema-5-") })
      #expect(
        first.errors.hasPrefix("note: upgraded catalog.db from an older version (schema 4 to "))
      #expect(first.errors.hasSuffix("); the original is in \(copy)\n"))
      try #expect(sandbox.run("list", "--count") == .prints(first.output))
    }

    @Test func `a directory is rejected`() throws {
      for outcome in try outcomes("home") {
        expectEqual(
          outcome,
          .fails(1, "error: cannot open home: it is a directory (choose a file inside it, such as catalog.db)\n"))
      }
    }

    @Test(arguments: [4_096, 40_000, 100_001]) func `a truncated catalog never crashes the program`(length: Int) throws
    {
      try #expect(sandbox.run("refresh").code == 0)
      try sandbox.folder.write("cut.db", try sandbox.folder.read("catalog.db").prefix(length))
      for outcome in try outcomes("cut.db") {
        expectEqual(outcome.code, 65, "\(outcome)")
        #expect(outcome.errors.hasPrefix("error: cannot use cut.db: the file is damaged ("))
        expectEqual(outcome.errors.split(separator: "\n").count, 1)
      }
      try #expect(sandbox.run("backup", "b.db").code == 0)
      try #expect(
        sandbox.run("--db", "cut.db", "restore", "b.db", "--yes").errors.hasSuffix(
          "(first move this file away, together with its -wal and -shm files)\n"))
    }

    @Test(arguments: [4_096, 20_000, 100_000, 250_000])
    func `a catalog overwritten in the middle never crashes the program, and check detects it`(offset: Int) throws {
      try #expect(sandbox.run("refresh").code == 0)
      var bytes = try sandbox.folder.read("catalog.db")
      for index in offset..<(offset + 9_000) { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
      try sandbox.folder.write("hurt.db", bytes)
      for (command, outcome) in zip(Self.commands, try outcomes("hurt.db")) {
        #expect([0, 1, 4, 65].contains(outcome.code), "\(command): \(outcome)")
      }
      let check = try sandbox.run("--db", "hurt.db", "check")
      expectEqual(check.code, 65, "\(check)")
      #expect(!check.errors.contains("repairs this"), "\(check)")
    }

    @Test func `a catalog that another process is writing to is reported as busy`() throws {
      try #expect(sandbox.run("refresh").code == 0)
      let other = try ForeignConnection(sandbox.folder.file("catalog.db"))
      try other.run("BEGIN IMMEDIATE")
      // Reading does not wait.
      try #expect(sandbox.run("search", "dune", "--json=id").output == "[{\"id\":7},{\"id\":21}]\n")
      try #expect(
        sandbox.run("edit-title", "1", "X")
          == .fails(
            75, "error: cannot use catalog.db: another process is writing to it (try again in a moment)\n"))
      try other.run("ROLLBACK")
      try #expect(sandbox.run("edit-title", "1", "X").code == 0)
    }
  }
}
