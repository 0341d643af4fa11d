import CatalogTestSupport
import Platform
import Testing

extension ExecutableTests {
  /// Tests of resource limits of the process (setrlimit(2)).
  @Suite struct Limits {
    private let sandbox = Sandbox()

    private static let commands = [
      "list --count", "add X", "search dune", "refresh", "check", "backup b.db", "undo", "import shelf.csv",
      "--db new.db add X",
    ]

    /// Checks that every command under a limit exits with a code and that none is ended by a signal.
    private func expectCodes(_ limit: String, then check: String = "catalog check") throws {
      try sandbox.folder.write("shelf.csv", "id,title\n1,Dune\n")
      for command in Self.commands {
        let outcome = try sandbox.shell("(\(limit); catalog \(command)); echo $?; rm -f b.db new.db")
        let code = outcome.output.split(separator: "\n").last.flatMap { Int($0) } ?? -1
        #expect([0, 1, 3, 4, 65, 69].contains(code), "\(limit), \(command): \(outcome)")
        #expect((code != 1 && code != 65) || outcome.errors.contains("error: "), "\(limit), \(command): \(outcome)")
      }
      let after = try sandbox.shell(check)
      #expect(after.output.hasSuffix("all in order\n"), "\(limit): \(after)")
    }

    @Test(arguments: 6...14) func `a limit on open files ends a command with an exit code`(count: Int) throws {
      try #expect(sandbox.run("refresh").code == 0)
      try expectCodes("ulimit -n \(count)")
    }

    @Test(arguments: [0, 8, 100, 400, 800]) func `a limit on file size ends a command with an exit code`(
      blocks: Int
    ) throws {
      try #expect(sandbox.run("refresh").code == 0)
      try expectCodes("ulimit -f \(blocks)")
      try #expect(sandbox.files().allSatisfy { ["catalog.db", "shelf.csv"].contains($0) }, "nothing half made stays")
    }

    @Test func `work that needs several threads reports if none can be created`() throws {
      // The limit does not apply to root.
      guard geteuid() != 0 else { return }
      try #expect(sandbox.run("refresh").code == 0)
      try #expect(
        sandbox.shell("ulimit -u 1; exec catalog refresh")
          == .fails(
            1,
            "error: cannot start: the system allows no more threads (see 'ulimit -u')\n"))
    }

    @Test func `without HOME the account's own folder is used`() throws {
      let account = try #require(getpwuid(geteuid()))
      let home = String(cString: account.pointee.pw_dir)
      for value in ["", "relative"] {
        // The folder may contain anything, from any version.
        let outcome = try sandbox.run("status", "--read-only", variables: ["HOME": value, "CATALOG_DB": ""])
        let text = outcome.output + outcome.errors
        #expect(text.contains("\(home)/.local/share/catalog/catalog.db"), "\(outcome)")
      }
      try #expect(sandbox.files() == [])
    }
  }
}
