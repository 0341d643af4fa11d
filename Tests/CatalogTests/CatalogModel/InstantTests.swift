import CatalogTestSupport
import FoundationEssentials
import Platform
import TestExpectations
import Testing

@testable import CatalogModel

@Suite struct InstantTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-01-31T18:30:00.250Z", 1_769_884_200_250),
    ("1600-02-29T23:59:59Z", -11_670_912_001_000),
    ("2000-02-29T12:00:00+05:45", 951_804_900_000), ("1999-12-31T23:59:59.9995-23:59", 946_771_140_000),
    ("9999-12-31T23:59:59.999999999Z", 253_402_300_800_000),
  ])
  func `times are parsed to the millisecond, in every time zone`(text: String, milliseconds: Int64) {
    expectEqual(Date(rfc3339: text)?.milliseconds, milliseconds)
  }

  @Test(arguments: [
    "", "2026-01-31", "2026-13-01T00:00:00Z", "2026-01-31T18:30:00", "2026-01-31T18:30:00.Z", "2026-01-31T18:30:00,5Z",
    "٢٠٢٦-01-31T18:30:00Z",
  ])
  func `an invalid time is not parsed`(text: String) {
    #expect(Date(rfc3339: text) == nil)
  }

  /// Returns the time as Foundation parses it, which handles all other formats.
  private static func foundation(_ text: String) -> Int64? {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    return (try? style.parse(text))?.milliseconds
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func `plain times are parsed as Foundation parses them`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func digits(_ count: Int, _ range: ClosedRange<Int>) -> String {
      String(Int.random(in: range, using: &generator)).leftPadded(to: count)
    }
    for _ in 0..<500 {
      let day = "\(digits(4, 1590...9999))-\(digits(2, 1...12))-\(digits(2, 1...31))"
      let time = "\(digits(2, 0...23)):\(digits(2, 0...59)):\(digits(2, 0...59))"
      // These include half milliseconds, which are rounded.
      let fraction =
        ["", ".5", ".\(digits(3, 0...999))5", ".\(digits(6, 0...999_999))", ".\(digits(9, 0...999_999_999))"]
        .randomElement(using: &generator) ?? ""
      let sign = Bool.random(using: &generator) ? "+" : "-"
      let zone = ["Z", "\(sign)\(digits(2, 0...14)):\(digits(2, 0...59))"].randomElement(using: &generator) ?? ""
      let text = "\(day)T\(time)\(fraction)\(zone)"
      let expected = Self.foundation(text)
      expectEqual(Date(rfc3339: text)?.milliseconds, expected, "seed \(seed): \(text)")
    }
  }
}
