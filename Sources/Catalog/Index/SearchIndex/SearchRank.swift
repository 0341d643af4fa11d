import Platform

/// The rank of a book in search results, independent of any query. Books rated by many people come first. Among books
/// with about equally many ratings, those with short titles come first, because a match in a short title is more
/// significant. See docs/ranking.md.
struct SearchRank: Equatable {
  /// The rank, from 0 (best) to 1,023.
  let value: Int64

  /// Creates the rank of a book.
  ///
  /// - Parameters:
  ///   - ratingsCount: The number of ratings. The rank improves by two each time this number doubles, so that a single
  ///     new rating seldom changes it.
  ///   - titleWords: The number of words in the title.
  init(ratingsCount: Int?, titleWords: Int) {
    let count = Double(max(0, ratingsCount ?? 0)) + 1
    let popularity = min(63, 2 * Int64(count.exponent) + (count.significand >= 2.0.squareRoot() ? 1 : 0))
    value = (63 - popularity) << 4 | Int64(min(max(titleWords, 1), 16) - 1)
  }

  /// Returns a number by which equally good matches are sorted. It contains this rank in its higher bits and the book's
  /// id in its lower bits.
  func position(of book: Int64) -> Int64 { Self.position(value, of: book) }

  static func position(_ rank: Int64, of book: Int64) -> Int64 { rank << BookTable.idBits | book }

  /// The search term for books with this rank.
  var term: Term { Self.term(value) }

  static func term(_ value: Int64) -> Term { PostingKind.rank.term(String(value).leftPadded(to: 4)) }

  /// Returns the rank that a term encodes, or `nil` for a term of another kind.
  static func value(of term: Term) -> Int64? { term.kind == .rank ? Int64(term.value) : nil }

  static let rankCount: Int64 = 1_024

  /// Returns the rank contained in a number from ``position(of:)``.
  static func rank(ofPosition position: Int64) -> Int64 { position >> BookTable.idBits }

  static func book(ofPosition position: Int64) -> Int64 { position & BookTable.ids.upperBound }
}
