import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct ImportTable {
    private let sandbox = Sandbox()

    private func list(_ fields: String) throws -> String {
      try sandbox.run("list", "--sort", "added", "--all", "--jsonl", "--json=\(fields)").output
    }

    @Test func `a Goodreads table is imported with all its quirks`() throws {
      try sandbox.folder.write(
        "goodreads.csv",
        """
        Book Id,Title,Author,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Number of Pages,Year Published,\
        Original Publication Year,Date Read,Date Added,Exclusive Shelf
        1,"Dune (Dune, #1)",Frank Herbert,,="0441013597",="9780441013593",5,4.25,412,1990,1965.0,2020/01/02,2019/12/01,read
        2,Emma,"Austen, Jane","Bell, Fox",="",="",0,4,,,,,2019/12/02,to-read
        3,Wrong ISBN,A,,="0441013590",="",0,,,,,,2019/12/03,currently-reading
        4,Right one of two,A,,="0441013590",="9780441013593",0,,,,,,2019/12/04,
        5,Iliad,Homer,,,,,,,,-750,,2019/12/05,
        6,Lost zeros,A,,14143958X,,,,,,,,2019/12/06,
        7,Rounded,A,,9.78E+12,,,,,,,,2019/12/07,
        8,Wrong year,A,,,,,,,,99999,,2019/12/08,
        9,Half,a
        10,"Gideon the Ninth (The Locked Tomb #1.5)",Tamsyn Muir,,,,,,,,,,2019/12/09,

        """)
      try #expect(
        sandbox.run("import", "goodreads.csv")
          == Outcome(
            output: """
              imported goodreads: 10 added, 0 updated, 0 unchanged, 4 with an invalid value left out  \
              (undo: catalog undo)

              """,
            errors: """
              warning: row 3 imported without ISBN “0441013590”: its check digit should be 7
              warning: row 6 imported without ISBN “14143958X”: its check digit should be 0
              warning: row 7 imported without ISBN “9.78E+12”: a spreadsheet rounded it, so its last digits are lost
              warning: row 8 imported without published “99999”: the year must be from −4000 to 2100; \
              first published “99999”: the year must be from −4000 to 2100
              note: columns stored under another name: Book Id → identifiers (10 values), \
              Additional Authors → authors (1 value), \
              Exclusive Shelf → read state (1 read, 1 reading, 1 want)

              """))
      try #expect(
        list("title,authors,isbn,published,series,seriesNumber,readState,rating,finished")
          == """
          {"title":"Dune (Dune, #1)","authors":["Frank Herbert"],"isbn":"9780441013593","published":"1990",\
          "series":"Dune","seriesNumber":1,"readState":"read","rating":5,"finished":"2020-01-02"}
          {"title":"Emma","authors":["Austen, Jane","Bell","Fox"],"isbn":null,"published":null,"series":null,\
          "seriesNumber":null,"readState":"want","rating":null,"finished":null}
          {"title":"Wrong ISBN","authors":["A"],"isbn":null,"published":null,"series":null,"seriesNumber":null,\
          "readState":"reading","rating":null,"finished":null}
          {"title":"Right one of two","authors":["A"],"isbn":"9780441013593","published":null,"series":null,\
          "seriesNumber":null,"readState":"unread","rating":null,"finished":null}
          {"title":"Iliad","authors":["Homer"],"isbn":null,"published":"-0750","series":null,"seriesNumber":null,\
          "readState":"unread","rating":null,"finished":null}
          {"title":"Lost zeros","authors":["A"],"isbn":null,"published":null,"series":null,"seriesNumber":null,\
          "readState":"unread","rating":null,"finished":null}
          {"title":"Rounded","authors":["A"],"isbn":null,"published":null,"series":null,"seriesNumber":null,\
          "readState":"unread","rating":null,"finished":null}
          {"title":"Wrong year","authors":["A"],"isbn":null,"published":null,"series":null,"seriesNumber":null,\
          "readState":"unread","rating":null,"finished":null}
          {"title":"Gideon the Ninth (The Locked Tomb #1.5)","authors":["Tamsyn Muir"],"isbn":null,"published":null,\
          "series":"The Locked Tomb","seriesNumber":1.5,"readState":"unread","rating":null,"finished":null}
          {"title":"Half","authors":["a"],"isbn":null,"published":null,"series":null,"seriesNumber":null,\
          "readState":"unread","rating":null,"finished":null}

          """)
      try #expect(
        sandbox.run("import", "goodreads.csv").output
          == "imported goodreads: 0 added, 0 updated, 10 unchanged, 4 with an invalid value left out\n")
    }

    @Test(arguments: [
      ("441013597", "0441013597"), ("14143958X", nil), ("[0441013597]", "0441013597"),
      ("0-441-01359-7, 9780441013593", "0-441-01359-7"),
    ])
    func `an ISBN is found in the notations of other programs`(cell: String, isbn: String?) throws {
      try sandbox.folder.write("a.csv", "title,isbn\nA,\"\(cell)\"\n")
      _ = try sandbox.run("import", "a.csv")
      try #expect(list("isbn") == "{\"isbn\":\(isbn.map { "\"\($0)\"" } ?? "null")}\n")
    }

    @Test func `an empty cell does not remove another source's value`() throws {
      try sandbox.folder.write("with.csv", "title,authors,isbn,pages\nDune,Frank Herbert,9780441013593,412\n")
      try sandbox.folder.write("without.csv", "title,authors,isbn,pages\nDune,Frank Herbert,,\n")
      try #expect(sandbox.run("import", "with.csv").code == 0)
      try #expect(sandbox.run("import", "without.csv", "--source", "with").code == 0)
      try #expect(sandbox.run("import", "without.csv").code == 0)
      try #expect(list("isbn,pages").split(separator: "\n").first == "{\"isbn\":\"9780441013593\",\"pages\":412}")
    }

    @Test func `columns of a table without a header are named by number`() throws {
      try sandbox.folder.write("list.csv", "Emma,Jane Austen\nDune,Frank Herbert\n")
      try #expect(
        sandbox.run("import", "list.csv")
          == .fails(
            65,
            """
            error: no column looks like a title; the columns are Emma, Jane Austen (choose one with --map title=COLUMN)

            """))
      try #expect(
        sandbox.run("import", "list.csv", "--map", "title=1", "--map", "authors=2")
          == .prints("imported list: 2 added, 0 updated, 0 unchanged  (undo: catalog undo)\n"))
      try #expect(list("title,authors").contains("{\"title\":\"Emma\",\"authors\":[\"Jane Austen\"]}\n"))
      try #expect(
        sandbox.run("import", "list.csv", "--map", "title=3")
          == .fails(64, "error: no column '3'; the columns are 1, 2\n"))
    }

    @Test func `columns are mapped to fields by name`() throws {
      try sandbox.folder.write("a.csv", "original_title,title,Writer\nOne,Two,W\n")
      try #expect(
        sandbox.run("import", "a.csv", "--map", "title=Original Title", "--map", "author=writer")
          == Outcome(
            output: "imported a: 1 added, 0 updated, 0 unchanged  (undo: catalog undo)\n",
            errors: "note: columns ignored: title (1 value, e.g. “Two”). Keep them with --keep-columns\n"))
      try #expect(list("title,authors") == "{\"title\":\"One\",\"authors\":[\"W\"]}\n")
      try #expect(
        sandbox.run("import", "a.csv", "--map", "title=nosuch")
          == .fails(64, "error: no column 'nosuch'; the columns are original_title, title, Writer\n"))
      for (arguments, field) in [
        (["--map", "title=original_title", "--map", "title=Title"], "title"),
        (["--map", "own.x=original_title", "--map", "OWN.X:number=Title"], "own.x"),
      ] {
        // The error is reported before the file is opened.
        try #expect(
          sandbox.start(["import", "nosuch.csv"] + arguments).finish()
            == .fails(
              64, "error: the columns 'original_title' and 'Title' are both assigned to \(field); choose one\n"))
      }
      try #expect(sandbox.run("import", "a.csv", "--map", "titel=1").code == 64)
      try #expect(sandbox.run("import", "a.csv", "--map", "title").code == 64)
    }

    @Test func `unreadable rows affect only themselves`() throws {
      let bytes =
        Array("title,notes\nnul\u{0}here,x\n\"never closed,x\nhuge,".utf8) + [UInt8](repeating: 120, count: 17_000_000)
        + Array("\nlast,\"two\nlines\"\n".utf8)
      try sandbox.folder.write("a.csv", bytes)
      try #expect(
        sandbox.run("import", "a.csv")
          == Outcome(
            output: "imported a: 1 added, 0 updated, 0 unchanged, 3 rejected  (undo: catalog undo)\n",
            errors: """
              warning: row 1 rejected: contains a NUL byte
              warning: row 2 rejected: quote opened in row 2 never closed
              warning: row 3 rejected: is longer than 16777216 bytes

              """, code: 3))
      try #expect(list("title,notes") == "{\"title\":\"last\",\"notes\":\"two\\nlines\"}\n")
    }

    @Test func `a title of a megabyte is rejected in one short line`() throws {
      let title = String(repeating: "x", count: 1_000_000)
      try sandbox.folder.write("a.csv", "title\n\(title)\nB\n")
      try #expect(
        sandbox.run("import", "a.csv")
          == Outcome(
            output: "imported a: 1 added, 0 updated, 0 unchanged, 1 rejected  (undo: catalog undo)\n",
            errors:
              "warning: row 1 rejected: title “\(title.prefix(79))…”: it has 1,000,000 bytes, the limit is 2,000\n",
            code: 3))
    }

    @Test func `a repeated id is one book, and a row that contradicts it is rejected`() throws {
      try sandbox.folder.write("a.csv", "id,title\n1,First\n1,Second\n1,First\n")
      let warning = "warning: row 2 rejected: id “1”: another row of this input has the same id but different values\n"
      try #expect(
        sandbox.run("import", "a.csv")
          == Outcome(
            output: "imported a: 1 added, 0 updated, 1 unchanged, 1 rejected  (undo: catalog undo)\n", errors: warning,
            code: 3))
      try #expect(
        sandbox.run("import", "a.csv")
          == Outcome(output: "imported a: 0 added, 0 updated, 2 unchanged, 1 rejected\n", errors: warning, code: 3))
      try #expect(list("title") == "{\"title\":\"First\"}\n")
      try #expect(sandbox.run("check").code == 0)
    }

    @Test func `files with one name in two folders are two sources`() throws {
      try #expect(
        sandbox.shell("mkdir one two; printf 'title\\nA\\n' > one/books.csv; printf 'title\\nB\\n' > two/books.csv")
          .code == 0)
      let note = "note: the source is named books-2 (choose a name with --source NAME)\n"
      try #expect(sandbox.run("import", "one/books.csv").code == 0)
      try #expect(
        sandbox.run("import", "two/books.csv")
          == Outcome(
            output: "imported books-2: 1 added, 0 updated, 0 unchanged  (undo: catalog undo)\n", errors: note))
      try #expect(
        sandbox.run("import", "two/../two/books.csv")
          == Outcome(output: "imported books-2: 0 added, 0 updated, 1 unchanged\n", errors: note))
      try #expect(
        sandbox.run("import", "one/books.csv") == .prints("imported books: 0 added, 0 updated, 1 unchanged\n"))
    }

    @Test func `an import's name selects the source of that name, ignoring case`() throws {
      try sandbox.folder.write("a.csv", "id,title\n1,A\n")
      try #expect(sandbox.run("import", "a.csv", "--source", "books").code == 0)
      try #expect(
        sandbox.run("import", "a.csv", "--source", "Books")
          == .prints("imported books: 0 added, 0 updated, 1 unchanged\n"))
      try sandbox.folder.write("Books.csv", "id,title\n1,B\n")
      try #expect(
        sandbox.run("import", "Books.csv")
          == Outcome(
            output: "imported Books-2: 1 added, 0 updated, 0 unchanged  (undo: catalog undo)\n",
            errors: "note: the source is named Books-2 (choose a name with --source NAME)\n"))
      try #expect(sandbox.run("list", "--count") == .prints("2\n"))
    }

    @Test func `the names of imports are checked like those of other sources`() throws {
      try sandbox.folder.write("my books.csv", "title\nA\n")
      for name in ["a b", "x/y", "\u{202E}evil", "Local"] {
        let outcome = try sandbox.run("import", "my books.csv", "--source", name)
        #expect(outcome.code == 64 && outcome.output == "" && outcome.errors.hasPrefix("error: name “"), "\(outcome)")
      }
      try #expect(
        sandbox.run("import", "my books.csv")
          == Outcome(
            output: "imported my-books: 1 added, 0 updated, 0 unchanged  (undo: catalog undo)\n",
            errors: "note: the source is named my-books (choose a name with --source NAME)\n"))
      try #expect(sandbox.run("list", "source:my-books", "--count") == .prints("1\n"))
    }

    @Test func `tags of a calibre table are split although it has a UUID`() throws {
      try sandbox.folder.write(
        "a.csv", "title,author,tags,uuid\nDune,Herbert,\"sf, classic\",01a200f6-3ba3-7db6-b7de-825d7bc74e05\n")
      try #expect(sandbox.run("import", "a.csv").code == 0)
      try #expect(list("tags") == "{\"tags\":[\"classic\",\"sf\"]}\n")
    }

    @Test func `unknown columns become user-defined fields, and the import lists them`() throws {
      try sandbox.folder.write(
        "a.csv",
        "Title,ISBN/UID,Read Status,Star Rating,Moods,Pace,Flawed Characters?\nA,,read,4,\"dark, tense\",slow,\n")
      try #expect(
        sandbox.run("import", "a.csv").errors
          == "note: columns stored under another name: Read Status → read state (1 read), "
          + "Moods → own.moods (1 dark, 1 tense), Pace → own.pace (1 slow)\n"
      )
      try #expect(sandbox.run("list", "moods:dark pace:slow", "--count").output == "1\n")
      try #expect(
        sandbox.run("field", "list").output
          == "moods\tlist\t1\tseparated by semicolons\npace\tchoice\t1\tslow, medium, fast\n")
      let json = try sandbox.run("import", "a.csv", "--dry-run", "--json").output
      #expect(json.contains(#"{"column":"Pace","field":"own.pace","cells":1,"values":{"slow":1}}"#))
    }

    @Test func `an empty column does not hide the next column of its field`() throws {
      try sandbox.folder.write(
        "a.csv", "Book Id,Title,Author,Exclusive Shelf,My Review,Private Notes\n1,Dune,Frank Herbert,read,,mine\n")
      try #expect(
        sandbox.run("import", "a.csv")
          == Outcome(
            output: "imported a: 1 added, 0 updated, 0 unchanged  (undo: catalog undo)\n",
            errors: "note: columns stored under another name: Book Id → identifiers (1 value), "
              + "Exclusive Shelf → read state (1 read)\n"))
      try #expect(list("notes") == "{\"notes\":\"mine\"}\n")
    }

    @Test func `an input without line ends and a catalog in memory are rejected`() throws {
      try #expect(
        sandbox.shell("tr '\\0' a < /dev/zero | catalog import -")
          == .fails(
            65,
            "error: cannot read standard input: no line ends within 256 MiB "
              + "(choose a file of books: a table, or JSON Lines)\n"
          ))
      try #expect(
        sandbox.run("import", "/dev/zero")
          == .fails(65, "error: the file is not a text file; expected CSV, JSON Lines, MARC, BibTeX or RIS\n"))
      for command in [["list"], ["add", "A"], ["status"]] {
        try #expect(
          sandbox.start(["--db", ":memory:"] + command).finish()
            == .fails(
              1, "error: cannot open :memory:: a catalog must be a file (for a file with this name, use ./:memory:)\n"))
      }
      try #expect(sandbox.run("--db", "./:memory:", "add", "A").code == 0)
    }

    @Test func `data that is not stored is reported with its amount and an example`() throws {
      try sandbox.folder.write(
        "libib.csv",
        """
        item_type,title,creators,ean_isbn13,upc_isbn10,age_group,copies,esrb
        book,Dune,Frank Herbert,9780441013593,,9.99,1,
        movie,Dune,Denis Villeneuve,,,12,2,
        book,Emma,Jane Austen,,,"\u{1B}[31mred",,

        """)
      try #expect(sandbox.run("add", "A").code == 0)
      let notes = """
        note: skipped 1 row that are not books of yours, such as films
        note: columns ignored: age_group (2 values, e.g. “9.99”). Keep them with --keep-columns

        """
      try #expect(
        sandbox.run("import", "libib.csv", "--dry-run")
          == Outcome(output: "would import libib: 2 added, 0 updated, 0 unchanged\n", errors: notes))
      try #expect(
        sandbox.run("import", "libib.csv", "--json")
          == .prints(
            """
            {"source":"libib","added":2,"updated":0,"unchanged":0,"rejected":0,"leftOut":0,"keptYours":0,"otherReadings":0,"waiting":0,\
            "passedOver":1,\
            "became":[{"column":"copies","field":"copies","cells":1,"values":{}}],"repeated":[],\
            "notKept":[{"column":"age_group","cells":2,"example":"9.99"}]}

            """))
    }

    @Test func `an edit survives a newer file`() throws {
      try sandbox.folder.write("a.csv", "id,title,pages,my rating\n1,Old,10,3\n")
      try #expect(sandbox.run("import", "a.csv").code == 0)
      try #expect(sandbox.run("edit", "1", "--set", "title=Mine", "--set", "rating=5").code == 0)
      try sandbox.folder.write("a.csv", "id,title,pages,my rating\n1,New,20,4\n")
      try #expect(
        sandbox.run("import", "a.csv")
          == .prints("imported a: 0 added, 1 updated, 0 unchanged, 1 with your edits kept  (undo: catalog undo)\n"))
      try #expect(list("title,pages,rating") == "{\"title\":\"Mine\",\"pages\":20,\"rating\":5}\n")
    }

    @Test func `the rejects can be corrected and imported`() throws {
      try sandbox.folder.write("a.csv", "title;year;authors\nCafé \"x\";99999;\"A;B\"\nok;2000;C\nlong;2000;C;D\n")
      try #expect(sandbox.run("import", "a.csv", "--rejects", "rejected.csv").code == 3)
      expectEqual(
        String(decoding: try sandbox.folder.read("rejected.csv"), as: UTF8.self),
        """
        title;year;authors;reason
        Café "x";99999;"A;B";"published “99999”: the year must be from −4000 to 2100"
        long;2000;C;D;"has 4 cells, the header 3"

        """)
      try #expect(
        sandbox.shell("sed -i -e s/99999/1999/ -e '/^long/d' rejected.csv; catalog import rejected.csv")
          == Outcome(
            output: "imported rejected: 1 added, 0 updated, 0 unchanged  (undo: catalog undo)\n",
            errors: "note: columns ignored: reason (1 value, e.g. “published “99999”: the year must be fro…”). "
              + "Keep them with --keep-columns\n"))
      try #expect(
        sandbox.run("search", "cafe", "--json=title,published,authors")
          == .prints("[{\"title\":\"Café \\\"x\\\"\",\"published\":\"1999\",\"authors\":[\"A\",\"B\"]}]\n"))
    }

    @Test func `the imported file is never overwritten by its rejects`() throws {
      try sandbox.folder.write("a.csv", "title\nA\n")
      try #expect(
        sandbox.run("import", "a.csv", "--rejects", "./a.csv")
          == .fails(1, "error: cannot write ./a.csv: it is the input file (choose another file)\n"))
      try #expect(sandbox.folder.read("a.csv") == Array("title\nA\n".utf8))
      try #expect(sandbox.run("import", "a.csv", "--rejects", "nosuch/r.csv").code == 4)
      try #expect(sandbox.run("import", "a.csv", "--rejects", "r.csv", "--dry-run").code == 64)
    }

    @Test func `a dry run of an import counts books and stores nothing`() throws {
      try sandbox.folder.write("a.csv", "title,year\nA,1\nB,99999\n")
      try sandbox.folder.write("b.csv", "title,year\nA,1\nC,3\n")
      try #expect(sandbox.run("import", "a.csv").code == 3)
      let before = try sandbox.run("status", "--json").output
      try #expect(
        sandbox.run("import", "b.csv", "--dry-run") == .prints("would import b: 2 added, 0 updated, 0 unchanged\n"))
      try #expect(
        sandbox.run("import", "a.csv", "--dry-run")
          == Outcome(
            output: "would import a: 0 added, 0 updated, 1 unchanged, 1 rejected\n",
            errors: "warning: row 2 rejected: published “99999”: the year must be from −4000 to 2100\n", code: 3))
      try #expect(sandbox.run("status", "--json").output == before)
    }

    @Test func `more than ten rejected rows are counted, not listed`() throws {
      try sandbox.folder.write("a.csv", "title,year\nok,1\n" + String(repeating: "A,99999\n", count: 1_234))
      let outcome = try sandbox.run("import", "a.csv", "--json")
      expectEqual(
        outcome.output,
        "{\"source\":\"a\",\"added\":1,\"updated\":0,\"unchanged\":0,\"rejected\":1234,\"leftOut\":0,\"keptYours\":0,\"otherReadings\":0,\"waiting\":0,"
          + "\"passedOver\":0,\"became\":[],\"repeated\":[],\"notKept\":[]}\n")
      #expect(outcome.errors.hasSuffix("warning: 1,224 more rows rejected (keep them with --rejects FILE)\n"))
      expectEqual(outcome.errors.split(separator: "\n").count, 11)
      expectEqual(outcome.code, 3)
    }

    @Test(arguments: ["", "title\n", "\n\n\n"]) func `an input without rows is rejected`(text: String) throws {
      try sandbox.folder.write("a.csv", text)
      try #expect(sandbox.run("import", "a.csv") == .fails(65, "error: the input contains no rows\n"))
    }

    @Test func `an input of only invalid rows stores nothing, not even its source`() throws {
      try sandbox.folder.write("a.csv", "title,year\nA,99999\nB,99999\n")
      try #expect(sandbox.run("import", "a.csv").code == 65)
      try #expect(sandbox.run("status").output.contains("source") == false)
      try sandbox.folder.write("noise.csv", (0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
      let outcome = try sandbox.run("import", "noise.csv")
      expectEqual(outcome.code, 65)
      expectEqual(outcome.output, "")
    }

    @Test func `a missing input or one that is not a file is reported by name`() throws {
      try #expect(
        sandbox.run("import", "nosuch.csv")
          == .fails(4, "error: cannot open nosuch.csv: no such file or directory (check the path)\n"))
      try #expect(
        sandbox.run("import", "home")
          == .fails(
            1,
            "error: cannot open home: is a directory "
              + "(add a folder as a source: 'catalog source add NAME folder home')\n"))
      try #expect(sandbox.files() == [])
      _ = try sandbox.folder.write("program.csv", [0x7F, 0x45, 0x4C, 0x46, 0, 1, 2] as [UInt8])
      _ = try sandbox.folder.write("metadata.db", "SQLite format 3\0 and more")
      _ = try sandbox.folder.write("books.xlsx", "PK\u{3}\u{4} and more")
      try #expect(
        sandbox.run("import", "program.csv")
          == .fails(65, "error: the file is not a text file; expected CSV, JSON Lines, MARC, BibTeX or RIS\n"))
      try #expect(
        sandbox.run("import", "metadata.db")
          == .fails(
            65,
            "error: the file is an SQLite database, not a table of books as text "
              + "(add a calibre library as a source: 'catalog source add NAME calibre-library FOLDER')\n"))
      try #expect(
        sandbox.run("import", "books.xlsx")
          == .fails(
            65,
            "error: the file is a ZIP archive, such as a workbook, not a table of books as text (save a workbook as CSV; "
              + "add e-books as a source: 'catalog source add NAME folder FOLDER')\n"))
      try #expect(sandbox.run("import").code == 64)
      try #expect(sandbox.run("import", "a.csv", "b.csv").code == 64)
      try #expect(sandbox.run("import", "a.csv", "--format", "xml").code == 64)
      try #expect(sandbox.run("import", "a.csv", "--source", " ").code == 64)
    }

    @Test func `ids from standard input need the name of their source`() throws {
      let rows = "id,title\n1,A\n"
      try #expect(
        sandbox.run("import", "-", input: rows)
          == .fails(
            64,
            "error: the rows have ids, so a source name is needed (choose one with --source NAME)\n"))
      try #expect(
        sandbox.run("import", "-", "--source", "mine", input: rows)
          == .prints("imported mine: 1 added, 0 updated, 0 unchanged  (undo: catalog undo)\n"))
      try #expect(
        sandbox.run("import", "-", input: "title\nB\n")
          == .prints("imported standard-input: 1 added, 0 updated, 0 unchanged  (undo: catalog undo)\n"))
      try #expect(sandbox.run("import", "-", input: "") == .fails(65, "error: the input contains no rows\n"))
    }
  }
}
