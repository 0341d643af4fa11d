import CatalogModel

/// A property by which the books that a query finds can be narrowed down, with counts.
package enum BookFacet: Equatable, Sendable {
  case state, rating, decade
  case group(BookGrouping)

  package static let all: [BookFacet] =
    [.state, .group(.tag), .group(.author), .group(.series), .group(.year), .group(.language), .rating]

  /// The name of the facet in JSON and other machine-readable output.
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

  /// A value of a facet: its label, the number of books that have it, and the condition that finds these books when it
  /// is added to the query.
  package struct Value: Equatable, Sendable {
    package let words: String
    package var count: Int
    package let condition: String
  }

  /// Returns all values. Groups are ordered by the number of books, largest first; decades from the latest to the
  /// earliest; states and ratings in a fixed order. If the value is unknown for some books, a “none” value counts them.
  ///
  /// - Parameter group: The group to count books in, or `nil` to count all books that the query finds.
  package func values(
    of query: BookQuery, in snapshot: CatalogSnapshot, group: BookGroupPart? = nil
  ) throws -> [Value] {
    try firstValues(.max, of: query, in: snapshot, group: group).values
  }

  /// Returns the first values, and the total number of values. Both are empty if no condition can be added to the
  /// query.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of values, at least 1.
  ///   - group: The group to count books in, or `nil` to count all books that the query finds.
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
      let stars = (1...5).reversed().map { ("\($0) or more", "rating:\($0)..") }
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

  /// Merges all labels that the same condition finds into one value: the codes of one language, and different spellings
  /// of a name. Returns only the values that may be among the `limit` largest, and the total number of values.
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
    // Usually only a few of many names are shown, so values that are certainly too small are skipped.
    let least = limit < spellings.count ? spellings.values.map(\.maxCount).sorted(by: >)[limit - 1] : 0
    var values: [Value] = []
    var total = counts.unknown > 0 ? 1 : 0
    for (key, spelled) in spellings {
      let isLanguage = grouping == .language
      let label = isLanguage ? key : spelled.label
      guard canBeQueried(grouping, label) else { continue }
      total += 1
      guard spelled.count >= least else { continue }
      let condition = Self.condition(label, of: grouping)
      // A book may have several tags or authors, so the counts of different spellings cannot be added up.
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

  /// The labels that one condition finds. The most frequent label stands for all of them.
  private struct Spellings {
    private(set) var label = ""
    /// The sum of the counts of all labels. It exceeds the number of books if a book has several of the labels.
    private(set) var count = 0
    /// The count of the most frequent label, a lower bound for the number of books with any of the labels.
    private(set) var maxCount = 0
    var isOne: Bool { count == maxCount }

    mutating func take(_ label: String, _ count: Int) {
      self.count += count
      guard count > maxCount || count == maxCount && label.utf8.lexicographicallyPrecedes(self.label.utf8) else {
        return
      }
      (self.label, maxCount) = (label, count)
    }
  }

  /// Returns the condition that finds a label, such as `tag:"=space opera"` or `year:1984`, or `nil` if no query can
  /// contain the label.
  package static func condition(_ grouping: BookGrouping, _ label: String) -> String? {
    canBeQueried(grouping, label) ? condition(label, of: grouping) : nil
  }

  /// Returns true if a query can contain a label. A name that consists only of quotation marks cannot be queried.
  private static func canBeQueried(_ grouping: BookGrouping, _ label: String) -> Bool {
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
      // A quotation mark would end the value. In a name that has words, it can be replaced by a space without effect.
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
