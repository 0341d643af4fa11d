import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct History {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    @Test func `undo and redo walk through the steps and report each one`() throws {
      let beginning = try sandbox.run("export").output
      try #expect(sandbox.run("edit-title", "1", "X").code == 0)
      try #expect(sandbox.run("edit", "1", "--set", "rating=3").code == 0)
      try #expect(sandbox.run("remove", "2").code == 0)
      let end = try sandbox.run("export").output
      try #expect(sandbox.run("undo", "--dry-run") == .prints("would be undone: Les Misérables: removed\n"))
      try #expect(sandbox.run("undo", "2", "--dry-run") == .prints("would be undone: Dune: title changed to “X”\n"))
      try #expect(
        sandbox.run("redo", "2", "--dry-run") == .fails(1, "error: step 2 has nothing to redo\n"))
      try #expect(
        sandbox.run("undo", "1", "--dry-run")
          == .fails(
            1, "error: step 4 changed the same fields later: “Les Misérables: removed” (undo step 4 first)\n"))
      try #expect(sandbox.run("export").output == end)
      try #expect(
        sandbox.run("undo") == .prints("undone: Les Misérables: removed  (redo: catalog redo)\n"))
      try #expect(sandbox.run("undo", "--steps", "2", "--json") == .prints("{\"changed\":1,\"ids\":[1]}\n"))
      try #expect(sandbox.run("export").output == beginning)
      try #expect(
        sandbox.run("history").masked
          == .prints(
            """
            4\tTIME\tundone\tLes Misérables: removed
            3\tTIME\tundone\tX: rated 3
            2\tTIME\tundone\tDune: title changed to “X”
            1\tTIME\t\timported shelf: 5 added, 0 updated

            """))
      try #expect(
        sandbox.run("redo", "--steps", "9")
          == Outcome(
            output: """
              redone: Dune: title changed to “X”  (undo: catalog undo)
              redone: X: rated 3  (undo: catalog undo)
              redone: Les Misérables: removed  (undo: catalog undo)

              """, errors: "note: no more steps: 3 of 9 redone\n"))
      try #expect(sandbox.run("export").output == end)
      try #expect(sandbox.run("redo") == .fails(1, "error: there is nothing to redo\n"))
      try #expect(sandbox.run("redo", "--dry-run") == .prints("nothing would change\n"))
    }

    @Test func `redo restores an undone import`() throws {
      let beginning = try sandbox.run("export").output
      try #expect(
        sandbox.run("undo") == .prints("undone: imported shelf: 5 added, 0 updated  (redo: catalog redo)\n"))
      try #expect(sandbox.run("list") == .prints(""))
      try #expect(sandbox.run("undo") == .fails(1, "error: there is nothing to undo\n"))
      try #expect(sandbox.run("redo").code == 0)
      try #expect(sandbox.run("export").output == beginning)
      try #expect(sandbox.run("check") == .prints("5 books, all in order\n"))
    }

    @Test func `a new step makes redo impossible`() throws {
      try #expect(sandbox.run("edit-title", "1", "X").code == 0)
      try #expect(sandbox.run("undo").code == 0)
      try #expect(sandbox.run("edit-title", "3", "Y").code == 0)
      try #expect(sandbox.run("redo") == .fails(1, "error: there is nothing to redo\n"))
      try #expect(
        sandbox.run("undo").output == "undone: The Color Purple: title changed to “Y”  (redo: catalog redo)\n")
    }

    @Test func `undo reverts what redo did, even after a refresh in between`() throws {
      try sandbox.folder.write("home.jsonl", #"{"title": "Emma", "authors": ["Jane Austen"]}"#)
      try #expect(sandbox.run("source", "add", "home", "file", "home.jsonl").code == 0)
      try #expect(sandbox.run("edit-title", "1", "X").code == 0)
      try #expect(sandbox.run("undo").code == 0)
      try #expect(sandbox.run("refresh") == .prints("home: 1 added, 0 updated  (undo: catalog undo)\n"))
      let titled = "Dune: title changed to “X”"
      try #expect(sandbox.run("redo") == .prints("redone: \(titled)  (undo: catalog undo)\n"))
      let refreshed = "refreshed home: 1 added, 0 updated"
      try #expect(
        sandbox.run("undo", "--dry-run", "--steps", "2")
          == .prints("would be undone: \(titled)\nwould be undone: \(refreshed)\n"))
      try #expect(sandbox.run("undo") == .prints("undone: \(titled)  (redo: catalog redo)\n"))
      try #expect(sandbox.run("undo") == .prints("undone: \(refreshed)  (redo: catalog redo)\n"))
      try #expect(sandbox.run("check") == .prints("5 books, all in order\n"))
    }

    @Test func `each of several sources is listed with the step that undoes it`() throws {
      for name in ["a", "b"] {
        try sandbox.folder.write("\(name).jsonl", #"{"title": "Book of \#(name)", "authors": ["Nobody"]}"#)
        try #expect(sandbox.run("source", "add", name, "file", "\(name).jsonl").code == 0)
      }
      let output = try sandbox.run("refresh").output
      let lines = output.split(separator: "\n").map(String.init)
      try #require(lines.count == 2)
      // The last stored step is undone first.
      let hints = Set(lines.compactMap { $0.split(separator: "(").last.map(String.init) })
      let steps = try sandbox.run("history").output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
      expectEqual(hints, ["undo: catalog undo)", "undo: catalog undo \(steps[1]))"], "\(steps)")
      let last = lines[0].hasSuffix("(undo: catalog undo)") ? "a" : "b"
      try #expect(sandbox.run("undo", "--dry-run").output.contains("refreshed \(last):"))
    }

    @Test func `a step is redone by its number`() throws {
      try #expect(sandbox.run("edit-title", "1", "X").code == 0)
      try #expect(sandbox.run("edit-title", "3", "Y").code == 0)
      try #expect(sandbox.run("undo", "2").code == 0)
      try #expect(sandbox.run("undo").code == 0)
      try #expect(sandbox.run("remove", "3", "--as", "Ben").code == 0)
      try #expect(
        sandbox.run("redo", "3")
          == .fails(
            1,
            """
            error: cannot redo step 3, “The Color Purple: title changed to “Y””: step 4 by Ben changed the same fields \
            later: “The Color Purple: removed” (make the change again)

            """))
      try #expect(
        sandbox.run("redo", "2") == .prints("redone: Dune: title changed to “X”  (undo: catalog undo)\n"))
      try #expect(sandbox.run("undo").code == 0)
      try #expect(sandbox.run("redo", "2", "--json") == .prints("{\"changed\":1,\"ids\":[1]}\n"))
      try #expect(
        sandbox.run("redo", "2") == .fails(1, "error: step 2 has nothing to redo\n"))
      try #expect(
        sandbox.run("redo", "2", "--dry-run") == .fails(1, "error: step 2 has nothing to redo\n"))
    }

    @Test func `steps are counted from one`() throws {
      try #expect(
        sandbox.run("undo", "--steps", "0")
          == .fails(64, "error: --steps must be at least 1, not 0\nusage: catalog undo [STEP] [options]\n"))
      try #expect(sandbox.run("redo", "--steps", "x").code == 64)
      try #expect(
        sandbox.run("history", "--limit", "0")
          == .fails(64, "error: --limit must be at least 1, not 0\nusage: catalog history [STEP] [options]\n"))
    }

    @Test func `the history of a book lists its changes`() throws {
      try #expect(sandbox.run("edit", "1", "--set", "pages=500", "--set", "notes=a").code == 0)
      try #expect(sandbox.run("undo").code == 0)
      try #expect(
        sandbox.run("history", "--book", "1").masked
          == .prints("2\tTIME\tundone\tedit: notes → “a”; pages → “500”\n1\tTIME\t\timport: added\n"))
      try #expect(
        sandbox.run("history", "--book", "1", "--json", "--limit", "1").masked
          == .prints(
            """
            [{"step":2,"at":"TIME","kind":"edit","summary":"Dune: notes and pages changed","byItself":false,"person":null,\
            "command":"catalog edit 1 --set 'pages=500' --set 'notes=a'","undone":true,"partly":false,\
            "changes":[{"subject":"notes","old":null,"new":"a"},{"subject":"pages","old":null,"new":"500"}]}]

            """))
      try #expect(sandbox.run("history", "--book", "77").code == 4)
      try #expect(Sandbox().run("history").code == 0)
    }

    @Test func `the number of a step shows its changes book by book`() throws {
      try #expect(sandbox.run("tag", "-", "new", "--yes", input: "1\n2\n3\n").code == 0)
      let heading = "step 2, TIME: 3 books: tags changed\ncommand: catalog tag - new --yes\n"
      try #expect(
        sandbox.run("history", "2").masked
          == Outcome(
            output: "1\tDune\ttags +new\n2\tLes Misérables\ttags +new\n"
              + "3\tThe Color Purple\ttags +new\n", errors: heading))
      try #expect(
        sandbox.run("history", "2", "--limit", "1").masked
          == Outcome(
            output: "1\tDune\ttags +new\n",
            errors: heading + "2 more books (show them with --limit)\n"))
      try #expect(
        sandbox.run("history", "2", "--json", "--limit", "1").masked
          == .prints(
            """
            {"step":2,"at":"TIME","kind":"edit","summary":"3 books: tags changed","byItself":false,"person":null,\
            "command":"catalog tag - new --yes","undone":false,"partly":false,"bookCount":3,"books":[{"id":1,"title":"Dune",\
            "changes":[{"subject":"tags","old":null,"new":"+new"}]}]}

            """))
      try #expect(
        sandbox.run("history", "1", "--limit", "2").masked.errors.hasSuffix(
          "\n3 more books (show them with --limit)\n"))
      try #expect(sandbox.run("undo").code == 0)
      try #expect(
        sandbox.run("history", "2").masked.errors
          == "step 2, TIME, undone: 3 books: tags changed\ncommand: catalog tag - new --yes\n")
      try #expect(
        sandbox.run("history", "dune").masked.output.hasPrefix("2\tTIME\tundone\tedit: tags +new\n"))
      try #expect(
        sandbox.run("history", "99")
          == .fails(
            4,
            "error: step 99 does not exist ('catalog history' lists the steps; for the history of book 99: "
              + "'catalog history --book 99')\n"))
      try #expect(sandbox.run("history", "2", "--book", "1").code == 64)
    }

    @Test func `a cleared personal field shows no old value in text or in JSON`() throws {
      try #expect(sandbox.run("edit", "1", "--set", "notes=a").code == 0)
      try #expect(sandbox.run("edit", "1", "--set", "notes=").code == 0)
      try #expect(sandbox.run("edit", "1", "--set", "notes=b").code == 0)
      try #expect(
        sandbox.run("history", "--book", "1", "--limit", "3").masked
          == .prints(
            """
            4\tTIME\t\tedit: notes “nothing” → “b”
            3\tTIME\t\tedit: notes “a” → “nothing”
            2\tTIME\t\tedit: notes → “a”

            """))
      let json = try sandbox.run("history", "--book", "1", "--json", "--limit", "3").output
      for changes in [
        #"[{"subject":"notes","old":"nothing","new":"b"}]"#, #"[{"subject":"notes","old":"a","new":"nothing"}]"#,
        #"[{"subject":"notes","old":null,"new":"a"}]"#,
      ] {
        #expect(json.contains("\"changes\":\(changes)"))
      }
    }

    @Test func `undo keeps later changes and reports them`() throws {
      try #expect(sandbox.run("import", "shelf.jsonl", "--source", "second").code == 0)
      try #expect(sandbox.run("add", "New").code == 0)
      try #expect(sandbox.run("edit-title", "6", "Newer").code == 0)
      try #expect(sandbox.run("undo", "--steps", "2").code == 0)
      try #expect(sandbox.run("search", "new") == .prints(""))
      try #expect(sandbox.run("check").code == 0)
    }
  }
}
