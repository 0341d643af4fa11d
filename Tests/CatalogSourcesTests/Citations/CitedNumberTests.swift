import CatalogModel
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Numbers of books in a text") struct CitedNumberTests {
  /// Returns the ISBNs as given, the ISSNs, the remarks and the rejected numbers.
  private func outcome(_ text: String) -> [String] {
    let numbers = CitedNumbers(text)
    return numbers.isbns.map(\.asGiven) + numbers.issns + numbers.remarks + numbers.leftOut.map { "not \($0.value)" }
  }

  @Test(
    "are divided by signs and blanks, and one with blanks is one",
    arguments: [
      ("9780441013593 9780486282114", ["9780441013593", "9780486282114"]),
      ("978 0 441 01359 3", ["978 0 441 01359 3"]),
      ("978 0 441 01359 3 0 486 28211 2", ["978 0 441 01359 3", "0 486 28211 2"]),
      ("0-441-01359-7, 0486282112; 9780486282114", ["0-441-01359-7", "0486282112", "9780486282114"]),
      ("ISBN-13: 9780441013593 ISBN: 0-486-28211-2", ["9780441013593", "0-486-28211-2"]),
      ("9780441013593 and 0486282112", ["9780441013593", "0486282112"]),
      ("9780441013593 (pbk.) 0486282112 (hbk/cloth)", ["9780441013593", "0486282112", "(pbk.)", "(hbk/cloth)"]),
      ("9780441013593(pbk) 1234-5679", ["9780441013593", "1234-5679", "(pbk)"]),
      ("0441013597 (9780486282114)", ["0441013597", "9780486282114"]),
      ("9780441013593 alk. paper", ["9780441013593", "alk. paper"]),
      ("9780441013594 0486282112", ["0486282112", "not 9780441013594"]),
      ("12 9780441013593", ["9780441013593", "not 12"]), ("978 0 441 01359 4", ["not 978 0 441 01359 4"]),
      ("ISBN : 978 0 441 01359 3", ["978 0 441 01359 3"]), ("soon", ["not soon"]), ("n/a (pbk", ["not n/a (pbk"]),
      ("1234-5679", ["1234-5679"]),
    ])
  func numbers(_ text: String, _ expected: [String]) { expectEqual(outcome(text), expected) }

  @Test(
    "the first is the book's, further ones are identifiers, in every notation",
    arguments: [
      ("a.bib", "@book{a, title = {A}, isbn = {9780441013593 9780486282114 1234-5679}}"),
      ("a.ris", "TY  - BOOK\nTI  - A\nSN  - 9780441013593 (pbk) 9780486282114 1234-5679\nER  - \n"),
      ("a.json", #"[{"type": "book", "title": "A", "ISBN": "9780441013593 9780486282114", "ISSN": "1234-5679"}]"#),
      ("a.json", #"[{"type": "book", "title": "A", "ISBN": ["9780441013593", "9780486282114", "1234-5679"]}]"#),
    ])
  func notations(_ name: String, _ text: String) async throws {
    let row = try #require(try await rows(of: name, text).first)
    expectEqual(row[.isbn], "9780441013593")
    let identifiers = row[.identifiers]?.split(separator: "; ").map(String.init) ?? []
    expectEqual(identifiers.sorted(), ["isbn | 9780486282114", "issn | 1234-5679"])
  }
}
