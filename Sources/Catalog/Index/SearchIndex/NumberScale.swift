/// How numbers of books are terms, so that a range of them is few: each number, and a range of numbers that holds it.
struct NumberScale {
  private let number: PostingKind
  private let range: PostingKind
  /// The range that holds a number, by its own number; grows with it.
  private let rangeOf: @Sendable (UInt64) -> UInt64
  /// The first number of a range.
  private let first: @Sendable (UInt64) -> UInt64
  private let digits: Int

  /// The year of publication, and its decade.
  static let years = NumberScale(
    number: .year, range: .decade, rangeOf: { $0 / 10 }, first: { $0 * 10 }, digits: 5)
  static let pages = NumberScale(
    number: .pages, range: .pagesRange, rangeOf: { $0 >> 5 }, first: { $0 << 5 }, digits: 6)
  /// The user's ratings.
  static let ratings = ofRatings(.rating, range: .ratingRange)
  /// The averages of others' ratings.
  static let averages = ofRatings(.average, range: .averageRange)

  /// The bits of a number that is not negative grow with it (IEEE 754-2019, 3.4). Between 2 and 4 a range is a quarter wide,
  /// between 4 and 8 a half.
  private static func ofRatings(_ number: PostingKind, range: PostingKind) -> NumberScale {
    NumberScale(number: number, range: range, rangeOf: { $0 >> 49 }, first: { $0 << 49 }, digits: 19)
  }

  /// Years count from here, so that none is negative.
  static let yearOffset = 10_000.0
  /// Beyond all numbers of any scale, and small enough to be counted on from.
  static let most = 1e15

  static func year(_ year: Int) -> UInt64 { whole(Double(year) + yearOffset) }

  static func page(_ count: Int) -> UInt64 { whole(Double(count)) }

  static func rating(_ rating: Double) -> UInt64 { rating > 0 ? rating.bitPattern : 0 }

  /// The rating, or the average, that a term says; `nil` of one that says none.
  static func rating(of term: Term) -> Double? { UInt64(term.value).map(Double.init(bitPattern:)) }

  static func whole(_ number: Double) -> UInt64 { UInt64(min(max(number, 0), most)) }

  /// The terms of a number.
  func terms(_ value: UInt64) -> [Term] { [term(value), rangeTerm(rangeOf(value))] }

  private func term(_ value: UInt64) -> Term { number.term(String(value).leftPadded(to: digits)) }

  private func rangeTerm(_ value: UInt64) -> Term { range.term(String(value).leftPadded(to: digits)) }

  /// What holds the books with a number from one to another, both included: ranges that lie between, and single
  /// numbers at both ends.
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
