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
    try firstValues(.max, of: query, in: snapshot, group: group).values
  }

  /// So many of its values, those in front, and how many there are in all; none of a query that no condition can be typed beside.
  ///
  /// - Parameters:
  ///   - limit: how many, at least 1.
  ///   - group: whose books count; `nil` for all.
  package func firstValues(
    _ limit: Int, of query: BookQuery, in snapshot: CatalogSnapshot, group: BookGroupPart? = nil
  ) throws -> (values: [Value], total: Int) {
    guard query.canBeNarrowed else { return ([], 0) }
    let books = FacetBooks(query: query, group: group, snapshot: snapshot)
    let all: [Value]
    switch self {
    case .state:
      all = try books.states() ?? books.counted(ReadState.allCases.map { ($0.rawValue, "is:\($0.rawValue)") })
    case .rating:
      let stars = (1...5).reversed().map { ("\($0) and more", "rating:\($0)..") }
      all = try books.counted(stars + [("none", "-is:rated")])
    case .decade: all = try books.decades()
    case .group(let grouping):
      var (values, total): ([Value], Int)
      if let known = try grouping == .language ? books.languages() : nil {
        (values, total) = (known, known.count)
      } else {
        (values, total) = try Self.merged(grouping, books, limit)
      }
      if !grouping.hasUnknown {
        let none = try books.counted([("none", "no:\(grouping.rawValue)")])
        values += none
        total += none.count
      }
      return (Array(values.sorted { ($1.count, $0.words) < ($0.count, $1.words) }.prefix(limit)), total)
    }
    return (Array(all.prefix(limit)), all.count)
  }

  /// One value for all labels that one condition finds: the codes of a language, and names that are spelled differently; those
  /// that are among so many with the most books, and how many there are.
  private static func merged(
    _ grouping: BookGrouping, _ books: FacetBooks, _ limit: Int
  ) throws -> (values: [Value], total: Int) {
    let counts = try books.counts(by: grouping)
    var spellings: [String: Spellings] = [:]
    for (label, count) in counts.labels {
      spellings[
        grouping == .language ? LanguageCode.canonical(label) : WholeCondition.key(of: label), default: Spellings()
      ]
      .take(label, count)
    }
    // Of many names few are shown: only for those all is made that belongs to a value.
    let least = limit < spellings.count ? spellings.values.map(\.most).sorted(by: >)[limit - 1] : 0
    var values: [Value] = []
    var total = counts.unknown > 0 ? 1 : 0
    for (key, spelled) in spellings {
      let isLanguage = grouping == .language
      let label = isLanguage ? key : spelled.label
      guard canBeAsked(grouping, label) else { continue }
      total += 1
      guard spelled.count >= least else { continue }
      let condition = Self.condition(label, of: grouping)
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
    return (values, total)
  }

  /// The labels that one condition finds; what they are called together is that of the most books.
  private struct Spellings {
    private(set) var label = ""
    /// Of all labels: more than there are books, where some have several.
    private(set) var count = 0
    /// Of one label: no fewer books have any of them.
    private(set) var most = 0
    var isOne: Bool { count == most }

    mutating func take(_ label: String, _ count: Int) {
      self.count += count
      guard count > most || count == most && label.utf8.lexicographicallyPrecedes(self.label.utf8) else { return }
      (self.label, most) = (label, count)
    }
  }

  /// `tag:"=space opera"`, `year:1984`; `nil` for a name that no query can have.
  package static func condition(_ grouping: BookGrouping, _ label: String) -> String? {
    canBeAsked(grouping, label) ? condition(label, of: grouping) : nil
  }

  /// Whether a query can have a name: not one of quotation marks alone.
  private static func canBeAsked(_ grouping: BookGrouping, _ label: String) -> Bool {
    switch grouping {
    case .year, .language: true
    case .author, .series, .tag:
      !label.unicodeScalars.contains(where: isQuotationMark) || !SearchWords.words(in: label).isEmpty
    }
  }

  private static func condition(_ label: String, of grouping: BookGrouping) -> String {
    switch grouping {
    case .year, .language: return "\(grouping.rawValue):\(label)"
    case .author, .series, .tag:
      // Quotation marks would end the value. Between words they do not matter; where there are none, they are what is compared.
      guard label.unicodeScalars.contains(where: isQuotationMark) else { return "\(grouping.rawValue):\"=\(label)\"" }
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
