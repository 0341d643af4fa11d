import CatalogModel
import Platform

/// A property by which the user can narrow down the books that a query finds. The user chooses among the values of the
/// facet, each shown with its number of books.
package enum BookFacet: Equatable, Sendable {
  case state, rating, pages, decade
  case group(BookGrouping)

  package static let all: [BookFacet] =
    [.state, .group(.tag), .group(.author), .group(.series), .group(.year), .group(.language), .pages, .rating]

  /// The facet's name in JSON and other machine-readable output.
  package var name: String {
    switch self {
    case .state: "state"
    case .rating: "rating"
    case .pages: "pages"
    case .decade: "decade"
    case .group(let grouping): grouping.rawValue
    }
  }

  package var words: String {
    if case .rating = self { "your rating" } else { name }
  }

  /// A value of a facet. It consists of a label, the number of books with the value, and a condition. Adding the
  /// condition to the query finds these books.
  package struct Value: Equatable, Sendable {
    package let words: String
    package var count: Int
    package let condition: String
  }

  /// Returns all values of the facet. Groups are ordered by number of books, largest first. Decades are ordered latest
  /// first. States, ratings and numbers of pages have a fixed order. If some books have no value, the value “none”
  /// counts them.
  ///
  /// - Parameter group: A group to which the books are restricted, or `nil` for all books that the query finds.
  package func values(
    of query: BookQuery, in snapshot: CatalogSnapshot, group: BookGroupPart? = nil
  ) throws -> [Value] {
    try firstValues(.max, of: query, in: snapshot, group: group).values
  }

  /// Returns the first values of the facet, and the number of all its values. The result is empty if no condition can
  /// be added to the query.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of values to return, at least 1.
  ///   - group: A group to which the books are restricted, or `nil` for all books that the query finds.
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
    case .pages:
      let ranges = [
        ("under 150", "..149"), ("150 to 299", "150..299"), ("300 to 499", "300..499"), ("500 or more", "500.."),
      ]
      all = try books.counted(ranges.map { ($0, "pages:\($1)") } + [("none", "no:pages")])
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

  /// Combines labels that are found by the same condition into one value, such as several codes for a language or
  /// several spellings of a name. Returns the combined values that may be among the `limit` largest, and the number of
  /// all values.
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
    // Values that are too small to be among the largest are skipped, because usually few of many names are shown.
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
      // If a book has several spellings of a tag or author, adding up the counts would count it more than once.
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

  /// Labels that are found by the same condition. The most frequent of them is shown.
  private struct Spellings {
    private(set) var label = ""
    /// The sum of the counts of all the labels. The sum is too high if a book has more than one of the labels.
    private(set) var count = 0
    /// The count of the most frequent label, which is a lower bound for the number of books with any of the labels.
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

  /// Returns the condition that finds books with a label, such as `tag:"=space opera"` or `year:1984`. Returns `nil` if
  /// no condition can contain the label.
  package static func condition(_ grouping: BookGrouping, _ label: String) -> String? {
    canBeQueried(grouping, label) ? condition(label, of: grouping) : nil
  }

  /// Returns true if a condition can contain a label. A name that consists only of quotation marks cannot be searched
  /// for.
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
      // A quotation mark inside the name would end the value, so it is replaced by a space. This makes no difference in
      // a name that contains words.
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
