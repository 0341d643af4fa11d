import Platform

/// An encoding of numbers as search terms. A book has two terms for each number: one for the number itself, and one for
/// an interval that contains it, such as the decade of a year. A query for many numbers can therefore use few terms.
struct NumberScale {
  private let number: PostingKind
  private let range: PostingKind
  /// Returns the number of the interval that contains a value. Higher values are in intervals with higher numbers.
  private let rangeOf: @Sendable (UInt64) -> UInt64
  /// Returns the smallest value in an interval.
  private let first: @Sendable (UInt64) -> UInt64
  private let digits: Int

  /// The year of first publication (``Book/year``), and its decade.
  static let years = ofYears(.year, decade: .decade)
  /// The year of the edition, and its decade.
  static let editions = ofYears(.edition, decade: .editionDecade)
  static let pages = NumberScale(
    number: .pages, range: .pagesRange, rangeOf: { $0 >> 5 }, first: { $0 << 5 }, digits: 6)
  /// The user's ratings.
  static let ratings = ofRatings(.rating, range: .ratingRange)
  /// The average ratings by other people.
  static let averages = ofRatings(.average, range: .averageRange)

  private static func ofYears(_ year: PostingKind, decade: PostingKind) -> NumberScale {
    NumberScale(number: year, range: decade, rangeOf: { $0 / 10 }, first: { $0 * 10 }, digits: 5)
  }

  /// Creates a scale for ratings. A rating is encoded by its bit pattern, because larger nonnegative numbers have
  /// larger bit patterns (IEEE 754-2019, 3.4). The intervals are a quarter wide between 2 and 4, and a half wide
  /// between 4 and 8.
  private static func ofRatings(_ number: PostingKind, range: PostingKind) -> NumberScale {
    NumberScale(number: number, range: range, rangeOf: { $0 >> 49 }, first: { $0 << 49 }, digits: 19)
  }

  /// The number added to years so that they are not negative.
  static let yearOffset = 10_000.0
  /// A limit above the numbers of every scale, small enough to avoid integer overflow.
  static let maxValue = 1e15

  static func year(_ year: Int) -> UInt64 { whole(Double(year) + yearOffset) }

  /// Returns the search terms of the year of a date; empty if there is no date.
  func terms(ofYear date: PartialDate?) -> [Term] { date.map { terms(Self.year($0.year)) } ?? [] }

  static func page(_ count: Int) -> UInt64 { whole(Double(count)) }

  static func rating(_ rating: Double) -> UInt64 { rating > 0 ? rating.bitPattern : 0 }

  /// Returns the rating or average rating that a term encodes, or `nil` if the term does not encode a number.
  static func rating(of term: Term) -> Double? { UInt64(term.value).map(Double.init(bitPattern:)) }

  static func whole(_ number: Double) -> UInt64 { UInt64(min(max(number, 0), maxValue)) }

  /// Returns the search terms of a number.
  func terms(_ value: UInt64) -> [Term] { [term(value), rangeTerm(rangeOf(value))] }

  private func term(_ value: UInt64) -> Term { number.term(String(value).leftPadded(to: digits)) }

  private func rangeTerm(_ value: UInt64) -> Term { range.term(String(value).leftPadded(to: digits)) }

  /// Returns the search keys for the books with a number between two bounds, inclusive. The keys use terms for whole
  /// intervals where possible, and terms for single numbers near the bounds.
  func keys(_ lower: UInt64, _ upper: UInt64) -> [PostingKey] {
    guard lower <= upper else { return [] }
    let (firstRange, lastRange) = (rangeOf(lower), rangeOf(upper))
    func numbers(_ lower: UInt64, _ upper: UInt64) -> PostingKey { .range(term(lower), term(upper).next) }
    guard firstRange < lastRange else { return [numbers(lower, upper)] }
    var keys = [numbers(lower, first(firstRange + 1) - 1), numbers(first(lastRange), upper)]
    if firstRange + 1 < lastRange {
      keys.append(.range(rangeTerm(firstRange + 1), rangeTerm(lastRange - 1).next))
    }
    return keys
  }
}
