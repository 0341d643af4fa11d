import Catalog
import CatalogSources
import FoundationEssentials
import Platform

extension ReadState {
  /// The name of the status on pages.
  var label: String {
    switch self {
    case .unread: "Unread"
    case .want: "Want to read"
    case .reading: "Reading"
    case .paused: "Paused"
    case .read: "Read"
    case .abandoned: "Abandoned"
    }
  }
}

extension PartialDate {
  /// The date as pages show it: `22 Aug 2024`, `Aug 2024` or `2024`. Years before the year 1 are shown as in ISO 8601.
  var words: String {
    guard year > 0, let month else { return year > 0 ? String(year) : description }
    return (day.map { "\($0) " } ?? "") + "\(StatisticsWords.months[month - 1]) \(year)"
  }
}

/// Words and numbers in the form that pages use.
extension HTMLWriter {
  /// Writes a time to the minute in UTC. The script converts it to the viewer's time zone.
  mutating func time(_ instant: Date) {
    let text = instant.rfc3339
    let words = "\(text.prefix(16).replacing("T", with: " ")) UTC"
    element(.time, .with(.datetime, text), text: words)
  }

  /// Writes the viewer's own rating as stars, which distinguishes it from other ratings.
  mutating func stars(_ rating: Double) {
    element(
      .span, .classes("stars"), .with(.role, "img"), .with(.ariaLabel, "my rating: \(rating.shortest) of 5"),
      text: Self.stars(rating))
  }

  /// Returns the number of half stars of a rating, from 0 to 10.
  static func halves(_ rating: Double) -> Int { Int((min(max(rating, 0), 5) * 2).rounded()) }

  /// Returns a rating as stars, rounded to half a star.
  static func stars(_ rating: Double) -> String {
    let halves = Self.halves(rating)
    return String(repeating: "★", count: halves / 2) + (halves % 2 == 1 ? "½" : "")
  }

  /// Writes the average rating as a thin bar and a number.
  mutating func average(_ rating: Double) {
    element(.span, .classes("average")) { html in
      let part = Int((min(max(rating, 0), 5) * 4).rounded())
      html.element(.span, .classes("bar part\(part)"), .hidden, text: "")
      html.text(Self.tenths(rating))
    }
  }

  /// Returns a rating with one decimal, such as `4.0`, for aligned columns.
  static func tenths(_ rating: Double) -> String {
    let tenths = Int((min(max(rating, 0), 5) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Writes each line of a text as a paragraph.
  mutating func paragraphs(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) { element(.p, text: String(line)) }
  }
}
