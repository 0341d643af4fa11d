import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("BibTeX") struct BibTeXImportTests {
  /// Returns the titles of the books in a text, and the reasons why entries were rejected.
  private func outcomes(_ text: String) async throws -> [String] {
    try await rows(of: "books.bib", text).map { $0[.title] ?? $0.rejection ?? "-" }
  }

  @Test("an entry says of a book what its fields hold")
  func entry() async throws {
    let found = try await rows(
      of: "books.bib",
      #"""
      % A comment with somebody@example.com
      @String{aw = "Addison" # {-Wesley}}
      @BOOK{knuth84,
        Author = "Donald E. Knuth and {Widgets and Sons, Inc.} and Le Guin, Ursula K. and King, Jr., Martin Luther",
        title = {The {\TeX}book}, SUBTITLE = {A Guide}, publisher = AW, year = 1984, month = jan # "~10",
        address = {Reading, Mass.}, isbn = {0-201-13448-9, 978-0-306-40615-7}, edition = {2nd}, volume = {3},
        series = {Computers \& Typesetting}, keywords = {tex; type, set}, editor = {Lamport, Leslie},
        translator = {G{\"o}del, Kurt}, editora = {Moe, Max}, editoratype = {compiler}, foreword = {Doe, Jane},
        pages = {xii, 483 p.}, langid = {ngerman}, url = {http://example.com/~a_b}, doi = {10.1000/x_y},
        abstract = {Ends\\here}, annote = {Mine}, ranking = {rank4}, readstatus = {read}, eprint = {1234.5678},
        file = {:/books/a.pdf:PDF;:relative.pdf:PDF}, timestamp = {2020-02-03}, origdate = {1978}
      }
      """#)
    let row = try #require(found.first)
    expectEqual(found.count, 1)
    #expect(row.rejection == nil)
    expectEqual(row.record?.remoteID, "knuth84")
    let expected: [BookField: String] = [
      .title: "The TeXbook", .subtitle: "A Guide",
      .authors: "Donald E. Knuth; Widgets and Sons, Inc.; Ursula K. Le Guin; Martin Luther King, Jr.",
      .publisher: "Addison-Wesley", .published: "1984-01-10", .firstPublished: "1978", .isbn: "0-201-13448-9",
      .series: "Computers & Typesetting", .seriesNumber: "3", .tags: "tex; type, set", .pages: "483", .language: "deu",
      .contributors: "Leslie Lamport | edt; Kurt Gödel | trl; Max Moe | com; Jane Doe | aui",
      .description: "Ends\nhere", .notes: "Mine", .rating: "4", .readState: "read", .added: "2020-02-03T00:00:00Z",
      .identifiers: "arxiv | 1234.5678; isbn | 9780306406157; uri | http://example.com/~a_b; doi | 10.1000/x_y",
      .files: "file:///books/a.pdf | application/pdf",
    ]
    for field in BookField.allCases { expectEqual(row[field], expected[field], "\(field)") }
    let own = row.record?.own.map { "\($0.name): \($0.value?.description ?? "")" } ?? []
    expectEqual(Set(own), ["edition: 2nd", "place: Reading, Mass.", "citation-key: knuth84"])
  }

  @Test("what is no book is passed over, and a part is of its book, once")
  func kinds() async throws {
    let found = try await outcomes(
      """
      @article{a, title = {An article}, isbn = {0201134489}} @inproceedings{p, title = {A paper}, isbn = {0201134489}}
      @misc{m, title = {A page}} @online{o, title = {A book after all}, isbn = {0201134489}}
      @incollection{c, title = {Part}, booktitle = {The Whole}, author = {A}} @incollection{d, title = {B}, booktitle = {The Whole}}
      @inbook{i, title = {A book of which a chapter is meant}, chapter = 3}
      """)
    expectEqual(found, ["A book after all", "The Whole", "A book of which a chapter is meant"])
  }

  @Test("what an entry has from another one may stand behind it, and words may have no definition")
  func relations() async throws {
    let found = try await rows(
      of: "books.bib",
      """
      @book{two, title = {Volume Two}, volume = 2, crossref = {work}} @inbook{part, title = {X}, crossref = {two}}
      @mvbook{work, title = {The Work}, author = {Ann Author}, publisher = press, xdata = {common}}
      @xdata{common, address = {Paris}} @book{lost, title = {Lost}, crossref = {nobody}}
      @book{a, title = {A}, crossref = {b}} @book{b, title = {B}, author = {Bo}, crossref = {a}}
      """)
    let byTitle = Dictionary(uniqueKeysWithValues: found.map { ($0[.title] ?? "", $0) })
    expectEqual(Set(byTitle.keys), ["Volume Two", "The Work", "Lost", "A", "B"])
    #expect(byTitle["Volume Two"]?[.series] == "The Work" && byTitle["Volume Two"]?[.seriesNumber] == "2")
    #expect(byTitle["Volume Two"]?[.authors] == "Ann Author" && byTitle["Volume Two"]?[.publisher] == "press")
    expectEqual(byTitle["Volume Two"]?.record?.own.contains { $0.name == "place" }, true)
    expectEqual(byTitle["A"]?[.authors], "Bo")
  }

  @Test(
    "an entry that is broken costs no other one, and is told with its reason",
    arguments: [
      (
        "@book{a, title = {Never closed,\n@book{b, title = {B}}",
        ["entry a: its braces are not closed: the next entry begins within it", "B"]
      ),
      (
        "@book{a, title = {A}, author = {Cut in the mid",
        ["entry a: its braces are not closed: the file ends within it"]
      ),
      (
        "@book{a, title = {A}}, author = {B}}\n@book{b, title = {B}}",
        ["entry a: an extra brace closes the entry before its last field", "B"]
      ),
      ("@book{a, title {A}}\n@book{b, title = {B}}", ["entry a: it has no = after “title”", "B"]),
      ("@comment{ @book{no, title = {No}}\n@book{neither, title = {x}} }\n@book{b, title = {B}}", ["B"]),
      ("@comment{never closed\n@book{b, title = {B}}", ["B"]),
      ("@book(a, title = \"A (1) {\"}\")\n@book{b, title = {B}}", ["A (1) \"", "B"]),
      ("@book{, title = {A}} @book{title = {B}} @book{c title = {C}}", ["A", "B", "it has no = after “c”"]),
      ("@book{a, title = {A}} @book{a, title = {B}}", ["A", "B"]),
      ("@preamble{\"x\"} @string{x = {y}} no entry @ all", []),
      ("@book{a, title = {A} author = {B}}", ["A"]), ("@book{a, title = {A}, year = {soon}, isbn = {12}}", ["A"]),
    ])
  func broken(_ text: String, _ expected: [String]) async throws { try await expectEqual(outcomes(text), expected) }

  @Test("an entry that is longer than one may be is passed over, and the next one is read")
  func long() async throws {
    let long = "@book{a, title = {" + String(repeating: "é", count: 9 << 20) + "}}\n@book{b, title = {B}}"
    let found = try await rows(of: "books.bib", long)
    let reason = "entry a: it is longer than 16,777,216 bytes; only the first 4,096 were read"
    expectEqual(found.map { $0[.title] ?? $0.rejection }, [reason, "B"])
    expectEqual(found.first?.raw, Array(long.utf8.prefix(4_096)))
  }

  @Test("encodings are those of other files: UTF-16, Latin-1, and marks in front")
  func encodings() async throws {
    let text = "@book{a, title = {Straße}, author = {Müller, Jörg}}"
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    let wide: [UInt8] =
      [0xFF, 0xFE] + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    for bytes in [latin, wide, marked] {
      let row = try #require(try await rows(of: "books.bib", bytes).first)
      #expect(row[.title] == "Straße" && row[.authors] == "Jörg Müller")
    }
    let damaged = Array("@book{a, title = {é".utf8) + [0xE9] + Array("üöä}}".utf8)
    try await expectEqual(rows(of: "books.bib", damaged).first?.rejection?.contains("is not valid UTF-8"), true)
  }

  @Test("a file is told by what it begins with")
  func detection() async throws {
    try await expectEqual(rows(of: "mine", "% x, y\n\n@book{a,\n title = {A, B}}").first?[.title], "A, B")
    try await expectEqual(rows(of: "mine", "@handle,title\nx,Emma\n").first?[.title], "Emma")
  }

  @Test("fields that are not known are told, or kept where that was asked")
  func unknown() async throws {
    let text = "@book{a, title = {A}, shelf = {Attic}}"
    let folder = TemporaryFolder()
    let input = try ImportInput(path: folder.write("books.bib", Array(text.utf8)))
    _ = try await input.reader.nextBatch()
    expectEqual(input.table.columns.map(\.name), ["shelf"])
    let kept = try await rows(of: "books.bib", text) { $0.keepsColumns = true }
    expectEqual(kept.first?.record?.own.map(\.name).contains("shelf"), true)
  }
}
