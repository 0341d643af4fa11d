import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct Editing {
    private let sandbox: Sandbox
    private let editUsage = "usage: catalog edit [BOOK…] [options]\n"

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    private func field(_ name: String, of book: Int) throws -> String {
      try sandbox.run("show", String(book), "--json=\(name)").output
    }

    @Test func `edit-title reports the change and how to undo it`() throws {
      try #expect(
        sandbox.run("edit-title", "1", "Dune", "Messiah")
          == .prints("Dune: title changed to “Dune Messiah”  (undo: catalog undo)\n"))
      try #expect(
        sandbox.run("edit-title", "9780441013593", "  Dune   two ", "--json")
          == .prints("{\"changed\":1,\"ids\":[1]}\n"))
      try #expect(field("title", of: 1) == "[{\"title\":\"Dune two\"}]\n")
      try #expect(sandbox.run("edit-title", "1", "Dune two") == .prints("nothing changed\n"))
      try #expect(sandbox.run("search", "messiah").output == "")
      try #expect(sandbox.run("search", "two", "--json=id").output == "[{\"id\":1}]\n")
    }

    @Test func `a dry run reports the changes without making them`() throws {
      let before = try sandbox.run("export").output
      try #expect(
        sandbox.run("edit-title", "1", "X", "--dry-run") == .prints("would be done: Dune: title changed to “X”\n"))
      try #expect(
        sandbox.run("edit-title", "1", "X", "--dry-run", "--json")
          == .prints(
            """
            {"changed":1,"ids":[1],"differences":\
            [{"id":1,"title":"Dune","field":"title","old":"Dune","new":"X","from":[]}]}

            """))
      try #expect(sandbox.run("add", "X", "--dry-run") == .prints("would be done: X: added as 6\n"))
      try #expect(
        sandbox.run("remove", "1", "2", "--dry-run")
          == .prints("1 Dune\n2 Les Misérables\nwould be done: 2 books removed\n"))
      try #expect(
        sandbox.run("edit", "1", "--set", "pages=1", "--set", "series=", "--dry-run")
          == .prints(
            """
            1 Dune: pages “412” → “1”
            1 Dune: series “Dune” → nothing
            would be done: Dune: pages and series changed

            """))
      try #expect(sandbox.run("export").output == before)
      try #expect(sandbox.run("history").output.split(separator: "\n").count == 1)
    }

    @Test func `a dry run creates no catalog`() throws {
      let empty = Sandbox()
      try empty.folder.write("a.csv", "title\nA\n")
      let hint =
        "hint: no catalog at catalog.db yet; 'catalog refresh' or 'catalog import FILE' creates one\n"
      try #expect(
        empty.run("import", "a.csv", "--dry-run")
          == Outcome(output: "would import a: 1 added, 0 updated, 0 unchanged\n", errors: hint))
      try #expect(empty.run("add", "X", "--dry-run") == Outcome(output: "would be done: X: added as 1\n", errors: hint))
      try #expect(empty.run("undo", "--dry-run") == Outcome(output: "nothing would change\n", errors: hint))
      try #expect(empty.run("remove", "1", "--dry-run").code == 4)
      try #expect(empty.files() == ["a.csv"])
      try #expect(empty.shell("ls tmp").output == "")
    }

    @Test func `fields are set, cleared, added to and removed from`() throws {
      try #expect(
        sandbox.run(
          "edit", "1", "--set", "published=1966-01-02", "--set", "tags=b;a", "--set", "notes=x", "--set",
          "read-state=READ"
        ).code == 0)
      try #expect(
        field("published,tags,notes,readState", of: 1)
          == "[{\"published\":\"1966-01-02\",\"tags\":[\"a\",\"b\"],\"notes\":\"x\",\"readState\":\"read\"}]\n")
      try #expect(sandbox.run("edit", "1", "--add", "tags=c;a", "--remove", "tags=b", "--add", "author=B").code == 0)
      try #expect(field("tags,authors", of: 1) == "[{\"tags\":[\"a\",\"c\"],\"authors\":[\"Frank Herbert\",\"B\"]}]\n")
      try #expect(sandbox.run("edit", "1", "--set", "publisher=", "--set", "isbn=").code == 0)
      try #expect(field("publisher,isbn", of: 1) == "[{\"publisher\":null,\"isbn\":null}]\n")
      try #expect(
        sandbox.run("edit", "1", "--set=publisher=Ace = Books")
          == .prints("Dune: publisher set to “Ace = Books”  (undo: catalog undo)\n"))
      // A combining mark forms one character with the preceding one.
      try #expect(sandbox.run("edit", "1", "--set", "tags=\u{301}x;\u{301}y", "--add", "tags=z;\u{301}w").code == 0)
      try #expect(field("tags", of: 1) == "[{\"tags\":[\"z\",\"\u{301}w\",\"\u{301}x\",\"\u{301}y\"]}]\n")
    }

    @Test func `changes of several books need a confirmation`() throws {
      let differences = "1 Dune: pages “412” → “3”\n2 Les Misérables: pages “1463” → “3”\n"
      try #expect(
        sandbox.run("edit", "1", "2", "--set", "pages=3")
          == Outcome(
            output: differences,
            errors:
              "error: this would change 2 books; add --yes to confirm\n\(editUsage)",
            code: 64))
      try #expect(
        sandbox.run("edit", "1", "2", "--set", "pages=3", "--yes")
          == .prints("\(differences)2 books: pages changed  (undo: catalog undo)\n"))
      try #expect(
        sandbox.run("remove", "1", "2")
          == Outcome(
            output: "1 Dune\n2 Les Misérables\n",
            errors: """
              error: this would remove 2 books; add --yes to confirm
              usage: catalog remove BOOK… [options]

              """, code: 64))
      try #expect(
        sandbox.run("remove", "1", "2", "1", "--yes")
          == .prints("1 Dune\n2 Les Misérables\n2 books removed  (undo: catalog undo)\n"))
      try #expect(sandbox.run("list", "--json=id") == .prints("[{\"id\":5},{\"id\":4},{\"id\":3}]\n"))
    }

    @Test func `all books of a query are changed at once`() throws {
      try #expect(
        sandbox.run("edit", "--matching", "language:eng -dune", "--set", "publisher=P", "--yes", "--json")
          == .prints("{\"changed\":2,\"ids\":[4,3]}\n"))
      try #expect(sandbox.run("edit", "--matching", "nosuchword", "--set", "pages=3") == .prints("nothing changed\n"))
      try #expect(
        sandbox.run("edit", "--matching", "dune", "--set", "pages=3")
          == .prints("Dune: pages changed from 412 to 3  (undo: catalog undo)\n"))
    }

    @Test func `the name year sets the date that gives the year, and the report names its field`() throws {
      func set(_ year: String) throws -> String { try sandbox.run("edit", "1", "year=\(year)").output }
      try #expect(set("1966") == "Dune: published changed from 1965-08 to 1966  (undo: catalog undo)\n")
      try #expect(sandbox.run("edit", "1", "first-published=1963").code == 0)
      try #expect(set("-750") == "Dune: first published changed from 1963 to -0750  (undo: catalog undo)\n")
      try #expect(sandbox.run("list", "year:-750", "--columns", "id,year,published") == .prints("1\t-750\t1966\n"))
      try #expect(sandbox.run("list", "edition:1966", "--json=id,year") == .prints("[{\"id\":1,\"year\":-750}]\n"))
      try #expect(set("") == "Dune: first published removed (was -0750)  (undo: catalog undo)\n")
      try #expect(field("year,published,firstPublished", of: 1).contains("\"year\":1966"))
      let twice = try sandbox.run("edit", "1", "year=1970", "published=1971")
      #expect(twice.code == 64 && twice.errors.contains("published, too"), "\(twice)")
    }

    @Test(arguments: [
      (["1", "--set", "pages=0"], "pages “0”: it must be from 1 to 100,000"),
      (["1", "--set", "pages=many"], "pages “many”: it is not a whole number"),
      (["1", "--set", "year=99999"], "published “99999”: the year must be from −4000 to 2100"),
      (["1", "--set", "published=1965-02-30"], "published “1965-02-30”: that month has 28 days"),
      (["1", "--set", "isbn=9780441013594"], "ISBN “9780441013594”: its check digit should be 3"),
      (["1", "--set", "isbn=123"], "ISBN “123”: an ISBN has 10 or 13 digits"),
      (["1", "--set", "rating=7"], "rating “7”: it must be from 0 to 5"),
      (
        ["1", "--set", "read-state=maybe"],
        "read state “maybe”: it must be one of unread, want, reading, paused, read, abandoned"
      ),
      (["1", "--set", "title= "], "title: a book needs a title"),
      (["1", "--set", "pages"], "'pages' is not of the form field=value"),
      (["1"], "no change given; use field=value, such as rating=4"),
      (["--set", "pages=3"], "specify books or a query with --matching"),
      (["1", "--matching", "x", "--set", "pages=3"], "specify books or use --matching, not both"),
      (["--matching", " ", "--set", "pages=3"], "--matching needs a query"),
    ])
    func `an invalid value is a usage error and changes nothing`(arguments: [String], message: String) throws {
      let outcome = try sandbox.start(["edit"] + arguments, input: "").finish()
      expectEqual(outcome, .fails(64, "error: \(message)\n\(editUsage)"))
      try #expect(sandbox.run("history").output.split(separator: "\n").count == 1)
    }

    @Test func `an unknown field is answered with the nearest name`() throws {
      let outcome = try sandbox.run("edit", "1", "--set", "titel=X")
      expectEqual(outcome.code, 64)
      #expect(
        outcome.errors.hasPrefix("error: unknown field 'titel'; did you mean 'title'? (known: title, authors, isbn,"))
    }

    @Test func `an invalid cover address and an unfinished reading are rejected`() throws {
      for cover in ["javascript:alert(1)", "cover.jpg", "https://", "data:image/png;base64,AAAA"] {
        let outcome = try sandbox.run("edit", "1", "--set", "cover=\(cover)")
        #expect(
          outcome.code == 64 && outcome.errors.contains("it must begin with https://, http:// or file://"), "\(outcome)"
        )
      }
      let invalid = try sandbox.run("edit", "1", "--set", "earlier-readings= | | want")
      #expect(invalid.code == 64 && invalid.errors.contains("it must be one of read, abandoned, paused"), "\(invalid)")
      try #expect(sandbox.run("edit", "1", "--set", "cover=HTTPS://covers.example/1.jpg").code == 0)
      try #expect(sandbox.run("edit", "1", "--set", "earlier-readings=2020 | 2021 | paused").code == 0)
    }

    @Test func `a title that is empty, enormous or missing is rejected`() throws {
      let usage = "usage: catalog edit-title BOOK TITLE… [options]\n"
      try #expect(sandbox.run("edit-title", "1", " ") == .fails(64, "error: title: a book needs a title\n\(usage)"))
      try #expect(sandbox.run("edit-title", "1") == .fails(64, "error: missing expected argument '<title>'\n\(usage)"))
      try #expect(
        sandbox.run("edit-title", "77", "X")
          == .fails(4, "error: no book 77 (try 'catalog search …' to find its number)\n"))
      // An argument has at most 128 KiB (execve(2)).
      let long = String(repeating: "x", count: 100_000)
      try #expect(
        sandbox.run("edit-title", "1", long)
          == .fails(
            64,
            "error: title “\(long.prefix(79))…”: it has 100,000 bytes, the limit is 2,000\n\(usage)"))
    }

    @Test func `one invalid book among several prevents all changes`() throws {
      try #expect(sandbox.run("edit", "1", "77", "--set", "pages=3", "--yes").code == 4)
      try #expect(sandbox.run("remove", "1", "77", "--yes").code == 4)
      try #expect(field("pages", of: 1) == "[{\"pages\":412}]\n")
    }

    @Test func `a book is added by hand`() throws {
      try #expect(
        sandbox.run(
          "add", "Emma", "--author", "Austen, Jane", "--author=B", "--isbn", "978-0-14-143958-7", "--set", "year=1815")
          == .prints("Emma: added as 6  (undo: catalog undo)\n"))
      try #expect(
        field("title,authors,isbn,isbn13,published", of: 6)
          == """
          [{"title":"Emma","authors":["Austen, Jane","B"],"isbn":"978-0-14-143958-7","isbn13":"9780141439587",\
          "published":"1815"}]

          """)
      try #expect(sandbox.run("add", "Emma", "Two", "--json") == .prints("{\"changed\":1,\"ids\":[7]}\n"))
      let usage = "usage: catalog add [TITLE…] [options]\n"
      try #expect(sandbox.run("add") == .fails(64, "error: missing expected argument '<title>'\n\(usage)"))
      try #expect(sandbox.run("add", "") == .fails(64, "error: title: a book needs a title\n\(usage)"))
      try #expect(
        sandbox.run("add", "X", "--isbn", "0441013590")
          == .fails(64, "error: ISBN “0441013590”: its check digit should be 7\n\(usage)"))
    }

    @Test func `adding a possible duplicate is reported`() throws {
      try #expect(sandbox.run("add", "Emma", "--author", "Jane Austen").errors.isEmpty)
      let again = try sandbox.run("add", "EMMA", "--author", "jane austen")
      #expect(
        again.output == "EMMA: added as 7  (undo: catalog undo)\n"
          && again.errors == "note: another book has the same title: 6  (to merge them: catalog merge 6 7)\n")
      try #expect(sandbox.run("add", "Emma", "--author", "Alexander McCall Smith").errors.isEmpty)
      try #expect(
        sandbox.run("add", "Emma").errors
          == "note: another book has the same title: 6, 7, 8  (to merge them: catalog merge 6 9)\n")
      try #expect(sandbox.run("add", "Emma", "--dry-run").errors.isEmpty)
    }

    @Test func `revert restores the value of the source`() throws {
      try #expect(sandbox.run("edit-title", "1", "X").code == 0)
      try #expect(
        sandbox.run("revert", "1", "title", "--dry-run") == .prints("would be done: X: title reverted to “Dune”\n"))
      try #expect(
        sandbox.run("revert", "1", "title") == .prints("X: title reverted to “Dune”  (undo: catalog undo)\n"))
      try #expect(
        sandbox.run("revert", "1", "title")
          == .fails(1, "error: you have not edited “title” of book 1 ('catalog why 1' shows what you edited)\n"))
      try #expect(
        sandbox.run("revert", "1", "notes")
          == .fails(
            1, "error: you have not set “notes” of book 1 ('catalog edit 1' changes it)\n"))
      try #expect(sandbox.run("edit", "1", "--set", "notes=Mine").code == 0)
      try #expect(
        sandbox.run("revert", "1", "notes")
          == .fails(
            1,
            "error: no source has a value for “notes” of book 1; only you have set one ('catalog edit 1' changes it)\n")
      )
      try #expect(sandbox.run("revert", "1").code == 64)
      try #expect(sandbox.run("revert", "1", "colour").code == 64)
    }

    @Test func `a file's read state is shown again when the user's own is reverted`() throws {
      let rated = #"{"id":1,"title":"Emma","rating":RATING,"readState":"read"}"#
      func load(_ rating: String) throws {
        try sandbox.folder.write("rated.jsonl", rated.replacing("RATING", with: rating))
        try #expect(sandbox.run("import", "rated.jsonl").code == 0)
      }
      try load("4")
      let emma = try sandbox.run("search", "emma", "--json=id").output.filter(\.isNumber)
      try #expect(
        sandbox.run("revert", emma, "rating")
          == .fails(
            1,
            "error: you have not set “rating” of book \(emma) ('catalog edit \(emma)' changes it)\n"))
      try #expect(sandbox.run("edit", emma, "--set", "rating=5", "--set", "notes=Mine").code == 0)
      try #expect(
        sandbox.run("revert", emma, "rating") == .prints("Emma: rating reverted to 4  (undo: catalog undo)\n"))
      // While the user's value hides it, the file's value changes. It shows once the user's value is reverted.
      try #expect(sandbox.run("undo").code == 0)
      try load("2")
      try #expect(sandbox.run("show", emma, "--json=rating").output == "[{\"rating\":5}]\n")
      try #expect(
        sandbox.run("revert", emma, "rating") == .prints("Emma: rating reverted to 2  (undo: catalog undo)\n"))
      try load("3")
      try #expect(sandbox.run("show", emma, "--json=rating").output == "[{\"rating\":3}]\n")
      try #expect(sandbox.run("revert", emma, "notes").code == 1)
      try #expect(sandbox.run("check").code == 0)
    }

    @Test func `a removed book stays removed when its file is imported again`() throws {
      try #expect(sandbox.run("remove", "1") == .prints("Dune: removed  (undo: catalog undo)\n"))
      try #expect(sandbox.run("import", "shelf.jsonl").output.hasPrefix("imported shelf: 0 added, 0 updated"))
      try #expect(sandbox.run("show", "1").code == 4)
      try #expect(sandbox.run("status").output.contains("books\t4\nremoved\t1\n"))
    }
  }
}
