/// What calibre writes above the description of a book, for people, in English: up to three lines.
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
    // Below them is the description, which may say anything.
    for line in lines.prefix(3) {
      if let stars = Self.value("RATING", in: line) {
        rating = Self.rating(stars)
      } else if let list = Self.value("TAGS", in: line) {
        // Of more tags than its settings allow, calibre shows some, and three dots.
        tags = list.split(separator: ", ").map(String.init).filter { $0 != "..." }
      } else if let place = Self.value("SERIES", in: line) {
        takeSeries(place)
      } else {
        return
      }
    }
  }

  /// The description below these lines, and below those of columns that somebody made: it begins with the first element that
  /// begins a paragraph, and all of these are lines of text.
  static func description(_ content: XMLElement) -> String? {
    // An element around all is the form of XHTML in Atom.
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

  /// `Earthsea [1.5]`: the name may hold brackets too.
  private mutating func takeSeries(_ place: String) {
    guard place.hasSuffix("]"), let start = place.lastIndex(of: "["),
      let number = Double(place[place.index(after: start)...].dropLast()), number.isFinite
    else {
      series = place
      return
    }
    series = String(place[..<start]).trimmed()
    seriesNumber = number
  }
}
