import Catalog
import FoundationEssentials

/// Words and numbers as pages have them.
extension HTMLWriter {
  /// A time, to the minute, in UTC: the script shows it in the reader's time zone.
  mutating func time(_ instant: Date) {
    let text = instant.rfc3339
    let words = "\(text.prefix(16).replacing("T", with: " ")) UTC"
    element(.time, .with(.datetime, text), text: words)
  }

  /// The user's own rating as stars, which look like nothing else.
  mutating func stars(_ rating: Double) {
    let halves = Int((min(max(rating, 0), 5) * 2).rounded())
    let stars = String(repeating: "★", count: halves / 2) + (halves % 2 == 1 ? "½" : "")
    element(
      .span, .classes("stars"), .with(.role, "img"), .with(.ariaLabel, "your rating: \(rating.shortest) of 5"),
      text: stars)
  }

  /// The average of others' ratings: a thin bar and a number.
  mutating func average(_ rating: Double) {
    element(.span, .classes("average")) { html in
      let part = Int((min(max(rating, 0), 5) * 4).rounded())
      html.element(.span, .classes("bar part\(part)"), .hidden, text: "")
      html.text(Self.tenths(rating))
    }
  }

  /// With one decimal, as columns of numbers have it: `4.0`.
  static func tenths(_ rating: Double) -> String {
    let tenths = Int((min(max(rating, 0), 5) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// A text of any number of lines, a paragraph each.
  mutating func paragraphs(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) { element(.p, text: String(line)) }
  }
}

extension Int {
  /// The number with what it counts: `1 book`, `1,000 books`.
  func counted(_ noun: String) -> String { "\(spoken) \(noun)\(self == 1 ? "" : "s")" }
}
