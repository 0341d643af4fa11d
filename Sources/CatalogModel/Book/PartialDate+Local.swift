import FoundationEssentials
import Platform

// Conversions between dates and points in time, in this machine's time zone (mktime(3), localtime(3)).

extension PartialDate {
  /// Returns the local day of a point in time; the first valid day if the system cannot convert the time.
  package static func day(at time: Date) -> PartialDate {
    var seconds = time_t((Double(time.milliseconds) / 1_000).rounded(.down))
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return PartialDate(firstOf: years.lowerBound) }
    let day = Int64(parts.tm_year + 1_900) * 10_000 + Int64(parts.tm_mon + 1) * 100 + Int64(parts.tm_mday)
    return PartialDate(encoded: day) ?? PartialDate(firstOf: years.lowerBound)
  }

  /// The first moment of the first day that the date covers.
  package var start: Date { Self.midnight(year, month ?? 1, day ?? 1) }

  /// The first moment after the last day that the date covers.
  package var end: Date {
    // mktime(3) normalises days and months that are out of range to the next month or year.
    if let month, let day { return Self.midnight(year, month, day + 1) }
    return month.map { Self.midnight(year, $0 + 1, 1) } ?? Self.midnight(year + 1, 1, 1)
  }

  /// Returns the date that is the given number of days later.
  package func adding(days: Int) -> PartialDate {
    // Noon is used, because daylight saving time never moves noon to another day.
    let noon = Self.moment(year, month ?? 1, (day ?? 1) + days, hour: 12)
    return Self.day(at: noon)
  }

  /// The day of the week as in ISO 8601, from 1 for Monday to 7 for Sunday.
  package var weekday: Int {
    let days = GregorianCalendar.daysSince1970(month: month ?? 1, of: year) + (day ?? 1) - 1
    // The first day of 1970 was a Thursday.
    return ((days + 3) % 7 + 7) % 7 + 1
  }

  private static func midnight(_ year: Int, _ month: Int, _ day: Int) -> Date { moment(year, month, day, hour: 0) }

  private static func moment(_ year: Int, _ month: Int, _ day: Int, hour: Int32) -> Date {
    var parts = tm()
    parts.tm_year = Int32(clamping: year - 1_900)
    parts.tm_mon = Int32(clamping: month - 1)
    parts.tm_mday = Int32(clamping: day)
    parts.tm_hour = hour
    // A negative value lets the system determine if daylight saving time is in effect.
    parts.tm_isdst = -1
    return Date(timeIntervalSince1970: Double(mktime(&parts)))
  }
}
