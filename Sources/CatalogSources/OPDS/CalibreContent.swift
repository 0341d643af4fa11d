/// The lines that calibre writes above the description of a book. There are up to three, always in English.
///
/// ```
/// RATING: ★★★★
/// TAGS: Fantasy, Series
/// SERIES: Earthsea [1]
/// ```
struct CalibreContent {
  private(set) var rating: Double?
  private(set) var tags: [String] = []
  private(set) var series: String?
  private(set) var seriesNumber: Double?

  init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).lazy.map { String($0).trimmed() }.filter { !$0.isEmpty }
    // The description follows and may contain any text.
    for line in lines.prefix(3) {
      if let stars = Self.value("RATING", in: line) {
        rating = Self.rating(stars)
      } else if let list = Self.value("TAGS", in: line) {
        // If a book has more tags than calibre's settings allow, calibre writes some of them and three dots.
        tags = list.split(separator: ", ").map(String.init).filter { $0 != "..." }
      } else if let seriesText = Self.value("SERIES", in: line) {
        takeSeries(seriesText)
      } else {
        return
      }
    }
  }

  /// Returns the description, which follows the lines for the rating, the tags, the series and custom columns. It
  /// begins at the first block element, since all preceding lines are plain text.
  static func description(_ content: XMLElement) -> String? {
    // In Atom, XHTML is enclosed in one element.
    let outer = content.elements.first { $0.name.local == "div" } ?? content
    let rest = outer.nodes.drop { node in
      guard case .element(let element) = node else { return true }
      return !paragraphs.contains(element.name.local)
    }
    let text = XMLElement(name: outer.name, nodes: Array(rest)).text.trimmed()
    return text.isEmpty ? nil : text
  }

  private static let paragraphs: Set<String> = [
    "p", "div", "blockquote", "ul", "ol", "table", "pre", "h1", "h2", "h3", "h4", "h5", "h6",
  ]

  private static func value(_ label: String, in line: String) -> String? {
    line.hasPrefix(label + ": ") ? String(line.dropFirst(label.count + 2)) : nil
  }

  private static func rating(_ stars: String) -> Double? {
    let rating = stars.reduce(0.0) { $0 + ($1 == "★" ? 1 : $1 == "½" ? 0.5 : 0) }
    return rating > 0 && rating <= 5 ? rating : nil
  }

  /// Parses a series and its number, such as `Earthsea [1.5]`. The name of the series may also contain brackets.
  private mutating func takeSeries(_ text: String) {
    guard text.hasSuffix("]"), let start = text.lastIndex(of: "["),
      let number = Double(text[text.index(after: start)...].dropLast()), number.isFinite
    else {
      series = text
      return
    }
    series = String(text[..<start]).trimmed()
    seriesNumber = number
  }
}
