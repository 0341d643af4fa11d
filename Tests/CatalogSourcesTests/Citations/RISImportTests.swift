import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("RIS") struct RISImportTests {
  private func outcomes(_ text: String) async throws -> [String] {
    try await rows(of: "books.ris", text).map { $0[.title] ?? $0.rejection ?? "-" }
  }

  @Test("a record says of a book what its tags hold")
  func record() async throws {
    let text = """
      TY  - BOOK
      ID  - guin1969
      AU  - Le Guin, Ursula K.
      AU  - King, Martin Luther, Jr.
      ED  - Doe, Jane
      A4  - Roe, Max
      TI  - The Left Hand
      of Darkness
      T3  - Hainish Cycle
      M1  - 4
      PY  - 1969///
      PB  - Ace
      CY  - New York
      ET  - 2
      SN  - 0-441-47812-3
      SN  - 1234-5679
      SP  - 286
      LA  - English
      KW  - science fiction, American
      KW  - gender
      AB  - One

      Two
      UR  - http://example.com/a_b
      XX  - what nobody knows
      ER  - 
      """
    let found = try await rows(of: "books.ris", "\u{FEFF}" + text.replacing("\n", with: "\r\n"))
    let row = try #require(found.first)
    expectEqual(found.count, 1)
    let expected: [BookField: String] = [
      .title: "The Left Hand of Darkness", .authors: "Ursula K. Le Guin; Martin Luther King, Jr.",
      .contributors: "Jane Doe | edt; Max Roe | trl", .series: "Hainish Cycle", .seriesNumber: "4", .published: "1969",
      .publisher: "Ace", .isbn: "0-441-47812-3", .pages: "286", .language: "eng",
      .tags: "gender; science fiction, American", .description: "One\n\nTwo",
      .identifiers: "issn | 1234-5679; uri | http://example.com/a_b",
    ]
    for field in BookField.allCases { expectEqual(row[field], expected[field], "\(field)") }
  }

  @Test(
    "a record that is broken costs no other one, and is told with its reason",
    arguments: [
      ("TY  - BOOK\nTI  - A\nTY  - BOOK\nTI  - B\nER  - \n", ["A", "B"]),
      ("TY  - BOOK\nTI  - A\n", ["the file ends before its ER line"]),
      ("AU  - nobody\nTI  - A\nER  - \nTY  - BOOK\nTI  - B\nER  -", ["it has no TY line", "B"]),
      ("1. a note\n\nTY  - JOUR\nTI  - Article\nER  - \nTY  - CHAP\nTI  - Part\nT2  - Whole\nER  - \n", ["Whole"]),
      ("TY - BOOK\nT1 - Sloppy\nN1 - one - two\nER -\n", ["Sloppy"]),
      ("TY  - BOOK\nER  - \n", ["row: it has neither a title nor an id"]),
    ])
  func broken(_ text: String, _ expected: [String]) async throws { try await expectEqual(outcomes(text), expected) }

  @Test("Latin-1 is read, and a file is told by its first line")
  func encodings() async throws {
    let latin = "TY  - BOOK\r\nTI  - Straße\r\nER  - \r\n".unicodeScalars.map { UInt8($0.value) }
    try await expectEqual(rows(of: "citations.txt", latin).first?[.title], "Straße")
  }
}
