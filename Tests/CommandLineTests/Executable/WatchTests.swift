import CatalogTestSupport
import Platform
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of the output of `catalog watch` while other processes write.
  @Suite struct Watching {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    /// Starts watching in the background, runs shell commands, each after the output of the previous one has arrived,
    /// and ends.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of `catalog watch`.
    ///   - steps: The commands and the number of lines expected after each.
    private func watch(_ arguments: String, from lines: Int, _ steps: [(command: String, lines: Int)]) throws -> Outcome
    {
      func wait(_ lines: Int) -> String { "until [ $(wc -l < out) -ge \(lines) ]; do kill -0 $watch || exit; done" }
      let script = steps.map { "{ \($0.command); } > /dev/null; \(wait($0.lines))" }.joined(separator: "\n")
      return try sandbox.shell(
        """
        : > out; catalog watch \(arguments) > out & watch=$!
        \(wait(lines))
        \(script)
        kill -INT $watch 2> /dev/null; wait $watch; code=$?
        cat out; exit $code
        """)
    }

    @Test func `watch prints the first page and then each change as it happens`() throws {
      let outcome = try watch(
        "language:eng", from: 3,
        [
          ("catalog edit-title 1 Arrakis", 4), ("catalog edit 2 --set language=eng", 5), ("catalog remove 3", 6),
          ("catalog add Emma --set language=eng", 7), ("catalog edit-title 5 '1Q85'; catalog undo; catalog undo", 8),
        ])
      expectEqual(
        outcome,
        Outcome(
          output: """
            listed\t4\tGood Omens\tTerry Pratchett; Neil Gaiman\t1990\t\t4.5\treading
            listed\t3\tThe Color Purple\tAlice Walker\t1982\t\t\tunread
            listed\t1\tDune\tFrank Herbert\t1965\t412\t4.25\tunread
            changed\t1\tArrakis\tFrank Herbert\t1965\t412\t4.25\tunread
            added\t2\tLes Misérables\tVictor Hugo\t1862\t1463\t5\tread
            removed\t3\t\t\t\t\t\t
            added\t6\tEmma\t\t\t\t\tunread
            removed\t6\t\t\t\t\t\t

            """, code: 130), "\(outcome)")
    }

    @Test func `results of the query after the first page are also reported`() throws {
      try sandbox.folder.write("many.jsonl", (1...60).map { "{\"title\":\"Book \($0)\"}\n" }.joined())
      _ = try sandbox.run("import", "many.jsonl")
      let outcome = try watch(
        "title:book", from: 20,
        [
          ("catalog remove 10", 21), ("catalog edit-title 11 Tome", 22), ("catalog edit-title 11 'A Book'", 23),
          ("catalog edit-title 12 'My Book'", 24),
        ])
      expectEqual(
        outcome.output.split(separator: "\n").dropFirst(20).map {
          $0.split(separator: "\t").prefix(3).joined(separator: " ")
        }, ["removed 10", "removed 11", "added 11 A Book", "changed 12 My Book"])
      let all = try watch("", from: 20, [("catalog remove 13", 21), ("catalog undo", 22), ("catalog add New", 23)])
      expectEqual(
        all.output.split(separator: "\n").dropFirst(20).map {
          $0.split(separator: "\t").prefix(2).joined(separator: " ")
        }, ["removed 13", "added 13", "added 66"])
    }

    @Test func `watch prints JSON objects, one per line`() throws {
      try sandbox.folder.write("many.jsonl", (1...1_200).map { "{\"title\":\"Book \($0)\"}\n" }.joined())
      let outcome = try watch(
        "--json", from: 5, [("catalog remove 5", 6), ("catalog undo", 7), ("catalog import many.jsonl", 28)])
      let lines = outcome.masked.output.split(separator: "\n")
      let listed = try sandbox.run("list", "--jsonl", "author:村上春樹").masked.output.split(separator: "\n")[0]
      expectEqual(lines[0], "{\"change\":\"listed\",\"id\":5,\"book\":\(listed)}")
      expectEqual(lines[5], "{\"change\":\"removed\",\"id\":5,\"book\":null}")
      expectEqual(lines[6], "{\"change\":\"added\",\"id\":5,\"book\":\(listed)}")
      expectEqual(lines[7], "{\"change\":\"many\",\"id\":null,\"book\":null}")
      #expect(lines[8].hasPrefix("{\"change\":\"listed\""))
    }

    @Test func `a missing catalog cannot be watched, and a file that disappears is reported`() throws {
      try expectEqual(
        sandbox.run("watch", "--db", "nothing.db"),
        .fails(
          4,
          """
          error: cannot watch nothing.db: file not found ('catalog --db nothing.db refresh' or \
          'catalog --db nothing.db import FILE' creates one)

          """))
      let outcome = try watch("", from: 5, [("mv catalog.db elsewhere.db; wait $watch; echo ended >> out", 6)])
      expectEqual(
        outcome.errors,
        "error: cannot watch catalog.db: it was removed or moved (start again when the catalog's file is available again)\n"
      )
    }
  }
}
