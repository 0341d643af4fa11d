import CatalogTestSupport
import Testing

extension ExecutableTests {
  /// Tests of slow readers: an open pager and a pipe that nobody reads.
  @Suite struct Patience {
    private static let count = 3_000

    private func filled() throws -> Sandbox {
      // More than two pipe buffers.
      let notes = String(repeating: "x", count: 200)
      let books = (0..<Self.count).map {
        """
        {"id":"\($0)","title":"Dune \($0 / 2) \(notes.prefix(50))","authors":["One"],"tags":["a","\(notes.prefix(150))"],\
        "notes":"\(notes)"}

        """
      }
      return try Sandbox(shelf: books.joined())
    }

    @Test(arguments: [
      ["list", "--all", "--jsonl"], ["list", "--all"], ["list", "--page-size", "10000", "--json"],
      ["list", "--all", "--jsonl", "-is:read", "--sort", "title"], ["search", "--all", "--jsonl", "dune"],
      ["search", "--page", "1", "--page-size", "10000", "--jsonl", "dune"], ["tree", "--by", "tag"],
      ["tree", "--by", "tag", "--json"], ["duplicates"],
    ])
    func `a list that waits for its reader does not block checkpoints of the log`(arguments: [String]) throws {
      let sandbox = try filled()
      let list = try sandbox.start(arguments, input: "")
      #expect(list.hasPrinted())
      try #expect(sandbox.run("edit-title", "1", "Dune 1 changed").code == 0)
      // Waits for readers to finish. The list continues only when its output is read, which has not begun.
      let other = try ForeignConnection(sandbox.folder.file("catalog.db"))
      try other.run("PRAGMA busy_timeout = \(Int(ChildProcess.patience) * 500)")
      try #expect(other.rows("PRAGMA wal_checkpoint(TRUNCATE)").first?.first == "0", "the list reads still")
      let outcome = list.finish()
      #expect(outcome.code == 0 && outcome.errors == "")
      #expect(outcome.output.utf8.count > 131_072)
    }

    @Test func `an export that waits for its reader stays one snapshot of the catalog`() throws {
      let sandbox = try filled()
      let export = try sandbox.start(["export"], input: "")
      #expect(export.hasPrinted())
      try #expect(sandbox.run("edit-title", "\(Self.count)", "Changed").code == 0)
      let outcome = export.finish()
      #expect(
        outcome.output.contains("\"title\":\"Dune \((Self.count - 1) / 2) x") && !outcome.output.contains("Changed"))
    }
  }
}
