import Catalog
import TestExpectations
import Testing

@testable import CatalogSources

/// Notations that only biblatex has.
@Suite struct BibLaTeXTests {
  private func value(_ field: BookField, of text: String) async throws -> String? {
    try #require(try await rows(of: "books.bib", "@book{a, title = {T}, \(text)}\n").first)[field]
  }

  @Test(arguments: [
    (
      "family=Gogh, prefix=van, given=Vincent and given=\"Jo\", family=Doe, suffix=Jr.", "Vincent van Gogh; Jo Doe, Jr."
    ),
    ("given=Frank, family=Herbert, given=Brian", "Frank Herbert"),
    ("family=Gogh, given=, prefix", "Gogh"),
  ])
  func `a name may have a label for each of its parts`(names: String, authors: String) async throws {
    try await expectEqual(value(.authors, of: "author = {\(names)}"), authors)
  }

  @Test(arguments: [
    (#"http://example.com/\textasciitilde{}ann"#, "http://example.com/~ann"),
    (#"\url{http://example.com/~ann\_b\%20c}"#, "http://example.com/~ann_b%20c"),
    (#"http://example.com/a\b"#, #"http://example.com/a\b"#),
  ])
  func `an address has no commands but a tilde and escaped characters`(text: String, address: String) async throws {
    try await expectEqual(value(.identifiers, of: "url = {\(text)}"), "uri | \(address)")
  }

  @Test(arguments: ["langgerman", "german", "ngerman", "Deutsch"])
  func `a language may have the prefix of biblatex's names`(name: String) async throws {
    try await expectEqual(value(.language, of: "langid = {\(name)}"), "deu")
  }
}
