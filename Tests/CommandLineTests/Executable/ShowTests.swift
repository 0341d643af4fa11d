import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct Show {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    @Test func `show prints a line for each known field`() throws {
      try #expect(
        sandbox.run("show", "1", "2").masked
          == .prints(
            """
            id\t1
            title\tDune
            authors\tFrank Herbert
            series\tDune #1
            published\t1965-08
            publisher\tAce
            pages\t412
            language\teng
            isbn\t978-0-441-01359-3 (9780441013593)
            tags\tclassic; science fiction
            average rating\t4.25 (1,200 ratings)
            read state\tunread
            added\tTIME
            changed\tTIME
            uuid\tUUID

            id\t2
            title\tLes Misérables
            authors\tVictor Hugo
            published\t1862
            pages\t1463
            language\tfra
            tags\tclassic
            read state\tread
            finished\t2025-12-24
            your rating\t5
            notes\tLong.\\nWorth it.
            added\tTIME
            changed\tTIME
            uuid\tUUID

            """))
    }

    @Test(arguments: [
      "1", " 1 ", "978-0-441-01359-3", "9780441013593", "0441013597", "0-441-01359-7",
      "019b7000-0000-7000-8000-000000000001", "019B7000-0000-7000-8000-000000000001",
    ])
    func `a book is identified by number, ISBN or UUID`(name: String) throws {
      try #expect(sandbox.run("show", name, "--json=title") == .prints("[{\"title\":\"Dune\"}]\n"))
    }

    @Test func `a book that is named twice is shown once`() throws {
      try #expect(
        sandbox.run("show", "1", "0441013597", "3", "--jsonl", "--json=id") == .prints("{\"id\":1}\n{\"id\":3}\n"))
      try #expect(sandbox.run("show", "1", "--jsonl=id") == .prints("{\"id\":1}\n"))
      let twice = try sandbox.run("show", "1", "--jsonl=id", "--json=title")
      expectEqual(twice.code, 64)
      #expect(twice.errors.hasPrefix("error: name the fields once, with --json or with --jsonl\n"))
    }

    @Test(arguments: ["99", "0", "-1", "99999999999999999999", "nowhere", "9780441013594", "", "1.0"])
    func `a missing book is reported by name`(name: String) throws {
      let error = "error: no book \(name) (try 'catalog search …' to find its number)\n"
      for format in [["--json=id"], []] {
        let outcome = try sandbox.start(["show", name] + format).finish()
        #expect(outcome == .fails(4, error))
      }
    }

    @Test func `several books are shown without those that are missing`() throws {
      func error(_ name: String) -> String { "error: no book \(name) (try 'catalog search …' to find its number)\n" }
      try #expect(
        sandbox.run("show", "99", "1", "nowhere", "3", "99", "--json=id")
          == Outcome(output: "[{\"id\":1},{\"id\":3}]\n", errors: error("99") + error("nowhere"), code: 4))
      try #expect(
        sandbox.run("show", "3", "98", "1", "--jsonl=id")
          == Outcome(output: "{\"id\":3}\n{\"id\":1}\n", errors: error("98"), code: 4))
      let text = try sandbox.run("show", "99", "3")
      #expect(text == Outcome(output: try sandbox.run("show", "3").output, errors: error("99"), code: 4))
      // If all of them are missing, nothing is printed, as for a single book.
      try #expect(sandbox.run("show", "98", "99", "--json") == .fails(4, error("98") + error("99")))
      // Names from standard input are treated alike.
      try #expect(
        sandbox.run("show", "-", "--json=id", input: "1\n99\n")
          == Outcome(output: "[{\"id\":1}]\n", errors: error("99"), code: 4))
    }

    @Test func `a removed book is reported next to the books that are shown`() throws {
      try #expect(sandbox.run("remove", "2").code == 0)
      let outcome = try sandbox.run("show", "1", "2", "--json=id")
      #expect(outcome.output == "[{\"id\":1}]\n" && outcome.code == 4)
      #expect(outcome.errors.hasPrefix("error: book 2 was removed by step 2"), "\(outcome)")
    }

    @Test func `an ISBN of two books lists both`() throws {
      try #expect(sandbox.run("add", "Dune again", "--isbn", "0441013597").code == 0)
      try #expect(
        sandbox.run("show", "0441013597")
          == .fails(64, "error: 0441013597 is the ISBN of 2 books (use one of these numbers: 1, 6)\n"))
    }

    @Test func `why names the source of each field, or the user`() throws {
      try #expect(sandbox.run("edit", "3", "--set", "pages=300", "--set", "rating=4").code == 0)
      try #expect(
        sandbox.run("why", "3").masked
          == .prints(
            """
            title\tThe Color Purple\tshelf
            authors\tAlice Walker\tshelf
            pages\t300\tyou, TIME; the source says nothing
            published\t1982\tshelf
            language\teng\tshelf
            rating\t4\tyou

            """))
      try #expect(
        sandbox.run("why", "3", "pages", "--json").masked
          == .prints(
            """
            [{"field":"pages","value":"300","origin":"you","at":"TIME","sourceSays":null,"sourceSaid":null,"conflict":false,\
            "goneSince":null,"passedOver":[],"otherReadings":[]}]

            """))
      try #expect(sandbox.run("why", "3", "series") == .prints("series\t\tno value\n"))
      try #expect(sandbox.run("why", "9").code == 4)
      try #expect(sandbox.run("why", "3", "titel").code == 64)
    }

    @Test func `why shows a conflict once the source changes its value`() throws {
      try #expect(sandbox.run("edit-title", "3", "Purple").code == 0)
      let changed = ExecutableTests.shelf.replacing("The Color Purple", with: "The Colour Purple")
      try sandbox.folder.write("shelf.jsonl", changed)
      try #expect(
        sandbox.run("import", "shelf.jsonl")
          == .prints("imported shelf: 0 added, 1 updated, 4 unchanged  (undo: catalog undo)\n"))
      try #expect(
        sandbox.run("why", "3", "title").masked
          == .prints(
            """
            title\tPurple\tyou, TIME; the source says “The Colour Purple”; a conflict: before your edit, it said \
            “The Color Purple”

            """))
      try #expect(sandbox.run("status").output.contains("conflicts\t1\n"))
    }

    @Test func `a tree of books with very many long names needs little memory`() throws {
      let books = (1...3).map { book in
        let names = (1...500).map { "\"\(book) \($0) \(String(repeating: "x", count: 1_900))\"" }.joined(separator: ",")
        let tags = (1...500).map { "\"tag \($0)\"" }.joined(separator: ",")
        return "{\"id\":\"\(book)\",\"title\":\"Long \(book)\",\"authors\":[\(names)],\"tags\":[\(tags)]}\n"
      }
      let sandbox = try Sandbox(shelf: books.joined())
      // The limit on the address space, in KiB. A whole book per line would need three times as much.
      let limited = "ulimit -v 500000; catalog tree --by"
      try expectEqual(sandbox.shell("\(limited) author | wc -l").output, "1500\n")
      try expectEqual(sandbox.shell("\(limited) tag --json | grep -o '\"id\"' | wc -l").output, "1500\n")
    }

    @Test func `a tree groups books`() throws {
      try #expect(
        sandbox.run("tree", "--by", "tag")
          == .prints(
            """
            classic\t1\tDune
            classic\t2\tLes Misérables
            science fiction\t1\tDune

            """))
      try #expect(
        sandbox.run("tree", "--by", "author", "--groups", "language:en")
          == .prints("Neil Gaiman\t1\nFrank Herbert\t1\nTerry Pratchett\t1\nAlice Walker\t1\n"))
      try #expect(
        sandbox.run("tree", "--by", "series", "--json", "is:unread")
          == .prints(
            """
            [{"series":"Dune","count":1,"books":[{"id":1,"title":"Dune"}]}]

            """))
      try #expect(
        sandbox.run("tree", "--by", "year", "--groups", "--json", "dune")
          == .prints("[{\"year\":\"1965\",\"count\":1}]\n"))
      try #expect(sandbox.run("tree", "--by", "language", "nosuchword") == .prints(""))
      try #expect(
        sandbox.run("tree", "--by", "autor")
          == .fails(
            64,
            """
            error: 'autor' is not one of author, series, tag, year, language for --by; did you mean 'author'?
            usage: catalog tree [QUERY…] --by WHAT [options]

            """))
    }
  }
}
