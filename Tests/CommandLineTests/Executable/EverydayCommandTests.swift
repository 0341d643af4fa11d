import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of commands that people guess: rate, mark, tag, pick, titles instead of numbers, and other names.
  @Suite struct EverydayCommands {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    private func field(_ name: String, of book: Int) throws -> String {
      try sandbox.run("show", String(book), "--json=\(name)").output
    }

    @Test func `rate sets, changes and removes a rating`() throws {
      try #expect(sandbox.run("rate", "1", "4.5") == .prints("Dune: rated 4.5  (undo: catalog undo)\n"))
      try #expect(sandbox.run("rate", "dune", "5") == .prints("Dune: rated 5 (was 4.5)  (undo: catalog undo)\n"))
      try #expect(sandbox.run("rate", "1", "none") == .prints("Dune: rating removed (was 5)  (undo: catalog undo)\n"))
      try #expect(field("rating", of: 1) == "[{\"rating\":null}]\n")
      let refused = try sandbox.run("rate", "1", "six")
      #expect(refused.code == 64 && refused.errors.hasPrefix("error: rating “six”: "), "\(refused)")
      try #expect(sandbox.run("rate", "1").code == 64)
    }

    @Test func `implausible dates are stored and reported`() throws {
      _ = try sandbox.run("mark", "1", "reading", "--on", "2024-05")
      var marked = try sandbox.run("mark", "1", "read", "--on", "2024-04-30")
      // A reading that ended earlier is not the one that began on that day.
      expectEqual(
        marked, .prints("Dune: marked as read, finished 2024-04-30, started 2024-05 removed  (undo: catalog undo)\n"))
      // A date is reported once, by the command that sets it. A month and a day of it do not contradict each other.
      try #expect(sandbox.run("rate", "1", "4").errors == "")
      try #expect(sandbox.run("edit", "1", "finished=2024-05-01").errors == "")
      try #expect(sandbox.run("edit", "1", "started=2024-05").errors == "")
      marked = try sandbox.run("edit", "1", "finished=0024-05-01", "--dry-run")
      expectEqual(marked.code, 0)
      expectEqual(
        marked.errors,
        """
        note: 1 Dune: finished 0024-05-01 is in the year 24
        note: 1 Dune: finished 0024-05-01 is before started 2024-05

        """)
      try #expect(field("finished", of: 1) == "[{\"finished\":\"2024-05-01\"}]\n")
      marked = try sandbox.run("edit", "1", "earlier-readings=2020 | 2019 | read; 2018 | 2019 | read")
      expectEqual(marked.errors, "note: 1 Dune: finished 2019 is before started 2020 (stored as given)\n")
      marked = try sandbox.run("mark", "1", "read", "--on", "2100")
      expectEqual(marked.errors, "note: 1 Dune: finished 2100 is in the future (stored as given)\n")
      let added = try sandbox.run("add", "Kim", "--set", "started=2020", "--set", "finished=2019")
      #expect(added.errors.hasSuffix(" Kim: finished 2019 is before started 2020 (stored as given)\n"))
    }

    @Test func `an import keeps implausible dates as in the file and reports them`() throws {
      try sandbox.folder.write(
        "days.csv", "title,started,finished\nA,2024-05-01,2024-04-30\nB,2024,2024-01\nC,,0024\n")
      let outcome = try sandbox.run("import", "days.csv")
      expectEqual(
        outcome.errors,
        """
        warning: row 1: finished 2024-04-30 is before started 2024-05-01; imported unchanged
        warning: row 3: finished 0024 is in the year 24; imported unchanged

        """)
      #expect(outcome.code == 0 && outcome.output.hasPrefix("imported days: 3 added, 0 updated, 0 unchanged"))
    }

    @Test func `mark sets the read state and the dates`() throws {
      try #expect(
        sandbox.run("mark", "1", "reading", "--on", "2024-08-01")
          == .prints("Dune: marked as reading, started 2024-08-01  (undo: catalog undo)\n"))
      try #expect(
        sandbox.run("mark", "1", "finished", "--on", "2024-08-22")
          == .prints("Dune: marked as read, finished 2024-08-22  (undo: catalog undo)\n"))
      try #expect(sandbox.run("list", "finished:2024", "is:read", "--json=id").output == "[{\"id\":1}]\n")
      try #expect(sandbox.run("mark", "1", "read") == .prints("nothing changed\n"))
      // A source's value becomes the user's once they set it.
      try #expect(
        sandbox.run("mark", "2", "read") == .prints("Les Misérables: read state confirmed  (undo: catalog undo)\n"))
      // After another start, the finished reading is an earlier one.
      try #expect(
        sandbox.run("mark", "1", "currently-reading", "--on", "2025").output
          == "Dune: marked as reading, started 2025  (undo: catalog undo)\n")
      try #expect(
        field("earlierReadings,started,finished", of: 1)
          == """
          [{"earlierReadings":[{"started":"2024-08-01","finished":"2024-08-22","outcome":"read","times":null}],"started":"2025","finished":null}]

          """)
      try #expect(sandbox.run("mark", "1", "unread").output == "Dune: marked as unread  (undo: catalog undo)\n")
      try #expect(
        sandbox.run("mark", "1", "read", "--on", "unknown").output == "Dune: marked as read  (undo: catalog undo)\n")
      try #expect(field("started,finished", of: 1) == "[{\"started\":null,\"finished\":null}]\n")
      _ = try sandbox.run("mark", "1", "unread")
      try #expect(field("started", of: 1) == "[{\"started\":null}]\n")
      // Several books are marked without a day.
      _ = try sandbox.run("mark", "-", "read", "--yes", input: "[{\"id\":1},{\"id\":3}]")
      try #expect(field("readState,finished", of: 1) == "[{\"readState\":\"read\",\"finished\":null}]\n")
      try #expect(field("readState,finished", of: 3) == "[{\"readState\":\"read\",\"finished\":null}]\n")
      _ = try sandbox.run("mark", "1", "unread")
      // The default date of one book is today. Marking the book as unread removes it.
      _ = try sandbox.run("mark", "2", "unread")
      let earlier = try field("earlierReadings", of: 2)
      _ = try sandbox.run("mark", "2", "read")
      try #expect(sandbox.run("search", "finished:today", "--json=id").output == "[{\"id\":2}]\n")
      _ = try sandbox.run("mark", "2", "unread")
      try #expect(field("earlierReadings", of: 2) == earlier)
      try #expect(
        sandbox.run("mark", "1", "paused", "--on", "2024").errors.hasPrefix(
          "error: --on needs the status reading, read or abandoned, not paused\n"))
      try #expect(
        sandbox.run("mark", "1", "raed").errors.hasPrefix(
          "error: 'raed' is not one of unread, want, reading, paused, read, abandoned for <state>; did you mean 'read'?\n"
        ))
    }

    @Test func `tag adds and removes tags and shows them`() throws {
      _ = try sandbox.run("edit", "1", "tags=sf; loan")
      try #expect(
        sandbox.run("tag", "1", "space opera", "+favourite", "-loan")
          == .prints("Dune: tags changed from “loan; sf” to “favourite; sf; space opera”  (undo: catalog undo)\n"))
      try #expect(sandbox.run("tag", "1") == .prints("favourite\nsf\nspace opera\n"))
      try #expect(sandbox.run("tag", "1", "--remove", "sf", "--json") == .prints("{\"changed\":1,\"ids\":[1]}\n"))
      try #expect(sandbox.run("tag", "1", "favourite") == .prints("nothing changed\n"))
      _ = try sandbox.run("tag", "1", "x")
      try #expect(sandbox.run("tag", "1", "-x", "--json") == .prints("{\"changed\":1,\"ids\":[1]}\n"))
      try #expect(sandbox.run("tag", "1", "-h") == sandbox.run("tag", "--help"))
      try #expect(sandbox.run("tag", "99", "x").code == 4)
      try #expect(
        sandbox.run("tag", "1", "x", "-x").errors.hasPrefix(
          "error: cannot both add and remove 'x'\n"))
      try #expect(
        sandbox.run("rate", "1", "").errors.hasPrefix("error: the rating is empty; use 'none' to remove yours\n"))
    }

    @Test func `edit takes assignments as words`() throws {
      try #expect(
        sandbox.run("edit", "1", "rating=4") == .prints("Dune: rated 4  (undo: catalog undo)\n"))
      _ = try sandbox.run("edit", "1", "tags+=a", "tags+=b", "--set", "pages=10")
      _ = try sandbox.run("edit", "1", "tags-=a")
      try #expect(field("tags,pages", of: 1).contains("\"pages\":10"))
      try #expect(sandbox.run("tag", "1").output.contains("b\n"))
      try #expect(!sandbox.run("tag", "1").output.contains("a\n"))
      let unknown = try sandbox.run("edit", "1", "raiting=4")
      #expect(
        unknown.code == 64 && unknown.errors.contains("unknown field 'raiting'; did you mean 'rating'?"), "\(unknown)")
      try #expect(
        sandbox.run("edit", "1").errors.hasPrefix("error: no change given; use field=value, such as rating=4\n"))
    }

    @Test func `a user-defined field is set by its name, even one that begins with a number sign`() throws {
      try #expect(sandbox.run("field", "add", "#shelf").code == 0)
      try #expect(sandbox.run("edit", "1", "#shelf=loft").code == 0)
      try #expect(sandbox.run("list", "--json=id", "#shelf:loft").output == "[{\"id\":1}]\n")
    }

    @Test func `a unique title identifies a book`() throws {
      _ = try sandbox.run("add", "Fallen Too Far (Too Far, #1)", "--author", "Abbi Glines")
      _ = try sandbox.run("add", "Emma", "--author", "Jane Austen")
      _ = try sandbox.run("add", "Emma", "--author", "Alexander McCall Smith")
      try #expect(sandbox.run("show", "FALLEN too far", "--json=id").output == "[{\"id\":6}]\n")
      try #expect(
        sandbox.run("rate", "emma", "3")
          == .fails(
            64,
            "error: 2 books have the title “emma” "
              + "(use the number of one: 7 Emma (Jane Austen), 8 Emma (Alexander McCall Smith))\n"
          ))
      try #expect(
        sandbox.run("show", "too far")
          == .fails(
            4,
            "error: no book has the title “too far” "
              + "(books with similar titles: 6 Fallen Too Far (Too Far, #1) (Abbi Glines))\n"
          ))
      try #expect(
        sandbox.run("show", "nowhere")
          == .fails(4, "error: no book nowhere (try 'catalog search …' to find its number)\n"))
      // Digits are always a number.
      _ = try sandbox.run("add", "1984")
      try #expect(sandbox.run("show", "1984").code == 4)
    }

    @Test func `numbers are read from standard input`() throws {
      for input in ["1\n2\n", "[{\"id\":1},{\"id\":2}]", "{\"id\":1}\n{\"id\":2}\n", "1\tDune\n\n2\tx\n", "[1, \"2\"]"]
      {
        try #expect(
          sandbox.run("show", "-", "--json=id", input: input).output == "[{\"id\":1},{\"id\":2}]\n", "\(input)")
      }
      try #expect(
        sandbox.run("tag", "-", "both", "--yes", input: "1\n2\n").output.hasSuffix(
          "2 books: tags changed  (undo: catalog undo)\n"))
      try #expect(
        sandbox.run("mark", "-", "want", input: "1\n2\n").errors.contains("--yes"))
      let nonsense = try sandbox.run("show", "-", input: "[{\"title\":\"x\"}]")
      #expect(nonsense.code != 0 && nonsense.errors.contains("a book in it has no id"), "\(nonsense)")
      try #expect(sandbox.run("show", "-", input: "1\n77\n").code == 4)
    }

    @Test func `pick shows one of the matching books, the same one for a seed`() throws {
      let picked = try sandbox.run("pick", "--seed", "7", "--json=id").output
      try #expect(sandbox.run("pick", "--seed", "7", "--json=id").output == picked)
      try #expect(sandbox.run("pick", "title:dune", "--json=title").output == "[{\"title\":\"Dune\"}]\n")
      try #expect(sandbox.run("pick", "title:dune") == sandbox.run("show", "1"))
      try #expect(sandbox.run("pick", "nowhere") == .fails(4, "error: no book matches nowhere\n"))
    }

    @Test func `other names and other words lead to commands`() throws {
      try #expect(sandbox.run("ls", "--json=id") == sandbox.run("list", "--json=id"))
      try #expect(sandbox.run("find", "dune", "--json=id") == sandbox.run("search", "dune", "--json=id"))
      try #expect(sandbox.run("rm", "1", "--dry-run") == sandbox.run("remove", "1", "--dry-run"))
      try #expect(sandbox.run("ls", "--help") == sandbox.run("list", "--help"))
      try #expect(sandbox.run("help", "ls") == sandbox.run("help", "list"))
      try #expect(sandbox.run("list", "--help").output.contains("\nalso called: catalog ls\n"))
      for (word, command) in [("delete", "remove"), ("sync", "refresh"), ("random", "pick"), ("dedupe", "duplicates")] {
        try #expect(
          sandbox.run(word).errors.hasPrefix("error: unknown command '\(word)'; did you mean '\(command)'?\n"),
          "\(word)")
      }
    }
  }
}
