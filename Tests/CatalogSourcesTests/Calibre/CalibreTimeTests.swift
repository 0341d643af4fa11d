import CatalogModel
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("The day of a time of calibre") struct CalibreTimeTests {
  private func day(_ text: String, hours: Double) -> String? {
    CalibreTime.day(text) { _ in Int(hours * 3_600) }?.description
  }

  @Test(
    "is the one that was typed, wherever that was",
    arguments: [
      // Berlin, New York, Kathmandu and UTC.
      "2023-05-16 22:00:00+00:00", "2023-05-17 04:00:00+00:00", "2023-05-16 18:15:00+00:00",
      "2023-05-17 00:00:00+00:00",
    ])
  func typed(time: String) {
    for hours in [-8, 0, 1, 2, 5.75, 12] { expectEqual(day(time, hours: hours), "2023-05-17") }
  }

  @Test("of a zone that is far ahead is known there")
  func farAhead() {
    expectEqual(day("2023-05-16 11:00:00+00:00", hours: 13), "2023-05-17")
    expectEqual(day("2023-05-16 10:00:00+00:00", hours: 14), "2023-05-17")
  }

  @Test("is for a moment that of this machine, as calibre shows it")
  func moments() {
    let moment = "2023-05-16 12:23:11.123456+00:00"
    #expect(day(moment, hours: 2) == "2023-05-16" && day(moment, hours: 0) == "2023-05-16")
    #expect(day(moment, hours: 12) == "2023-05-17" && day(moment, hours: -13) == "2023-05-15")
    expectEqual(day("2023-05-16T23:59:59Z", hours: 0), "2023-05-16")
  }

  @Test("is at noon in UTC that of this machine: half of the zones have one day, half the other")
  func noon() {
    expectEqual(day("2023-05-16 12:00:00+00:00", hours: 0), "2023-05-16")
    expectEqual(day("2023-05-16 12:00:00+00:00", hours: 1), "2023-05-16")
    expectEqual(day("2023-05-16 12:00:00+00:00", hours: 12), "2023-05-17")
  }

  @Test("is of a book from before there was calibre never that of a moment, though zones had odd minutes")
  func early() {
    // Midnight in Berlin when its local time was 53 minutes and 28 seconds ahead of UTC.
    expectEqual(day("1850-05-16 23:06:32+00:00", hours: 0), "1850-05-17")
  }

  @Test("is none of what is no time, and not told of January 1st")
  func none() {
    #expect(day("None", hours: 0) == nil && day("0101-01-01 00:00:00+00:00", hours: 0) == nil)
    expectEqual(day("2022-12-31 23:00:00+00:00", hours: 1), "2023")
  }
}
