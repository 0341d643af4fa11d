import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

extension ExecutableTests {
  /// Tests of the output on a terminal.
  @Suite struct OnTerminal {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    @Test func `matches of a search are highlighted if there is color`() throws {
      try #expect(
        sandbox.onTerminal("search", "mis hug", "--color=always").text.contains(
          "\u{1B}[33mMis\u{1B}[0mérables  Victor \u{1B}[33mHug\u{1B}[0mo"))
      try #expect(!sandbox.onTerminal("search", "mis", "--color=never").text.contains("\u{1B}["))
    }

    @Test func `a search without results suggests other spellings`() throws {
      try #expect(
        sandbox.onTerminal("search", "author:hurbert").text == """
          no books match author:hurbert
          hint: did you mean 'author:herbert'? try: catalog search author:herbert

          """)
      try #expect(
        sandbox.onTerminal("search", "erabl").text == """
          no books match erabl
          hint: your search is part of these words: miserables; try: catalog search miserables

          """)
      // A pipe gets the suggestion, too.
      try #expect(
        sandbox.run("search", "author:hurbert")
          == Outcome(errors: "hint: did you mean 'author:herbert'? try: catalog search author:herbert\n"))
    }

    @Test func `rows that an import left pending are resumed by the same import, as the quarantine states`() throws {
      try sandbox.folder.write("isbns.txt", "9780306406157\n")
      try #expect(sandbox.run("import", "isbns.txt", "--offline").code == 3)
      let command = "catalog import \(sandbox.folder.file("isbns.txt")) --source isbns"
      let listed = try sandbox.onTerminal("quarantine").text
      #expect(listed.hasSuffix("1 record. Try again: \(command)\n"))
      try #expect(
        sandbox.onTerminal("quarantine", "retry").text == "hint: to retry an import, run it again: '\(command)'\n")
    }

    @Test func `an export is harmless on a terminal and exact elsewhere`() throws {
      let title = "red \u{1B}[31m, left \u{202E}, \u{9B}31m"
      try #expect(sandbox.run("edit-title", "1", title).code == 0)
      let json = try sandbox.onTerminal("export").text
      #expect(json.contains("\"title\":\"red \\u001b[31m, left \\u202e, \\u009b31m\""))
      let table = try sandbox.onTerminal("export", "--format", "csv").text
      #expect(table.contains("\"red ␛[31m, left <U+202E>, <U+009B>31m\""))
      for shown in [json, table] {
        #expect(!shown.unicodeScalars.contains { $0 != "\n" && VisibleText.isHazard($0) })
        #expect(shown.split(separator: "\n").count >= 5)
      }
      try #expect(sandbox.run("export", "--format", "csv").output.contains("\"\(title)\""))
      try #expect(sandbox.run("list", "red").output.contains(title))
      try #expect(sandbox.run("export", "all.csv").code == 0)
      try #expect(sandbox.folder.read("all.csv") == Array(sandbox.run("export", "--format", "csv").output.utf8))
    }

    @Test func `a list is aligned, with a header and a footer that leads to the next page`() throws {
      try #expect(
        sandbox.onTerminal("list", "--page-size", "2", "--page", "2")
          == Sandbox.Screen(
            text: """
              ID  TITLE             AUTHORS       YEAR  PAGES  RATING  READ
               3  The Color Purple  Alice Walker  1982
               2  Les Misérables    Victor Hugo   1862  1,463      ★5  read
              3–4 of 5 books (page 2 of 3). Next: catalog list --page-size 2 --page 3

              """, code: 0))
      try #expect(
        sandbox.onTerminal("search", "classic", "--sort", "year", columns: 34)
          == Sandbox.Screen(
            text: """
              ID  TITLE           AUTHORS
               2  Les Misérables  Victor Hugo
               1  Dune            Frank Herbert
              1–2 of 2 books

              """, code: 0))
      try #expect(
        sandbox.onTerminal("list", "村上")
          == Sandbox.Screen(
            text: """
              ID  TITLE  AUTHORS   YEAR  PAGES  RATING  READ
               5  1Q84   村上春樹  2009    554
              1–1 of 1 book

              """, code: 0))
    }

    @Test func `the command in the footer is quoted for a shell`() throws {
      let screen = try sandbox.onTerminal("list", "year:1900..", "-o'brien", "$(x)", "OR", "omens", "--page-size", "1")
      expectEqual(screen.text.contains("1–1 of 2 books"), false)
      let footer = try sandbox.onTerminal("search", "language:en", "-o'brien", "--page-size=1").text
      #expect(
        footer.hasSuffix(
          "1–1 of 3 books (page 1 of 3). Next: catalog search language:en '-o'\\''brien' --page-size 1 --page 2\n"))
    }

    @Test func `an empty result and a page past the end are reported`() throws {
      try #expect(sandbox.onTerminal("list", "nosuchword").text == "no books match nosuchword\n")
      try #expect(sandbox.onTerminal("list", "nosuchword", "--page", "3").text == "no books match nosuchword\n")
      try #expect(sandbox.onTerminal("list", "--page", "9").text == "hint: page 9 is past the end: there is 1 page\n")
      try #expect(
        sandbox.onTerminal("list", "--page", "9", "--page-size", "1").text
          == "hint: page 9 is past the end: there are 5 pages\n")
      try #expect(sandbox.onTerminal("list", "nosuchword", "--json").text == "[]\nno books match nosuchword\n")
      try #expect(
        sandbox.onTerminal("--db", "none.db", "list").text.hasPrefix("hint: no catalog at none.db yet;"))
    }

    @Test func `JSON is indented`() throws {
      try #expect(
        sandbox.onTerminal("show", "1", "--json=id,tags").text
          == """
          [
            {
              "id": 1,
              "tags": [
                "classic",
                "science fiction"
              ]
            }
          ]

          """)
    }

    @Test func `control characters of a title are shown and never executed`() throws {
      let title = "a\u{1B}[31mb\u{202E}c\u{7F}\u{85}d\u{9B}e"
      try #expect(sandbox.run("edit-title", "1", title).code == 0)
      let shown = "a␛[31mb<U+202E>c␡ d<U+009B>e"
      try #expect(
        sandbox.onTerminal("list", "tag:science", columns: 200).text.contains(" 1  \(shown)  Frank Herbert  "))
      try #expect(sandbox.onTerminal("show", "1").text.contains("title            \(shown)\n"))
      try #expect(sandbox.onTerminal("tree", "--by", "tag").text.contains("── \(shown) by Frank"))
      try #expect(sandbox.onTerminal("why", "1", "title", columns: 200).text.contains(shown))
      try #expect(sandbox.onTerminal("history", "--book", "1", columns: 200).text.contains(shown))
      try #expect(
        sandbox.onTerminal("show", "1", "--json=title").text
          .contains("\"title\": \"a\\u001b[31mb\\u202ec\\u007f d\\u009be\""))
      try #expect(sandbox.onTerminal("undo").text.contains(shown))
      // Elsewhere the data is exactly what was stored.
      try #expect(sandbox.run("redo").code == 0)
      try #expect(sandbox.run("list", "tag:science").output.contains("a\u{1B}[31mb\u{202E}c\u{7F} d\u{9B}e"))
    }

    @Test func `a tree has branches`() throws {
      try #expect(
        sandbox.onTerminal("tree", "--by", "tag").text
          == """
          classic (2)
          ├── Dune by Frank Herbert (1965)
          └── Les Misérables by Victor Hugo (1862)
          science fiction (1)
          └── Dune by Frank Herbert (1965)

          """)
    }

    @Test func `colors are used on a terminal unless turned off`() throws {
      let bold = "\u{1B}[1mID\u{1B}[0m"
      try #expect(sandbox.onTerminal("list", variables: ["NO_COLOR": ""]).text.hasPrefix(bold))
      try #expect(sandbox.onTerminal("list").text.contains("\u{1B}") == false)
      try #expect(sandbox.onTerminal("list", "--color", "always").text.hasPrefix(bold))
      try #expect(
        sandbox.onTerminal("list", "--color=never", variables: ["NO_COLOR": ""]).text.contains("\u{1B}") == false)
      try #expect(
        sandbox.onTerminal("list", variables: ["NO_COLOR": "", "TERM": "dumb"]).text.contains("\u{1B}") == false)
      try #expect(sandbox.run("list").output.contains("\u{1B}") == false)
      try #expect(sandbox.run("list", variables: ["CLICOLOR_FORCE": "1"]).output.contains("\u{1B}[2m5\u{1B}[0m\t1Q84"))
      try #expect(
        sandbox.onTerminal("nonsense", variables: ["NO_COLOR": ""]).text.contains("unknown command 'nonsense'"))
    }

    @Test func `long output is shown in the pager`() throws {
      let screen = try sandbox.onTerminal("list", "--all", variables: ["CATALOG_PAGER": "sed 's/^/| /'"])
      #expect(screen.text.split(separator: "\n").allSatisfy { $0.hasPrefix("| ") })
      expectEqual(screen.text.split(separator: "\n").count, 6)
      expectEqual(screen.code, 0)
      try #expect(sandbox.onTerminal("list", "--all", variables: ["CATALOG_PAGER": "true"]).code == 0)
      let failing = try sandbox.onTerminal("help", variables: ["CATALOG_PAGER": "nosuchpager"])
      expectEqual(failing.code, 1)
      #expect(failing.text.contains("error: cannot run the pager 'nosuchpager'; set CATALOG_PAGER to another command"))
    }

    @Test(arguments: [("y\n", true), ("yes\n", true), ("Y\n", true), ("n\n", false), ("\n", false), ("\u{4}", false)])
    func `many changes need a confirmation`(answer: String, isDone: Bool) throws {
      let screen = try sandbox.onTerminal("edit", "1", "2", "--set", "pages=3", keys: answer)
      expectEqual(
        screen.text,
        """
        1 Dune: pages “412” → “3”
        2 Les Misérables: pages “1463” → “3”
        Change 2 books? [y/N]\u{20}
        """ + (isDone ? "2 books: pages changed  (undo: catalog undo)\n" : "nothing was changed\n"))
      expectEqual(screen.code, isDone ? 0 : 1)
      try #expect(sandbox.run("show", "1", "--json=pages").output == "[{\"pages\":\(isDone ? 3 : 412)}]\n")
    }

    @Test func `times are local and short`() throws {
      let screen = try sandbox.onTerminal("show", "5", variables: ["TZ": "XYZ-14"])
      #expect(screen.text.contains("added            2026-01-05 14:00\n"))
      let history = try sandbox.onTerminal("history").text
      #expect(history.contains(/\n   1  (just now|\d+ min ago) +imported shelf: 5 added, 0 updated\n/), "\(history)")
    }

    @Test func `without UTF-8 the program's own symbols are ASCII`() throws {
      try #expect(
        sandbox.onTerminal("list", "--page-size", "1", variables: ["LANG": "C"]).text
          .hasSuffix("1-1 of 5 books (page 1 of 5). Next: catalog list --page-size 1 --page 2\n"))
    }

    @Test func `an import shows its progress`() throws {
      try sandbox.folder.write("b.csv", "title,year\nA,1\nB,99999\n")
      let screen = try sandbox.onTerminal("import", "b.csv", variables: ["LANG": "C"])
      #expect(screen.text.hasPrefix("Importing "))
      #expect(
        screen.text.hasSuffix(
          "\r\u{1B}[Kwarning: row 2 rejected: published “99999”: the year must be from −4000 to 2100\n"
            + "imported b: 1 added, 0 updated, 0 unchanged, 1 rejected  (undo: catalog undo)\n"))
      expectEqual(screen.code, 3)
    }
  }
}
