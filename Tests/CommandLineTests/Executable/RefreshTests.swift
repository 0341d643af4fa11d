import CatalogTestSupport
import Platform
import Synchronization
import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct Refreshing {
    private let sandbox = Sandbox()

    /// Writes books as JSON Lines by id, as a shelf that another person maintains.
    private func write(_ books: [String: String]) throws {
      let lines = books.sorted { $0.key < $1.key }.map { "{\"id\":\"\($0)\",\($1)}\n" }
      try sandbox.folder.write("home.jsonl", lines.joined())
    }

    private func addHome(_ books: [String: String]) throws {
      try write(books)
      try #expect(sandbox.run("source", "add", "home", "file", "home.jsonl").code == 0)
    }

    private func titles() throws -> String { try sandbox.run("list", "--json=title", "--sort", "title").output }

    @Test func `a dry run shows the changes of the next refresh and makes none`() throws {
      try addHome([
        "1": "\"title\":\"Dune\",\"pages\":412", "2": "\"title\":\"Emma\"", "3": "\"title\":\"Ulysses\"",
        "4": "\"title\":\"Walden\"",
      ])
      try #expect(
        sandbox.run("refresh", "--dry-run")
          == .prints(
            """
            home: would add “Dune”
            home: would add “Emma”
            home: would add “Ulysses”
            home: would add “Walden”
            home: would add 4, update 0

            """))
      try #expect(titles() == "[]\n")
      try #expect(sandbox.run("refresh") == .prints("home: 4 added, 0 updated  (undo: catalog undo)\n"))
      try #expect(sandbox.run("refresh") == .prints("home: no changes\n"))
      let ids = try sandbox.run("list", "--sort", "title", "--json=id").output
      expectEqual(ids, "[{\"id\":1},{\"id\":2},{\"id\":3},{\"id\":4}]\n")
      try #expect(sandbox.run("edit", "3", "--set", "notes=good").code == 0)
      try write(["1": "\"title\":\"Dune\",\"pages\":500", "4": "\"title\":\"Walden\"", "5": "\"title\":\"Persuasion\""])
      try #expect(
        sandbox.run("refresh", "home", "--dry-run")
          == .prints(
            """
            home: would change 1 Dune: pages “412” → “500”
            home: would add “Persuasion”
            home: would remove 2 “Emma”
            home: would add 1, update 1, remove 1, keep 1

            """))
      try #expect(
        sandbox.run("refresh", "--dry-run", "--json")
          == .prints(
            """
            [{"source":"home","added":1,"updated":1,"unchanged":1,"rejected":0,"leftOut":0,"leftOutParts":[],\
            "removed":1,"kept":1,"error":null,"outcome":"complete","newerRules":false,"changes":[\
            {"change":"updated","id":1,"title":"Dune","field":"pages","old":"412","new":"500"},\
            {"change":"added","id":null,"title":"Persuasion","field":null,"old":null,"new":null},\
            {"change":"removed","id":2,"title":"Emma","field":null,"old":null,"new":null}]}]

            """))
      try #expect(titles().contains("Emma"))
      try #expect(
        sandbox.run("refresh")
          == Outcome(
            output: "home: 1 added, 1 updated, 1 removed, 1 kept  (undo: catalog undo)\n",
            errors: "hint: 'catalog conflicts' shows the books that you edited but that home no longer has\n"))
      try #expect(
        titles() == "[{\"title\":\"Dune\"},{\"title\":\"Persuasion\"},{\"title\":\"Ulysses\"},{\"title\":\"Walden\"}]\n"
      )
      try #expect(sandbox.run("check") == .prints("4 books, all in order\n"))
    }

    @Test func `a timer refreshes due sources and otherwise prints nothing`() throws {
      try #expect(sandbox.run("refresh", "--due") == .prints(""))
      try #expect(sandbox.files() == [])
      try addHome(["1": "\"title\":\"Dune\""])
      try #expect(sandbox.run("source", "set", "home", "--every", "1h").code == 0)
      try #expect(sandbox.run("refresh", "--due") == .prints("home: 1 added, 0 updated  (undo: catalog undo 1)\n"))
      try write(["1": "\"title\":\"Emma\""])
      try #expect(sandbox.run("refresh", "--due") == .prints(""))
      try #expect(titles() == "[{\"title\":\"Dune\"}]\n")
      try #expect(sandbox.run("refresh") == .prints("home: 0 added, 1 updated  (undo: catalog undo)\n"))
    }

    @Test func `unknown keys that are too long are omitted from their record and reported`() throws {
      let long = String(repeating: "x", count: 65_530)
      try addHome(["1": "\"title\":\"Dune\",\"k\":\"\(long)\"", "2": "\"title\":\"Emma\",\"k\":\"x\""])
      try #expect(
        sandbox.run("refresh")
          == Outcome(
            output: "home: 2 added, 0 updated  (undo: catalog undo)\n",
            errors: """
              warning: home: used record 1 without its unknown keys: they have 65,538 bytes; the limit is \
              65,536

              """))
      try #expect(sandbox.run("refresh") == .prints("home: no changes\n"))
    }

    @Test func `an unusable value is omitted and reported by record and by field`() throws {
      let wrong = Dictionary(
        uniqueKeysWithValues: (10..<22).map { ("\($0)", "\"title\":\"Book \($0)\",\"isbn\":\"9780441013594\"") })
      try addHome(wrong)
      let reason = "without ISBN “9780441013594”: its check digit should be 3"
      let outcome = try sandbox.run("refresh")
      #expect(outcome.code == 0 && outcome.output == "home: 12 added, 0 updated  (undo: catalog undo)\n")
      #expect(outcome.errors.contains("warning: home: used record 10 \(reason)\n"))
      #expect(outcome.errors.hasSuffix("warning: home: 2 more records used without some of their values: ISBN (12)\n"))
      try #expect(sandbox.run("refresh") == .prints("home: no changes\n"))
      try #expect(
        sandbox.run("refresh", "--full", "--json").output.contains("\"leftOut\":0,\"leftOutParts\":[],"))
      try write(["10": "\"title\":\"Dune\",\"isbn\":\"9780441013594\""])
      try #expect(
        sandbox.run("refresh", "--json").output.contains(
          "\"leftOut\":1,\"leftOutParts\":[{\"part\":\"ISBN\",\"count\":1,\"example\":\"10 \(reason)\"}],"))
    }

    @Test func `a source is read again once from its beginning after newer rules and reports that`() throws {
      try addHome(["1": "\"title\":\"Dune\""])
      try #expect(sandbox.run("refresh").code == 0)
      try ForeignConnection(sandbox.folder.file("catalog.db")).run("UPDATE sync_cursor SET decoder = 1")
      try #expect(
        sandbox.run("refresh")
          == Outcome(
            output: "home: no changes\n",
            errors: "note: home: read from the beginning, because this version reads such sources differently\n"))
      try #expect(sandbox.run("refresh") == .prints("home: no changes\n"))
    }

    @Test func `bad records are listed, quarantined and retried`() throws {
      try addHome(["1": "\"title\":\"Dune\"", "2": "\"title\":\"Emma\",\"pages\":-4"])
      let reason = "pages “-4”: it must be from 1 to 100,000"
      let hint = "hint: to see the rejected records, run 'catalog quarantine list home'\n"
      try #expect(
        sandbox.run("refresh")
          == Outcome(
            output: "home: 1 added, 0 updated  (undo: catalog undo)\n",
            errors: "warning: home: rejected 2: row 2 of home.jsonl: \(reason)\n\(hint)", code: 3))
      try #expect(
        sandbox.run("quarantine").masked == .prints("home\t2\tTIME\trow 2 of home.jsonl: \(reason)\n"))
      try #expect(
        sandbox.run("quarantine", "list", "home", "--json").masked
          == .prints(
            """
            [{"source":"home","record":"2","reason":"row 2 of home.jsonl: \(reason)","since":"TIME",\
            "text":"{\\"id\\":\\"2\\",\\"title\\":\\"Emma\\",\\"pages\\":-4}"}]

            """))
      try #expect(
        sandbox.run("quarantine", "retry", "home")
          == Outcome(
            output: "home: 0 now usable, 1 still rejected\n",
            errors: "hint: to see why, run 'catalog quarantine list home'\n", code: 3))
      try #expect(
        sandbox.run("quarantine", "retry", "--json")
          == Outcome(output: "[{\"source\":\"home\",\"takenIn\":0,\"rejected\":1}]\n", code: 3))
      try write(["1": "\"title\":\"Dune\"", "2": "\"title\":\"Emma\",\"pages\":4"])
      try #expect(sandbox.run("refresh") == .prints("home: 1 added, 0 updated  (undo: catalog undo)\n"))
      try #expect(sandbox.run("quarantine") == .prints(""))
      try #expect(sandbox.run("quarantine", "retry", "--json") == .prints("[]\n"))
      try #expect(sandbox.run("quarantine", "list", "hom").code == 4)
    }

    @Test func `the first ten bad records are listed, and a source without a good record is rejected`() throws {
      try addHome(Dictionary(uniqueKeysWithValues: (10..<22).map { ("\($0)", "\"title\":\"A\",\"pages\":-4") }))
      let outcome = try sandbox.run("refresh")
      expectEqual(outcome.code, 65)
      expectEqual(outcome.output, "home: no changes\n")
      expectEqual(outcome.errors.split(separator: "\n").count, 12)
      #expect(outcome.errors.contains("warning: home: 2 more rejected\n"))
    }

    @Test func `a source that suddenly lists nothing empties no shelf`() throws {
      let books = Dictionary(uniqueKeysWithValues: (0..<60).map { ("\($0)", "\"title\":\"Book \($0)\"") })
      try addHome(books)
      try #expect(sandbox.run("refresh").code == 0)
      try write(["1": "\"title\":\"Book 1\""])
      let message =
        "error: cannot refresh home: it reports 59 or more of its books as removed; they were kept "
        + "(if this is intended: catalog refresh home --allow-removals)\n"
      try #expect(sandbox.run("refresh", "--dry-run") == .fails(3, message))
      try #expect(sandbox.run("refresh") == .fails(3, message))
      try #expect(sandbox.run("list", "--count").output == "60\n")
      try #expect(
        sandbox.run("refresh", "--allow-removals")
          == .prints("home: 0 added, 0 updated, 59 removed  (undo: catalog undo)\n"))
      try #expect(sandbox.run("undo").code == 0)
      try #expect(sandbox.run("list", "--count").output == "60\n")
    }

    @Test func `a missing source is reported and does not hold back others`() throws {
      try addHome(["1": "\"title\":\"Dune\""])
      try #expect(sandbox.run("source", "add", "away", "file", "nosuch.csv").code == 0)
      let path = "\(sandbox.folder.path)/nosuch.csv"
      let message = "error: cannot refresh away: \(path): cannot open it: no such file or directory\n"
      try #expect(sandbox.run("refresh", "away") == .fails(69, message))
      try #expect(
        sandbox.run("refresh")
          == Outcome(output: "home: 1 added, 0 updated  (undo: catalog undo)\n", errors: message, code: 3))
      try #expect(sandbox.run("source", "list").output.contains("away\tfile\tfailing\t0\t"))
    }

    @Test func `a title from a source cannot control the terminal`() throws {
      try addHome(["1": "\"title\":\"A\\u001b[2J\\u202eB\""])
      let screen = try sandbox.onTerminal("refresh", "--dry-run")
      #expect(screen.text.contains("home: would add “A␛[2J<U+202E>B”"))
      #expect(!screen.text.contains("\u{1B}[2J"))
    }

    @Test(arguments: [("\n", true), ("y\n", true), ("n\n", false), ("\u{4}", false)])
    func `a terminal asks before sample books are added to a catalog without sources`(keys: String, isDone: Bool) throws
    {
      let empty = Sandbox()
      let screen = try empty.onTerminal("refresh", keys: keys)
      #expect(screen.text.contains("No sources yet. Add some sample books? [Y/n]"), "\(screen.text)")
      expectEqual(screen.text.contains("samples: "), isDone, "\(screen.text)")
      expectEqual(screen.code, 0)
      try #expect(empty.files().contains("catalog.db") == isDone)
    }

    @Test func `a catalog with books gets no sample books unless they are named`() throws {
      try sandbox.folder.write("shelf.jsonl", ExecutableTests.shelf)
      try #expect(sandbox.run("import", "shelf.jsonl").code == 0)
      let hint = "hint: no sources to refresh; 'catalog source add NAME KIND URL' adds one\n"
      try #expect(sandbox.run("refresh") == Outcome(errors: hint))
      let screen = try sandbox.onTerminal("refresh")
      #expect(screen.text.hasSuffix(hint) && !screen.text.contains("sample"), "\(screen.text)")
      try #expect(sandbox.run("refresh", "samples").output.hasPrefix("samples: "))
    }

    @Test func `a terminal shows the progress of a refresh`() throws {
      try addHome(["1": "\"title\":\"Dune\""])
      let screen = try sandbox.onTerminal("refresh")
      expectEqual(screen.code, 0)
      #expect(screen.text.hasPrefix("Refreshing  0 records\r\u{1B}[K"))
      #expect(screen.text.hasSuffix("home: 1 added, 0 updated  (undo: catalog undo)\n"))
    }
  }
}
