import CatalogModel
import FoundationEssentials
import Platform

/// Parses times as calibre writes them. They have the format of RFC 3339, but calibre's database has a space in place
/// of the T, and the earliest versions of calibre wrote UTC times without a zone. An unknown time is the text `None` or
/// a time in the year 101.
enum CalibreTime {
  private static let unknownYear = 101
  /// The characters that begin the zone of a time.
  private static let zoneCharacters = Array("Zz+-".utf8)

  /// Parses a time. Returns `nil` for other strings and for unknown times.
  static func date(_ text: String) -> Date? {
    var bytes = Array(text.utf8)
    if let space = bytes.firstIndex(of: UInt8(ascii: " ")) { bytes[space] = UInt8(ascii: "T") }
    let time = bytes.drop { $0 != UInt8(ascii: "T") }
    if !time.contains(where: zoneCharacters.contains) { bytes.append(UInt8(ascii: "Z")) }
    // Check the text and not the parsed time, which may be in the previous year in UTC.
    guard let year = Int(String(decoding: bytes.prefix(4), as: UTF8.self)), year > unknownYear else { return nil }
    return Date(rfc3339: String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the calendar date of a time in calibre. calibre shows the date of a time in its own time zone, and stores
  /// a date that the user entered as local midnight, converted to UTC. The library may have been written in a different
  /// time zone than that of this machine. Therefore:
  /// - A time that could be midnight in some time zone, but is not midnight here, is rounded to the nearest midnight.
  /// - Other times are instants, such as when a book was marked as read today. Their date is the date in the time zone
  ///   of this machine.
  /// - Times before 2006, the year of the first calibre, are always dates that the user entered. They are always
  ///   rounded, because old time zones had offsets with odd minutes.
  /// - January 1 is reduced to the year alone, because users who know only the year enter that date.
  static func day(_ text: String) -> PartialDate? { day(text, offset: localOffset) }

  /// Returns the calendar date of a time in a time zone.
  ///
  /// - Parameter offset: Returns the offset of the time zone from UTC in seconds, at a given time.
  static func day(_ text: String, offset: (Date) -> Int) -> PartialDate? {
    guard let day = midnight(text) ?? shown(text, offset) else { return nil }
    return day.month == 1 && day.day == 1 ? try? PartialDate(year: day.year) : day
  }

  /// Returns the date of a time at midnight UTC. Rounding yields this date in every time zone. Nearly all dates in a
  /// library have this form, and parsing them requires no calendar.
  private static func midnight(_ text: String) -> PartialDate? {
    guard text.hasSuffix(" 00:00:00+00:00"), text.utf8.count == 25, let day = try? PartialDate(String(text.prefix(10)))
    else { return nil }
    return day.day != nil && day.year > unknownYear ? day : nil
  }

  private static func shown(_ text: String, _ offset: (Date) -> Int) -> PartialDate? {
    guard let time = date(text) else { return nil }
    let ofDay = ((time.milliseconds % dayLength) + dayLength) % dayLength
    let isWhole = ofDay % quarter == 0
    let local = time.addingTimeInterval(Double(offset(time)))
    let isMidnightHere = local.milliseconds % dayLength == 0
    let isNearest = (isWhole || time < firstMoment) && !isMidnightHere && ofDay != dayLength / 2
    let shown = isNearest ? time.addingTimeInterval(Double(dayLength) / 2_000) : local
    return try? PartialDate(shown.rfc3339)
  }

  /// The length of a day in milliseconds.
  private static let dayLength: Int64 = 86_400_000
  /// A quarter of an hour in milliseconds. The offsets of time zones are multiples of it.
  private static let quarter: Int64 = 900_000
  /// The beginning of 2006, the year of the first calibre.
  private static let firstMoment = Date(timeIntervalSince1970: 1_136_073_600)

  /// Returns the offset of this machine's time zone from UTC in seconds, at a given time.
  static func localOffset(at time: Date) -> Int {
    guard var seconds = time_t(exactly: time.timeIntervalSince1970.rounded(.down)) else { return 0 }
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}
