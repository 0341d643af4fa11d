import CatalogTestSupport
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of reading statistics as text for people, as data for programs, and as a picture.
  @Suite struct Stats {
    private let sandbox: Sandbox

    private static let shelf = """
      {"title":"Dune","authors":["Frank Herbert"],"pages":412,"language":"eng","readState":"read","started":"2024-01-03",\
      "finished":"2024-01-20","rating":5,"averageRating":4.26,"earlierReadings":[{"started":"1999","finished":"2000-01",\
      "outcome":"read"}],"copies":[{"place":"attic"}]}
      {"title":"Dune Messiah","authors":["Frank Herbert"],"pages":256,"language":"en","readState":"read",\
      "started":"2024-01-21","finished":"2024-02-02","rating":4,"averageRating":3.9}
      {"title":"Les Misérables","authors":["Victor Hugo"],"pages":1463,"language":"fra","readState":"read",\
      "started":"2024-02-03","finished":"2024-05-30","rating":4.5}
      {"title":"The Dispossessed: An Ambiguous Utopia of the Hainish Cycle","authors":["Ursula K. Le Guin"],"pages":80,\
      "readState":"read","finished":"2024-06"}
      {"title":"Emma","authors":["Jane Austen"],"readState":"read","finished":"2024","rating":3}
      {"title":"Sanditon","authors":["Jane Austen"],"readState":"read"}
      {"title":"Ulysses","authors":["James Joyce"],"pages":730,"readState":"abandoned","started":"2024-07-01",\
      "finished":"2024-07-03"}
      {"title":"Walden","authors":["Henry David Thoreau"],"pages":352,"readState":"want","copies":[{"place":"attic"}]}
      {"title":"銀河鉄道の夜","authors":["宮沢賢治"],"pages":150,"language":"jpn","readState":"read",\
      "started":"2024-10-01","finished":"2024-10-02","rating":5}

      """

    init() throws { sandbox = try Sandbox(shelf: Self.shelf) }

    /// The statistics of one year at full width.
    private static let wide = """
      2024
      read       6 books, 1 re-read
                 1 of them without a month
                 1 more read without a date, possibly in this year
      abandoned  1
      pages      2,361, without 1 book of unknown length
      longest    1,463 pages, Les Misérables
      shortest   80 pages, The Dispossessed: An Ambiguous Utopia of the Hainish Cycle
      days       median 15.5, average 37.8 (4 books with start and end date)
      quickest   2 days, 銀河鉄道の夜
      slowest    118 days, Les Misérables
      pace       15.1 pages a day (151 days)
      your stars 4.3 on average (5 books)
      others'    4.08 on average (2 books)
      streaks    149 days in a row with a book in progress, 2024-01-03 – 2024-05-30
                 2 months in a row with a book finished, 2024-05 – 2024-06

      Books and pages a month
      Jan  1  ████    412
      Feb  1  ████    256
      Mar  0
      Apr  0
      May  1  ████  1,463
      Jun  1  ████     80
      Jul  0
      Aug  0
      Sep  0
      Oct  1  ████    150
      Nov  0
      Dec  0

      Your ratings
      5    2  ████████
      4.5  1  ████
      4    1  ████
      3    1  ████
      2    0
      1    0

      Languages
      English    2  ████████
      French     1  ████
      Japanese   1  ████
      not known  2  ████████

      Most-read authors
      Frank Herbert      2  ████████
      Jane Austen        1  ████
      Ursula K. Le Guin  1  ████
      Victor Hugo        1  ████
      宮沢賢治           1  ████

      """

    @Test func `a year is shown on a terminal of eighty columns`() throws {
      try #expect(sandbox.onTerminal("stats", "2024") == Sandbox.Screen(text: Self.wide, code: 0))
      try #expect(sandbox.onTerminal("statistics", "2024") == Sandbox.Screen(text: Self.wide, code: 0))
    }

    @Test func `all years are shown on a terminal of forty columns`() throws {
      let screen = """
        All years
        read       8 books, 7 different, 1
                   re-read
                   1 of them read without a date
        abandoned  1
        pages      2,773, without 2 books of
                   unknown length
        longest    1,463 pages, Les Misérables
        shortest   80 pages, The Dispossessed: …
        days       median 15.5, average 37.8 (4
                   books with start and end
                   date)
        quickest   2 days, 銀河鉄道の夜
        slowest    118 days, Les Misérables
        pace       15.1 pages a day (151 days)
        your stars 4.3 on average (5 books)
        others'    4.08 on average (2 books)
        streaks    149 days in a row with a book
                   in progress, 2024-01-03 –
                   2024-05-30
                   2 months in a row with a book
                   finished, 2024-05 – 2024-06
        books      9: 1 want, 7 read, 1
                   abandoned
        owned      2, 1 of them unread or wanted

        Books and pages a year
        2000       1  ███                    412
        2001–2023  0
        2024       6  ███████████████████  2,361

        Your ratings
        5    2  ████████
        4.5  1  ████
        4    1  ████
        3    1  ████
        2    0
        1    0

        Languages
        English    2  ████████
        French     1  ████
        Japanese   1  ████
        not known  5  ████████████████████

        Most-read authors
        Frank Herbert      3  ████████████
        Jane Austen        2  ████████
        Ursula K. Le Guin  1  ████
        Victor Hugo        1  ████
        宮沢賢治           1  ████

        """
      try #expect(sandbox.onTerminal("stats", columns: 40) == Sandbox.Screen(text: screen, code: 0))
    }

    @Test func `colors and symbols depend on the terminal`() throws {
      let colored = try sandbox.onTerminal("stats", "1999", variables: ["NO_COLOR": ""])
      expectEqual(
        colored.text,
        """
        \u{1B}[1m1999\u{1B}[0m
        \u{1B}[2mread       \u{1B}[0m0 books
        \u{1B}[2m           \u{1B}[0m1 more read without a date, possibly in this year

        """)
      let plain = try sandbox.onTerminal("stats", "2024", "author:hugo", variables: ["LANG": "C"])
      #expect(plain.text.contains("\nMay  1  ####  1,463\n") && plain.text.contains("2024-02-03 - 2024-05-30\n"))
      let narrow = try sandbox.onTerminal("stats", "2024", columns: 20).text
      #expect(
        narrow.contains("\nMay  1  ████\nJun  1  ████\n") && narrow.contains("\nUrsula K…  1  ███\n"), "\(narrow)")
    }

    @Test func `a pipe gets one number per line`() throws {
      try #expect(
        sandbox.run("stats", "2024", "author:herbert")
          == .prints(
            """
            books\t2
            owned\t1
            owned unread\t0
            readings\t2
            books read\t2
            re-reads\t1
            abandoned\t0
            pages\t668
            without pages\t0
            undated\t0
            without month\t0
            month\t2024-01\t1\t412
            month\t2024-02\t1\t256
            month\t2024-03\t0\t0
            month\t2024-04\t0\t0
            month\t2024-05\t0\t0
            month\t2024-06\t0\t0
            month\t2024-07\t0\t0
            month\t2024-08\t0\t0
            month\t2024-09\t0\t0
            month\t2024-10\t0\t0
            month\t2024-11\t0\t0
            month\t2024-12\t0\t0
            rating\tmean\t4.5\t2
            average\tmean\t4.08\t2
            rating\t4\t1
            rating\t5\t1
            language\teng\t2
            author\tFrank Herbert\t2
            longest\t412\t1\tDune
            shortest\t256\t2\tDune Messiah
            days\tmean\t15.5\t2
            days\tmedian\t15.5\t2
            quickest\t13\t2\tDune Messiah
            slowest\t18\t1\tDune
            pace\t668\t31
            days in a row\t31\t2024-01-03\t2024-02-02
            months in a row\t2\t2024-01\t2024-02

            """))
      try #expect(sandbox.run("stats").output.contains("\nyear\t2000\t1\t412\nyear\t2001\t0\t0\n"))
      // The reader of the pipe leaves early.
      try #expect(sandbox.shell("catalog stats | head -n 1") == .prints("books\t9\n"))
    }

    @Test func `a program gets JSON`() throws {
      let printed = try sandbox.run("stats", "2024", "author:austen", "--json")
      expectEqual(
        printed,
        .prints(
          """
          {"year":2024,"books":2,"states":{"unread":0,"want":0,"reading":0,"paused":0,"read":2,"abandoned":0},\
          "owned":0,"ownedUnread":0,"readings":1,"booksRead":1,"rereads":0,"abandoned":0,"pages":0,\
          "readingsWithoutPages":1,"undated":1,"withoutMonth":1,"periods":[\
          \((1...12).map { "{\"period\":\"2024-\($0 < 10 ? "0" : "")\($0)\",\"readings\":0,\"pages\":0}" }.joined(separator: ","))\
          ],"ratings":{"count":1,"mean":3,"halves":[\(Self.halves { $0 == 6 ? 1 : 0 })]},\
          "averages":{"count":0,"mean":null,"halves":[\(Self.halves { _ in 0 })]},\
          "languages":[{"language":null,"count":1}],"authors":[{"author":"Jane Austen","count":1}],"longest":null,\
          "shortest":null,"durations":null,"pace":null,"streaks":{"days":null,"months":null,"currentDays":null,"currentMonths":null}}

          """))
    }

    private static func halves(_ count: (Int) -> Int) -> String {
      (1...10).map { half in
        "{\"rating\":\(half / 2)\(half % 2 == 0 ? "" : ".5"),\"count\":\(count(half))}"
      }.joined(separator: ",")
    }

    @Test func `a picture is written to a private file or to standard output`() throws {
      try #expect(sandbox.run("stats", "2024", "--svg", "2024.svg") == Outcome(errors: "wrote 2024.svg\n"))
      let picture = try sandbox.shell("cat 2024.svg").output
      #expect(picture.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" ") && picture.hasSuffix("</svg>\n"))
      #expect(picture.contains(">Books read in 2024</title>"))
      try #expect(sandbox.run("stats", "2024", "--svg", "-") == .prints(picture))
      try #expect(sandbox.shell("stat -c %a 2024.svg").output == "600\n")
      let refused = try sandbox.run("stats", "--svg", "2024.svg")
      #expect(
        refused.code != 0 && refused.errors.contains("2024.svg") && refused.errors.contains("--force"), "\(refused)")
      try #expect(sandbox.shell("cat 2024.svg").output == picture)
      try #expect(sandbox.run("stats", "--svg", "2024.svg", "--force").code == 0)
      try #expect(sandbox.shell("cat 2024.svg").output.contains(">Books read</title>"))
      try #expect(sandbox.run("stats", "--svg", "catalog.db", "--force").code != 0)
      try #expect(
        sandbox.run("stats", "--svg", "x.svg", "--json").errors.hasPrefix(
          "error: use --svg or --json, not both\n"))
      try #expect(sandbox.run("stats", "--svg", "").errors.hasPrefix("error: --svg needs the name of a file\n"))
      try #expect(!sandbox.files().contains("x.svg"))
    }

    @Test func `a first or last word of four digits is a year, and other words are a query`() throws {
      func books(_ words: String...) throws -> String {
        let command = try sandbox.start(["stats"] + words + ["--json"]).finish()
        return String(command.output.prefix { $0 != "," })
          + (command.output.firstMatch(of: /"books":\d+/)?.output ?? "")
      }
      try #expect(books("1999") == "{\"year\":1999\"books\":9")
      try #expect(books("1999", "dune") == "{\"year\":1999\"books\":2")
      try #expect(books("dune", "1999") == "{\"year\":1999\"books\":2")
      try #expect(books("dune", "1999", "messiah") == "{\"year\":null\"books\":0")
      try #expect(books("title:1999") == "{\"year\":null\"books\":0")
      try #expect(books("1999 dune") == "{\"year\":1999\"books\":2")
      try #expect(books("LAST-YEAR").hasPrefix("{\"year\":2"))
      let beyond = try sandbox.run("stats", "9999")
      expectEqual(beyond.code, 64)
      #expect(
        beyond.errors.hasPrefix(
          "error: the last possible year is 2100, not 9999 (to search for a title: title:9999)\n"))
      for period in ["last-month", "2024-05", "2020..2021", "2023..last-year", "LAST-30-DAYS"] {
        let refused = try sandbox.run("stats", "dune", period)
        expectEqual(refused.code, 64, "\(period)")
        #expect(
          refused.errors.hasPrefix(
            "error: \(period.lowercased()) is not a single year (to search for books finished then: finished:"),
          "\(refused)")
      }
      try #expect(books("well-read") == "{\"year\":null\"books\":0")
      try #expect(books("-dune") == "{\"year\":null\"books\":7")
      try #expect(books("last-year", "dune").hasSuffix("\"books\":2"))
      try #expect(!books("this-year").hasPrefix("{\"year\":null"))
      try #expect(
        sandbox.run("stats", "titel:dune").errors
          == "note: unknown filter “titel:”; did you mean title:dune? (use quotes to search for it as text)\n")
    }

    @Test func `without a catalog the statistics are empty, and none is created`() throws {
      let sandbox = Sandbox()
      let printed = try sandbox.run("stats", "--json")
      #expect(printed.code == 0 && printed.output.hasPrefix("{\"year\":null,\"books\":0,"))
      try #expect(!sandbox.files().contains("catalog.db"))
    }

    @Test func `related words lead to the command`() throws {
      for word in ["report", "wrapped", "streak", "stat"] {
        try #expect(
          sandbox.run(word).errors.hasPrefix("error: unknown command '\(word)'; did you mean 'stats'?\n"), "\(word)")
      }
    }
  }
}
