import CatalogModel

/// By what the books that a query finds can be told apart, with counts.
package enum BookFacet: Equatable, Sendable {
  case state, rating, decade
  case group(BookGrouping)

  package static let all: [BookFacet] =
    [.state, .group(.tag), .group(.author), .group(.series), .group(.year), .group(.language), .rating]

  /// As programs name it.
  package var name: String {
    switch self {
    case .state: "state"
    case .rating: "rating"
    case .decade: "decade"
    case .group(let grouping): grouping.rawValue
    }
  }

  package var words: String {
    if case .rating = self { "your rating" } else { name }
  }

  /// One of its values: what it is called, how many of the books have it, and what finds these, to be written behind the query.
  package struct Value: Equatable, Sendable {
    package let words: String
    package var count: Int
    package let condition: String
  }

  /// Its values, the most in front, decades from the last one on; with those of whom nothing of the kind is known, where there are
  /// some.
  ///
  /// - Parameter group: whose books count; `nil` for all.
  package func values(
    of query: BookQuery, in snapshot: CatalogSnapshot, group: BookGroupPart? = nil
  ) throws -> [Value] {
    let books = FacetBooks(query: query, group: group, snapshot: snapshot)
    switch self {
    case .state:
      return try books.states() ?? books.counted(ReadState.allCases.map { ($0.rawValue, "is:\($0.rawValue)") })
    case .rating:
      let stars = (1...5).reversed().map { ("\($0) and more", "rating:\($0)..") }
      return try books.counted(stars + [("none", "-is:rated")])
    case .decade: return try books.decades()
    case .group(let grouping):
      let known = try grouping == .language ? books.languages() : nil
      var values = try known ?? Self.merged(books.groups(by: grouping), grouping, books)
      if !grouping.hasUnknown { values += try books.counted([("none", "no:\(grouping.rawValue)")]) }
      return values.sorted { ($1.count, $0.words) < ($0.count, $1.words) }
    }
  }

  /// One value for all groups that one condition finds: those of a language's codes, and those that are spelled differently.
  private static func merged(_ groups: [BookGroup], _ grouping: BookGrouping, _ books: FacetBooks) throws -> [Value] {
    var values: [String: Value] = [:]
    var ambiguous: Set<String> = []
    // Of several spellings the value has that of the most books.
    for group in groups.sorted(by: { $0.count > $1.count }) {
      guard let label = group.label else {
        values[""] = Value(words: "none", count: group.count, condition: "no:\(grouping.rawValue)")
        continue
      }
      let key = grouping == .language ? LanguageCode.canonical(label) : compared(label)
      if values[key] != nil {
        values[key]?.count += group.count
        // A book may have both.
        if grouping == .tag || grouping == .author { ambiguous.insert(key) }
      } else {
        let words = grouping == .language ? LanguageCode.englishName(of: key) ?? key : label
        guard let condition = condition(grouping, grouping == .language ? key : label) else { continue }
        values[key] = Value(words: words, count: group.count, condition: condition)
      }
    }
    for key in ambiguous {
      if let value = values[key] { values[key]?.count = try books.count(value.condition) }
    }
    return Array(values.values)
  }

  /// What ``WholeCondition`` compares.
  private static func compared(_ label: String) -> String {
    let words = SearchWords.words(in: label)
    return words.isEmpty ? label : words.joined(separator: " ")
  }

  /// `tag:"=space opera"`, `year:1984`; `nil` for a name that no query can have.
  package static func condition(_ grouping: BookGrouping, _ label: String) -> String? {
    switch grouping {
    case .year, .language: return "\(grouping.rawValue):\(label)"
    case .author, .series, .tag:
      // Quotation marks would end the value. Between words they do not matter; where there are none, they are what is compared.
      let name = String(label.map { "\"“”„«»".contains($0) ? " " : $0 })
      guard name == label || !SearchWords.words(in: label).isEmpty else { return nil }
      return "\(grouping.rawValue):\"=\(name)\""
    }
  }
}
