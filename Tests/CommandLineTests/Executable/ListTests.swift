import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct List {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    /// Returns the ids that a command prints, one per line.
    private func ids(_ arguments: String...) throws -> [String] {
      let outcome = try sandbox.start(arguments, input: "").finish()
      expectEqual(outcome.errors, "")
      expectEqual(outcome.code, 0)
      return outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func `a list that is not on a terminal is tab-separated, complete and without a header`() throws {
      try #expect(
        sandbox.run("list")
          == .prints(
            """
            5\t1Q84\t村上春樹\t2009\t554\t\tunread
            4\tGood Omens\tTerry Pratchett; Neil Gaiman\t1990\t\t4.5\treading
            3\tThe Color Purple\tAlice Walker\t1982\t\t\tunread
            2\tLes Misérables\tVictor Hugo\t1862\t1463\t5\tread
            1\tDune\tFrank Herbert\t1965\t412\t4.25\tunread

            """))
    }

    @Test(arguments: [
      ("title", ["5", "3", "1", "4", "2"]), ("-title", ["2", "4", "1", "3", "5"]),
      ("author", ["1", "2", "4", "3", "5"]), ("year", ["2", "1", "3", "4", "5"]),
      ("edition", ["2", "1", "3", "4", "5"]), ("-year", ["5", "4", "3", "1", "2"]),
      ("added", ["1", "2", "3", "4", "5"]), ("pages", ["1", "5", "2", "3", "4"]),
      ("-pages", ["2", "5", "1", "4", "3"]),
      ("-rating", ["2", "5", "4", "3", "1"]), ("-average", ["4", "1", "5", "3", "2"]),
      ("series", ["1", "2", "3", "4", "5"]),
    ])
    func `an order sorts books, those without a value last`(order: String, expected: [String]) throws {
      try #expect(ids("list", "--sort", order).map { $0 } == expected)
      try #expect(ids("list", "--sort=\(order)", "--all") == expected)
    }

    @Test func `pages follow each other without gaps, and a page past the end is empty`() throws {
      try #expect(ids("list", "--page-size", "2") == ["5", "4"])
      try #expect(ids("list", "--page-size", "2", "--page", "2") == ["3", "2"])
      try #expect(ids("list", "--page-size", "2", "--page", "3") == ["1"])
      let past = try sandbox.run("list", "--page-size", "2", "--page", "4")
      expectEqual(past, Outcome(errors: "hint: page 4 is past the end: there are 3 pages\n"))
      let far = try sandbox.run("list", "--page", "9223372036854775807")
      expectEqual(far, Outcome(errors: "hint: page 9,223,372,036,854,775,807 is past the end: there is 1 page\n"))
    }

    @Test func `the page that contains a book is found in any order and within a query`() throws {
      try #expect(ids("list", "--page-size", "2", "--containing", "2") == ["3", "2"])
      try #expect(ids("list", "--page-size", "2", "--containing", "9780441013593") == ["1"])
      try #expect(ids("list", "--page-size", "2", "--sort", "title", "--containing", "4") == ["1", "4"])
      try #expect(ids("list", "--page-size", "2", "--sort", "title", "--containing", "2") == ["2"])
      try #expect(
        sandbox.run("list", "--page-size", "1", "--containing", "3", "--json=id") == .prints("[{\"id\":3}]\n"))
      try #expect(ids("list", "--page-size", "1", "--containing", "1", "author:herbert") == ["1"])
      try #expect(
        sandbox.run("list", "--containing", "99")
          == .fails(4, "error: no book 99 (try 'catalog search …' to find its number)\n"))
      try #expect(
        sandbox.run("list", "author:herbert", "--containing", "2")
          == .fails(
            4,
            "error: book 2 does not match author:herbert (omit the query, or try 'catalog show 2')\n"
          ))
    }

    @Test func `cursors lead through the whole list`() throws {
      var cursor = "start"
      var found: [Substring] = []
      for _ in 0..<4 {
        let outcome = try sandbox.run("list", "--sort", "title", "--page-size", "2", "--after", cursor)
        found += outcome.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        guard outcome.errors.hasPrefix("next: ") else {
          expectEqual(outcome.errors, "")
          break
        }
        cursor = String(outcome.errors.dropFirst("next: ".count).dropLast())
      }
      expectEqual(found, ["5", "3", "1", "4", "2"])
    }

    @Test func `a cursor of another order is rejected`() throws {
      let next = try sandbox.run("list", "--page-size", "2", "--after", "start").errors
      let cursor = String(next.dropFirst("next: ".count).dropLast())
      try #expect(sandbox.run("list", "--sort", "title", "--after", cursor).code == 64)
      try #expect(
        sandbox.run("list", "--after", "nonsense")
          == .fails(
            64,
            """
            error: cursor “nonsense”: it is not a valid cursor; copy it from the previous page
            usage: catalog list [QUERY…] [options]

            """))
    }

    @Test func `JSON contains every field or the selected ones`() throws {
      try #expect(
        sandbox.run("list", "dune", "--json").masked
          == .prints(
            """
            [{"id":1,"uuid":"UUID","title":"Dune","authors":["Frank Herbert"],"isbn":"978-0-441-01359-3",\
            "isbn13":"9780441013593","pages":412,"publisher":"Ace","published":"1965-08","year":1965,"language":"eng","series":"Dune",\
            "seriesNumber":1,"tags":["classic","science fiction"],"averageRating":4.25,"ratingsCount":1200,\
            "readState":"unread","started":null,"finished":null,"rating":null,"notes":null,"added":"TIME",\
            "subtitle":null,"contributors":[],"identifiers":[],"firstPublished":null,"format":null,"duration":null,"review":null,\
            "otherSeries":[],"description":null,"cover":null,"files":[],"attachments":[],"copies":[],\
            "earlierReadings":[],"progress":[],"fractionRead":null,\
            "changed":"TIME"}]

            """))
      try #expect(
        sandbox.run("list", "--page-size", "2", "--json=title,id")
          == .prints("[{\"title\":\"1Q84\",\"id\":5},{\"title\":\"Good Omens\",\"id\":4}]\n"))
      try #expect(
        sandbox.run("list", "author:hugo", "--jsonl", "--json=notes,added,rating")
          == .prints("{\"notes\":\"Long.\\nWorth it.\",\"added\":\"2026-01-02T00:00:00Z\",\"rating\":5}\n"))
      try #expect(sandbox.run("list", "--jsonl", "--all").output.split(separator: "\n").count == 5)
    }

    @Test func `an empty result is not an error`() throws {
      try #expect(sandbox.run("list", "nosuchword") == .prints(""))
      try #expect(sandbox.run("list", "nosuchword", "--json") == .prints("[]\n"))
      try #expect(sandbox.run("list", "nosuchword", "--jsonl") == .prints(""))
      try #expect(sandbox.run("list", "nosuchword", "--all", "--json=id") == .prints("[]\n"))
    }

    @Test func `an unknown field or order is answered with the known ones and the nearest`() throws {
      try #expect(
        sandbox.run("list", "--json=id,titel")
          == .fails(
            64,
            """
            error: unknown field 'titel'; did you mean 'title'? (known: id, uuid, title, authors, isbn, isbn13, pages, \
            publisher, published, year, language, series, seriesNumber, tags, averageRating, ratingsCount, readState, \
            started, finished, rating, notes, added, subtitle, contributors, identifiers, firstPublished, format, duration, review, \
            otherSeries, description, cover, files, attachments, copies, earlierReadings, progress, \
            fractionRead, changed, own, \
            metadata)
            usage: catalog list [QUERY…] [options]

            """))
      try #expect(
        sandbox.run("list", "--sort", "-yaer")
          == .fails(
            64,
            """
            error: unknown order '-yaer'; did you mean '-year'? (known: title, author, year, edition, added, rating, \
            average, pages, series, started, finished)
            usage: catalog list [QUERY…] [options]

            """))
    }

    @Test(arguments: [
      (["--page", "0"], "--page must be at least 1, not 0"), (["--page=-1"], "--page must be at least 1, not -1"),
      (["--page", "x"], "'x' is not a whole number for --page"),
      (["--page-size", "0"], "--page-size must be 1 to 10,000, not 0"),
      (["--page-size", "10001"], "--page-size must be 1 to 10,000, not 10001"),
      (
        ["--page", "2", "--all"],
        "use only one of --page, --containing, --all, --after and --count"
      ),
      (
        ["--containing", "2", "--after", "start"],
        "use only one of --page, --containing, --all, --after and --count"
      ),
      (["--page"], "missing value for '--page'"), (["--all=yes"], "option '--all' takes no value"),
      (["--pgae", "2"], "unknown option '--pgae'; did you mean '--page'?"),
      (["-n", "5"], "unknown option '-n' (to exclude a one-letter word, write '-- -n')"),
    ])
    func `an invalid option is a usage error`(arguments: [String], message: String) throws {
      try #expect(
        sandbox.start(["list"] + arguments, input: "").finish()
          == .fails(64, "error: \(message)\nusage: catalog list [QUERY…] [options]\n"))
    }

    @Test func `options work before and after the command`() throws {
      try #expect(sandbox.run("--db", "catalog.db", "list", "dune", "--json=id") == .prints("[{\"id\":1}]\n"))
      try #expect(sandbox.run("list", "dune", "--json=id", "--db=catalog.db") == .prints("[{\"id\":1}]\n"))
      try #expect(sandbox.run("--db", "other.db", "list").output == "")
      try #expect(sandbox.files() == ["catalog.db", "shelf.jsonl"])
    }
  }
}
