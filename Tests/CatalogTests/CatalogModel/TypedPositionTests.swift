import TestExpectations
import Testing

@testable import CatalogModel

@Suite struct TypedPositionTests {
  typealias Place = ReadingPosition.Place

  private let today = PartialDate(firstOf: 2025)

  private func book(pages: Int? = 400, minutes: Int? = 600, at place: ReadingPosition.Place? = nil) throws -> Book {
    let day = try PartialDate("2024-05-01")
    return Book(id: 1, title: "Dune") {
      ($0.pages, $0.duration, $0.readState, $0.started) = (pages, minutes, .reading, day)
      if let place { $0.progress = [ReadingPosition(place, on: day)] }
    }
  }

  @Test(arguments: [
    ("120", Place.page(120)), ("0", .page(0)), (" p. 120 ", .page(120)), ("page 120", .page(120)),
    ("120 pages", .page(120)), ("120p", .page(120)), ("45%", .percent(45)), ("12.5 %", .percent(12.5)),
    ("12,5%", .percent(12.5)), ("3:20", .minutes(200)), ("0:05", .minutes(5)), ("3h", .minutes(180)),
    ("3h20", .minutes(200)), ("3 h 20 min", .minutes(200)), ("90min", .minutes(90)), ("END", .page(400)),
  ])
  func `a position is a page, a percentage, a time or the end`(text: String, place: Place) throws {
    try expectEqual(#require(TypedPosition(text)).place(in: book(), on: today), place)
  }

  @Test(arguments: [
    "", "x", "-5", "+", "+-5", "%", "5%%", "3:", "3:60", ":20", "3:20:10", "h", "1e3", "0x10", "1234567", "12.5", "p",
    "nan%",
    "٣", "page", "min", "9999999h",
  ])
  func `other texts are not positions`(text: String) { #expect(TypedPosition(text) == nil) }

  @Test func `an advance is added to the last position, in any unit whose length is known`() throws {
    func sum(_ text: String, _ place: Place?) throws -> Place {
      try #require(TypedPosition(text)).place(in: book(at: place), on: today)
    }
    try expectEqual(sum("+30", nil), .page(30))
    try expectEqual(sum("+30", .page(100)), .page(130))
    try expectEqual(sum("+30", .percent(50)), .page(230))
    try expectEqual(sum("+10%", .page(100)), .percent(35))
    try expectEqual(sum("+10%", .percent(2.5)), .percent(12.5))
    try expectEqual(sum("+0:30", .percent(50)), .minutes(330))
    try expectEqual(sum("+ 1h", .minutes(5)), .minutes(65))
    // A day before the last position.
    let earlier = try TypedPosition("+30")?.place(in: book(at: .page(100)), on: PartialDate("2024-04-30"))
    #expect(earlier == .page(30))
  }

  @Test func `the end of an audiobook is a time`() throws {
    let book = Book(id: 1, title: "Dune") { ($0.pages, $0.duration, $0.format) = (400, 600, .audiobook) }
    try expectEqual(TypedPosition("end")?.place(in: book, on: today), .minutes(600))
    try expectEqual(TypedPosition("end")?.place(in: Book(id: 1, title: "Dune"), on: today), .percent(100))
  }

  @Test func `a position beyond the end, or one that cannot be computed, is an error that says why`() throws {
    func failure(_ text: String, _ book: Book) throws -> String? {
      let position = try #require(TypedPosition(text))
      return try #require(throws: InvalidValue.self) { try position.place(in: book, on: today) }.reason
    }
    try expectEqual(
      failure("401", book()), "the book has 400 pages; if that is wrong, correct its pages first")
    try expectEqual(
      failure("+1", book(at: .page(400))), "the book has 400 pages; if that is wrong, correct its pages first")
    try expectEqual(
      failure("10:01", book()), "the book has 600 minutes; if that is wrong, correct its duration first")
    try expectEqual(failure("100.5%", book()), "it must be at most 100%")
    try expectEqual(failure("100001", book(pages: nil)), "it must be at most 100,000 pages")
    try expectEqual(
      failure("+5", book(pages: nil, at: .percent(5))),
      "the last position, 5%, cannot be converted to pages, because a length of the book is unknown; enter the new position itself"
    )
    try expectEqual(
      failure("+5%", book(pages: nil, at: .page(5))),
      "the last position, page 5, cannot be converted to a percentage, because a length of the book is unknown; enter the new position itself"
    )
  }

  @Test func `the position of a book is the latest one of its current reading`() throws {
    func position(_ state: ReadState, started: String?, earlier: String? = nil, _ days: String...) throws -> String? {
      let book = try Book(id: 1, title: "Dune") {
        ($0.readState, $0.started) = (state, try started.map { try PartialDate($0) })
        if let earlier { $0.earlierReadings = [Reading(finished: try PartialDate(earlier))] }
        $0.progress = try days.enumerated().map { ReadingPosition(.page($0), on: try PartialDate($1)) }
      }
      return book.position?.day.description
    }
    try expectEqual(position(.reading, started: "2024-05-01", "2024-05-03", "2024-05-01"), "2024-05-03")
    try expectEqual(position(.paused, started: nil, "2024-05-03"), "2024-05-03")
    try expectEqual(position(.reading, started: "2024-05-04", "2024-05-03"), nil)
    try expectEqual(position(.reading, started: nil, earlier: "2024-05-04", "2024-05-03"), nil)
    try expectEqual(position(.reading, started: "2024", "2024-05-03"), "2024-05-03")
    try expectEqual(position(.read, started: "2024-05-01", "2024-05-03"), nil)
    try expectEqual(position(.want, started: nil, "2024-05-03"), nil)
  }

  @Test func `on one day, positions that a person entered come after those of a device`() throws {
    let day = try PartialDate("2024-05-01")
    let positions = [
      ReadingPosition(.page(3), on: try PartialDate("2024-04-30")),
      ReadingPosition(.percent(90), on: day, origin: .device),
      ReadingPosition(.page(500), on: day, origin: .device), ReadingPosition(.percent(10), on: day),
      ReadingPosition(.page(20), on: day), ReadingPosition(.page(30), on: day),
    ]
    expectEqual(positions.reversed().sorted(), positions)
  }

  @Test func `only the end of a book is 100 per cent`() throws {
    func percent(_ place: Place) throws -> Int? { try book(at: place).percentRead }
    try expectEqual(percent(.page(399)), 99)
    try expectEqual(percent(.page(400)), 100)
    try expectEqual(percent(.percent(99.9)), 99)
    try expectEqual(percent(.page(0)), 0)
    try expectEqual(percent(.minutes(300)), 50)
    try expectEqual(book(pages: nil, at: .page(3)).percentRead, nil)
    // A file can contain any number.
    try expectEqual(book(pages: 10, at: .page(50)).percentRead, 100)
  }
}
