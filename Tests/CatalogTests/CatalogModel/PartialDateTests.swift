import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite struct PartialDateTests {
  @Test(arguments: [
    ("1965", "1965", 1), ("1965-08", "1965-08", 2), ("1965-8-1", "1965-08-01", 3), ("1965/08/01", "1965-08-01", 3),
    ("-750", "-0750", 1), ("−750-03", "-0750-03", 2), ("-0750-03-15", "-0750-03-15", 3), ("+1965", "1965", 1),
    ("0", "0000", 1), ("33", "0033", 1), ("  2100 ", "2100", 1), ("-4000", "-4000", 1),
    ("2026-01-31T18:30:00Z", "2026-01-31", 3), ("2026-01-31 18:30:00", "2026-01-31", 3),
    ("2024-02-29", "2024-02-29", 3),
    ("2000-02-29", "2000-02-29", 3), ("-4-02-29", "-0004-02-29", 3),
  ])
  func `dates are parsed as people and formats write them`(text: String, shown: String, precision: Int) throws {
    let date = try PartialDate(text)
    expectEqual(date.description, shown)
    expectEqual(date.precision, precision)
    try expectEqual(PartialDate(date.description), date)
  }

  @Test(arguments: [
    "", "-", "year", "1965-", "1965-13", "1965-00", "1965-02-30", "1900-02-29", "2023-02-29", "1965-04-31",
    "1965-08-00",
    "2101", "-4001", "19650801", "1965-08-01-01", "1965-08-01T", "1965 August", "١٩٦٥", "1965.08", "--1965", "1965--08",
    "99999999999999999999",
  ])
  func `dates that the calendar does not have are refused`(text: String) {
    #expect(throws: InvalidValue.self) { try PartialDate(text) }
  }

  @Test func `a day without a month is ignored`() throws {
    let date = try PartialDate(year: 1965, month: nil, day: 3)
    #expect(date.day == nil)
    expectEqual(date, try PartialDate(year: 1965))
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func `stored numbers round-trip dates and keep their order`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let dates = (0..<300).map { _ in random.date() } + [random.date(years: -1...1), random.date(years: 0...0)]
    for date in dates {
      expectEqual(PartialDate(encoded: date.encoded), date, "seed \(seed): \(date)")
      try expectEqual(PartialDate(date.description), date, "seed \(seed): \(date)")
    }
    for (one, other) in zip(dates, dates.dropFirst()) {
      // A year comes before its months, and a month before its days.
      let one = [one.year, one.month ?? 0, one.day ?? 0]
      let other = [other.year, other.month ?? 0, other.day ?? 0]
      let isBefore = one.lexicographicallyPrecedes(other)
      let first = try PartialDate(year: one[0], month: one[1] == 0 ? nil : one[1], day: one[2] == 0 ? nil : one[2])
      let second = try PartialDate(
        year: other[0], month: other[1] == 0 ? nil : other[1], day: other[2] == 0 ? nil : other[2])
      expectEqual(first < second, isBefore, "seed \(seed): \(first), \(second)")
      expectEqual(first.encoded < second.encoded, isBefore, "seed \(seed): \(first), \(second)")
    }
  }

  @Test(arguments: [19_651_301, 19_650_230, 99_990_101, -50_000_000, .max, .min, 1_000_000_000] as [Int64])
  func `an invalid stored number is not a date`(number: Int64) {
    #expect(PartialDate(encoded: number) == nil)
  }

  @Test(arguments: [
    ("1965", "1965-08", true), ("1965-08", "1965-08-01", true), ("1965", "1965-08-01", true), ("1965", "1965", true),
    ("1965", "1966", false), ("1965-08", "1965-09-01", false), ("1965-08-01", "1965-08-02", false),
    ("-0750", "0750", false), ("-0750", "-0750-01", true),
  ])
  func `dates are compatible if one is only more precise`(one: String, other: String, isCompatible: Bool) throws {
    try expectEqual(PartialDate(one).isCompatible(with: PartialDate(other)), isCompatible)
    try expectEqual(PartialDate(other).isCompatible(with: PartialDate(one)), isCompatible)
  }
}
