import Catalog
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@Suite("Books")
struct BookTests {
  @Test("a book round-trips through JSON")
  func codable() async throws {
    let temporary = try TemporaryCatalog()
    var generator = SeededGenerator(seed: 3)
    try await temporary.importRecords(try generator.records(40))
    for book in try await temporary.catalog.page(size: 100).books {
      let written = try JSONEncoder().encode(book)
      try expectEqual(JSONDecoder().decode(Book.self, from: written), book)
    }
  }

  @Test("a preview book has only the given values")
  func preview() throws {
    let book = Book(id: 7, title: "Dune", authors: ["Frank Herbert"], tags: ["sf", "classic"], rating: 5)
    #expect(book.id == 7 && book.title == "Dune" && book.authors == ["Frank Herbert"] && book.rating == 5)
    expectEqual(book.tags, ["classic", "sf"], "as a catalog has them")
    #expect(book.pages == nil && book.readState == .unread && book.visibility == .shown)
  }

  @Test("a book with an invalid ISBN or date cannot be decoded from JSON")
  func invalidJSON() throws {
    let isbn = try JSONEncoder().encode(["9780441013594"])
    #expect(throws: InvalidValue.self) { try JSONDecoder().decode([ISBN].self, from: isbn) }
    let date = try JSONEncoder().encode(["1965-13"])
    #expect(throws: InvalidValue.self) { try JSONDecoder().decode([PartialDate].self, from: date) }
  }
}
