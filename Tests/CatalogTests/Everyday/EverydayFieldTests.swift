import Catalog
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

/// Values of books as an app uses them.
@Suite("Fields every day")
struct EverydayFieldTests {
  @Test("fields state their kind")
  func fields() {
    #expect(BookField.personal.allSatisfy(\.isPersonal) && BookField.personal.contains(.rating))
    #expect(BookField.tags.isList && BookField.authors.isList && !BookField.title.isList)
    #expect(!BookField.title.isClearable && BookField.pages.isClearable)
  }

  @Test("a value is typed as it is displayed, except for separators")
  func typed() throws {
    let tags = try #require(try BookField.tags.value(of: #"AC\;DC; rock"#))
    #expect(tags == .list(["AC;DC", "rock"]) && tags.description == "AC;DC; rock")
    expectEqual(tags.typedText, #"AC\;DC; rock"#)
  }

  @Test("a date knows its precision")
  func dates() throws {
    let (year, day, other) = try (PartialDate(year: 1965), PartialDate("1965-08-01"), PartialDate("1965-09"))
    #expect(year.month == nil && year.precision == 1)
    #expect(day.month == 8 && day.day == 1 && day.precision == 3)
    #expect(year.isCompatible(with: day) && !day.isCompatible(with: other))
    #expect(PartialDate.years.contains(day.year))
    #expect(throws: InvalidValue.self) { try PartialDate(year: PartialDate.years.upperBound + 1) }
  }

  @Test("implausible reading days are stored, and reported with the change that states them")
  func doubtfulDays() async throws {
    let catalog = try BookCatalog.temporary(holding: [Book(id: 0, title: "Emma")])
    let outcome = try await catalog.edit(1) {
      ($0.started, $0.finished) = (try PartialDate("2024-05-02"), try PartialDate("2024-05-01"))
    }
    expectEqual(outcome.doubts, ["1 Emma: finished 2024-05-01 is before started 2024-05-02"])
    try await expectEqual(catalog.book(1)?.finished, PartialDate("2024-05-01"))
    #expect(try await catalog.edit(1) { $0.title = "Emma, a novel" }.doubts.isEmpty)
  }

  @Test("an ISBN is read in both of its forms")
  func isbn() throws {
    try expectEqual(ISBN("9780441013593").tenDigits, "0441013597")
    #expect(try ISBN("979-10-90636-07-1").tenDigits == nil)
  }

  @Test("records have parts that are accessed by name")
  func records() {
    let record = FieldRecord([.init("name", .text("Ada")), .init("role", nil)])
    #expect(record.parts.map(\.name) == ["name", "role"] && record["name"] == .text("Ada") && record["role"] == nil)
  }

  @Test("an edition has contributors, identifiers and a format")
  func edition() throws {
    var book = Book(id: 1, title: "Dune") {
      $0.contributors = [Contributor("Simon Vance", role: "nrt")]
      $0.identifiers = [BookIdentifier("goodreads", "234225")]
      $0.format = .audiobook
      $0.review = "Long."
    }
    #expect(book.contributors[0].name == "Simon Vance" && book.contributors[0].role == "nrt")
    #expect(book.contributors[0].roleInWords == "narrator" && book.review == "Long.")
    #expect(book.identifiers.map(\.type) == ["goodreads"] && book.identifiers.map(\.value) == ["234225"])
    expectEqual(BookFormat.allCases, [.hardcover, .paperback, .ebook, .audiobook, .comic, .other])
    book = Book(id: 1, title: "Dune")
    #expect(book.format == nil && book.contributors.isEmpty && book.identifiers.isEmpty)
  }

  @Test("a book lists its files and copies and the number of its readings")
  func belongings() throws {
    let epub = BookFile(
      path: "/Books/Dune – Herbert.epub", mediaType: "application/epub+zip", size: 7,
      modified: Date(timeIntervalSince1970: 9))
    let book = try Book(id: 1, title: "Dune") {
      $0.otherSeries = [SeriesPlace("Books of the Century", number: 1.5)]
      $0.description = "On a planet of sand."
      $0.cover = "https://books.example/dune.png"
      $0.files = [epub]
      $0.attachments = [BookFile(address: "https://books.example/dune.PDF?a=b.c"), epub]
      $0.copies = [BookCopy(place: "attic"), BookCopy(lentTo: "Ada", lentSince: try PartialDate("2026-01"))]
      $0.readState = .read
      $0.earlierReadings = [
        Reading(finished: try PartialDate("1999")), Reading(times: 2), Reading(outcome: .abandoned),
      ]
    }
    #expect(book.otherSeries.map(\.name) == ["Books of the Century"] && book.otherSeries[0].number == 1.5)
    #expect(book.description == "On a planet of sand." && book.cover == "https://books.example/dune.png")
    #expect(book.files[0].path == "/Books/Dune – Herbert.epub" && book.files[0].type == "epub")
    expectEqual(book.files[0].address, "file:///Books/Dune%20%E2%80%93%20Herbert.epub")
    #expect(book.files[0].mediaType == "application/epub+zip" && book.files[0].size == 7)
    expectEqual(book.files[0].modified, Date(timeIntervalSince1970: 9))
    #expect(book.allFiles.map(\.type) == ["epub", "pdf"] && book.attachments.count == 2)
    #expect(book.attachments[0].path == nil)
    #expect(book.isOwned && book.isLent && book.copies[0].place == "attic" && book.copies[1].lentTo == "Ada")
    #expect(book.copies[1].lentSince?.year == 2026 && book.copies[0].condition == nil)
    #expect(book.copies[0].acquired == nil && book.copies[0].price == nil)
    #expect(book.readCount == 4 && book.earlierReadings[0].finished?.year == 1999)
    #expect(book.earlierReadings[1].times == 2 && book.earlierReadings[2].outcome == .abandoned)
    #expect(book.earlierReadings[0].started == nil)
    try expectEqual(JSONDecoder().decode(Book.self, from: JSONEncoder().encode(book)), book)
    #expect(!Book(id: 1, title: "Dune").isOwned && !Book(id: 1, title: "Dune").isLent)
  }

  @Test("an order has a key and one of two directions")
  func orders() {
    #expect(BookOrder.newestFirst.key == .added && BookOrder.newestFirst.isDescending)
    #expect(BookOrder.average.descending.isDescending && BookOrder.rating.key != BookOrder.average.key)
    #expect(!BookOrder.title.isDescending && BookOrder.bestMatch.key == nil)
  }

  @Test("a book being reread has an earlier reading, and a merged book has the copies of both")
  func again() async throws {
    let catalog = try BookCatalog.temporary(holding: [Book(id: 1, title: "Dune"), Book(id: 2, title: "Dune")])
    let (began, ended) = try (PartialDate("1999"), PartialDate("2000-01"))
    try await catalog.edit(1) {
      $0.readState = .read
      $0.started = began
      $0.finished = ended
      $0.copies = [BookCopy(place: "attic")]
    }
    try await catalog.edit(1) { $0.readState = .reading }
    var book = try #require(try await catalog.book(1))
    expectEqual(book.earlierReadings, [Reading(started: began, finished: ended, outcome: .read)])
    #expect(book.started == nil && book.finished == nil && book.readCount == 1)
    for _ in 1...2 {
      try await catalog.edit(2) { $0.readState = .read }
      try await catalog.edit(2) { $0.readState = .reading }
    }
    try await expectEqual(catalog.book(2)?.earlierReadings, [Reading(outcome: .read, times: 2)])
    try await catalog.edit(2) { $0.copies = [BookCopy(place: "cellar")] }
    try await catalog.merge([1, 2])
    book = try #require(try await catalog.book(1))
    #expect(
      book.copies.map(\.place) == ["attic", "cellar"] && book.readCount == 2,
      "one of two readings without days may be the one with days")
    try await catalog.undo()
    try await expectEqual(catalog.book(1)?.copies.map(\.place), ["attic"])
  }

  @Test func `a reader notes how far a book was read, and what comes next in its series`() async throws {
    let catalog = try BookCatalog.temporary(holding: [Book(id: 0, title: "Dune"), Book(id: 0, title: "Emma")])
    try await catalog.edit(1) {
      ($0.pages, $0.series, $0.seriesNumber) = (400, "Dune", 1)
      $0.reach(.page(100), on: try PartialDate("2026-01-02"))
    }
    var book = try #require(try await catalog.book(1))
    let position = try #require(book.position)
    #expect(book.progress == [position] && position.place == .page(100) && position.origin == .typed)
    try expectEqual(position.day, PartialDate("2026-01-02"))
    #expect(position.fraction(of: book) == 0.25 && book.fractionRead == 0.25 && book.readState == .reading)
    let ofDevice = ReadingPosition(.percent(30), on: try PartialDate("2026-01-03"), origin: .device)
    #expect(position < ofDevice)
    try await catalog.edit(1) { $0.progress.append(ofDevice) }
    book = try #require(try await catalog.book(1))
    try expectEqual(JSONDecoder().decode(Book.self, from: JSONEncoder().encode(book)), book)
    expectEqual(book.position, ofDevice)

    try await catalog.edit(2) { ($0.series, $0.seriesNumber) = ("Dune", 4) }
    let series = try #require(try await catalog.series(named: "dune"))
    #expect(series.name == "Dune" && series.count == 2 && series.readCount == 0 && series.missing == [2...3])
    expectEqual(series.next, .missing(2))
    let first = series.volumes[0]
    #expect(first.id == 1 && first.title == "Dune" && first.number == 1 && first.readState == .reading)
  }
}
