import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of the command that records how far a book was read.
  @Suite struct Progress {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    private func log(_ book: Int = 1) throws -> String { try sandbox.run("progress", String(book)).output }

    @Test func `positions are recorded by day, and listed with the latest first`() throws {
      try #expect(sandbox.run("edit", "1", "pages=400").code == 0)
      let first = try sandbox.run("progress", "1", "100", "--on", "2024-05-01")
      #expect(first.output.hasSuffix("page 100 reached, marked as reading, started 2024-05-01  (undo: catalog undo)\n"))
      try #expect(sandbox.run("progress", "1", "+30", "--on", "2024-05-02").code == 0)
      try #expect(sandbox.run("progress", "1", "12.5%", "--on", "2024-04-30").code == 0)
      try expectEqual(
        log(), "2024-05-02\tpage 130\t33%\tyou\n2024-05-01\tpage 100\t25%\tyou\n2024-04-30\t12.5%\t13%\tyou\n")
      let current = try sandbox.run("progress").output
      #expect(current.contains("33%, page 130\n"), "\(current)")
      try #expect(sandbox.run().output.contains("33%, page 130"))
      try expectEqual(
        sandbox.run("progress", "1", "--json").output.contains(
          #""progress":[{"day":"2024-04-30","page":null,"percent":12.5,"minutes":null,"origin":null},"#), true)
      try #expect(sandbox.run("list", "progress:30..", "--count") == .prints("1\n"))
      try #expect(sandbox.run("undo").code == 0)
      try expectEqual(log(), "2024-05-02\tpage 130\t33%\tyou\n2024-05-01\tpage 100\t25%\tyou\n")
    }

    @Test func `at the end of the book, a hint names the command that marks it as read`() throws {
      let end = try sandbox.start(["progress", "1", "end", "--on", "2024-05-01"], input: "").finish()
      #expect(
        end.errors.contains("hint: that is the end; to mark the book as read: catalog mark 1 read --on 2024-05-01"))
      try expectEqual(sandbox.run("show", "1", "--json=readState").output, "[{\"readState\":\"reading\"}]\n")
    }

    @Test(
      arguments: [
        (["progress", "1", "x"], "error: 'x' is not a position: a page (120)"),
        (["progress", "1", "101%"], "error: position “101%”: it must be at most 100%"),
        (["progress", "1", "5", "--on", "2099-01-01"], "error: day “2099-01-01”: it is in the future"),
        (["progress", "1", "5", "--on", "unknown"], "error: day “unknown”: a position needs a day"),
        (["progress", "1", "5", "--on", "2024-05"], "error: day “2024-05”: a position needs a day"),
        (["progress", "1", "none"], "error: 'none' needs --on with a day"),
        (["progress", "1", "5", "--matching", "dune"], "error: specify BOOK or use --matching, not both"),
        (["progress", "1", "--on", "2024"], "error: --on needs a position"),
        (["progress", "--matching", "dune"], "error: --matching needs a position"),
        (["progress", "--matching", "dune", "soon"], "is not a position"),
      ])
    func `input that is not valid is reported, and changes nothing`(arguments: [String], error: String) throws {
      let outcome = try sandbox.start(arguments, input: "").finish()
      #expect(outcome.code == 64 && outcome.errors.contains(error), "\(outcome)")
      try #expect(sandbox.run("list", "has:progress", "--count") == .prints("0\n"))
    }

    @Test func `an earlier day advances from the positions before it, ends nothing, and can be removed`() throws {
      try #expect(sandbox.run("edit", "1", "pages=400").code == 0)
      try #expect(sandbox.run("progress", "1", "50", "--on", "2024-05-01").code == 0)
      try #expect(sandbox.run("progress", "1", "end", "--on", "2024-05-09").code == 0)
      let earlier = try sandbox.run("progress", "1", "+30", "--on", "2024-05-04")
      #expect(earlier.output.contains("page 80 reached") && !earlier.errors.contains("that is the end"))
      try expectEqual(
        log(), "2024-05-09\tpage 400\t100%\tyou\n2024-05-04\tpage 80\t20%\tyou\n2024-05-01\tpage 50\t13%\tyou\n")
      try #expect(sandbox.run("progress", "1", "none", "--on", "2024-05-09").code == 0)
      try expectEqual(log(), "2024-05-04\tpage 80\t20%\tyou\n2024-05-01\tpage 50\t13%\tyou\n")
      try #expect(sandbox.run("mark", "1", "paused").code == 0)
      try #expect(sandbox.run("progress").output.contains("(paused)"))
      let again = try sandbox.run("progress", "1", "+5").output
      #expect(again.contains(": page 85 reached, marked as reading"), "\(again)")
    }

    @Test func `all books of a query can be set at once`() throws {
      try #expect(sandbox.run("progress", "--matching", "language:eng", "end", "--yes").code == 0)
      try #expect(sandbox.run("list", "progress:100", "--count") == .prints("3\n"))
      try #expect(sandbox.run("list", "has:progress", "--count") == .prints("3\n"))
    }

    @Test func `without positions or books in progress, the output says how to begin`() throws {
      try #expect(log().contains("catalog progress 1 PAGE"))
      try #expect(sandbox.run("mark", "--matching", "is:reading", "want", "--yes").code == 0)
      try #expect(sandbox.run("progress").output.contains("catalog mark BOOK reading"))
    }
  }
}
