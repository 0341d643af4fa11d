import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct Citations {
    private let sandbox = Sandbox()

    @Test func `books of BibTeX are imported and exported for LaTeX`() throws {
      try sandbox.folder.write(
        "mine.bib",
        #"""
        @string{harbor = {Harbor House}}
        @book{godel31, author = {G{\"o}del, Kurt and {Widgets, Inc.}}, title = {On the {NASA} Papers}, publisher = harbor,
          year = 1931, month = mar, edition = {2nd}, translator = {Doe, Jane}, timestamp = {2020-01-02}, shelf = {Attic}}
        @article{a, title = {An article}}
        @book{cut, title = {Never closed}
        """#)
      try #expect(
        sandbox.run("import", "mine.bib", "--rejects", "rejected.bib")
          == Outcome(
            output: "imported mine: 1 added, 0 updated, 0 unchanged, 1 rejected  (undo: catalog undo)\n",
            errors: """
              warning: row 2 rejected: entry cut: its braces are not closed: the file ends within it
              note: skipped 1 row that are not books of yours, such as films
              note: columns ignored: shelf (1 value, e.g. “Attic”). Keep them with --keep-columns

              """, code: 3))
      expectEqual(
        String(decoding: try sandbox.folder.read("rejected.bib"), as: UTF8.self),
        "% entry cut: its braces are not closed: the file ends within it\n@book{cut, title = {Never closed}\n\n")
      let written = try sandbox.run("export", "--format", "bibtex", "--ascii").output
      expectEqual(
        written.replacing(/catalog-uuid = {[0-9a-f-]+}/, with: "catalog-uuid = {…}"),
        #"""
        @book{godel31,
          author = {G\"{o}del, Kurt and {Widgets, Inc.}},
          translator = {Doe, Jane},
          title = {On the {NASA} Papers},
          edition = {2nd},
          publisher = {Harbor House},
          year = {1931},
          month = {3},
          timestamp = {2020-01-02T00:00:00Z},
          own.citation-key = {godel31},
          catalog-uuid = {…},
        }

        """#)
    }

    @Test(arguments: [
      ("a.bib", "@article{a, title = {A}}\n@article{b, title = {B}}", 2, "s/^@article/@book/", "bibtex"),
      ("a.ris", "TY  - JOUR\nTI  - A\nER  - \n", 1, "s/^TY  - JOUR/TY  - BOOK/", "ris"),
      (
        "a.json", #"[{"id": "a", "type": "article-journal", "title": "A"}]"#, 1,
        #"s/"article-journal"/"book"/"#, "csl-json"
      ),
    ])
    func `a bibliography of articles alone is reported with the way to import them`(
      _ name: String, _ text: String, _ count: Int, _ change: String, _ format: String
    ) throws {
      try sandbox.folder.write(name, text)
      let passed =
        count == 1
        ? "its only entry was skipped because it is not a book" : "2 entries were skipped because they are not books"
      let outcome = try sandbox.run("import", name)
      expectEqual(
        outcome,
        Outcome(
          output: "",
          errors: """
            error: the input contains no books: \(passed) (to import them as books: sed '\(change)' FILE | \
            catalog import - --format \(format) --source NAME)

            """, code: 65))
      let changed = try sandbox.shell("sed '\(change)' \(name) | catalog import - --format \(format) --source articles")
      #expect(changed.output.hasPrefix("imported articles: \(count) added"))
    }

    @Test func `a bibliography without entries is empty`() throws {
      try sandbox.folder.write("a.json", "[\n\n]\n")
      try expectEqual(
        sandbox.run("import", "a.json"), Outcome(output: "", errors: "error: the input contains no rows\n", code: 65))
    }

    @Test func `LaTeX commands are only for BibTeX`() throws {
      let outcome = try sandbox.run("export", "books.ris", "--ascii")
      expectEqual(outcome.code, 64)
      #expect(outcome.errors.hasPrefix("error: --ascii needs BibTeX; add --format bibtex\n"))
    }
  }
}
