import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

/// Tests that exactly the values of entries that cannot be stored in a book are reported.
@Suite("What is not kept of citations") struct CitationReportTests {
  /// Returns the dates of the books, the values that were left out, and the reported columns.
  private func outcome(_ name: String, _ text: String) async throws -> [String] {
    let folder = TemporaryFolder()
    let input = try ImportInput(path: folder.write(name, Array(text.utf8)))
    var rows: [ImportRow] = []
    while let batch = try await input.reader.nextBatch() { rows += batch.rows }
    return rows.map { $0[.published] ?? "-" } + rows.flatMap { $0.record?.leftOut.map(\.description) ?? [] }
      + input.table.columns.map { "\($0.name): \($0.example)" }
  }

  @Test(
    "of BibTeX",
    arguments: [
      ("year = {1984/1986}", ["1984", "rest of a date: 1984/1986"]),
      ("date = {1984/1986-05}", ["1984", "rest of a date: 1984/1986-05"]),
      ("date = {1984-13-45}", ["1984", "rest of a date: 1984-13-45"]),
      ("date = {1984-02-30}", ["1984-02", "rest of a date: 1984-02-30"]),
      ("date = {1984-05-06T12:00:00}", ["1984-05-06"]),
      ("date = {1984-05-06T12:00/1985}", ["1984-05-06", "rest of a date: 1984-05-06T12:00/1985"]),
      ("date = {1984-00-00}", ["1984"]),
      ("year = {[1984]}", ["1984"]), ("year = {ca. 1984}", ["1984", "rest of a date: ca. 1984"]),
      ("date = {1984~}", ["1984", "rest of a date: 1984~"]),
      ("date = {soon}, year = 1984", ["1984", "second date: soon"]),
      ("date = {soon}", ["-", "published “soon”: it contains no year"]),
      ("date = {1984-05}, year = 1984, month = may", ["1984-05"]),
      ("date = {1984-05}, year = 1985", ["1984-05", "year: 1985"]),
      ("year = 1984, month = {10~jan}", ["1984-01-10"]),
      ("year = 1984, month = jul # {/} # aug", ["1984-07", "month: aug"]),
      ("year = 1984, month = {Spring}", ["1984", "month: Spring"]),
      ("year = 1984, month = may, day = {3rd}", ["1984-05", "day: 3rd"]),
      ("year = 1984, day = 77", ["1984", "day: 77"]), ("year = 1984, month = may, day = 77", ["1984-05", "day: 77"]),
      ("month = may, day = 7", ["-", "month: may", "day: 7"]), ("date = {1984-05}, month = 5", ["1984-05"]),
      ("date = {1984-05}, month = 6", ["1984-05", "month: 1984-06"]),
      ("date = {1984/}", ["1984", "rest of a date: 1984/"]), ("date = {/1984}", ["1984", "rest of a date: /1984"]),
      ("date = {1984-05/..}", ["1984-05", "rest of a date: 1984-05/.."]),
      ("date = {../1984}", ["1984", "rest of a date: ../1984"]),
      ("editor = {Jo}, editortype = {compiler}", ["-"]), ("editortype = {compiler}", ["-", "editortype: compiler"]),
      ("eprint = {1}, archiveprefix = {arXiv}", ["-"]), ("archiveprefix = {arXiv}", ["-", "archiveprefix: arXiv"]),
      ("shorthand = {AW}, sortkey = {B}", ["-", "shorthand: AW"]),
      ("isbn = {0-441-17271-7 (pbk.)}", ["-", "remark on an ISBN: (pbk.)"]),
      ("title = {A}", ["-"]), ("title = {B}", ["-", "second title: B"]), ("keywords = {a}, keywords = {b}", ["-"]),
      ("year = 1984, year = 1985", ["1984", "second year: 1985"]),
      ("address = {A}, location = {B}", ["-", "second place: B"]),
      ("language = {german}, langid = {ngerman}", ["-"]),
      ("language = {german and french}", ["-", "further languages: german and french"]),
      ("abstract = {A}, comments = {B}", ["-", "second abstract: B"]), ("shelf = {a}, shelf = {b}", ["-", "shelf: a"]),
      ("readstatus = {half}", ["-", "read state “half”: it is not a valid read state"]),
      ("timestamp = {soon}", ["-", "added “soon”: it contains no day"]),
      ("identifiers = {isbn:12}", ["-", "identifiers: 12"]), ("identifiers = {12}", ["-", "identifiers: 12"]),
    ])
  func bibtex(_ fields: String, _ expected: [String]) async throws {
    try await expectEqual(outcome("a.bib", "@book{a, title = {A}, \(fields)}"), expected)
  }

  @Test("of parts of books, all that is theirs")
  func parts() async throws {
    let part = "@incollection{a, title = {A}, booktitle = {B}, chapter = 3, abstract = {C}, shelf = {D}, venue = {E}}"
    try await expectEqual(
      outcome("a.bib", part),
      [
        "-", "shelf: D", "title of a part: A", "chapter of a part: 3", "note on a part: C", "venue of a part: E",
      ])
  }

  @Test(
    "of RIS",
    arguments: [
      ("PY  - 1984/13/45/", ["1984", "rest of a date: 1984/13/45/"]),
      ("PY  - 1984/05/06/Spring", ["1984-05-06", "rest of a date: 1984/05/06/Spring"]),
      ("PY  - 1984///\nDA  - 1984/05/06", ["1984-05-06"]), ("PY  - 1984\nDA  - May 3", ["1984", "DA: May 3"]),
      ("PY  - 1984\nY1  - 1985", ["1984", "Y1: 1985"]), ("TI  - B", ["-", "second title: B"]),
      ("EP  - 7", ["-", "EP: 7"]),
      ("ID  - not a key", ["-", "ID: not a key"]), ("T3  - S\nT3  - T", ["-"]),
      ("CY  - A\nPP  - B", ["-", "second place: B"]), ("PB  -\tB\nJ2  - C", ["-", "J2: C"]),
      ("SN  - 0028-0836 (print) 1476-4687 (online)", ["-", "SN: (print)"]),
    ])
  func ris(_ lines: String, _ expected: [String]) async throws {
    try await expectEqual(outcome("a.ris", "TY  - BOOK\nTI  - A\n\(lines)\nER  - \n"), expected)
  }

  @Test(
    "of CSL-JSON",
    arguments: [
      (#""issued": {"date-parts": [[1984], [1986]]}"#, ["1984", "rest of a date: 1984/1986"]),
      (#""issued": {"date-parts": [[1984, 13, 45]]}"#, ["1984", "rest of a date: 1984-13-45"]),
      (#""issued": {"date-parts": [["1984", 0]], "circa": false}"#, ["1984"]),
      (#""issued": {"date-parts": [[1984]], "circa": true}"#, ["1984", "rest of a date: 1984~"]),
      (#""issued": {"date-parts": [[1984]], "season": 2}"#, ["1984", "rest of a date: 1984-22"]),
      (#""issued": {"day": 1}"#, ["-", #"issued: {"day":1}"#]),
      (#""title": ["B"], "volume": null"#, ["-", #"second title: ["B"]"#]),
      (#""title": "A", "issued": 1984, "issued": 1985"#, ["1984", "second issued: 1985"]),
      (#""keyword": ["a", "b"], "categories": "c""#, ["-", #"categories: "c""#]),
      (#""custom": 7"#, ["-", "custom: 7"]),
      (#""publisher": ["B"]"#, ["-", #"publisher: ["B"]"#]),
      (#""author": "Jo""#, ["-", #"author: "Jo""#]), (#""shortTitle": "B", "title-short": "B""#, ["-"]),
      (#""number": "7", "collection-number": "8", "collection-title": "S""#, ["-", "second number: 7"]),
      (#""custom": {"x": "y"}"#, ["-", "custom: x: y"]), (#""id": "not a key""#, ["-", "id: not a key"]),
    ])
  func csl(_ members: String, _ expected: [String]) async throws {
    try await expectEqual(outcome("a.json", #"[{"type": "book", "title": "A", \#(members)}]"#), expected)
  }
}
