import Catalog
import CatalogModel
import CatalogSources
import FoundationEssentials
import Platform

extension Texts {
  /// Returns a date: `22 Aug 2024`, `Aug 2024` or `2024`. Years before the year 1 are shown as in ISO 8601.
  static func date(_ date: PartialDate) -> String {
    guard date.year > 0, let month = date.month else {
      return date.year > 0 ? String(date.year) : date.description
    }
    return (date.day.map { "\($0) " } ?? "") + "\(Self.month(month)) \(date.year)"
  }

  /// Returns the abbreviation of a month.
  ///
  /// - Parameter number: The number of the month, from 1 to 12.
  static func month(_ number: Int) -> String { StatisticsWords.months[number - 1] }

  /// Returns a time to the minute in UTC, which the script replaces by the time in the viewer's time zone.
  static func time(_ instant: Date) -> String {
    "\(instant.rfc3339.prefix(16).replacing("T", with: " ")) UTC"
  }

  /// Returns the name of a language, or its code if the name is unknown.
  static func language(_ code: String?) -> String { StatisticsWords.language(code) }
}
