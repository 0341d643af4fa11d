import CatalogModel
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Times as calibre tells them: as RFC 3339 has them, in its database with a space for the T and in its first years without
/// a zone, which is UTC then. An unknown time is the text `None`, or in the year 101.
enum CalibreTime {
  private static let unknownYear = 101
  /// With one of them begins what a time says of its zone.
  private static let zoneSigns = Array("Zz+-".utf8)

  /// - Returns: `nil` for another text, and for a time that is not known.
  static func date(_ text: String) -> Date? {
    var bytes = Array(text.utf8)
    if let space = bytes.firstIndex(of: UInt8(ascii: " ")) { bytes[space] = UInt8(ascii: "T") }
    let time = bytes.drop { $0 != UInt8(ascii: "T") }
    if !time.contains(where: zoneSigns.contains) { bytes.append(UInt8(ascii: "Z")) }
    // The text is looked at first: the same time may be of the year before in UTC.
    guard let year = Int(String(decoding: bytes.prefix(4), as: UTF8.self)), year > unknownYear else { return nil }
    return Date(rfc3339: String(decoding: bytes, as: UTF8.self))
  }

  /// The date of a time. calibre shows it as the day on which that time is where it runs, and stores a day that somebody
  /// typed as its midnight there, in UTC. The library may have been written in another zone than that of this machine:
  /// what can be a midnight somewhere, and is none here, is the nearest midnight. Another time is a moment, such as that
  /// at which a book was marked as read today, and its day is that of this machine; before there was calibre no moment
  /// was, and zones had odd minutes. Whoever knows the year alone types January 1st, so that this says no more.
  static func day(_ text: String) -> PartialDate? { day(text, offset: localOffset) }

  /// The same in a zone.
  ///
  /// - Parameter offset: how many seconds its clocks are ahead of UTC at a time.
  static func day(_ text: String, offset: (Date) -> Int) -> PartialDate? {
    guard let day = midnight(text) ?? shown(text, offset) else { return nil }
    return day.month == 1 && day.day == 1 ? try? PartialDate(year: day.year) : day
  }

  /// The day of a midnight in UTC, which is the nearest one wherever this machine is. Nearly every date of a library is one,
  /// and to read it takes no calendar.
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

  /// Milliseconds.
  private static let dayLength: Int64 = 86_400_000
  /// Zones are ahead of UTC by so many milliseconds, or a multiple.
  private static let quarter: Int64 = 900_000
  /// The beginning of 2006, the year of the first calibre.
  private static let firstMoment = Date(timeIntervalSince1970: 1_136_073_600)

  /// By how many seconds the clocks of this machine are ahead of UTC at a time.
  static func localOffset(at time: Date) -> Int {
    guard var seconds = time_t(exactly: time.timeIntervalSince1970.rounded(.down)) else { return 0 }
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}
