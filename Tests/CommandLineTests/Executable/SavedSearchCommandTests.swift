import CatalogTestSupport
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of saved searches, and of the messages about queries that name unknown things.
  @Suite struct SavedSearches {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    private func ids(_ arguments: String...) throws -> String {
      try sandbox.start(arguments + ["--json=id"]).finish().output
    }

    @Test func `a search is saved, listed, used, changed and deleted, and each can be undone`() throws {
      try #expect(
        sandbox.run("search", "--saved")
          == .prints(""))
      try #expect(
        sandbox.run("search", "--save", "Old", "tag:classic", "year:..1900", "--sort", "-year")
          == .prints("saved @Old: 1 book  (undo: catalog undo)\n"))
      try #expect(
        sandbox.run("search", "--save", "english", "language:en")
          == .prints("saved @english: 3 books  (undo: catalog undo)\n"))
      try #expect(
        sandbox.run("search", "--saved")
          == .prints("@english\t3\tlanguage:en\t\n@Old\t1\ttag:classic year:..1900\t-year\n"))
      try #expect(
        sandbox.run("search", "--saved", "--json")
          == .prints(
            #"[{"name":"english","query":"language:en","books":3},"#
              + #"{"name":"Old","query":"tag:classic year:..1900","sort":"-year","books":1}]"# + "\n"))
      try #expect(
        sandbox.run("search", "--save", "english", "language:en", "OR", "@old")
          == .prints("saved @english: 4 books (was 'language:en')  (undo: catalog undo)\n"))
      // Nothing changed, so there is nothing to undo.
      try #expect(
        sandbox.run("search", "--save", "english", "language:en", "OR", "@old")
          == .prints("@english is already saved; it finds 4 books\n"))
      try #expect(ids("list", "@english", "--sort", "year") == "[{\"id\":2},{\"id\":1},{\"id\":3},{\"id\":4}]\n")
      try #expect(
        sandbox.run("search", "--forget", "OLD") == .prints("@Old forgotten  (undo: catalog undo)\n"))
      try #expect(sandbox.run("undo") == .prints("undone: search @Old deleted  (redo: catalog redo)\n"))
      try #expect(sandbox.run("undo") == .prints("undone: search @english changed  (redo: catalog redo)\n"))
      try #expect(ids("list", "@english", "--sort", "year") == "[{\"id\":1},{\"id\":3},{\"id\":4}]\n")
      try #expect(sandbox.run("redo") == .prints("redone: search @english changed  (undo: catalog undo)\n"))
      try #expect(sandbox.run("undo", "--steps", "3").code == 0)
      try #expect(sandbox.run("search", "--saved").output == "")
      try #expect(sandbox.run("check").code == 0)
    }

    @Test func `a name can be used as its search wherever a query is accepted`() throws {
      try #expect(sandbox.run("search", "--save", "classics", "tag:classic", "--sort=-title").code == 0)
      // Alone, a saved search has its own order. With more words, the command's order applies.
      try #expect(ids("list", "@classics") == "[{\"id\":2},{\"id\":1}]\n")
      try #expect(ids("search", "@CLASSICS") == "[{\"id\":2},{\"id\":1}]\n")
      try #expect(ids("list", "@classics", "--sort", "title") == "[{\"id\":1},{\"id\":2}]\n")
      try #expect(ids("search", "@classics", "dun") == "[{\"id\":1}]\n")
      try #expect(ids("list", "-@classics", "language:en") == "[{\"id\":4},{\"id\":3}]\n")
      try #expect(ids("pick", "@classics", "author:hugo") == "[{\"id\":2}]\n")
      try #expect(sandbox.run("list", "@classics", "--count") == .prints("2\n"))
      try #expect(sandbox.run("tree", "--by", "language", "--groups", "@classics") == .prints("eng\t1\nfra\t1\n"))
      try #expect(
        sandbox.run("metadata", "fetch", "--dry-run", "@classics").output.hasPrefix("would look up"), "a query")
      try #expect(
        sandbox.run("edit", "--matching", "@classics", "tags+=mine", "--yes").output
          .contains("2 books: tags changed"))
      try #expect(ids("list", "tag:mine", "--sort", "title") == "[{\"id\":1},{\"id\":2}]\n")
    }

    @Test func `an invalid name, an invalid query and several arguments are rejected`() throws {
      let usage = "usage: catalog search [QUERY…] [options]\n"
      let json =
        "--saved can be combined with --json, but not with fields; --save and --forget cannot be combined with --json"
      for (arguments, error) in [
        ([], "missing expected argument '<query>'"),
        (["--save", "x"], "--save needs a query"),
        (["--saved", "dune"], "--saved and --forget take no query"),
        (["--saved", "--forget", "x"], "use only one of --save, --saved and --forget"),
        (["--save", "x", "dune", "--all"], "of the page options, --save accepts only --sort"),
        (["--saved", "--page", "2"], "of the page options, --save accepts only --sort"),
        (["--saved", "--json=id"], json),
        (
          ["--save", "x", "dune", "--json"],
          json
        ),
        (["--online", "--save", "x", "dune"], "--online cannot be combined with --save, --saved or --forget"),
        (
          ["--save", "two words", "dune"],
          "saved search “two words”: a name may contain letters, digits, hyphens and underscores, at most 64"
        ),
        (["--save", "me", "@me"], "saved search “me”: it refers to itself"),
        (["--forget", "x"], "saved search “x”: no saved search has that name"),
      ] {
        let outcome = try sandbox.start(["search"] + arguments).finish()
        expectEqual(outcome, .fails(64, "error: \(error)\n\(usage)"), "\(arguments)")
      }
      try #expect(sandbox.run("search", "--saved").output == "")
      try #expect(sandbox.shell("catalog --db none.db search --forget x; ls none.db").output == "")
    }

    @Test func `a query with an unknown name finds the same books and reports the name`() throws {
      let note = "note: unknown filter “titel:”; did you mean title:dune? (use quotes to search for it as text)\n"
      try #expect(
        sandbox.run("list", "titel:dune", "--json=id")
          == Outcome(
            output: "[]\n", errors: note + "hint: did you mean 'title:dune'? try: catalog list title:dune\n"))
      try #expect(sandbox.run("list", "titel:dune", "--count") == Outcome(output: "0\n", errors: note))
      try #expect(
        sandbox.run("list", "language:en", "OR", "is:raed", "--json=id")
          == Outcome(
            output: "[{\"id\":4},{\"id\":3},{\"id\":1}]\n",
            errors:
              """
              note: “is:raed” is searched for as text; did you mean is:read? (is: takes unread, want, reading, paused, read, \
              abandoned, edited, lent, owned, rated, reread, unfinished)

              """))
      try #expect(sandbox.run("list", "\"titel:dune\"", "--count") == .prints("0\n"))
      try #expect(
        sandbox.onTerminal("search", "@clasics", "--count")
          == Sandbox.Screen(text: "note: unknown saved search “@clasics”\n0\n", code: 0))
      try #expect(sandbox.run("pick", "language:en", "OR", "titel:dune", "--json=id").errors == note)
      try #expect(
        sandbox.run("tree", "--by", "language", "--groups", "titel:dune") == Outcome(errors: note))
      try #expect(sandbox.run("list", "-n", "5").code == 64)
    }

    @Test func `a change of books by a query with an unknown name is rejected`() throws {
      let before = try sandbox.run("export").output
      try #expect(
        sandbox.run("edit", "--matching", "authr:hugo", "rating=4", "--yes")
          == .fails(
            64,
            """
            error: unclear query: unknown filter “authr:”; did you mean author:hugo? (use quotes to search for it as \
            text) ('catalog help query' explains queries)

            """))
      try #expect(sandbox.run("edit", "--matching", "@none", "rating=4", "--dry-run").code == 64)
      try #expect(sandbox.run("metadata", "fetch", "authr:hugo", "--dry-run").code == 64)
      try #expect(sandbox.run("export").output == before)
    }

    @Test func `a search with a removed field reports that, and an export contains no searches`() throws {
      try #expect(sandbox.run("field", "add", "shelf").code == 0)
      try #expect(sandbox.run("edit", "2", "shelf=attic", "notes=the shelf above the attic").code == 0)
      try #expect(sandbox.run("search", "--save", "up", "shelf:attic", "--sort", "shelf").code == 0)
      try #expect(sandbox.run("list", "@up", "--json=id") == .prints("[{\"id\":2}]\n"))
      try #expect(
        sandbox.run("field", "rename", "shelf", "place").output.contains("renamed field 'shelf' to 'place', also in @"))
      try #expect(sandbox.run("field", "rename", "place", "shelf").code == 0)
      let removed = try sandbox.run("field", "remove", "shelf", "--yes")
      #expect(
        removed.code == 0
          && removed.errors.hasSuffix(" used this field, and now searches for the condition as plain text\n"))
      try #expect(
        sandbox.run("list", "@up", "--json=id")
          == Outcome(
            output: "[{\"id\":2}]\n",
            errors: "note: in @up: unknown filter “shelf:” (use quotes to search for it as text)\n"))
      try #expect(sandbox.run("edit", "--matching", "@up", "rating=4", "--yes").code == 64)
      try #expect(!sandbox.run("export").output.contains("\"up\""))
      try #expect(sandbox.run("check").code == 0)
    }

    @Test func `undo reports a search that was changed later`() throws {
      try #expect(sandbox.run("search", "--save", "one", "dune").code == 0)
      let step = try sandbox.run("history", "--json").output.firstMatch(of: /"step":(\d+)/).map { String($0.1) } ?? ""
      try #expect(sandbox.run("search", "--save", "one", "hugo").code == 0)
      try #expect(
        sandbox.run("undo", step)
          == .fails(1, "error: step 3 changed the same fields later: “search @one changed” (undo step 3 first)\n"))
      try ForeignConnection(sandbox.folder.file("catalog.db")).run("UPDATE saved_search SET query = 'hugo year:1862'")
      try #expect(
        sandbox.run("undo")
          == Outcome(
            output: "undone: search @one changed  (redo: catalog redo)\n",
            errors: "note: search @one was changed later and is kept\n"))
      try #expect(sandbox.run("search", "--saved").output == "@one\t1\thugo year:1862\t\n")
      try #expect(
        sandbox.run("--as", "Anna", "search", "--save", "two", "emma").output
          == "saved @two: 0 books  (undo: catalog --as Anna undo)\n")
      try #expect(sandbox.run("search", "--saved").output == "@one\t1\thugo year:1862\t\n@two\t0\temma\t\n")
      try #expect(
        sandbox.run("history", "--json", "--limit", "1").masked.output.contains(
          #""kind":"search","summary":"search @two saved""#))
    }
  }
}
