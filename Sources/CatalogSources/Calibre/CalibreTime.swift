import CatalogModel
import FoundationEssentials

/// Times as calibre tells them: as RFC 3339 has them, in its database with a space for the T and in its first years without
/// a zone, which is UTC then. An unknown time is the text `None`, or in the year 101.
enum CalibreTime {
  private static let unknownYear = 101

  /// - Returns: `nil` for another text, and for a time that is not known.
  static func date(_ text: String) -> Date? {
    var text = text
    if let space = text.firstIndex(of: " ") { text.replaceSubrange(space...space, with: "T") }
    let time = text.drop { $0 != "T" }
    if !time.contains(where: { "Zz+-".contains($0) }) { text += "Z" }
    // The text is looked at first: the same time may be of the year before in UTC.
    guard let year = Int(text.prefix(4)), year > unknownYear else { return nil }
    return Date(rfc3339: text)
  }

  /// The date of a time. A day that somebody typed is stored as its midnight where they are, in UTC: the nearest midnight
  /// is theirs. Whoever knows the year alone types January 1st, so that this says no more.
  static func day(_ text: String) -> PartialDate? {
    guard let time = date(text), let day = try? PartialDate(time.addingTimeInterval(43_200).rfc3339) else { return nil }
    return day.month == 1 && day.day == 1 ? try? PartialDate(year: day.year) : day
  }
}
