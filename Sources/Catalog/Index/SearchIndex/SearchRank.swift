/// How good a book is as an answer before anything is asked: books that many people rated first, then those with few
/// words in the title, in which a word that is found says more. docs/ranking.md explains it.
struct SearchRank: Equatable {
  /// From 0, the best, to 1,023.
  let value: Int64

  /// - Parameters:
  ///   - ratingsCount: two steps for each doubling, so that one more rating seldom moves a book.
  ///   - titleWords: how many words the title has.
  init(ratingsCount: Int?, titleWords: Int) {
    let count = Double(max(0, ratingsCount ?? 0)) + 1
    let popularity = min(63, 2 * Int64(count.exponent) + (count.significand >= 2.0.squareRoot() ? 1 : 0))
    value = (63 - popularity) << 4 | Int64(min(max(titleWords, 1), 16) - 1)
  }

  /// The place of a book of this rank among those that match a query equally well: the rank, then its id.
  func place(of book: Int64) -> Int64 { Self.place(value, of: book) }

  static func place(_ rank: Int64, of book: Int64) -> Int64 { rank << BookTable.idBits | book }

  /// Under what the search index keeps the books of the rank.
  var term: Term { Self.term(value) }

  static func term(_ value: Int64) -> Term { PostingKind.rank.term(String(value).leftPadded(to: 4)) }

  /// The rank that a term is of; `nil` when it is of none.
  static func value(of term: Term) -> Int64? { term.kind == .rank ? Int64(term.value) : nil }

  static let mostRanks: Int64 = 1_024

  /// The rank of a place.
  static func rank(ofPlace place: Int64) -> Int64 { place >> BookTable.idBits }

  static func book(ofPlace place: Int64) -> Int64 { place & BookTable.ids.upperBound }
}
