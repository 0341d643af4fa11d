import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of the columns and formats of lists of books.
  @Suite struct ListForms {
    private let sandbox: Sandbox
    private static let known = """
      id, year, mine, average, isbn13, changed, uuid, title, authors, isbn, pages, publisher, published, language, series, \
      series-number, tags, average-rating, ratings-count, read-state, started, finished, rating, notes, added, subtitle, \
      contributors, identifiers, first-published, format, duration, review, other-series, description, cover, files, \
      attachments, copies, earlier-readings, progress, shelf, price
      """

    /// Creates books whose titles contain their series, and user-defined fields.
    init() throws {
      sandbox = try Sandbox(
        shelf: """
          {"title":"The Hunger Games (The Hunger Games, #1)","authors":["Suzanne Collins"],"pages":374,\
          "published":"2008-09","series":"The Hunger Games","seriesNumber":1,"averageRating":4.25,"rating":4.25,\
          "readState":"read","finished":"2024-05-06","tags":["dystopia","young adult"]}
          {"title":"Naruto (Naruto, #12)","authors":["Masashi Kishimoto"],"pages":192,"published":"2006","averageRating":4.25}
          {"title":"Good \\"Omens\\", twice","authors":["Terry Pratchett","Neil Gaiman"],"pages":1463,"notes":"one\\ttab\\ntwo"}

          """)
      for arguments in [
        ["field", "add", "shelf"], ["field", "add", "price", "--kind", "number"],
        ["edit", "1", "shelf=attic; left", "price=12.5"],
      ] {
        try expectEqual(sandbox.start(arguments).finish().code, 0)
      }
    }

    @Test func `columns for a pipe are printed in the chosen order with unchanged values`() throws {
      try #expect(
        sandbox.run("list", "--columns", "title, mine,average,own.shelf,price,year,Series,read-state,notes,tags")
          == .prints(
            """
            Good "Omens", twice\t\t\t\t\t\t\tunread\tone\\ttab\\ntwo\t
            Naruto (Naruto, #12)\t\t4.25\t\t\t2006\t\tunread\t\t
            The Hunger Games (The Hunger Games, #1)\t4.25\t4.25\tattic; left\t12.5\t2008\tThe Hunger Games\tread\t\tdystopia; \
            young adult

            """))
      try #expect(
        sandbox.run("search", "naruto", "--columns", "id,published,pages:3") == .prints("2\t2006\t192\n"))
    }

    @Test func `a table on a terminal uses the available width and keeps the first columns longest`() throws {
      try #expect(
        sandbox.onTerminal("list", "--columns", "title,mine,average,shelf,price,tags,finished").text
          == """
          TITLE                  MINE  AVERAGE  SHELF        PRICE  TAGS        FINISHED
          Good "Omens", twice
          Naruto (Naruto, #12)            4.25
          The Hunger Games      ★4.25     4.25  attic; left   12.5  dystopia,…  2024-05-06
          1–3 of 3 books

          """)
      try #expect(
        sandbox.onTerminal("list", "--columns", "title,mine,average,shelf,price,tags,finished", columns: 40).text
          == """
          TITLE                  MINE  AVERAGE
          Good "Omens", twice
          Naruto (Naruto, #12)            4.25
          The Hunger Games      ★4.25     4.25
          1–3 of 3 books

          """)
      try #expect(
        sandbox.onTerminal("list", "--columns", "id,title:9,authors:8", "--page-size", "2").text
          == """
          ID  TITLE      AUTHORS
           3  Good "Om…  Terry P…
           2  Naruto (…  Masashi…
          1–2 of 3 books (page 1 of 2). Next: catalog list --page-size 2 --columns 'id,title:9,authors:8' --page 2

          """)
    }

    @Test func `the series in a title gets its own column if there is room`() throws {
      try #expect(
        sandbox.onTerminal("list", columns: 110).text
          == """
          ID  TITLE                 AUTHORS                       SERIES               YEAR  PAGES  RATING  READ
           3  Good "Omens", twice   Terry Pratchett, Neil Gaiman                             1,463
           2  Naruto (Naruto, #12)  Masashi Kishimoto             Naruto #12           2006    192    4.25
           1  The Hunger Games      Suzanne Collins               The Hunger Games #1  2008    374   ★4.25  read
          1–3 of 3 books

          """)
      try #expect(
        sandbox.onTerminal("list").text
          == """
          ID  TITLE                 AUTHORS                      YEAR  PAGES  RATING  READ
           3  Good "Omens", twice   Terry Pratchett, Neil Gaim…        1,463
           2  Naruto (Naruto, #12)  Masashi Kishimoto            2006    192    4.25
           1  The Hunger Games      Suzanne Collins              2008    374   ★4.25  read
          1–3 of 3 books

          """)
      try #expect(
        sandbox.onTerminal("list", columns: 40).text
          == """
          ID  TITLE
           3  Good "Omens", twice
           2  Naruto (Naruto, #12)
           1  The Hunger Games
          1–3 of 3 books

          """)
      // If no book has a series, there is no column for it.
      try #expect(
        sandbox.onTerminal("list", "omens", columns: 110).text
          == """
          ID  TITLE                AUTHORS                       YEAR  PAGES  RATING  READ
           3  Good "Omens", twice  Terry Pratchett, Neil Gaiman        1,463
          1–1 of 1 book

          """)
    }

    @Test func `the user's rating never looks like an average, even without colors and without UTF-8`() throws {
      try #expect(
        sandbox.onTerminal("list", "--columns", "mine,average", variables: ["LANG": "C"]).text
          == " MINE  AVERAGE\n\n          4.25\n*4.25     4.25\n1-3 of 3 books\n")
      let list = try sandbox.onTerminal("list", "--sort", "year", variables: ["LANG": "C"]).text
      #expect(list.contains("  192    4.25\n") && list.contains("  374   *4.25  read\n"))
    }

    @Test func `CSV has a header, the keys of JSON, and quotes where needed`() throws {
      try #expect(
        sandbox.run("list", "--csv")
          == .prints(
            """
            id,title,authors,year,pages,rating,averageRating,readState
            3,"Good ""Omens"", twice",Terry Pratchett; Neil Gaiman,,1463,,,unread
            2,"Naruto (Naruto, #12)",Masashi Kishimoto,2006,192,,4.25,unread
            1,"The Hunger Games (The Hunger Games, #1)",Suzanne Collins,2008,374,4.25,4.25,read

            """))
      try #expect(
        sandbox.run(
          "search", "games OR omens", "--sort", "added", "--csv", "--columns", "Shelf,mine,AVERAGE,notes,published")
          == .prints(
            """
            own.shelf,rating,averageRating,notes,published
            attic; left,4.25,4.25,,2008-09
            ,,,"one\ttab
            two",

            """))
      try #expect(sandbox.run("list", "nosuchword", "--csv", "--columns", "id") == .prints("id\n"))
      try #expect(sandbox.run("list", "--csv", "--all").output == sandbox.run("list", "--csv").output)
    }

    @Test func `a template defines the output for each book`() throws {
      try #expect(
        sandbox.run("list", "--sort", "added", "--format", #"{title} ({year}) {{x}} }{ shelf }\t{authors}\\n|"#)
          == .prints(
            """
            The Hunger Games (The Hunger Games, #1) (2008) {x} }attic; left\tSuzanne Collins\\n|
            Naruto (Naruto, #12) (2006) {x} }\tMasashi Kishimoto\\n|
            Good "Omens", twice () {x} }\tTerry Pratchett; Neil Gaiman\\n|

            """))
      try #expect(sandbox.run("list", "omens", "--format", #"{id}\n{notes}"#) == .prints("3\none\ttab\ntwo\n"))
      let title = "red \u{1B}[31m"
      try #expect(sandbox.run("edit-title", "2", title).code == 0)
      try #expect(sandbox.run("list", "red", "--format", "{title}") == .prints(title + "\n"))
      try #expect(
        sandbox.onTerminal("list", "red", "--format", #"{title}\t."#).text == "red ␛[31m\t.\n1–1 of 1 book\n")
    }

    @Test(arguments: [
      (["--columns", "title,shelv"], "unknown column 'shelv'; did you mean 'shelf'? (known: \(known))"),
      (["--csv", "--columns", "titel"], "unknown column 'titel'; did you mean 'title'? (known: \(known))"),
      (["--format", "{avrage}"], "unknown field 'avrage'; did you mean 'average'? (known: \(known))"),
      (["--format", "{title"], "missing '}' after '{' in '{title'; for a literal brace, use '{{'"),
      (["--format", "a{ }"], "empty braces in 'a{ }'; for a literal brace, use '{{'"),
      (["--columns", " ,"], "--columns needs names, such as title,mine,shelf"),
      (["--columns", "title:0"], "invalid column width in 'title:0'; use 1 to 1,000"),
      (["--columns", "title", "--json"], "for JSON, choose fields with --json=id,title"),
      (["--format", "x", "--csv"], "--format cannot be combined with --csv"),
      (["--csv", "--with", "metadata"], "--with metadata cannot be combined with --csv"),
    ])
    func `an unknown column is a usage error`(arguments: [String], message: String) throws {
      try #expect(
        sandbox.start(["list"] + arguments, input: "").finish()
          == .fails(64, "error: \(message)\nusage: catalog list [QUERY…] [options]\n"))
    }

    @Test func `commands that list no books of the catalog have no columns`() throws {
      let searches = "--save, --saved and --forget"
      for (option, arguments) in [
        (searches, ["--saved", "--csv"]), (searches, ["--save", "x", "dune", "--columns", "id"]),
        ("--online", ["--online", "x", "--csv"]),
      ] {
        try #expect(
          sandbox.start(["search"] + arguments, input: "").finish()
            == .fails(
              64,
              """
              error: \(option) cannot be combined with --columns, --csv or --format
              usage: catalog search [QUERY…] [options]

              """))
      }
    }

    @Test func `the settings affect only lists on a terminal`() throws {
      let plain = try sandbox.run("list")
      try #expect(sandbox.shell("mkdir -p home/.config/catalog").code == 0)
      try sandbox.folder.write("home/.config/catalog/settings", "columns = title:10, mine, sehlf, shelf\n")
      let path = sandbox.folder.file("home/.config/catalog/settings")
      let table = """
        TITLE        MINE  SHELF
        Good "Ome…
        Naruto (N…
        The Hunge…  ★4.25  attic; left

        """
      try #expect(
        sandbox.onTerminal("list", columns: 200).text
          == "note: \(path): unknown column 'sehlf'; did you mean 'shelf'?\n\(table)1–3 of 3 books\n")
      try #expect(sandbox.onTerminal("list", "omens", "--columns", "id").text == "ID\n 3\n1–1 of 1 book\n")
      try #expect(sandbox.onTerminal("list", "omens", "--json=id").text == "[\n  {\n    \"id\": 3\n  }\n]\n")
      try #expect(sandbox.run("list") == plain)
      try sandbox.folder.write("home/.config/catalog/settings", "columns = title:x\n")
      let wrong = try sandbox.onTerminal("list", columns: 400)
      expectEqual(
        wrong.text,
        """
        error: cannot use the columns in \(path): invalid column width in 'title:x'; use 1 to 1,000 (example: \
        columns = title, mine, shelf:20)

        """)
      expectEqual(wrong.code, 1)
      try #expect(sandbox.run("list") == plain)
    }

    @Test func `a footer contains a command for the next page in the same format`() throws {
      try #expect(
        sandbox.onTerminal("list", "--page-size", "1", "--sort", "title", "--format", "{title} it's").text
          == """
          Good "Omens", twice it's
          1–1 of 3 books (page 1 of 3). Next: catalog list --sort title --page-size 1 --format '{title} it'\\''s' --page 2

          """)
      try #expect(
        sandbox.onTerminal("list", "--page-size", "1", "--csv", "--columns", "id").text
          == """
          id
          3
          1–1 of 3 books (page 1 of 3). Next: catalog list --page-size 1 --columns id --csv --page 2

          """)
      // Elsewhere, -x would be an option.
      try #expect(
        sandbox.onTerminal("list", "--page-size", "1", "--", "-x").text
          .hasSuffix("Next: catalog list --page-size 1 --page 2 -- -x\n"))
    }

    @Test func `a query is exported in every format, and an unknown name in it is an error`() throws {
      let all = try sandbox.run("export").output.split(separator: "\n")
      let omens = try #require(all.first { $0.contains("Omens") })
      let fields = all.filter { $0.contains("ownField") }.map { $0 + "\n" }.joined()
      try #expect(sandbox.run("export", "--matching", "pages:1000.. -is:read") == .prints(fields + omens + "\n"))
      try #expect(sandbox.run("search", "--save", "mine", "is:rated").code == 0)
      let table = try sandbox.run("export", "--format", "csv").output.split(separator: "\n")
      try #expect(
        sandbox.run("export", "--matching", "@mine", "read.csv") == Outcome(errors: "exported 1 book to read.csv\n"))
      try #expect(
        String(decoding: sandbox.folder.read("read.csv"), as: UTF8.self) == "\(table[0])\n\(table[1])\n")
      try #expect(
        sandbox.run("export", "--matching", "naruto", "--format", "goodreads").output.split(separator: "\n").count == 2)
      // The order is that of a full export, whatever the query's order is.
      try #expect(sandbox.run("export", "--matching", "pages:1..").output == sandbox.run("export").output)
      try #expect(
        sandbox.run("export", "--matching", "is:raed", "wrong.csv")
          == .fails(
            64,
            """
            error: unclear query: “is:raed” is searched for as text; did you mean is:read? (is: takes unread, \
            want, reading, paused, read, abandoned, edited, lent, owned, rated, reread, unfinished) ('catalog help query' \
            explains queries)

            """))
      try #expect(
        sandbox.run("export", "--matching", "@mien").errors
          == """
          error: unclear query: unknown saved search “@mien”; did you mean @mine? ('catalog help query' \
          explains queries)

          """)
      try #expect(
        sandbox.run("export", "--matching", " ")
          == .fails(64, "error: --matching needs a query\nusage: catalog export [FILE] [options]\n"))
      try #expect(sandbox.files() == ["catalog.db", "read.csv", "shelf.jsonl"])
    }
  }
}
