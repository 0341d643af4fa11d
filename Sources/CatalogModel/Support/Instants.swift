import FoundationEssentials
import Platform

// Times are stored as milliseconds since 1970 in UTC, and written in the form of RFC 3339.

extension Date {
  package init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  package var milliseconds: Int64 {
    let value = (timeIntervalSince1970 * 1000).rounded()
    return value.magnitude < 9e15 ? Int64(value) : value < 0 ? -9_000_000_000_000_000 : 9_000_000_000_000_000
  }

  /// The time as `2026-01-31T18:30:00.250Z`, without the fraction if it is zero.
  package var rfc3339: String {
    // Foundation truncates fractions. It would print a time just below .353 seconds as .352.
    let milliseconds = milliseconds
    let fraction = ((milliseconds % 1000) + 1000) % 1000
    let seconds = Date(milliseconds: milliseconds - fraction).formatted(.iso8601)
    return fraction == 0 ? seconds : "\(seconds.dropLast()).\(String(fraction).leftPadded(to: 3))Z"
  }

  /// Creates a date from an RFC 3339 time, with or without a fraction of a second.
  package init?(rfc3339 text: String) {
    guard let date = PlainTime.date(text) ?? Self.parsed(text) else { return nil }
    self = Date(milliseconds: date.milliseconds)
  }

  private static func parsed(_ text: String) -> Date? {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.utf8.contains(UInt8(ascii: ".")))
    return try? style.parse(text)
  }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
