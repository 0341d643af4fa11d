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
      var values = try known ?? Self.merged(grouping, books)
      if !grouping.hasUnknown { values += try books.counted([("none", "no:\(grouping.rawValue)")]) }
      return values.sorted { ($1.count, $0.words) < ($0.count, $1.words) }
    }
  }

  /// One value for all labels that one condition finds: the codes of a language, and names that are spelled differently.
  private static func merged(_ grouping: BookGrouping, _ books: FacetBooks) throws -> [Value] {
    let counts = try books.counts(by: grouping)
    var spellings: [String: Spellings] = [:]
    for (label, count) in counts.labels {
      spellings[grouping == .language ? LanguageCode.canonical(label) : compared(label), default: Spellings()]
        .take(label, count)
    }
    var values: [Value] = []
    values.reserveCapacity(spellings.count + 1)
    for (key, spelled) in spellings {
      let isLanguage = grouping == .language
      guard let condition = condition(grouping, isLanguage ? key : spelled.label) else { continue }
      // A book may have several of its tags or authors.
      let isSure = spelled.isOne || grouping != .tag && grouping != .author
      values.append(
        Value(
          words: isLanguage ? LanguageCode.englishName(of: key) ?? key : spelled.label,
          count: isSure ? spelled.count : try books.count(condition), condition: condition))
    }
    if counts.unknown > 0 {
      values.append(Value(words: "none", count: counts.unknown, condition: "no:\(grouping.rawValue)"))
    }
    return values
  }

  /// The labels that one condition finds; what they are called together is that of the most books.
  private struct Spellings {
    private(set) var label = ""
    /// Of all labels.
    private(set) var count = 0
    private var most = 0
    var isOne: Bool { count == most }

    mutating func take(_ label: String, _ count: Int) {
      self.count += count
      guard count > most || count == most && label.utf8.lexicographicallyPrecedes(self.label.utf8) else { return }
      (self.label, most) = (label, count)
    }
  }

  /// What ``WholeCondition`` compares.
  private static func compared(_ label: String) -> String {
    let words = SearchWords.joinedWords(in: label)
    return words.isEmpty ? label : words
  }

  /// `tag:"=space opera"`, `year:1984`; `nil` for a name that no query can have.
  package static func condition(_ grouping: BookGrouping, _ label: String) -> String? {
    switch grouping {
    case .year, .language: return "\(grouping.rawValue):\(label)"
    case .author, .series, .tag:
      // Quotation marks would end the value. Between words they do not matter; where there are none, they are what is compared.
      guard label.unicodeScalars.contains(where: isQuotationMark) else { return "\(grouping.rawValue):\"=\(label)\"" }
      guard !SearchWords.words(in: label).isEmpty else { return nil }
      var name = String.UnicodeScalarView()
      for scalar in label.unicodeScalars { name.append(isQuotationMark(scalar) ? " " : scalar) }
      return "\(grouping.rawValue):\"=\(name)\""
    }
  }

  private static func isQuotationMark(_ scalar: UnicodeScalar) -> Bool {
    switch scalar {
    case "\"", "“", "”", "„", "«", "»": true
    default: false
    }
  }
}
