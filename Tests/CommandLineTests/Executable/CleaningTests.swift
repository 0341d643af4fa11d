import CatalogTestSupport
import Platform
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of cleaning up a catalog.
  @Suite struct Cleaning {
    private let sandbox = Sandbox()

    /// Imports books. Each is given as a title, authors separated by semicolons, a series, a tag, a language and an
    /// ISBN, separated by bars. Fields at the end may be missing.
    private func fill(_ books: String...) throws {
      let lines = books.map { book in
        var parts = book.split(separator: "|", omittingEmptySubsequences: false).map { "\"\($0)\"" }
        if parts.count > 1 { parts[1] = "[\(parts[1].split(separator: ";").joined(separator: "\",\""))]" }
        if parts.count > 3 { parts[3] = parts[3] == "\"\"" ? "[]" : "[\(parts[3])]" }
        let names = ["title", "authors", "series", "tags", "language", "isbn"]
        let members = zip(names, parts).filter { $1 != "\"\"" }.map { "\"\($0)\":\($1)" }
        return "{\(members.joined(separator: ","))}\n"
      }
      try sandbox.folder.write("shelf.jsonl", lines.joined())
      try #expect(sandbox.run("import", "shelf.jsonl").code == 0)
    }

    private func values(_ fields: String, of book: Int = 1) throws -> String {
      try sandbox.run("show", String(book), "--json=\(fields)").output
    }

    // MARK: Duplicates

    @Test func `duplicates reports what was compared if nothing or only other editions were found`() throws {
      try #expect(
        sandbox.run("duplicates")
          == Outcome(
            output: "",
            errors:
              "hint: no catalog at catalog.db yet; 'catalog refresh' or 'catalog import FILE' creates one\n"))
      try fill("Dune|Frank Herbert||||9780441013593", "Dune|Frank Herbert||||9780340960196", "Emma|Jane Austen")
      try #expect(sandbox.run("duplicates") == .prints(""))
      try #expect(
        sandbox.onTerminal("duplicates").text == """
          no duplicates among 3 books, by ISBN, identifier, title and author; \
          1 work in several editions: catalog duplicates --all-editions

          """)
      try #expect(
        sandbox.run("duplicates", "--all-editions")
          == .prints(
            """
            1\t1\tDune\tFrank Herbert\t\tedition\tsame title and authors; different ISBNs
            1\t2\tDune\tFrank Herbert\t\tedition\tsame title and authors; different ISBNs

            """))
    }

    @Test func `duplicates on a terminal are graded, the most certain first, with the next steps`() throws {
      try fill(
        "Emma|J. Austen", "Emma|Jane Austen", "Dune|Frank Herbert", "Dune|Herbert, Frank",
        "Mort|Terry Pratchett||||9780441013593", "Mort|Terry Pratchett||||9780340960196")
      let screen = try sandbox.onTerminal("duplicates", "--all-editions", columns: 100)
      expectEqual(
        screen.text,
        """
        ID  TITLE  AUTHORS          EDITION
        1. sure: same title and authors, except for punctuation
         3  Dune   Frank Herbert
         4  Dune   Herbert, Frank
        2. likely: same title and authors, except for initials
         1  Emma   J. Austen
         2  Emma   Jane Austen
        3. edition: same title and authors; different ISBNs
         5  Mort   Terry Pratchett
         6  Mort   Terry Pratchett
        3 groups: 1 sure, 1 likely, 1 edition
        Decide one by one: catalog duplicates --review. Merge the first: catalog merge 3 4

        """, "\(screen)")
    }

    @Test func `books are declared distinct once, which is in both histories and can be undone`() throws {
      try fill("Emma|Jane Austen", "EMMA|Jane Austen")
      let distinct = "EMMA: marked as different from 2"
      try #expect(
        sandbox.run("duplicates", "distinct", "1")
          == .fails(
            64, "error: specify at least two books\nusage: catalog duplicates distinct BOOK… [options]\n"))
      try #expect(
        sandbox.run("duplicates", "distinct", "1", "2", "--dry-run")
          == .prints("would be done: Emma: marked as different from 2\n"), "\(distinct)")
      try #expect(sandbox.run("duplicates", "--json").output != "[]\n")
      try #expect(
        sandbox.run("duplicates", "distinct", "2", "1")
          == .prints("Emma: marked as different from 2  (undo: catalog undo)\n"))
      try #expect(sandbox.run("duplicates", "--json") == .prints("[]\n"))
      try #expect(sandbox.run("duplicates", "distinct", "2", "1") == .prints("nothing changed\n"))
      try #expect(sandbox.run("history", "--book", "2").output.contains("\tdistinct: not the same as 1\n"))
      try #expect(sandbox.run("undo").code == 0)
      try #expect(sandbox.run("duplicates", "--json").output != "[]\n")
      try #expect(
        sandbox.run("duplicates", "--review").errors
          == """
          error: --review needs a terminal; in scripts, use 'merge' and 'duplicates distinct'
          usage: catalog duplicates list [options]

          """)
    }

    @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0))
    func `all certain matches among planted duplicates are correct, and nineteen of twenty are found`() throws {
      let outcome = try sandbox.shell(
        "SEED=7 /usr/bin/python3 '\(Repository.root)/scripts/duplicates.py' \"$(command -v catalog)\" 3000")
      expectEqual(outcome.code, 0, "\(outcome)")
      #expect(outcome.output.contains("right 100.00 %"), "\(outcome)")
    }

    // MARK: Merging

    @Test func `a merged book shows the values of the first one or of a preferred one`() throws {
      try fill("Hunger Games (The Hunger Games, #1)|Suzanne Collins", "The Hunger Games|Collins;Suzanne||ya|eng")
      let both = "1 Hunger Games (The Hunger Games, #1): "
      let lacking = "\(both)language nothing → “eng” (from 2)\n\(both)tags nothing → “ya” (from 2)\n"
      try #expect(
        sandbox.run("merge", "1", "2", "--dry-run")
          == .prints("\(lacking)would be done: Hunger Games (The Hunger Games,…: merged with 2\n"))
      try #expect(
        sandbox.run("merge", "1", "2", "--prefer", "title=2")
          == .prints(
            """
            \(both)title “Hunger Games (The Hunger Games, #1)” → “The Hunger Games” (from 2)
            \(lacking)The Hunger Games: merged with 2  (undo: catalog undo)

            """))
      try #expect(
        values("title,authors,tags") == """
          [{"title":"The Hunger Games","authors":["Suzanne Collins"],"tags":["ya"]}]

          """)
      try #expect(
        sandbox.run("show", "2") == .fails(4, "error: book 2 was merged into book 1 (use that number instead)\n"))
      try #expect(sandbox.run("undo").code == 0)
      try #expect(sandbox.run("rm", "2").code == 0)
      let steps = try sandbox.run("history", "--json").output
      let step = try #require(steps.firstMatch(of: /"step":(\d+)/)).1
      try #expect(
        sandbox.run("show", "2")
          == .fails(4, "error: book 2 was removed by step \(step) (undo that step to restore it)\n"))
      try #expect(sandbox.run("undo").code == 0)
      try #expect(
        sandbox.run("merge", "1", "2", "--prefer", "2", "--json") == .prints("{\"changed\":2,\"ids\":[1,2]}\n"))
      try #expect(
        values("id,title,authors") == """
          [{"id":1,"title":"The Hunger Games","authors":["Collins","Suzanne"]}]

          """)
      try #expect(sandbox.run("undo").code == 0)
      try #expect(
        values("title,language") == """
          [{"title":"Hunger Games (The Hunger Games, #1)","language":null}]

          """)
      try #expect(sandbox.run("check").code == 0)
    }

    @Test func `a preferred value survives later imports, and all values are written in one way`() throws {
      try sandbox.folder.write(
        "a.jsonl",
        #"{"id":"1","title":"Dune","publisher":"Ace","tags":["a;b"],"contributors":[{"name":"Ann","role":"trl"}]}"#)
      try sandbox.folder.write("b.jsonl", #"{"id":"2","title":"Dune!","pages":400}"#)
      for name in ["a", "b"] { try #expect(sandbox.run("import", "\(name).jsonl").code == 0) }
      let outcome = try sandbox.run("merge", "2", "1", "--prefer", "publisher=1", "--dry-run", "--json")
      #expect(outcome.output.contains(##""field":"contributors","old":null,"new":"Ann | trl""##), "\(outcome)")
      #expect(outcome.output.contains(##""field":"tags","old":null,"new":"a;b""##), "\(outcome)")
      try #expect(sandbox.run("merge", "2", "1", "--prefer", "publisher=1", "--prefer", "pages=2").code == 0)
      try #expect(sandbox.run("why", "2", "contributors", "--json").output.contains(#""value":"Ann | trl""#))
      try sandbox.folder.write("a.jsonl", #"{"id":"1","title":"Dune","publisher":"Tor","language":"en"}"#)
      try sandbox.folder.write("b.jsonl", #"{"id":"2","title":"Dune!","pages":401}"#)
      for name in ["a", "b"] { try #expect(sandbox.run("import", "\(name).jsonl").code == 0) }
      try #expect(
        values("publisher,pages,language", of: 2) == "[{\"publisher\":\"Ace\",\"pages\":400,\"language\":\"en\"}]\n")
    }

    @Test(arguments: [
      (["1", "2", "--prefer", "3"], "--prefer: 3 is not one of the books to merge"),
      (["1", "2", "--prefer", "1", "--prefer", "2"], "--prefer accepts only one book for all fields"),
      (["1", "2", "--prefer", "titel=2"], "unknown field 'titel'; did you mean 'title'?"),
    ])
    func `an impossible preference is rejected`(arguments: [String], message: String) throws {
      try fill("Dune", "Dune!", "Emma")
      let outcome = try sandbox.start(["merge"] + arguments, input: "").finish()
      #expect(outcome.code == 64 && outcome.errors.hasPrefix("error: \(message)"), "\(outcome)")
      try #expect(sandbox.run("list", "--count") == .prints("3\n"))
    }

    // MARK: Many books at once

    @Test func `a change of many books shows ten, counts the rest and skips equivalent values`() throws {
      try fill("Same||||en", "Eng||||eng")
      let many = (1...12).map { "\"Book \($0)\",de" }.joined(separator: "\n")
      try sandbox.folder.write("many.csv", "title,language\n\(many)\n")
      try #expect(sandbox.run("import", "many.csv").code == 0)
      let edit = ["edit", "--matching", "book OR same OR eng", "--set", "language=en"]
      let refused = try sandbox.start(edit, input: "").finish()
      let lines = refused.output.split(separator: "\n")
      #expect(lines.count == 11 && lines.last == "… and 2 more (--all shows them)", "\(refused)")
      #expect(refused.errors.hasPrefix("error: this would change 12 books; add --yes"), "\(refused)")
      let all = try sandbox.start(edit + ["--all", "--dry-run"], input: "").finish().output.split(separator: "\n")
      #expect(all.count == 13 && all.last == "would be done: 12 books: language changed")
      let json = try sandbox.start(edit + ["--json", "--dry-run"], input: "").finish().output
      expectEqual(json.matches(of: /"field":"language","old":"de","new":"en","from":\[\]/).count, 12)
      try #expect(sandbox.start(edit + ["--yes"], input: "").finish().code == 0)
      try #expect(values("language", of: 2) == "[{\"language\":\"eng\"}]\n")
      let removed = try sandbox.run("remove", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "--yes")
      #expect(
        removed.output.hasSuffix(
          "\n12 Book 10\n… and 2 more (--all shows them)\n12 books removed  (undo: catalog undo)\n"),
        "\(removed)")
    }

    @Test func `texts are replaced by a regular expression after a preview`() throws {
      try fill(
        "Mort (Discworld, #4)|Terry Pratchett|Discworld|sci-fi", "Dune (Dune, #1)|Herbert, Frank|Dune|sci-fi", "Emma")
      let pattern = #"/ \(.*#[0-9.]+\)$//"#
      let changes = "2 Dune (Dune, #1): title “Dune (Dune, #1)” → “Dune”\n"
      try #expect(
        sandbox.run("edit", "--replace", "title", pattern, "2", "--dry-run")
          == .prints("\(changes)would be done: Dune (Dune, #1): title changed to “Dune”\n"))
      try #expect(
        sandbox.run(
          "edit", "--matching", "has:series", "--replace", "title", pattern, "--replace", "tags", "/-//", "--yes"
        )
        .output.hasSuffix("2 books: tags and title changed  (undo: catalog undo)\n"))
      try #expect(values("title,tags") == "[{\"title\":\"Mort\",\"tags\":[\"scifi\"]}]\n")
      try #expect(
        sandbox.run("edit", "1", "--replace=authors", "/(.*) (.*)/$2, \\1/")
          == .prints("Mort: authors changed from “Terry Pratchett” to “Pratchett, Terry”  (undo: catalog undo)\n"))
      try #expect(sandbox.run("edit", "1", "--replace", "title", "/nosuch/x/") == .prints("nothing changed\n"))
      try #expect(sandbox.run("undo", "--steps", "2").code == 0)
      try #expect(values("title") == "[{\"title\":\"Mort (Discworld, #4)\"}]\n")
    }

    @Test(arguments: [
      (["--replace", "title", "/(/x/"], "regular expression “(”: missing closing parenthesis, at character 2"),
      (["--replace", "title", "/a/b"], "replacement “/a/b”: write it as /pattern/replacement/"),
      (["--replace", "title", "/a/$1/"], "replacement “/a/$1/”: the pattern has no group 1"),
      (["--replace", "pages", "/1/2/"], "pages is not a text field, so nothing can be replaced in it"),
      (["--replace", "titel", "/1/2/"], "unknown field 'titel'; did you mean 'title'?"),
      (["--replace", "title"], "missing value for '--replace'"),
      (["--replace", "title", "/Dune//"], "title: a book needs a title (book 1, “Dune”)"),
      (
        ["--set", "title=Emma", "--replace", "title", "/Dune/Emma/"],
        "--set and --replace cannot both change title"
      ),
    ])
    func `an invalid replacement is rejected and changes nothing`(arguments: [String], message: String) throws {
      try fill("Dune", "Dune Messiah")
      let outcome = try sandbox.start(["edit", "1", "2", "--yes"] + arguments, input: "").finish()
      #expect(outcome.code == 64 && outcome.errors.hasPrefix("error: \(message)"), "\(outcome)")
      try #expect(sandbox.run("history").output.split(separator: "\n").count == 1)
    }

    // MARK: Renaming

    @Test func `an author, a tag and a series are renamed in all books as one step`() throws {
      try fill("A|JRR Tolkien||sf", "B|J. R. R. Tolkien|Dune|sf", "C|JRR Tolkien|Dune")
      let changes = "1 A: authors “JRR Tolkien” → “J. R. R. Tolkien”\n3 C: authors “JRR Tolkien” → “J. R. R. Tolkien”\n"
      let joined = "“J. R. R. Tolkien” already exists with 1 book; both will be merged\n"
      let summary = "author “JRR Tolkien” renamed to “J. R. R. Tolkien” in 2 books"
      try #expect(
        sandbox.run("rename", "author", "JRR Tolkien", "J. R. R. Tolkien", "--dry-run")
          == .prints("\(joined)\(changes)would be done: \(summary)\n"))
      try #expect(
        sandbox.run("rename", "author", "JRR Tolkien", "J. R. R. Tolkien").errors
          .hasPrefix("error: this would change 2 books; add --yes to confirm\n"))
      try #expect(
        sandbox.run("rename", "author", "JRR Tolkien", "J. R. R. Tolkien", "--yes")
          == .prints("\(joined)\(changes)\(summary)  (undo: catalog undo)\n"))
      try #expect(sandbox.run("tree", "--by", "author", "--groups", "--json").output.contains("\"count\":3"))
      try #expect(
        sandbox.run("rename", "tag", "sf", "fiction", "--yes", "--json") == .prints("{\"changed\":2,\"ids\":[1,2]}\n"))
      try #expect(sandbox.run("rename", "series", "Dune", "Dune Chronicles", "--yes").code == 0)
      try #expect(values("series,tags", of: 2) == "[{\"series\":\"Dune Chronicles\",\"tags\":[\"fiction\"]}]\n")
      try #expect(sandbox.run("undo", "--steps", "3").code == 0)
      try #expect(values("authors,tags") == "[{\"authors\":[\"JRR Tolkien\"],\"tags\":[\"sf\"]}]\n")
    }

    @Test func `a name that no book has is answered with the nearest name`() throws {
      try fill("A|J. R. R. Tolkien")
      try #expect(
        sandbox.run("rename", "author", "JRR Tolkien", "x")
          == .fails(4, "error: no book has the author “JRR Tolkien” (did you mean “J. R. R. Tolkien”?)\n"))
      try #expect(
        sandbox.run("rename", "tag", "sf", "x")
          == .fails(4, "error: no book has the tag “sf” ('catalog tree --by tag --groups' lists them)\n"))
      try #expect(sandbox.run("rename", "publisher", "a", "b").code == 64)
      try #expect(sandbox.run("rename", "author", "a").errors.hasPrefix("error: specify the old and the new name"))
      try #expect(sandbox.run("rename", "author", "--spellings", "a", "b").code == 64)
      try #expect(sandbox.run("rename", "author", "J. R. R. Tolkien", " ").code == 0, "without an author")
      try #expect(values("authors") == "[{\"authors\":[]}]\n")
    }

    @Test func `codes of one language become one, and one code can be renamed`() throws {
      try fill("A|Ann Lee", "B|Bo Karr", "C|Cy Dean", "D|Di Eno")
      for (book, code) in [(1, "en"), (2, "en"), (3, "en-GB"), (4, "de")] {
        try #expect(sandbox.run("edit", String(book), "language=\(code)").code == 0)
      }
      try #expect(
        sandbox.run("rename", "language", "--spellings", "--dry-run")
          == .prints(
            "1  en-GB (1) → en (2)\nwould be done: language “en-GB” renamed to “en” in 1 book\n"))
      try #expect(sandbox.run("rename", "language", "--spellings", "--yes").code == 0)
      try #expect(values("language", of: 3) == "[{\"language\":\"en\"}]\n")
      try #expect(sandbox.run("rename", "language", "de", "de-AT").code == 0)
      try #expect(values("language", of: 4) == "[{\"language\":\"de-AT\"}]\n")
      try #expect(sandbox.run("undo").code == 0)
      try #expect(values("language", of: 4) == "[{\"language\":\"de\"}]\n")
    }

    @Test func `spellings are proposed, confirmed, and joined as one step`() throws {
      try fill("A|J. R. R. Tolkien", "B|JRR Tolkien", "C|J. R. R. Tolkien", "D|lee, ann", "E|Ann Lee", "F|Bo Karr")
      let proposals = "1  lee, ann (1) → Ann Lee (1)\n2  JRR Tolkien (1) → J. R. R. Tolkien (2)\n"
      try #expect(
        sandbox.run("rename", "author", "--spellings", "--dry-run")
          == .prints("\(proposals)would be done: 2 names of authors changed in 2 books\n"))
      try #expect(
        sandbox.run("rename", "author", "--spellings")
          == Outcome(
            output: proposals,
            errors: """
              error: this would unify the spelling of 2 authors; add --yes to confirm
              usage: catalog rename WHAT [OLD] [NEW] [options]

              """, code: 64))
      let question = "Unify the spelling of 2 authors? [y/N, or numbers such as 1 3-5] "
      try #expect(
        sandbox.onTerminal("rename", "author", "--spellings", keys: "2\n").text
          == "\(proposals)\(question)author “JRR Tolkien” renamed to “J. R. R. Tolkien” in 1 book\n  (undo: catalog undo)\n"
      )
      try #expect(values("authors", of: 4) == "[{\"authors\":[\"lee, ann\"]}]\n")
      try #expect(
        sandbox.onTerminal("rename", "author", "--spellings", keys: "\n").text.hasSuffix("] nothing was changed\n"))
      try #expect(
        sandbox.run("rename", "author", "--spellings", "--yes", "--json")
          == .prints(
            """
            {"changed":1,"ids":[4],"spellings":[{"kept":{"name":"Ann Lee","count":1},\
            "others":[{"name":"lee, ann","count":1}]}]}

            """))
      try #expect(sandbox.run("rename", "author", "--spellings") == .prints("no authors have several spellings\n"))
      try #expect(sandbox.run("undo", "--steps", "2").code == 0)
      try #expect(values("authors", of: 2) == "[{\"authors\":[\"JRR Tolkien\"]}]\n")
    }
  }
}
