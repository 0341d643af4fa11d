import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct Search {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    @Test(arguments: [
      (["walker"], [3]), (["WALK"], [3]), (["miserables", "hugo"], [2]), (["misérables"], [2]),
      (["MISERABLES hug"], [2]),
      (["\"color purple\""], [3]), (["\"purple color\""], []), (["\"color purp\""], []), (["color", "-purple"], []),
      (["language:en", "-dune", "-omens"], [3]), (["title:dune"], [1]), (["author:dune"], []), (["series:dune"], [1]),
      (["tag:classic"], [1, 2]), (["978-0-441-01359-3"], [1]), (["0441013597"], [1]), (["isbn:9780441013593"], [1]),
      (["publisher:ace"], [1]), (["year:1965"], [1]), (["year:1960..1990"], [1, 4, 3]), (["pages:500.."], [5, 2]),
      (["rating:>=4.5"], [2]), (["average:>=4.5"], [4]), (["is:read"], [2]), (["is:reading"], [4]),
      (["-is:unread"], [2, 4]),
      (["dune", "OR", "omens"], [1, 4]), (["村上"], [5]), (["春樹"], [5]), (["source:shelf", "purple"], [3]),
      (["dune:", "herbert"], [1]), (["worth"], [2]), (["\"never closed"], []), (["title:\"good omens\""], [4]),
      (["!!!"], []), (["(((", "dune"], [1]), (["'; DROP TABLE book; --"], []),
    ])
    func `a query finds the matching books, the best first`(query: [String], expected: [Int]) throws {
      let outcome = try sandbox.start(["search", "--json=id"] + query, input: "").finish()
      let list = expected.map { "{\"id\":\($0)}" }.joined(separator: ",")
      #expect(outcome.output == "[\(list)]\n" && outcome.code == 0)
      #expect(outcome.errors == "" || expected == [], "\(outcome)")
    }

    @Test(arguments: ["list", "search"])
    func `a query for the user's ratings suggests averages if only those exist`(command: String) throws {
      try #expect(
        sandbox.run(command, "rating:4..4.9", "good")
          == Outcome(
            errors: """
              hint: did you mean 'average:4..4.9 good'? try: catalog \(command) average:4..4.9 good

              """))
    }

    @Test func `letters that join the following word are ordinary words`() throws {
      let sandbox = Sandbox()
      let letters = ["\u{D4E}", "\u{111C2}", "\u{1193F}", "\u{11A3A}", "\u{11A84}", "\u{11D46}", "\u{11F02}"]
      for (index, letter) in letters.enumerated() {
        try #expect(sandbox.run("add", "alpha\(letter) wonder\(index)").code == 0)
      }
      let inOrder = Outcome.prints("\(letters.count) books, all in order\n")
      try #expect(sandbox.run("check") == inOrder)
      for (index, letter) in letters.enumerated() {
        let found = "[{\"id\":\(index + 1)}]\n"
        for query in ["wonder\(index)", "alpha\(letter) wond", "wonder\(index) alpha\(letter)", "\"alpha\(letter)\""] {
          try #expect(sandbox.run("search", "--json=id", query).output == found, "\(query)")
          try #expect(sandbox.run("list", "--json=id", query).output == found, "\(query)")
        }
      }
      try #expect(sandbox.run("edit-title", "1", "alpha\u{D4E} marvel").code == 0)
      try #expect(sandbox.run("edit", "2", "--set", "read-state=read", "--set", "tags=a\u{D4E}; b").code == 0)
      try #expect(sandbox.run("check") == inOrder)
      try #expect(sandbox.run("search", "--json=id", "wonder0").output == "[]\n")
      try #expect(sandbox.run("search", "--json=id", "marvel").output == "[{\"id\":1}]\n")
      try #expect(
        sandbox.run("search", "--json=id,tags", "tag:b").output == "[{\"id\":2,\"tags\":[\"a\u{D4E}\",\"b\"]}]\n")
      try #expect(sandbox.run("remove", "3").code == 0)
      try #expect(sandbox.run("undo").code == 0)
      try #expect(sandbox.run("check") == inOrder)
      try #expect(sandbox.run("export", "all.jsonl").code == 0)
      try #expect(sandbox.run("--db", "other.db", "import", "all.jsonl").code == 0)
      try #expect(sandbox.run("--db", "other.db", "check") == inOrder)
    }

    @Test func `results are paged by number and by cursor, counted, and sorted in other orders`() throws {
      let rest = try sandbox.run(
        "search", "is:read", "OR", "is:unread", "OR", "is:reading", "--json=id", "--page-size=2")
      expectEqual(rest.output, "[{\"id\":1},{\"id\":5}]\n")
      let first = try sandbox.run("search", "--json=id", "--page-size=1", "--after=start", "-is:unread")
      expectEqual(first.output, "[{\"id\":2}]\n")
      let cursor = try #require(first.errors.split(separator: " ").last).filter { $0 != "\n" }
      try #expect(
        sandbox.run("search", "--json=id", "--page-size=1", "--after=\(cursor)", "-is:unread").output
          == "[{\"id\":4}]\n")
      try #expect(
        sandbox.run("search", "--json=id", "--sort=title", "-is:unread").output == "[{\"id\":4},{\"id\":2}]\n")
      try #expect(sandbox.run("search", "--count", "-is:unread") == .prints("2\n"))
      try #expect(sandbox.run("search", "--all", "--json=id", "-is:unread").output == "[{\"id\":2},{\"id\":4}]\n")
      try #expect(
        sandbox.run("search", "--page", "3", "dune")
          == Outcome(errors: "hint: page 3 is past the end: there is 1 page\n"))
      try #expect(
        sandbox.run("search", "--after", "nonsense", "dune").errors
          .hasPrefix("error: cursor “nonsense”: it is not a valid cursor"))
    }

    @Test func `a piped search without results also suggests other spellings`() throws {
      let hint = "hint: did you mean 'walker'? try: catalog search walker\n"
      try #expect(sandbox.run("search", "wakler") == Outcome(errors: hint))
      try #expect(sandbox.run("search", "wakler", "--json=id") == Outcome(output: "[]\n", errors: hint))
      try #expect(sandbox.run("search", "wakler", "--all", "--jsonl") == Outcome(errors: hint))
      try #expect(sandbox.run("search", "zzzzz") == .prints(""))
    }

    @Test func `a search without words and an unknown long option are usage errors`() throws {
      let usage = "usage: catalog search [QUERY…] [options]\n"
      try #expect(sandbox.run("search") == .fails(64, "error: missing expected argument '<query>'\n\(usage)"))
      try #expect(sandbox.run("search", "--dune") == .fails(64, "error: unknown option '--dune'\n\(usage)"))
      try #expect(
        sandbox.run("search", "--", "dune", "--json=id") == .prints("1\tDune\tFrank Herbert\t1965\t412\t4.25\tunread\n")
      )
    }

    @Test func `every example of the query topic is a valid query without warnings`() throws {
      for field in [["shelf"], ["price", "--kind", "number"]] {
        try #expect(sandbox.start(["field", "add"] + field).finish().code == 0)
      }
      try #expect(sandbox.run("search", "--save", "unread-sf", "tag:sf", "is:unread").code == 0)
      let lines = try sandbox.run("help", "query").output.split(separator: "\n").filter { $0.hasPrefix("  ") }
      #expect(lines.count > 15)
      for line in lines {
        let query =
          line.dropFirst(2).firstRange(of: "  ").map { line.dropFirst(2)[..<$0.lowerBound] } ?? line.dropFirst(2)
        let outcome = try sandbox.run("list", String(query), "--json=id")
        #expect(outcome.code == 0 && outcome.errors == "", "\(query): \(outcome)")
      }
    }
  }
}
