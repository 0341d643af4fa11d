import CatalogModel
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("When a book was read, by its pages") struct PageReadingsTests {
  /// Returns noon of a day of January 2024 in this machine's time zone, where 1 is the first day.
  private func noon(_ day: Int) -> Int64 {
    let start = PartialDate(encoded: 2024_01_01)?.start ?? Date()
    return Int64(start.timeIntervalSince1970) + Int64(day - 1) * 86_400 + 43_200
  }

  private func read(
    _ readings: inout PageReadings, _ pages: ClosedRange<Int64>, of total: Int64 = 100, day: Int, seconds: Int64 = 60
  ) {
    for page in pages { readings.take(page: page, of: total, at: noon(day) + page, seconds: seconds) }
  }

  private func summary(_ readings: PageReadings, now day: Int = 400) -> [String] {
    let state = readings.state(now: noon(day))?.rawValue ?? "none"
    return [state]
      + readings.readings.map { "\($0.started?.description ?? "–")..\($0.finished?.description ?? "–")" }
  }

  @Test("a book that was read to its end is read, from the day of its first page to that of the last new one")
  func finished() {
    var readings = PageReadings()
    read(&readings, 1...50, day: 1)
    read(&readings, 51...100, day: 5)
    // The reader looks something up.
    read(&readings, 60...62, day: 6)
    expectEqual(summary(readings), ["read", "2024-01-01..2024-01-05"])
  }

  @Test(
    "the end is what is before notes and advertisements, and the beginning may be left out",
    arguments: [
      (5...95, "read"), (1...93, "paused"), (1...94, "paused"), (16...95, "read"), (17...95, "paused"),
      (90...100, "paused"),
    ] as [(ClosedRange<Int64>, String)])
  func ends(pages: ClosedRange<Int64>, state: String) {
    var readings = PageReadings()
    read(&readings, pages, day: 1)
    expectEqual(summary(readings).first, state)
  }

  @Test("pages are scaled: those of any size of letters, and of books with few or very many of them")
  func scales() {
    for total in [1, 2, 3, 7, 99, 101, 1_000] as [Int64] {
      var readings = PageReadings()
      read(&readings, 1...total, of: total, day: 1, seconds: 120)
      expectEqual(summary(readings), ["read", "2024-01-01..2024-01-01"], "\(total)")
    }
    var readings = PageReadings()
    read(&readings, 1...25, of: 50, day: 1)
    read(&readings, 500...1_000, of: 1_000, day: 2)
    expectEqual(summary(readings), ["read", "2024-01-01..2024-01-02"])
  }

  @Test("one that is under way is, until others were read for a quarter of a year; who only looks does not read")
  func underWay() {
    var readings = PageReadings()
    read(&readings, 1...2, day: 1, seconds: 59)
    expectEqual(summary(readings), ["none"])
    read(&readings, 3...20, day: 2)
    expectEqual(summary(readings, now: 2), ["reading", "2024-01-01..–"])
    expectEqual(summary(readings, now: 93), ["reading", "2024-01-01..–"])
    expectEqual(summary(readings, now: 94), ["paused", "2024-01-01..–"])
  }

  @Test("who begins anew after the end reads it again; who had not come far begins for the first time")
  func again() {
    var readings = PageReadings()
    read(&readings, 1...5, day: 1)
    read(&readings, 1...100, day: 30)
    expectEqual(summary(readings), ["read", "2024-01-30..2024-01-30"])
    read(&readings, 1...5, day: 33)
    read(&readings, 1...3, day: 100)
    expectEqual(summary(readings), ["read", "2024-01-30..2024-01-30"], "a look at the map")
    read(&readings, 1...40, day: 200)
    expectEqual(summary(readings, now: 201), ["reading", "2024-01-30..2024-01-30", "2024-07-18..–"])
    read(&readings, 41...97, day: 201)
    expectEqual(summary(readings), ["read", "2024-01-30..2024-01-30", "2024-07-18..2024-07-19"])
  }

  @Test("one that was left in its middle is the same reading, whenever it goes on")
  func pauses() {
    var readings = PageReadings()
    read(&readings, 1...40, day: 1)
    read(&readings, 1...100, day: 300)
    expectEqual(summary(readings), ["read", "2024-01-01..2024-10-26"])
  }

  @Test("what cannot be a page or a time is passed over")
  func malformed() {
    var readings = PageReadings()
    let numbers = [Int64.min, -1, 0, 5, 101, 10_000_001, .max]
    for page in numbers {
      for total in numbers {
        for time in [Int64.min, 0, 1_000, 4_102_444_800, .max] {
          let isTaken = readings.take(page: page, of: total, at: time, seconds: .max)
          #expect(!isTaken)
        }
      }
    }
    #expect(readings.last == nil && summary(readings) == ["none"])
    for seconds in [Int64.min, .max, .max] {
      readings.take(page: 1, of: 100, at: noon(1), seconds: seconds)
    }
    expectEqual(summary(readings, now: 1), ["reading", "2024-01-01..–"])
  }
}
