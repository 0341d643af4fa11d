import CatalogModel
import TestExpectations
import Testing

@testable import CatalogSources

@Suite struct GivenIdentifiersTests {
  @Test(arguments: [
    ("10.1000/182", nil, "doi|10.1000/182"), ("10.1000/182", "asin", "asin|10.1000/182"), ("10.5", nil, nil),
    ("shelf/7", nil, nil), ("https://example.com/b", nil, "uri|https://example.com/b"),
    ("https://example.com/b", "goodreads", "uri|https://example.com/b"), ("Ünknown://b", nil, nil),
    ("urn:goodreads:7", "uri", "goodreads|7"), ("goodreads: 7", nil, "goodreads|7"), ("7", "calibre", nil),
    ("7", "ISBN", nil), ("", "asin", nil),
  ])
  func `an identifier has the type of its label or its form, or is left out`(
    text: String, scheme: String?, expected: String?
  ) {
    var given = GivenIdentifiers()
    given.add(text, scheme: scheme)
    #expect(given.isbn == nil)
    expectEqual(given.others.map { "\($0.type)|\($0.value)" }, expected.map { [$0] } ?? [])
    expectEqual(given.leftOut.map(\.value), scheme == "ISBN" ? [text] : [])
  }

  @Test func `the first ISBN is the book's, whatever its label, and further ones are identifiers`() throws {
    var given = GivenIdentifiers()
    given.add("urn:isbn:978-0-441-01359-3", scheme: "uri")
    given.add("0441013597", scheme: nil)
    given.add("9780306406157", scheme: "bookid")
    try expectEqual(given.isbn, ISBN("9780441013593"))
    expectEqual(given.others, [BookIdentifier("isbn", "9780306406157")])
  }
}
