import Catalog
import CatalogSources
import FoundationEssentials
import Platform

extension ReadState {
  /// The name of the status on pages.
  var label: String {
    switch self {
    case .unread: Texts.Statuses.unread
    case .want: Texts.Statuses.want
    case .reading: Texts.Statuses.reading
    case .paused: Texts.Statuses.paused
    case .read: Texts.Statuses.read
    case .abandoned: Texts.Statuses.abandoned
    }
  }
}

/// Words and numbers in the form that pages use.
extension HTMLWriter {
  /// Writes a time to the minute in UTC. The script converts it to the viewer's time zone.
  mutating func time(_ instant: Date) {
    element(.time, .with(.datetime, instant.rfc3339), text: Texts.time(instant))
  }

  /// Writes the viewer's own rating as stars, which distinguishes it from other ratings.
  mutating func stars(_ rating: Double) {
    element(
      .span, .classes("stars"), .with(.role, "img"), .with(.ariaLabel, Texts.Reading.stars(rating.shortest)),
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

  /// Writes the entries of a list. If there are many, the last ones are behind a toggle.
  ///
  /// - Parameters:
  ///   - more: Returns the label of the toggle for a number of hidden entries.
  ///   - write: Writes the entries before the toggle, and then those behind it.
  mutating func shortened<Entry>(
    _ entries: [Entry], _ more: (Int) -> String, _ write: (ArraySlice<Entry>, inout HTMLWriter) -> Void
  ) {
    let maxEntries = 12
    // A toggle in front of one or two entries would save no room.
    let shown = entries.count > maxEntries + 2 ? maxEntries : entries.count
    write(entries.prefix(shown), &self)
    guard shown < entries.count else { return }
    element(.details, .classes("more")) { html in
      html.element(.summary, text: more(entries.count - shown))
      write(entries.dropFirst(shown), &html)
    }
  }

  /// Writes each line of a text as a paragraph.
  mutating func paragraphs(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) { element(.p, text: String(line)) }
  }
}
