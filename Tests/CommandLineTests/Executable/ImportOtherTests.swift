import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct ImportEncodings {
    private let sandbox = Sandbox()

    private func imported() throws -> String {
      try sandbox.run("list", "--sort", "added", "--jsonl", "--json=title,authors").output
    }

    private static let sumUp = "imported a: 2 added, 0 updated, 0 unchanged  (undo: catalog undo)\n"
    private static let books = """
      {"title":"Café","authors":["Zoë"]}
      {"title":"naïve “Q”","authors":["Ł"]}

      """
    private static let table = "title;authors\nCafé;Zoë\nnaïve “Q”;Ł\n"

    @Test func `Windows-1252 is detected and reported`() throws {
      let bytes: [UInt8] =
        Array("title;authors\nCaf".utf8) + [0xE9] + Array(";Zo".utf8) + [
          0xEB, 0x0A, 0x93, 0x51, 0x94, 0x3B, 0x41, 0x0A,
        ]
      try sandbox.folder.write("a.csv", bytes)
      try #expect(
        sandbox.run("import", "a.csv")
          == Outcome(
            output: Self.sumUp,
            errors: """
              note: reading as Windows-1252: the file is not valid UTF-8 (choose another with --encoding NAME)

              """))
      try #expect(imported() == "{\"title\":\"Café\",\"authors\":[\"Zoë\"]}\n{\"title\":\"“Q”\",\"authors\":[\"A\"]}\n")
    }

    @Test func `the rejects of a Windows-1252 table are UTF-8 throughout`() throws {
      try sandbox.folder.write("a.csv", Array("title,year\nCaf".utf8) + [0xE9] + Array(",99999\nok,1\n".utf8))
      try #expect(sandbox.run("import", "a.csv", "--rejects", "r.csv").code == 3)
      expectEqual(
        String(validating: try sandbox.folder.read("r.csv"), as: UTF8.self),
        "title,year,reason\nCafé,99999,\"published “99999”: the year must be from −4000 to 2100\"\n")
      try #expect(sandbox.shell("sed -i s/99999/1999/ r.csv; catalog import r.csv").code == 0)
      try #expect(imported().contains("{\"title\":\"Café\",\"authors\":[]}\n"))
    }

    @Test(arguments: [false, true]) func `UTF-16 is detected by its byte order mark`(isBigEndian: Bool) throws {
      let units = "\u{FEFF}\(Self.table)".utf16.flatMap { unit in
        isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      }
      try sandbox.folder.write("a.csv", units)
      let name = isBigEndian ? "UTF-16BE" : "UTF-16LE"
      try #expect(
        sandbox.run("import", "a.csv")
          == Outcome(output: Self.sumUp, errors: "note: reading as \(name): the file starts with its byte order mark\n")
      )
      try #expect(imported() == Self.books)
    }

    @Test func `a byte order mark and Windows line ends are not part of the text`() throws {
      try sandbox.folder.write("a.csv", "\u{FEFF}" + Self.table.replacing("\n", with: "\r\n"))
      try #expect(sandbox.run("import", "a.csv") == .prints(Self.sumUp))
      try #expect(imported() == Self.books)
    }

    @Test(arguments: [";", ",", "\t", "|"]) func `the delimiter is detected`(delimiter: String) throws {
      try sandbox.folder.write("a.csv", Self.table.replacing(";", with: delimiter))
      try #expect(sandbox.run("import", "a.csv") == .prints(Self.sumUp))
      try #expect(imported() == Self.books)
    }

    @Test func `a few invalid bytes in much UTF-8 affect only their rows`() throws {
      let good = (1...200).map { "Bücher für Köln \($0),Ä\n" }.joined()
      try sandbox.folder.write(
        "a.csv", Array("title,authors\nfür schön".utf8) + [0xFF, 0x2C, 0x41, 0x0A] + Array(good.utf8))
      let outcome = try sandbox.run("import", "a.csv")
      expectEqual(outcome.output, "imported a: 200 added, 0 updated, 0 unchanged, 1 rejected  (undo: catalog undo)\n")
      #expect(outcome.errors.hasSuffix("warning: row 1 rejected: is not valid UTF-8 in cell 1\n"))
      expectEqual(outcome.code, 3)
    }

    @Test func `a table with two encodings is decoded row by row, and their number is reported`() throws {
      let good = (1...200).map { "Bücher für Köln \($0),Ä\n" }.joined()
      let both = Array("title,authors\nCaf".utf8) + [0xE9, 0x2C, 0x41, 0x0A] + Array(good.utf8)
      try sandbox.folder.write("a.csv", both)
      let outcome = try sandbox.run("import", "a.csv")
      expectEqual(outcome.output, "imported a: 201 added, 0 updated, 0 unchanged  (undo: catalog undo)\n")
      expectEqual(
        outcome.errors,
        "note: read 1 row as Windows-1252, the others as UTF-8 (to use one encoding for all rows: --encoding NAME)\n")
      try #expect(sandbox.run("search", "café", "--json=title").output == "[{\"title\":\"Café\"}]\n")
      try sandbox.folder.write("b.csv", both)
      try #expect(sandbox.run("import", "b.csv", "--encoding", "UTF-8", "--json").output.contains("\"rejected\":1"))
      try sandbox.folder.write("c.csv", both)
      try #expect(
        sandbox.run("import", "c.csv", "--dry-run", "--json").output
          .contains("\"encodings\":{\"rows\":1,\"encoding\":\"Windows-1252\",\"others\":\"UTF-8\"}"))
    }

    @Test func `a named encoding is used, and an unknown one is rejected`() throws {
      try sandbox.folder.write("a.csv", Array("title\nCaf".utf8) + [0xE9, 0x0A])
      try #expect(
        sandbox.run("import", "a.csv", "--encoding", "latin")
          == .fails(
            64,
            """
            error: encoding “latin”: it must be one of UTF-8, UTF-16LE, UTF-16BE, Windows-1252
            usage: catalog import FILE [options]

            """))
      try #expect(sandbox.run("import", "a.csv", "--encoding", "windows-1252").code == 0)
      try #expect(imported() == "{\"title\":\"Café\",\"authors\":[]}\n")
    }
  }

  @Suite struct ImportJSONLines {
    private let sandbox = Sandbox()

    @Test func `lines are imported one by one without the invalid ones`() throws {
      try sandbox.folder.write(
        "a.jsonl",
        """
        {"title":"One","year":1999,"authors":"A; B","series":"S","series_index":1.5,"colour":"red"}

        {"title":""}
        nonsense
        [1]
        {}
        {"title":"P","pages":"many"}
        {"title":"Wrong ISBN","isbn":"123"}
        {"title":"Two","isbn13":9780441013593,"pages":"12","rating":"4.5","published":null}
        {"title":"Cut off
        """)
      let sumUp =
        "imported a: 3 added, 0 updated, 0 unchanged, 6 rejected, 1 with an invalid value left out  (undo: catalog undo)\n"
      try #expect(
        sandbox.run("import", "a.jsonl", "--rejects", "r.jsonl")
          == Outcome(
            output: sumUp,
            errors: """
              warning: row 3 rejected: title: a book needs a title
              warning: row 4 rejected: not valid JSON: lexical error: invalid string in json text.
              warning: row 5 rejected: not a JSON object
              warning: row 6 rejected: row: it has neither a title nor an id
              warning: row 7 rejected: pages “many”: it is not a whole number
              warning: row 8 imported without ISBN “123”: an ISBN has 10 or 13 digits
              warning: row 10 rejected: not valid JSON: parse error: premature EOF

              """, code: 3))
      try #expect(
        sandbox.run(
          "list", "--sort", "added", "--jsonl", "--json=title,authors,published,series,seriesNumber,isbn,pages,rating")
          == .prints(
            """
            {"title":"One","authors":["A","B"],"published":"1999","series":"S","seriesNumber":1.5,"isbn":null,\
            "pages":null,"rating":null}
            {"title":"Wrong ISBN","authors":[],"published":null,"series":null,"seriesNumber":null,"isbn":null,\
            "pages":null,"rating":null}
            {"title":"Two","authors":[],"published":null,"series":null,"seriesNumber":null,"isbn":"9780441013593",\
            "pages":12,"rating":4.5}

            """))
      expectEqual(
        String(decoding: try sandbox.folder.read("r.jsonl"), as: UTF8.self),
        """
        {"reason":"title: a book needs a title","title":""}
        {"reason":"not valid JSON: lexical error: invalid string in json text.","row":4,"text":"nonsense"}
        {"reason":"not a JSON object","row":5,"text":"[1]"}
        {"reason":"row: it has neither a title nor an id","row":6,"text":"{}"}
        {"reason":"pages “many”: it is not a whole number","pages":"many","title":"P"}
        {"reason":"not valid JSON: parse error: premature EOF","row":10,"text":"{\\"title\\":\\"Cut off"}

        """.replacing("\"pages\":\"many\",\"title\":\"P\"", with: "\"title\":\"P\",\"pages\":\"many\""))
      try #expect(
        sandbox.shell("sed -i 's/\"many\"/300/' r.jsonl; catalog import r.jsonl").output
          == "imported r: 1 added, 0 updated, 0 unchanged, 5 rejected  (undo: catalog undo)\n")
    }

    @Test func `the format is detected by the file name, else by the first character`() throws {
      try sandbox.folder.write("books", "  {\"title\":\"A\"}\n")
      try #expect(sandbox.run("import", "books").code == 0)
      try #expect(sandbox.run("import", "-", "--source", "s", input: "{\"title\":\"B\"}").code == 0)
      try #expect(sandbox.run("import", "-", input: "{\"id\":1,\"title\":\"C\"}").code == 64)
      try sandbox.folder.write("c.txt", "title\nC\n")
      try #expect(sandbox.run("import", "c.txt", "--format", "csv").code == 0)
      try #expect(
        sandbox.run("list", "--json=title").output == "[{\"title\":\"C\"},{\"title\":\"B\"},{\"title\":\"A\"}]\n")
    }

    @Test func `a line of five megabytes and a NUL byte affect only themselves`() throws {
      let long = "{\"title\":\"A\",\"notes\":\"\(String(repeating: "x", count: 17_000_000))\"}\n"
      try sandbox.folder.write(
        "a.jsonl", long + "{\"title\":\"nul\u{0}\"}\n{\"title\":\"esc\\u0000aped\"}\n{\"title\":\"B\"}\n")
      let outcome = try sandbox.run("import", "a.jsonl")
      expectEqual(outcome.output, "imported a: 1 added, 0 updated, 0 unchanged, 3 rejected  (undo: catalog undo)\n")
      #expect(outcome.errors.hasPrefix("warning: row 1 rejected: the line is longer than 16777216 bytes\n"))
      expectEqual(outcome.errors.split(separator: "\n").count, 3)
      expectEqual(outcome.code, 3)
    }
  }

  @Suite struct Exporting {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    @Test(arguments: ["jsonl", "csv"])
    func `an export that is imported elsewhere and exported again is identical byte for byte`(format: String) throws {
      try #expect(sandbox.run("refresh", "samples").code == 0)
      try #expect(
        sandbox.run("edit", "1", "--set", "notes=\"a\",\nb\r\n;", "--set", "tags=x;y", "--set", "started=2020").code
          == 0)
      try #expect(sandbox.run("edit-title", "2", "a \"b\", c; = + \\ \u{1B} 村").code == 0)
      try #expect(sandbox.run("remove", "3").code == 0)
      // The number of books that the shelf shares with the samples depends on the matching.
      let count = try sandbox.run("export").output.split(separator: "\n").count
      #expect(count > 200)
      try #expect(
        sandbox.run("export", "a.\(format)") == Outcome(errors: "exported \(count) books to a.\(format)\n"))
      try #expect(
        sandbox.run("--db", "other.db", "import", "a.\(format)")
          == .prints("imported a: \(count) added, 0 updated, 0 unchanged  (undo: catalog --db other.db undo)\n"))
      try #expect(sandbox.run("--db", "other.db", "export", "b.\(format)").code == 0)
      try #expect(sandbox.folder.read("a.\(format)") == sandbox.folder.read("b.\(format)"))
      try #expect(sandbox.run("--db", "other.db", "check") == .prints("\(count) books, all in order\n"))
      try #expect(
        sandbox.run("import", "a.\(format)", "--source", "back").output.hasPrefix(
          "imported back: 0 added, \(count) updated"))
    }

    @Test func `titles that look like another program's marks come back unchanged`() throws {
      let titles = ["[x]", "=\\\"abc\\\"", "The Long Way (A, #1)", "Say \\\"\u{301}, x", "\\\"\u{FE0F}", "'=1", "@x"]
      let lines = titles.map { "{\"title\":\"\($0)\",\"authors\":[\"[Anon]\"],\"tags\":[\"[a];b\"]}\n" }
      try sandbox.folder.write("marks.jsonl", lines.joined())
      try #expect(sandbox.run("import", "marks.jsonl").output.hasPrefix("imported marks: 7 added"))
      try #expect(sandbox.run("export", "a.csv").code == 0)
      try #expect(sandbox.run("export", "b.csv", "--spreadsheet").code == 0)
      for name in ["a", "b"] {
        try #expect(sandbox.run("--db", "\(name).db", "import", "\(name).csv").code == 0)
        try #expect(sandbox.run("--db", "\(name).db", "export").output == sandbox.run("export").output)
      }
      let marked = String(decoding: try sandbox.folder.read("b.csv"), as: UTF8.self)
      #expect(marked.hasPrefix("'uuid,title,"))
      #expect(marked.contains(",\"'=\"\"abc\"\"\",") && marked.contains(",''=1,") && marked.contains(",'@x,"))
      try #expect(sandbox.run("export", "--spreadsheet").code == 64)
    }

    @Test func `an export never overwrites the catalog or SQLite's files beside it, whatever it is called`() throws {
      try #expect(sandbox.shell("ln -s catalog.db link.db; ln catalog.db hard.db; mkdir sub").code == 0)
      let names = [
        "catalog.db", "catalog.db-wal", "./catalog.db-shm", "sub/../catalog.db-journal", "link.db", "hard.db",
        "\(sandbox.folder.path)/catalog.db-wal",
      ]
      for name in names {
        try #expect(
          sandbox.run("export", name, "--force", "--format", "jsonl")
            == .fails(1, "error: cannot write \(name): it belongs to the catalog (choose another file)\n"))
      }
      try #expect(sandbox.run("--db", "link.db", "export", "catalog.db-wal", "--format", "jsonl").code == 1)
      // If no catalog exists yet, the name may be used.
      try #expect(sandbox.run("--db", "new.db", "export", "new.db", "--format", "jsonl").code == 1)
      try #expect(sandbox.run("export", "books.xlsx").code == 64)
      for name in ["is:read", "@long", "title~/x/"] {
        #expect(
          try sandbox.run("export", name).errors.hasPrefix("error: '\(name)' looks like a query; "),
          "no file of that name")
      }
      try #expect(sandbox.run("import", "shelf.jsonl", "--rejects", "catalog.db-wal", "--force").code == 1)
      try #expect(sandbox.files() == ["catalog.db", "hard.db", "link.db", "shelf.jsonl", "sub"])
    }

    @Test func `an export is written to standard output or to a file of its own`() throws {
      let lines = try sandbox.run("export").output
      expectEqual(
        lines.split(separator: "\n").first ?? "",
        """
        {"uuid":"019b7000-0000-7000-8000-000000000001","title":"Dune","authors":["Frank Herbert"],\
        "isbn":"978-0-441-01359-3","pages":412,"publisher":"Ace","published":"1965-08","language":"eng",\
        "series":"Dune","seriesNumber":1,"tags":["classic","science fiction"],"averageRating":4.25,\
        "ratingsCount":1200,"readState":"unread","started":null,"finished":null,"rating":null,"notes":null,\
        "added":"2026-01-01T00:00:00Z","subtitle":null,"contributors":[],"identifiers":[],"firstPublished":null,\
        "format":null,"duration":null,"review":null,"otherSeries":[],"description":null,"cover":null,"files":[],\
        "attachments":[],"copies":[],"earlierReadings":[],"progress":[]}
        """)
      try #expect(sandbox.run("export", "-") == .prints(lines))
      let table = try sandbox.run("export", "--format", "csv").output
      #expect(
        table.hasPrefix(
          "uuid,title,authors,isbn,pages,publisher,published,language,series,seriesNumber,tags,averageRating,"
            + "ratingsCount,readState,started,finished,rating,notes,added,subtitle,contributors,identifiers,"
            + "firstPublished,format,duration,review,otherSeries,description,cover,files,attachments,copies,"
            + "earlierReadings,progress\n"))
      try #expect(sandbox.run("export", "a.jsonl").code == 0)
      try #expect(
        sandbox.run("export", "a.jsonl")
          == .fails(1, "error: cannot write a.jsonl: the file already exists (replace it with --force)\n"))
      try #expect(sandbox.run("export", "a.jsonl", "--force").code == 0)
      try #expect(sandbox.run("export", "nosuch/a.jsonl").code == 4)
      try #expect(
        sandbox.run("export", "home")
          == .fails(1, "error: cannot write home: it is a directory (specify a file inside it)\n"))
      try #expect(sandbox.shell("stat -c %a a.jsonl").output == "600\n")
      try #expect(sandbox.files() == ["a.jsonl", "catalog.db", "shelf.jsonl"])
    }
  }
}
