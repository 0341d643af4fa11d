import CatalogTestSupport
import Platform
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of imports whose rows contain only an identifier.
  @Suite struct ImportingNumbers {
    private static let list = """
      # my shelf
      isbn

      978-0-441-01359-3
      0141439580   # a gift
      123
      """

    @Test func `a bare list of ISBNs becomes books, many with one request`() throws {
      let library = try OnlineLibrary(isEmpty: true)
      try library.sandbox.folder.write("isbns.txt", Self.list)
      let outcome = try library.run("import", "isbns.txt")
      expectEqual(outcome.output, "imported isbns: 2 added, 0 updated, 0 unchanged, 1 rejected  (undo: catalog undo)\n")
      #expect(outcome.errors.contains("row 3 rejected: is not an ISBN: 123") && outcome.code == 3)
      try #expect(
        library.run("list", "--sort", "title", "--json=title,authors,isbn13").output
          == """
          [{"title":"Dune","authors":["Frank Herbert"],"isbn13":"9780441013593"},\
          {"title":"Emma","authors":["Jane Austen"],"isbn13":"9780141439587"}]

          """)
      expectEqual(library.server.requests.compactMap { $0.query["q"] }, ["isbn:(9780141439587 OR 9780441013593)"])
      try #expect(library.run("import", "isbns.txt").output.contains("0 added, 0 updated, 2 unchanged, 1 rejected"))
      expectEqual(library.server.requests.count, 1)
    }

    @Test(arguments: ["9780441013593\n9780141439587\n", "isbn13\r\n\"9780441013593\"\r\n\"9780141439587\"\r\n"])
    func `a table of one column is a list of ISBNs, with or without a header`(table: String) throws {
      let library = try OnlineLibrary(isEmpty: true)
      try library.sandbox.folder.write("list.csv", table)
      try #expect(library.run("import", "list.csv").output.hasPrefix("imported list: 2 added"))
    }

    @Test func `the reading log of Open Library imports books by their keys alone`() throws {
      let library = try OnlineLibrary(isEmpty: true)
      try library.sandbox.folder.write(
        "log.csv", "Work Id,Edition Id,Bookshelf\nOL1W,,Already Read\nOL3W,,Want to Read\n")
      try #expect(library.run("import", "log.csv").output.hasPrefix("imported log: 2 added"))
      try #expect(
        library.run("list", "--sort", "title", "--json=title,readState").output
          == "[{\"title\":\"Dune\",\"readState\":\"read\"},{\"title\":\"Ulysses\",\"readState\":\"want\"}]\n")
    }

    @Test func `without a network rows wait, and the same import resumes them`() throws {
      let library = try OnlineLibrary(isEmpty: true)
      // The port was just closed, so no process listens on it.
      let gone = try ChaosServer { _ in .status(500) }
      gone.stop()
      try library.set(address: gone.url)
      try library.sandbox.folder.write("isbns.txt", "9780441013593\n9780141439587\n")
      let outcome = try library.run("import", "isbns.txt")
      expectEqual(outcome.code, 3)
      expectEqual(outcome.output, "imported isbns: 0 added, 0 updated, 0 unchanged, 2 waiting\n")
      #expect(
        outcome.errors.contains(
          "note: 2 rows waiting for metadata: it has no title, and looking it up in Open Library failed"))
      #expect(outcome.errors.contains("'catalog quarantine list isbns' shows them"))
      try #expect(library.run("quarantine", "list", "isbns").output.contains("isbn:9780441013593"))
      try library.set(address: library.server.url)
      // A host that did not answer is skipped for a while, but a request by the user is sent anyway.
      try #expect(library.run("import", "isbns.txt").output.hasPrefix("imported isbns: 2 added"))
      try #expect(library.run("quarantine", "list", "isbns").output.isEmpty)
    }

    @Test func `no requests are sent with --offline or in a dry run`() throws {
      let library = try OnlineLibrary(isEmpty: true)
      try library.sandbox.folder.write("isbns.txt", "9780441013593\n")
      let offline = try library.run("import", "isbns.txt", "--offline", "--json")
      #expect(offline.output.contains("\"waiting\":1") && offline.code == 3)
      let dryRun = try library.run("import", "isbns.txt", "--dry-run")
      #expect(dryRun.output.contains("would import isbns: 0 added, 0 updated, 0 unchanged, 1 waiting"))
      #expect(dryRun.errors.contains("hint: the actual import looks them up online, unless --offline is given"))
      #expect(library.requestCounts.isEmpty)
    }

    @Test func `Ctrl-C keeps the received answers`() async throws {
      let gate = ChaosGate()
      let library = try OnlineLibrary(isEmpty: true) { request in
        // The second request is never answered.
        request.query["q"]?.contains("9780141439587") == true ? ChaosAnswer.text("{}").held(by: gate) : nil
      }
      let others = (0..<24).map { "97803000000\($0 < 10 ? "0" : "")\($0)" }.compactMap(Self.isbn)
      try library.sandbox.folder.write(
        "isbns.txt", (["9780441013593"] + others + ["9780141439587"]).joined(separator: "\n") + "\n")
      let command = try library.sandbox.start(["import", "isbns.txt"])
      await library.server.reached { $0.requests.contains { $0.query["q"]?.contains("9780141439587") == true } }
      command.send(SIGINT)
      let outcome = command.finish()
      gate.open()
      expectEqual(outcome.code, 130, "\(outcome)")
      try #expect(library.run("list", "--json=title").output == "[{\"title\":\"Dune\"}]\n")
    }

    /// Returns an ISBN with twelve digits, the last of them dropped to make room for the matching check digit (ISO
    /// 2108).
    private static func isbn(_ digits: String) -> String? {
      let numbers = digits.prefix(12).compactMap(\.wholeNumberValue)
      guard numbers.count == 12 else { return nil }
      let sum = numbers.enumerated().reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3) }
      return numbers.map(String.init).joined() + String((10 - sum % 10) % 10)
    }
  }
}
