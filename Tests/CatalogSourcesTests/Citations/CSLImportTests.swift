import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("CSL-JSON") struct CSLImportTests {
  @Test("an object says of a book what its variables hold; what is the matter with one keeps no other back")
  func objects() async throws {
    let found = try await rows(
      of: "books.json",
      """
      [{"id": "kafka1926", "type": "book", "title": "Das Schloß", "author": [{"family": "Kafka", "given": "Franz"},
        {"literal": "Verein, e.V."}], "translator": [{"non-dropping-particle": "van", "family": "Dam", "given": "Jo"}],
        "issued": {"date-parts": [["1926", 0]]}, "original-date": {"raw": "1922-08"}, "ISBN": "0805211063",
        "number-of-pages": "328", "collection-title": "Works", "collection-number": 2, "language": "de",
        "keyword": "a, b", "edition": 3, "note": "Mine", "x-shelf": "Attic"},
       {"id": 7, "type": "article-journal", "title": "No book"}, 12,
       {"id": "c", "type": "chapter", "title": "Part", "container-title": "Whole"}]
      """)
    expectEqual(found.map { $0[.title] ?? $0.rejection }, ["Das Schloß", "entry: it is not an object", "Whole"])
    let row = try #require(found.first)
    let expected: [BookField: String] = [
      .title: "Das Schloß", .authors: "Franz Kafka; Verein, e.V.", .contributors: "Jo van Dam | trl",
      .published: "1926",
      .firstPublished: "1922-08", .isbn: "0805211063", .pages: "328", .series: "Works", .seriesNumber: "2",
      .language: "de", .tags: "a; b", .notes: "Mine",
    ]
    for field in BookField.allCases { expectEqual(row[field], expected[field], "\(field)") }
    expectEqual(row.record?.remoteID, "kafka1926")
  }

  @Test(
    "it is told from other arrays by its first elements, or by who names it",
    arguments: [
      (#"[12, "x", null, [{"type": "a"}], {"id": "a}\"", "type": "book", "title": "A"}]"#, true),
      (#"[{"title": {"type": "a", "id": 1}}, {"type": "book", "id": 2}]"#, true),
      (#"[{"type": "book"}, {"id": 1}]"#, false),
      (#"[{"a": ["type", "title"]}]"#, false), ("[\n\n]", true), ("[", false),
      (#"{"type": "book", "title": "A"}"#, false),
    ])
  func detection(_ text: String, _ isOne: Bool) async throws {
    expectEqual(CSLStart.isOne(Array(text.utf8)[...]), isOne)
    let folder = TemporaryFolder()
    let input = try? ImportInput(path: folder.write("mine.json", Array(text.utf8)))
    expectEqual(input?.format == .cslJSON, isOne)
  }

  @Test("it has the name that an export has, and that of documents")
  func names() async throws {
    for format in [ImportFormat.cslJSON, .json] {
      let found = try await rows(of: "mine.txt", #"[{"id": "a", "type": "book", "title": "A"}]"#) { $0.format = format }
      expectEqual(found.map { $0[.title] }, ["A"])
    }
    expectEqual(ImportFormat.cslJSON.rawValue, ExportFormat.cslJSON.rawValue)
    #expect(try await rows(of: "mine.txt", #"[{"title": "A"}]"#) { $0.format = .cslJSON }.isEmpty)
  }

  @Test("what was rejected is written so that it can be read again")
  func rejects() async throws {
    let folder = TemporaryFolder()
    let text = #"[{"id": "a", "type": "book", "title": "A"}, {"id": "b", "type": "book"}]"#
    let input = try ImportInput(path: folder.write("books.json", Array(text.utf8)))
    let rejected = RejectedRow(
      number: 2, reason: "it has \"no\" title", raw: Array(#"{"type": "book", "title": "B"}"#.utf8))
    let file =
      input.rejects.beginning + input.rejects.line(for: rejected) + input.rejects.line(for: rejected)
      + input.rejects.end
    try await expectEqual(rows(of: "rejected.json", file).map { $0[.title] }, ["B", "B"])
    try await expectEqual(rows(of: "rejected.json", input.rejects.whole(rejected.raw)).map { $0[.title] }, ["B"])
  }
}
