import CatalogTestSupport
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests with two conflicts: the title of one book, and an edited book that its source no longer contains.
  @Suite struct Deciding {
    private let sandbox = Sandbox()

    init() throws {
      try sandbox.folder.write("home.jsonl", Self.shelf("Dnue") + "{\"id\":\"2\",\"title\":\"Emma\"}\n")
      for arguments in [["source", "add", "home", "file", "home.jsonl"], ["refresh"], ["edit-title", "1", "Mine"]] {
        let outcome = try sandbox.start(arguments, input: "").finish()
        guard outcome.code == 0 else { throw ChildProcess.Failure(call: outcome.description, code: outcome.code) }
      }
      try #require(try sandbox.run("edit", "2", "--set", "notes=good").code == 0)
      try sandbox.folder.write("home.jsonl", Self.shelf("Dune"))
      try #require(try sandbox.run("refresh").code == 0)
    }

    private static func shelf(_ title: String) -> String {
      "{\"id\":\"1\",\"title\":\"\(title)\",\"authors\":[\"Frank Herbert\"],\"isbn\":\"9780441013593\"}\n"
    }

    private func title(_ book: Int = 1) throws -> String {
      try sandbox.run("show", "\(book)", "--json=title").output.split(separator: "\"").dropFirst(3).first.map(
        String.init)
        ?? ""
    }

    @Test func `conflicts are listed for people and for programs`() throws {
      let rows = "1\tMine\ttitle\tMine\tDune\tDnue\n2\tEmma\tbook\tkept\tgone from home since TIME\t\n"
      try #expect(sandbox.run("conflicts").masked == .prints(rows))
      try #expect(sandbox.run("conflicts", "list").masked == .prints(rows))
      try #expect(
        sandbox.run("conflicts", "--json").masked
          == .prints(
            """
            [{"id":1,"title":"Mine","field":"title","mine":"Mine","theirs":"Dune","before":"Dnue","at":"TIME",\
            "goneFrom":null},{"id":2,"title":"Emma","field":"book","mine":null,"theirs":null,"before":null,"at":"TIME",\
            "goneFrom":"home"}]

            """))
      try #expect(
        sandbox.onTerminal("conflicts").masked.text
          == """
          ID  TITLE  FIELD  YOURS  THEIRS                                 BEFORE
           1  Mine   title  Mine   Dune                                   Dnue
           2  Emma   book   kept   gone from home since TIME
          2 conflicts. Resolve: catalog conflicts resolve 1 title --mine, or --theirs

          """)
      try #expect(
        sandbox.onTerminal("why", "1", "title").masked.text
          .hasSuffix("hint: to resolve the conflict: catalog conflicts resolve 1 title --mine, or --theirs\n"))
    }

    @Test func `a conflict is resolved with either value or a third one, and undone`() throws {
      try #expect(
        sandbox.run("conflicts", "resolve", "1", "title", "--theirs", "--dry-run").output.hasPrefix("would be done: "))
      try #expect(title() == "Mine")
      for (answer, shown) in [(["--mine"], "Mine"), (["--theirs"], "Dune"), (["--value", "Dune!"], "Dune!")] {
        let outcome = try sandbox.start(["conflicts", "resolve", "1", "title"] + answer, input: "").finish()
        #expect(outcome.code == 0 && outcome.output.hasSuffix("  (undo: catalog undo)\n"))
        try #expect(title() == shown)
        try #expect(sandbox.run("conflicts").output.split(separator: "\n").count == 1)
        try #expect(sandbox.run("undo").code == 0)
        try #expect(title() == "Mine")
        try #expect(sandbox.run("conflicts").output.split(separator: "\n").count == 2)
      }
      try #expect(
        sandbox.run("conflicts", "resolve", "2", "book", "--theirs", "--json")
          == .prints("{\"changed\":1,\"ids\":[2]}\n"))
      try #expect(sandbox.run("show", "2").code == 4)
      try #expect(sandbox.run("undo").code == 0)
      try #expect(sandbox.run("conflicts", "resolve", "2", "book", "--mine").code == 0)
      try #expect(sandbox.run("why", "2", "title").output == "title\tEmma\tlocal\n")
    }

    @Test func `all conflicts are resolved at once after a question`() throws {
      let screen = try sandbox.onTerminal("conflicts", "resolve", "--all", "--mine", keys: "n\n")
      expectEqual(screen, .init(text: "Resolve 2 conflicts in your favour? [y/N] nothing was changed\n", code: 1))
      try #expect(sandbox.run("conflicts", "resolve", "--all", "--theirs").code == 64)
      try #expect(
        sandbox.run("conflicts", "resolve", "--all", "--theirs", "--yes")
          == .prints("2 conflicts: resolved in favour of the sources  (undo: catalog undo)\n"))
      try #expect(sandbox.run("conflicts") == .prints(""))
      try #expect(sandbox.run("list", "--json=title").output == "[{\"title\":\"Dune\"}]\n")
      try #expect(sandbox.run("undo").code == 0)
      try #expect(sandbox.run("conflicts").output.split(separator: "\n").count == 2)
      try #expect(sandbox.run("check").code == 0)
    }

    @Test(arguments: [
      (["1", "title"], "choose --mine, --theirs or --value"),
      (["1", "title", "--mine", "--theirs"], "choose only one of --mine, --theirs and --value"),
      (["1", "--mine"], "specify the field"), (["--mine"], "specify a book and a field, or use --all"),
      (["1", "--all", "--mine"], "specify a book or use --all, not both"),
      (["--all", "--value", "x"], "--all needs --mine or --theirs"),
      (["2", "book", "--value", "x"], "the field 'book' needs --mine or --theirs, not --value"),
    ])
    func `a missing choice is asked for`(arguments: [String], message: String) throws {
      let outcome = try sandbox.start(["conflicts", "resolve"] + arguments, input: "").finish()
      expectEqual(outcome, .fails(64, "error: \(message)\nusage: catalog conflicts resolve [BOOK] [FIELD] [options]\n"))
    }

    @Test func `a field without a conflict is reported`() throws {
      try #expect(sandbox.run("conflicts", "resolve", "1", "pages", "--mine").code == 1)
      try #expect(sandbox.run("conflicts", "resolve", "9", "title", "--mine").code == 4)
      let outcome = try sandbox.run("conflicts", "resolve", "1", "titel", "--mine")
      #expect(outcome.code == 64 && outcome.errors.contains("did you mean 'title'?"))
    }

    @Test func `merging reports the changes and the user's values that are no longer shown`() throws {
      try #expect(sandbox.run("add", "Dune").code == 0)
      try #expect(sandbox.run("edit", "3", "--set", "title=Sand", "--set", "publisher=Tor").code == 0)
      let changes = "1 Mine: publisher nothing → “Tor” (from 3)\n"
      let summary = "Mine: merged with 3; not shown: your title of 3, “Sand”"
      try #expect(sandbox.run("merge", "1", "3", "--dry-run") == .prints("\(changes)would be done: \(summary)\n"))
      try #expect(sandbox.run("merge", "1", "3") == .prints("\(changes)\(summary)  (undo: catalog undo)\n"))
      try #expect(sandbox.run("history").output.contains(summary))
      try #expect(
        sandbox.run("why", "1", "title").output.hasSuffix(
          "; your value for book 3, now merged into this book, was “Sand”\n"))
      try #expect(
        sandbox.run("why", "1", "title", "--json").output
          .hasSuffix("\"passedOver\":[{\"book\":3,\"value\":\"Sand\"}],\"otherReadings\":[]}]\n"))
      try #expect(sandbox.run("undo").code == 0)
      try #expect(title(3) == "Sand")
      try #expect(sandbox.run("check").code == 0)
    }

    @Test func `possible duplicates are listed after certain ones`() throws {
      try #expect(sandbox.run("add", "Mort", "--author", "Terry Pratchett").code == 0)
      try #expect(sandbox.run("add", "Mort (Discworld, #4)", "--author", "Pratchett, T.").code == 0)
      for title in ["Eric", "Erik"] {
        try #expect(sandbox.run("add", title, "--set", "identifiers=goodreads | 7").code == 0)
      }
      try #expect(
        sandbox.run("duplicates")
          == .prints(
            """
            1\t5\tEric\t\t\tlikely\tsame goodreads 7; different titles
            1\t6\tErik\t\t\tlikely\tsame goodreads 7; different titles
            2\t3\tMort\tTerry Pratchett\t\tlikely\tsame title and authors, except for a series in the title and initials
            2\t4\tMort (Discworld, #4)\tPratchett, T.\t\tlikely\tsame title and authors, except for a series in the \
            title and initials

            """))
      try #expect(
        sandbox.run("duplicates", "--json")
          == .prints(
            """
            [{"same":"identifier","isbn13":null,"identifier":{"type":"goodreads","value":"7"},"ids":[5,6],\
            "grade":"likely","reason":"same goodreads 7; different titles"},\
            {"same":"alike","isbn13":null,"identifier":null,"ids":[3,4],\
            "grade":"likely","reason":"same title and authors, except for a series in the title and initials"}]

            """))
    }

    @Test func `two books are merged, and one book is split`() throws {
      try #expect(sandbox.run("add", "Dune", "--author", "Frank Herbert", "--isbn", "9780441013593").code == 0)
      try #expect(
        sandbox.run("duplicates")
          == .prints(
            """
            1\t1\tMine\tFrank Herbert\t\tlikely\tsame ISBN 9780441013593; different titles
            1\t3\tDune\tFrank Herbert\t\tlikely\tsame ISBN 9780441013593; different titles

            """))
      try #expect(
        sandbox.run("duplicates", "--json")
          == .prints(
            """
            [{"same":"isbn","isbn13":"9780441013593","identifier":null,"ids":[1,3],\
            "grade":"likely","reason":"same ISBN 9780441013593; different titles"}]

            """))
      try #expect(
        sandbox.run("merge", "1")
          == .fails(64, "error: specify at least two books\nusage: catalog merge BOOK… [options]\n"))
      try #expect(sandbox.run("merge", "1", "3", "--dry-run") == .prints("would be done: Mine: merged with 3\n"))
      try #expect(sandbox.run("merge", "1", "3") == .prints("Mine: merged with 3  (undo: catalog undo)\n"))
      try #expect(sandbox.run("duplicates", "--json") == .prints("[]\n"))
      try #expect(
        sandbox.run("split", "1", "home")
          == .prints("Dune: split off 1 as 4, with the values from home  (undo: catalog undo)\n"))
      try #expect(sandbox.run("split", "1", "hom").errors == "error: no source hom (did you mean 'home'?)\n")
      try #expect(sandbox.run("undo", "--steps", "2").code == 0)
      try #expect(title(3) == "Dune")
      try #expect(sandbox.run("check").code == 0)
    }
  }
}
