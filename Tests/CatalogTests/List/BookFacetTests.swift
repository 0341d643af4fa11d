import CatalogTestSupport
import TestExpectations
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
      for limit in 1...3 {
        let first = try BookFacet.group(grouping).firstValues(limit, of: query, in: snapshot)
        #expect(first.values == Array(values.prefix(limit)) && first.total == values.count)
      }
      for value in values {
        try expectEqual(snapshot.count(of: BookQuery(value.condition, in: query.text)), value.count, "\(value)")
      }
      return values
    }
  }

  @Test func `tags that differ in plus and number signs are different values`() throws {
    let found = try values(.tag, [["C"], ["C++", "C"], ["c++"], ["C#"], ["A+B"], ["a b"]])
    expectEqual(found.map { "\($0.words) \($0.count)" }, ["A+B 2", "C 2", "C++ 2", "C# 1"])
  }

  @Test func `a value is matched as a whole, and longer ones that contain its words are not`() throws {
    let found = try values(
      .tag, [["gift", "gift card"], ["gift"], ["Gift!"], ["gift card"], ["gifts"], ["a gift"], ["!"], ["!!"], []])
    expectEqual(
      found.map { "\($0.words) \($0.count)" },
      [
        "gift 3", "gift card 2", "! 1", "!! 1", "a gift 1", "gifts 1", "none 1",
      ])
    expectEqual(found.first?.condition, "tag:\"=gift\"")
    try expectEqual(
      values(.author, [["Ann Lee"], ["Ann Lee Kim"], ["ANN LEE", "Ann Lee"], []]).map { "\($0.words) \($0.count)" },
      ["Ann Lee 2", "Ann Lee Kim 1", "none 1"])
    try expectEqual(
      values(.series, [["Dune"], ["Dune Tales"], ["dune"], []]).map { "\($0.words) \($0.count)" },
      ["Dune 2", "Dune Tales 1", "none 1"])
  }

  @Test func `a book with several spellings counts once, also if only the first values are requested`() throws {
    let twice = ["Ann Lee", "ANN LEE", "ann lee"]
    let found = try values(.author, [twice, twice, ["Bo"], ["Bo"], ["Bo"], ["Cy"]])
    expectEqual(found.map { "\($0.words) \($0.count)" }, ["Bo 3", "ANN LEE 2", "Cy 1"])
  }

  @Test func `quotation marks inside a value do not end it`() throws {
    try expectEqual(values(.tag, [["space \"opera\""], ["“x” y"]]).map(\.count), [1, 1])
    // A query cannot express values that consist only of these characters.
    try expectEqual(values(.tag, [["\""], ["“!"], ["x"]]).map(\.words), ["x"])
  }

  @Test func `in a large selection each tag is visited once, with the same result`() throws {
    let many = Array(repeating: ["gift", "x"], count: 2_100)
    let found = try values(.tag, many + [["Gift!"], ["gift", "GIFT"], ["gift card"], ["a gift"], []])
    expectEqual(found.map { "\($0.words) \($0.count)" }, ["gift 2102", "x 2100", "a gift 1", "gift card 1", "none 1"])
  }

  @Test func `in a small selection the books' own values are counted`() throws {
    let found = try values(.tag, [["a", "b"], ["a"], ["c"]], of: "tag:a")
    expectEqual(found.map { "\($0.words) \($0.count)" }, ["a 2", "b 1"])
  }

  @Test(arguments: [nil, "Ann Lee"])
  func `languages and decades counted from the index match the books' values`(author: String?) throws {
    let books: [(language: String?, year: Int?, author: String)] = [
      ("en", 1965, "Ann Lee"), ("eng", 1969, "Ann Lee"), ("de", 1970, "Ann Lee"), (nil, -5, "Ann Lee"),
      ("en-US", nil, "Ann Lee"), ("tlh", 0, "Ann Lee"), ("de", 1971, "Bo"),
    ]
    let catalog = try BookCatalog.temporary(
      holding: books.map { language, year, author in
        var book = Book(id: 0, title: "Book")
        (book.language, book.authors) = (language, [author])
        book.published = try? year.map { try PartialDate(year: $0) }
        return book
      })
    let group = author.map { BookGroupPart(grouping: .author, label: $0) }
    let german = author == nil ? 2 : 1
    try catalog.read { snapshot in
      let languages = try BookFacet.group(.language).values(of: "", in: snapshot, group: group)
      expectEqual(
        Set(languages.map { "\($0.words) \($0.count)" }), ["English 3", "German \(german)", "none 1", "tlh 1"])
      let decades = try BookFacet.decade.values(of: "", in: snapshot, group: group)
      expectEqual(decades.map { "\($0.words) \($0.count)" }, ["1970s \(german)", "1960s 2", "0s 1"])
      for value in languages + decades {
        try expectEqual(snapshot.count(of: BookQuery(value.condition), in: group), value.count, "\(value)")
      }
      try expectEqual(BookFacet.decade.values(of: "language:de", in: snapshot, group: group).map(\.count), [german])
    }
  }
}
