import Catalog

/// By what the books that are shown can be told apart, with counts.
enum BrowserFacet: Equatable, Sendable {
  case state, rating
  case group(BookGrouping)

  static let all: [BrowserFacet] =
    [.state, .group(.tag), .group(.author), .group(.series), .group(.year), .group(.language), .rating]

  var words: String {
    switch self {
    case .state: "state"
    case .rating: "your rating"
    case .group(let grouping): grouping.rawValue
    }
  }

  /// Its values with how many of the books have them, the most in front.
  func items(of query: BookQuery, _ snapshot: CatalogSnapshot) throws -> [BrowserPicker.Item] {
    switch self {
    case .state: return try counted(ReadState.allCases.map { ($0.rawValue, "is:\($0.rawValue)") }, query, snapshot)
    case .rating:
      let stars = (1...5).reversed().map { ("\($0) and more", "rating:\($0)..") }
      return try counted(stars + [("none", "-is:rated")], query, snapshot)
    case .group(.language): return Self.languages(try snapshot.groups(by: .language, of: query))
    case .group(let grouping):
      return try snapshot.groups(by: grouping, of: query).sorted { $0.count > $1.count }.map { group in
        let condition = group.label.map { Self.condition(grouping, $0) } ?? "no:\(grouping.rawValue)"
        return BrowserPicker.Item(
          text: group.label ?? "none", detail: group.count.grouped, choice: .condition(condition))
      }
    }
  }

  /// One item for each language, whose codes may be several: a query for one of them finds the books of all.
  private static func languages(_ groups: [BookGroup]) -> [BrowserPicker.Item] {
    var counts: [String?: Int] = [:]
    for group in groups { counts[group.label.map(LanguageCode.canonical), default: 0] += group.count }
    return counts.sorted { ($1.value, $0.key ?? "") < ($0.value, $1.key ?? "") }.map { code, count in
      BrowserPicker.Item(
        text: code.map { LanguageCode.englishName(of: $0) ?? $0 } ?? "none", detail: count.grouped,
        choice: .condition(code.map { condition(.language, $0) } ?? "no:language"))
    }
  }

  private func counted(
    _ conditions: [(words: String, condition: String)], _ query: BookQuery, _ snapshot: CatalogSnapshot
  ) throws -> [BrowserPicker.Item] {
    try conditions.compactMap { words, condition in
      let narrowed = [query.text, condition].filter { !$0.isEmpty }.joined(separator: " ")
      let count = try snapshot.count(of: BookQuery(narrowed, in: query.filter))
      return count == 0 ? nil : BrowserPicker.Item(text: words, detail: count.grouped, choice: .condition(condition))
    }
  }

  /// `tag:"space opera"`, `year:1984`.
  static func condition(_ grouping: BookGrouping, _ label: String) -> String {
    switch grouping {
    case .year, .language: "\(grouping.rawValue):\(label)"
    case .author, .series, .tag:
      // Quotation marks would end the value.
      "\(grouping.rawValue):\"\(String(label.map { "\"“”„«»".contains($0) ? " " : $0 }))\""
    }
  }
}
