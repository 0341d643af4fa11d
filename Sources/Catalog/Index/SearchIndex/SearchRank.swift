/// The rank of a book, independent of any query. Books that many people rated come first. Among these, books with fewer
/// words in the title come first, because a match in a short title is more significant. See docs/ranking.md.
struct SearchRank: Equatable {
  /// The rank, from 0 (best) to 1,023.
  let value: Int64

  /// Creates the rank of a book.
  ///
  /// - Parameters:
  ///   - ratingsCount: The number of ratings. Each doubling improves the rank by two steps, so that a single new rating
  ///     seldom changes it.
  ///   - titleWords: The number of words in the title.
  init(ratingsCount: Int?, titleWords: Int) {
    let count = Double(max(0, ratingsCount ?? 0)) + 1
    let popularity = min(63, 2 * Int64(count.exponent) + (count.significand >= 2.0.squareRoot() ? 1 : 0))
    value = (63 - popularity) << 4 | Int64(min(max(titleWords, 1), 16) - 1)
  }

  /// Returns a number by which equally good matches are ordered: first by this rank, then by the book's id.
  func position(of book: Int64) -> Int64 { Self.position(value, of: book) }

  static func position(_ rank: Int64, of book: Int64) -> Int64 { rank << BookTable.idBits | book }

  /// The search term of the books with this rank.
  var term: Term { Self.term(value) }

  static func term(_ value: Int64) -> Term { PostingKind.rank.term(String(value).leftPadded(to: 4)) }

  /// Returns the rank that a term encodes, or `nil` for a term of another kind.
  static func value(of term: Term) -> Int64? { term.kind == .rank ? Int64(term.value) : nil }

  static let rankCount: Int64 = 1_024

  /// Returns the rank that a position contains.
  static func rank(ofPosition position: Int64) -> Int64 { position >> BookTable.idBits }

  static func book(ofPosition position: Int64) -> Int64 { position & BookTable.ids.upperBound }
}
