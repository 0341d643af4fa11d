import CatalogTestSupport
import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct OwnFields {
    private let sandbox = Sandbox()

    init() throws {
      try #expect(sandbox.run("add", "Dune").code == 0)
      try #expect(sandbox.run("add", "Emma").code == 0)
    }

    @Test func `a word of add sets a user-defined field`() throws {
      try #expect(sandbox.run("field", "add", "place").code == 0)
      for (number, word) in [(3, "place=box"), (4, "own.place=box")] {
        try #expect(sandbox.run("add", "Sanditon", word, "--offline").code == 0)
        try #expect(
          sandbox.run("show", "\(number)", "--json=title,own").output
            == #"[{"title":"Sanditon","own":{"place":"box"}}]"# + "\n")
      }
      try #expect(sandbox.run("add", "place=box").errors.hasPrefix("error: missing expected argument '<title>'\n"))
      // Only the catalog knows the fields, so a damaged one is reported as such and not as a wrong argument.
      try sandbox.folder.write("damaged.db", "damaged")
      try expectEqual(sandbox.run("--db", "damaged.db", "add", "Emma", "place=box").code, 65)
    }

    @Test func `lists are sorted by a user-defined field, page after page`() throws {
      try #expect(sandbox.run("list", "--sort", "shelf", "--json=id").code == 64)
      try #expect(sandbox.run("field", "add", "shelf").code == 0)
      try #expect(sandbox.run("field", "add", "mood", "--choices", "happy; sad").code == 0)
      for title in ["Ulysses", "Walden", "Persuasion"] { try #expect(sandbox.run("add", title).code == 0) }
      for (book, values) in [
        ("1", ["shelf=Box 10", "mood=sad"]), ("3", ["shelf=box 9", "mood=happy"]), ("4", ["shelf=the attic"]),
      ] {
        try #expect(sandbox.start(["edit", book] + values.flatMap { ["--set", $0] }).finish().code == 0)
      }
      func ids(_ arguments: String...) throws -> String {
        try sandbox.start(["list", "--json=id"] + arguments).finish().output.replacing("\n", with: "")
      }
      try #expect(ids("--sort", "shelf") == #"[{"id":3},{"id":1},{"id":4},{"id":2},{"id":5}]"#)
      try #expect(ids("--sort=-own.shelf") == #"[{"id":4},{"id":1},{"id":3},{"id":5},{"id":2}]"#)
      try #expect(ids("--sort", "mood", "shelf:box") == #"[{"id":3},{"id":1}]"#)
      try #expect(ids("--sort", "Shelf", "--page", "2", "--page-size", "2") == #"[{"id":4},{"id":2}]"#)
      let page = try sandbox.run("list", "--sort", "shelf", "--after", "start", "--page-size", "2", "--json=id")
      let cursor = String(page.errors.dropFirst("next: ".count).dropLast())
      try #expect(ids("--sort", "shelf", "--after", cursor, "--page-size", "2") == #"[{"id":4},{"id":2}]"#)
      try #expect(
        sandbox.run("search", "shelf:box", "--sort=-shelf", "--json=id").output == "[{\"id\":1},{\"id\":3}]\n")
      try #expect(
        sandbox.run("list", "--sort", "shelv")
          == .fails(
            64,
            """
            error: unknown order 'shelv'; did you mean 'shelf'? (known: title, author, year, edition, added, rating, \
            average, pages, series, started, finished, shelf, mood)
            usage: catalog list [QUERY…] [options]

            """))
    }

    @Test func `a field is created, filled, shown, queried, renamed, removed and restored`() throws {
      try #expect(
        sandbox.run("field", "add", "shelf")
          == .prints(
            "added field 'shelf': text of any number of lines  (next: catalog edit BOOK --set 'shelf=VALUE')\n"))
      try #expect(
        sandbox.run("field", "add", "mood", "--choices", "happy; sad").output
          == "added field 'mood': happy, sad  (next: catalog edit BOOK --set 'mood=happy')\n")
      try #expect(sandbox.run("field", "add", "price", "--kind", "number").code == 0)
      try #expect(
        sandbox.run("edit", "1", "--set", "shelf=attic", "--set", "price=12.345", "--set", "Mood=HAPPY")
          == .prints(
            """
            1 Dune: shelf nothing → “attic”
            1 Dune: mood nothing → “happy”
            1 Dune: price nothing → “12.345”
            Dune: mood, price and shelf changed  (undo: catalog undo)

            """))
      try #expect(
        sandbox.run("edit", "2", "--set", "mood=angry")
          == .fails(
            64, "error: mood “angry”: it must be one of happy, sad\nusage: catalog edit [BOOK…] [options]\n"))
      try #expect(
        sandbox.run("list", "shelf:att", "--json=title,own").output
          == "[{\"title\":\"Dune\",\"own\":{\"shelf\":\"attic\",\"mood\":\"happy\",\"price\":12.345}}]\n")
      try #expect(sandbox.run("list", "price>12", "-has:nook", "--json=id").output == "[{\"id\":1}]\n")
      try #expect(sandbox.run("list", "price:>13", "--json=id").output == "[]\n")
      try #expect(
        sandbox.run("field", "list").output
          == "shelf\ttext\t1\ttext of any number of lines\nmood\tchoice\t1\thappy, sad\nprice\tnumber\t1\ta number\n")
      try #expect(sandbox.run("show", "1").output.contains("\nshelf\tattic\nmood\thappy\nprice\t12.345\n"))
      try #expect(sandbox.run("why", "1", "shelf").output == "own.shelf\tattic\tyou\n")
      try #expect(
        sandbox.run("field", "rename", "shelf", "room").output
          == "renamed field 'shelf' to 'room'  (undo: catalog undo)\n")
      try #expect(
        sandbox.run("field", "remove", "room")
          == .fails(
            64,
            "error: this would remove the field, which has a value in 1 book; add --yes to confirm\n"
              + "usage: catalog field remove NAME [options]\n"))
      try #expect(
        sandbox.run("field", "remove", "room", "--yes").output == "removed field 'room'  (undo: catalog undo)\n")
      try #expect(sandbox.run("list", "room:attic", "--json=id").output == "[]\n")
      try #expect(sandbox.run("undo").output == "undone: field “room” removed  (redo: catalog redo)\n")
      try #expect(sandbox.run("history", "--book", "1").output.contains("room → “attic”"))
      try #expect(sandbox.run("list", "room:attic", "--json=id").output == "[{\"id\":1}]\n")
      try #expect(sandbox.run("check").code == 0)
    }

    @Test func `an impossible request is rejected with advice`() throws {
      try #expect(
        sandbox.run("edit", "1", "--set", "shelf=attic").errors
          .hasPrefix("error: unknown field 'shelf' (known: title, authors, isbn"))
      try #expect(
        sandbox.run("field", "add", "title")
          == .fails(
            64,
            "error: field “title”: a built-in field or filter has that name\nusage: catalog field add NAME [options]\n")
      )
      try #expect(
        sandbox.run("field", "add", "two words")
          == .fails(
            64,
            "error: field “two words”: a name may contain only letters, digits, hyphens and underscores\n"
              + "usage: catalog field add NAME [options]\n"))
      try #expect(
        sandbox.run("field", "remove", "shelf") == .fails(4, "error: no custom field is called shelf\n"))
      try #expect(sandbox.run("field", "add", "shelf").code == 0)
      try #expect(
        sandbox.run("edit", "1", "--add", "shelf=x").errors
          == "error: shelf: it is not a list, so single values cannot be added or removed; set the whole value\n"
          + "usage: catalog edit [BOOK…] [options]\n")
      try #expect(
        sandbox.run("revert", "1", "shelf")
          == .fails(1, "error: you have not set “shelf” of book 1\n"))
      try #expect(
        sandbox.run("field", "remove", "nook")
          == .fails(4, "error: no custom field is called nook (your fields are shelf)\n"))
      try #expect(sandbox.run("field", "add", "mood", "--kind", "choice").code == 64)
    }

    @Test(arguments: ["jsonl", "csv"])
    func `an export restores all fields in an empty catalog, and exporting again gives the same file`(format: String)
      throws
    {
      for (name, kind) in [
        ("shelf", "text"), ("price", "number"), ("bought", "date"), ("signed", "flag"), ("by", "list"),
      ] {
        try #expect(sandbox.run("field", "add", name, "--kind", kind).code == 0)
      }
      try #expect(
        sandbox.run(
          "edit", "1", "--set", "shelf=attic, “x”; y", "--set", "price=-0.125", "--set", "bought=2024-05", "--set",
          "signed=no", "--set", "by=Ada; Ben"
        ).code == 0)
      try #expect(sandbox.run("field", "add", "unused", "--kind", "list").code == 0)
      try #expect(sandbox.run("field", "add", "mood", "--choices", "happy; so, so; sad").code == 0)
      try #expect(sandbox.run("export", "first.\(format)").code == 0)
      let first = try sandbox.folder.read("first.\(format)")
      if format == "jsonl" {
        #expect(
          String(decoding: first, as: UTF8.self).hasPrefix(
            "{\"ownField\":\"shelf\",\"kind\":\"text\"}\n{\"ownField\":\"price\",\"kind\":\"number\"}\n"))
      }
      try #expect(sandbox.run("--db", "other.db", "import", "first.\(format)").code == 0)
      try #expect(sandbox.run("--db", "other.db", "export", "second.\(format)").code == 0)
      let second = try sandbox.folder.read("second.\(format)")
      expectEqual(second, first)
      try #expect(
        sandbox.run("--db", "other.db", "show", "1", "--json=own").output
          == sandbox.run("show", "1", "--json=own").output)
      try #expect(sandbox.run("--db", "other.db", "import", "first.\(format)").output.contains("0 added"))
    }

    @Test func `unknown columns are kept as fields on request`() throws {
      try sandbox.folder.write("books.csv", "Title,Shelf Mark,Price,own.bought:date\nUlysses,A 12,7.5,2020\nKim,,x,\n")
      try #expect(sandbox.run("field", "add", "price", "--kind", "number").code == 0)
      try #expect(sandbox.run("import", "books.csv", "--keep-columns").code == 0)
      try #expect(
        sandbox.run("list", "has:price OR has:price-2", "--sort", "title", "--json=title,own").output == """
          [{"title":"Kim","own":{"price-2":"x"}},\
          {"title":"Ulysses","own":{"price":7.5,"bought":"2020","shelf-mark":"A 12"}}]

          """)
      // The user's value stays, and the value from the file is updated.
      try #expect(sandbox.run("edit", "3", "--set", "shelf-mark=B 1").code == 0)
      try sandbox.folder.write("books.csv", "Title,Shelf Mark,Price,own.bought:date\nUlysses,C 3,8,2021\nKim,,x,\n")
      try #expect(sandbox.run("import", "books.csv", "--keep-columns").code == 0)
      try #expect(
        sandbox.run("show", "3", "--json=own").output
          == "[{\"own\":{\"price\":8,\"bought\":\"2021\",\"shelf-mark\":\"B 1\"}}]\n")
    }

    @Test func `a column is mapped to a named user-defined field`() throws {
      try sandbox.folder.write("books.csv", "Title,Paid,Mood\nUlysses,7.5,sad\nKim,,\n")
      try #expect(
        sandbox.run(
          "import", "books.csv", "--map", "own.price:number=Paid", "--map", "own.mood:choice:happy; sad=mood"
        ).code == 0)
      try #expect(
        sandbox.run("list", "price:>7 mood:sad", "--json=title,own").output
          == "[{\"title\":\"Ulysses\",\"own\":{\"mood\":\"sad\",\"price\":7.5}}]\n")
      try #expect(sandbox.run("field", "list").output.hasPrefix("mood\tchoice\t1\thappy, sad\nprice\tnumber\t1\t"))
      try sandbox.folder.write("bare.csv", "Emma,3\n")
      try #expect(sandbox.run("import", "bare.csv", "--map", "title=1", "--map", "own.price=2").code == 0)
      try #expect(sandbox.run("list", "price:3", "--json=title").output == "[{\"title\":\"Emma\"}]\n")
      for (argument, reason) in [
        ("own.price:money=Paid", "kind “money”: it must be one of text, number, date, flag, list, choice"),
        ("own.rating=Paid", "field “rating”: a built-in field or filter has that name"),
        ("own.price=Paidd", "no column 'Paidd'; the columns are Title, Paid, Mood"),
      ] {
        let outcome = try sandbox.run("import", "books.csv", "--map", argument)
        #expect(outcome.code == 64 && outcome.errors.contains(reason), "\(outcome)")
      }
    }

    @Test func `undoing an import removes the field that it created, and a removed field is restored with its values`()
      throws
    {
      try sandbox.folder.write("a.jsonl", #"{"title":"Ulysses","own":{"shelf":"z"}}"#)
      try #expect(sandbox.run("import", "a.jsonl").code == 0)
      try #expect(sandbox.run("undo").code == 0)
      try #expect(sandbox.run("field", "list").output == "")
      try #expect(sandbox.run("redo").code == 0)
      try #expect(sandbox.run("edit", "1", "--set", "shelf=ME").code == 0)
      try #expect(sandbox.run("field", "remove", "shelf", "--yes").code == 0)
      try sandbox.folder.write("b.jsonl", #"{"title":"Kim","own":{"shelf":"y"}}"#)
      try #expect(sandbox.run("import", "b.jsonl").code == 0)
      try #expect(sandbox.run("show", "1", "--json=own").output == "[{\"own\":{\"shelf\":\"ME\"}}]\n")
      try #expect(sandbox.run("undo").code == 0)
      try #expect(sandbox.run("field", "list").output == "")
      try #expect(sandbox.run("undo").code == 0)
      try #expect(sandbox.run("show", "1", "--json=own").output == "[{\"own\":{\"shelf\":\"ME\"}}]\n")
      try #expect(sandbox.run("field", "list").output.hasPrefix("shelf\ttext\t2\t"))
    }

    @Test func `a row with more fields than a catalog may have is rejected and creates none`() throws {
      let own = (1...230).map { "\"f\($0)\":1" }.joined(separator: ",")
      try sandbox.folder.write("a.jsonl", "{\"title\":\"Ulysses\",\"own\":{\(own)}}")
      try #expect(sandbox.run("import", "a.jsonl").errors.contains("at most 200 custom fields"))
      try #expect(sandbox.run("field", "list").output == "")
    }
  }
}
