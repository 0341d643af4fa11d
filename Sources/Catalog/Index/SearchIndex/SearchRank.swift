/// The rank of a book independent of a query: first the books that many people rated, then those with few words in the
/// title, because a match in a short title is more significant. docs/ranking.md explains it.
struct SearchRank: Equatable {
  /// The rank, from 0 (best) to 1,023.
  let value: Int64

  /// Creates the rank of a book.
  ///
  /// - Parameters:
  ///   - ratingsCount: The number of ratings. Each doubling improves the rank by two steps, so that one more rating
  ///     seldom changes it.
  ///   - titleWords: The number of words in the title.
  init(ratingsCount: Int?, titleWords: Int) {
    let count = Double(max(0, ratingsCount ?? 0)) + 1
    let popularity = min(63, 2 * Int64(count.exponent) + (count.significand >= 2.0.squareRoot() ? 1 : 0))
    value = (63 - popularity) << 4 | Int64(min(max(titleWords, 1), 16) - 1)
  }

  /// Returns the position of a book with this rank among equally good matches: the rank, then the id.
  func position(of book: Int64) -> Int64 { Self.position(value, of: book) }

  static func position(_ rank: Int64, of book: Int64) -> Int64 { rank << BookTable.idBits | book }

  /// The term of books with this rank in the search index.
  var term: Term { Self.term(value) }

  static func term(_ value: Int64) -> Term { PostingKind.rank.term(String(value).leftPadded(to: 4)) }

  /// Returns the rank of a term; `nil` if it is a term of another kind.
  static func value(of term: Term) -> Int64? { term.kind == .rank ? Int64(term.value) : nil }

  static let rankCount: Int64 = 1_024

  /// Returns the rank of a position.
  static func rank(ofPosition position: Int64) -> Int64 { position >> BookTable.idBits }

  static func book(ofPosition position: Int64) -> Int64 { position & BookTable.ids.upperBound }
}
