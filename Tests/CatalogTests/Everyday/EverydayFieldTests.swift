import Catalog
import CatalogTestSupport
import Testing

/// Values of books as an app uses them.
@Suite("Fields every day")
struct EverydayFieldTests {
  @Test("fields say what kind they are")
  func fields() {
    #expect(BookField.personal.allSatisfy(\.isPersonal) && BookField.personal.contains(.rating))
    #expect(BookField.tags.isList && BookField.authors.isList && !BookField.title.isList)
    #expect(!BookField.title.isClearable && BookField.pages.isClearable)
  }

  @Test("a date knows how precise it is")
  func dates() throws {
    let (year, day, other) = try (PartialDate(year: 1965), PartialDate("1965-08-01"), PartialDate("1965-09"))
    #expect(year.month == nil && year.precision == 1)
    #expect(day.month == 8 && day.day == 1 && day.precision == 3)
    #expect(year.isCompatible(with: day) && !day.isCompatible(with: other))
    #expect(PartialDate.years.contains(day.year))
    #expect(throws: InvalidValue.self) { try PartialDate(year: PartialDate.years.upperBound + 1) }
  }

  @Test("an ISBN is read in both of its forms")
  func isbn() throws {
    #expect(try ISBN("9780441013593").tenDigits == "0441013597")
    #expect(try ISBN("979-10-90636-07-1").tenDigits == nil)
  }

  @Test("records have parts, by their names")
  func records() {
    let record = FieldRecord([.init("name", .text("Ada")), .init("role", nil)])
    #expect(record.parts.map(\.name) == ["name", "role"] && record["name"] == .text("Ada") && record["role"] == nil)
  }

  @Test("an edition says who made it, how it is known and what form it has")
  func edition() throws {
    var book = Book(
      id: 1, title: "Dune", contributors: [Contributor("Simon Vance", role: "nrt")],
      identifiers: [BookIdentifier("goodreads", "234225")], format: .audiobook, review: "Long.")
    #expect(book.contributors[0].name == "Simon Vance" && book.contributors[0].role == "nrt")
    #expect(book.contributors[0].roleInWords == "narrator" && book.review == "Long.")
    #expect(book.identifiers.map(\.type) == ["goodreads"] && book.identifiers.map(\.value) == ["234225"])
    #expect(BookFormat.allCases == [.hardcover, .paperback, .ebook, .audiobook, .comic, .other])
    book = Book(id: 1, title: "Dune")
    #expect(book.format == nil && book.contributors.isEmpty && book.identifiers.isEmpty)
  }

  @Test("an order is by a key, in one of two directions")
  func orders() {
    #expect(BookOrder.newestFirst.key == .added && BookOrder.newestFirst.isDescending)
    #expect(!BookOrder.title.isDescending && BookOrder.bestMatch.key == nil)
  }
}
