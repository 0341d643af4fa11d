import CatalogTestSupport
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite struct BookFacetTests {
  private func values(_ grouping: BookGrouping, _ tags: [[String]], of query: BookQuery = "") throws -> [BookFacet
    .Value]
  {
    let catalog = try BookCatalog.temporary(
      holding: tags.map { tags in
        var book = Book(id: 0, title: "Book")
        switch grouping {
        case .tag: book.tags = tags
        case .author: book.authors = tags
        case .series: book.series = tags.first
        case .year, .language: break
        }
        return book
      })
    return try catalog.read { snapshot in
      let values = try BookFacet.group(grouping).values(of: query, in: snapshot)
      for value in values {
        #expect(try snapshot.count(of: BookQuery(value.condition, in: query.text)) == value.count, "\(value)")
      }
      return values
    }
  }

  @Test func `a value is found whole, and no longer one that has its words`() throws {
    let found = try values(
      .tag, [["gift", "gift card"], ["gift"], ["Gift!"], ["gift card"], ["gifts"], ["a gift"], ["!"], ["!!"], []])
    #expect(
      found.map { "\($0.words) \($0.count)" } == [
        "gift 3", "gift card 2", "! 1", "!! 1", "a gift 1", "gifts 1", "none 1",
      ])
    #expect(found.first?.condition == "tag:\"=gift\"")
    #expect(
      try values(.author, [["Ann Lee"], ["Ann Lee Kim"], ["ANN LEE", "Ann Lee"], []]).map { "\($0.words) \($0.count)" }
        == ["Ann Lee 2", "Ann Lee Kim 1", "none 1"])
    #expect(
      try values(.series, [["Dune"], ["Dune Tales"], ["dune"], []]).map { "\($0.words) \($0.count)" }
        == ["Dune 2", "Dune Tales 1", "none 1"])
  }

  @Test func `quotation marks of a value do not end it`() throws {
    #expect(try values(.tag, [["space \"opera\""], ["“x” y"]]).map(\.count) == [1, 1])
    // What is nothing but these no query can ask for.
    #expect(try values(.tag, [["\""], ["“!"], ["x"]]).map(\.words) == ["x"])
  }

  @Test func `of many books each tag is looked at once, and finds the same`() throws {
    let many = Array(repeating: ["gift", "x"], count: 2_100)
    let found = try values(.tag, many + [["Gift!"], ["gift", "GIFT"], ["gift card"], ["a gift"], []])
    #expect(
      found.map { "\($0.words) \($0.count)" } == ["gift 2102", "x 2100", "a gift 1", "gift card 1", "none 1"])
  }

  @Test func `of few books, what these have is counted`() throws {
    let found = try values(.tag, [["a", "b"], ["a"], ["c"]], of: "tag:a")
    #expect(found.map { "\($0.words) \($0.count)" } == ["a 2", "b 1"])
  }
}
