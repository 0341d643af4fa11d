import FoundationEssentials

/// Parses and writes the dates in HTTP headers (RFC 9110, section 5.6.7). Dates are written in one format. Two older
/// formats are also parsed.
package enum HTTPDate {
  /// Parses `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
  ///
  /// - Parameter now: The current time. If a two-digit year is more than 50 years in the future, it is moved to the
  ///   past.
  /// - Returns: The date, or `nil` for other formats. The name of the weekday is not checked.
  package static func date(_ text: String, now: Date) -> Date? {
    let parts = text.split(separator: " ")
    switch parts.count {
    case 6 where parts[5] == "GMT" && parts[0].hasSuffix(",") && parts[3].utf8.count == 4:
      return date(year: number(parts[3]), month: parts[2], day: parts[1], time: parts[4])
    case 4 where parts[3] == "GMT" && parts[0].hasSuffix(","):
      let day = parts[1].split(separator: "-", omittingEmptySubsequences: false)
      guard day.count == 3, day[2].utf8.count == 2, let short = number(day[2]) else { return nil }
      // 400 years of the Gregorian calendar have 146,097 days.
      let present = Int(now.timeIntervalSince1970 / 86_400 / 146_097 * 400) + 1970
      var year = present / 100 * 100 + short
      if year > present + 50 { year -= 100 }
      return date(year: year, month: day[1], day: day[0], time: parts[2])
    case 5 where parts[4].utf8.count == 4:
      return date(year: number(parts[4]), month: parts[1], day: parts[2], time: parts[3])
    default: return nil
    }
  }

  /// Returns a date in the format for sending: `Sun, 06 Nov 1994 08:49:37 GMT`, rounded down to whole seconds.
  ///
  /// - Returns: The text, or `nil` for dates outside the years 1970 to 9999.
  package static func text(_ date: Date) -> String? {
    guard (0..<253_402_300_800).contains(date.timeIntervalSince1970) else { return nil }
    let seconds = Int(date.timeIntervalSince1970)
    let (days, second) = (seconds / 86_400, seconds % 86_400)
    // A year has at least 365 days, and four years have at most 1,461.
    var year = 1970 + days * 4 / 1_461
    while Self.days(year + 1, 1, 1) <= days { year += 1 }
    while Self.days(year, 1, 1) > days { year -= 1 }
    var month = 12
    while Self.days(year, month, 1) > days { month -= 1 }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = two(days - Self.days(year, month, 1) + 1)
    let clock = [second / 3_600, second / 60 % 60, second % 60].map(two).joined(separator: ":")
    // 1 January 1970 was a Thursday.
    return "\(weekdays[(days + 4) % 7]), \(day) \(months[month - 1]) \(year) \(clock) GMT"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  private static func date(year: Int?, month: Substring, day: Substring, time: Substring) -> Date? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map(number)
    guard let year, year > 0, let month = months.firstIndex(of: month), let day = number(day), (1...31).contains(day),
      clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let seconds = ((days(year, month + 1, day) * 24 + hour) * 60 + minute) * 60 + second
    return Date(timeIntervalSince1970: Double(seconds))
  }

  static let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func number(_ text: Substring) -> Int? {
    text.utf8.count <= 4 && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      ? Int(text) : nil
  }

  /// Returns the number of days since 1 January 1970. For this calculation, years begin in March, so that the leap day
  /// is the last day of the year.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
