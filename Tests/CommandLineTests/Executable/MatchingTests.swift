import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of the commands that change all books of a query.
  @Suite struct Matching {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    private func field(_ name: String, of book: Int) throws -> String {
      try sandbox.run("show", String(book), "--json=\(name)").output
    }

    @Test func `tag, mark and rate change all books of a query in one step`() throws {
      try #expect(
        sandbox.run("tag", "--matching", "language:eng -dune", "+english", "-classic", "--yes", "--json")
          == .prints("{\"changed\":2,\"ids\":[4,3]}\n"))
      try #expect(sandbox.run("tag", "--matching", "tag:classic") == .prints("classic\nscience fiction\n"))
      try #expect(
        sandbox.run("rate", "4.5", "--matching=year:1990..", "--yes", "--json")
          == .prints("{\"changed\":2,\"ids\":[5,4]}\n"))
      try #expect(
        sandbox.run("mark", "--matching", "language:eng", "want", "--yes", "--json")
          == .prints("{\"changed\":3,\"ids\":[4,3,1]}\n"))
      try #expect(sandbox.run("undo").code == 0)
      try #expect(field("readState", of: 1) == "[{\"readState\":\"unread\"}]\n")
      try #expect(field("rating", of: 5) == "[{\"rating\":4.5}]\n")
    }

    @Test func `a condition that several authors match is reported before anything changes`() throws {
      for name in ["Stephen King", "Stephen King", "Laurie R. King", "Ross King", "Kingsley Amis"] {
        try #expect(sandbox.run("add", "A book", "--author", name).code == 0)
      }
      let note =
        "note: author:king matches 4 authors: Stephen King (2 books), Kingsley Amis (1), Laurie R. King (1) and 1 more"
      for arguments in [["rate", "4"], ["tag", "x"], ["mark", "want"], ["edit", "rating=4"], ["remove"]] {
        let all = try sandbox.start(arguments + ["--matching", "author:king", "--dry-run"], input: "").finish()
        #expect(all.errors.contains(note), "\(arguments): \(all)")
        let one = try sandbox.start(arguments + ["--matching", "author:\"=Stephen King\"", "--dry-run"], input: "")
        #expect(!one.finish().errors.contains("matches"), "\(arguments)")
      }
    }

    @Test func `remove removes all books of a query in one step`() throws {
      let listed = "4 Good Omens\n3 The Color Purple\n"
      try #expect(
        sandbox.run("remove", "--matching", "language:eng -dune", "--dry-run")
          == .prints("\(listed)would be done: 2 books removed\n"))
      try #expect(
        sandbox.run("remove", "--matching", "language:eng -dune")
          == Outcome(
            output: listed,
            errors: "error: this would remove 2 books; add --yes to confirm\nusage: catalog remove BOOK… [options]\n",
            code: 64))
      try #expect(
        sandbox.run("remove", "--matching", "language:eng -dune", "--yes")
          == .prints("\(listed)2 books removed  (undo: catalog undo)\n"))
      try #expect(sandbox.run("undo").code == 0)
      try #expect(sandbox.run("list", "--count") == .prints("5\n"))
    }

    @Test func `several books need a confirmation, and no book changes nothing`() throws {
      for command in [["tag", "x"], ["mark", "want"], ["rate", "3"], ["remove"]] {
        let several = try sandbox.start(command + ["--matching", "language:eng"], input: "").finish()
        #expect(several.code == 64 && several.errors.contains("add --yes to confirm"), "\(several)")
        let none = try sandbox.start(command + ["--matching", "nosuchword"], input: "").finish()
        expectEqual(none, .prints("nothing changed\n"))
      }
      try #expect(sandbox.run("history").output.split(separator: "\n").count == 1)
    }

    @Test func `mark stores no day for the books of a query unless it is given`() throws {
      try #expect(sandbox.run("mark", "--matching", "title:dune", "read").code == 0)
      try #expect(field("readState,finished", of: 1) == "[{\"readState\":\"read\",\"finished\":null}]\n")
      try #expect(sandbox.run("mark", "--matching", "title:purple", "read", "--on", "2024-05").code == 0)
      try #expect(field("finished", of: 3) == "[{\"finished\":\"2024-05\"}]\n")
    }

    @Test(arguments: [
      (["tag", "42", "x"], "specify BOOK or use --matching, not both (to add the tag '42', write +42)"),
      (["tag", "-", "x"], "specify BOOK or use --matching, not both (to add the tag '-', write +-)"),
      (["mark", "1", "read"], "specify BOOK or use --matching, not both"),
      (["rate", "1", "3"], "specify BOOK or use --matching, not both"),
      (["remove", "1"], "specify BOOK or use --matching, not both"),
      (["mark"], "missing expected argument '<state>'"),
      (["rate"], "missing expected argument '<rating>'"),
    ])
    func `books and a query together are refused`(command: [String], message: String) throws {
      let outcome = try sandbox.start(command + ["--matching", "dune"], input: "").finish()
      #expect(outcome.code == 64 && outcome.errors.hasPrefix("error: \(message)\n"), "\(outcome)")
    }

    @Test func `a query that is empty or unclear is refused`() throws {
      for command in [["tag", "x"], ["mark", "want"], ["rate", "3"], ["remove"]] {
        let unclear = try sandbox.start(command + ["--matching", "titel:dune", "--yes"], input: "").finish()
        #expect(
          unclear.code == 64 && unclear.errors.hasPrefix("error: unclear query: unknown filter “titel:”"), "\(unclear)")
        let empty = try sandbox.start(command + ["--matching", " ", "--yes"], input: "").finish()
        #expect(empty.code == 64 && empty.errors.hasPrefix("error: --matching needs a query\n"), "\(empty)")
      }
    }

    @Test func `a tag that looks like a number is added with a plus`() throws {
      try #expect(sandbox.run("tag", "--matching", "title:dune", "+1984").code == 0)
      try #expect(sandbox.run("tag", "1").output.hasPrefix("1984\n"))
      try #expect(sandbox.run("tag", "--matching", "title:dune", "-1984").code == 0)
      try #expect(sandbox.run("tag", "1") == .prints("classic\nscience fiction\n"))
    }
  }
}
