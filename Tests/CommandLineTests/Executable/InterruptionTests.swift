import Platform
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of imports of 6,000 rows that are interrupted. The rows come through a pipe, so the test knows the progress
  /// of the import without sleeping.
  @Suite struct Interrupted {
    private let sandbox = Sandbox()
    private static let count = 6_000
    private static let padding = String(repeating: " ", count: 100)
    private static let header = "id,title,authors,pages,year\n"
    /// The rows, padded with spaces. Half of them are more than the part that is read to detect the encoding.
    private static let rows = (1...count).map { number in
      "\(number),\"Book number \(number) of many\(padding)\",Author \(number % 500),\(number % 900 + 1),\(1900 + number % 120)\n"
    }
    private static let text = header + rows.joined()

    private func books() throws -> Int {
      let status = try sandbox.run("status", "--json").output
      return status.firstMatch(of: /"books":(\d+)/).flatMap { Int($0.1) } ?? -1
    }

    private func expectOrder() throws {
      try #expect(sandbox.run("check") == .prints("\(try books().grouped) books, all in order\n"))
    }

    /// Checks that the catalog is consistent and that standard error reports the unfinished search index.
    private func expectOrderUnfinished() throws {
      let outcome = try sandbox.run("check")
      let isUnfinished = outcome.errors.hasPrefix("note: an import is not finished")
      let extent = isUnfinished ? "the imported part is in order" : "all in order"
      try #expect(outcome.code == 0 && outcome.output == "\(books().grouped) books, \(extent)\n")
      #expect(isUnfinished || outcome.errors.isEmpty)
    }

    @Test func `a killed import leaves the catalog consistent, another import completes it, and undo reverts both`()
      throws
    {
      var seen = 0
      // Interrupts after the part that is read to detect the encoding, later, and after all rows before the end of the
      // input.
      for share in [Self.count / 2, Self.count * 3 / 4, Self.count] {
        let command = try sandbox.start(["import", "-", "--source", "many"])
        command.feed(Self.header + Self.rows.prefix(share).joined())
        command.send(SIGKILL)
        expectEqual(command.finish().code, -SIGKILL)
        try expectOrderUnfinished()
        let now = try books()
        #expect((seen...share).contains(now))
        seen = now
      }
      try sandbox.folder.write("many.csv", Self.text)
      let outcome = try sandbox.run("import", "many.csv", "--source", "many")
      expectEqual(outcome.code, 0)
      expectEqual(
        outcome.output,
        "imported many: \((Self.count - seen).grouped) added, 0 updated, \(seen.grouped) unchanged"
          + (seen < Self.count ? "  (undo: catalog undo)\n" : "\n"))
      try #expect(books() == Self.count)
      try expectOrder()
      let steps = try sandbox.run("history").output.split(separator: "\n").count
      try #expect(sandbox.run("undo", "--steps", String(steps)).code == 0)
      try #expect(books() == 0)
      try expectOrder()
      try #expect(sandbox.run("undo").code == 1)
    }

    @Test func `Ctrl-C ends an import with exit code 130, and the same command resumes it`() throws {
      let text = Self.header + Self.rows.prefix(Self.count / 2).joined()
      let command = try sandbox.start(["import", "-", "--source", "many"])
      command.feed(text)
      command.send(SIGINT)
      command.endInput()
      let outcome = command.finish()
      expectEqual(outcome.code, 130, "\(outcome)")
      try expectOrder()
      let before = try books()
      #expect((0...Self.count / 2).contains(before))
      try sandbox.folder.write("many.csv", text)
      try #expect(
        sandbox.run("import", "many.csv", "--source", "many").output
          .hasPrefix(
            "imported many: \((Self.count / 2 - before).grouped) added, 0 updated, \(before.grouped) unchanged"))
      try expectOrder()
    }

    @Test func `Ctrl-C without resumable work simply ends the command`() throws {
      try #expect(sandbox.run("add", "A").code == 0)
      let command = try sandbox.start(["import", "-"])
      // Waits for the first bytes.
      command.feed("title\n")
      command.send(SIGINT)
      let outcome = command.finish()
      #expect([130, -SIGINT].contains(outcome.code))
      try #expect(sandbox.run("list", "--json=id") == .prints("[{\"id\":1}]\n"))
    }
  }
}

extension Int {
  /// The number with a comma between thousands, for numbers below a million.
  fileprivate var grouped: String {
    self < 1_000 ? String(self) : "\(self / 1_000),\(String(1_000 + self % 1_000).dropFirst())"
  }
}
