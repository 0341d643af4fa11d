/// How good a book is as an answer before anything is asked: books that many people rated first, then those with few
/// words in the title, in which a word that is found says more. docs/ranking.md explains it.
struct SearchRank: Equatable {
  /// From 0, the best, to 1,023.
  let value: Int64

  /// Bits of a row number that hold the book's id.
  private static let idBits: Int64 = 40
  /// Takes a row number's book out of it, in SQL and here.
  static let idMask: Int64 = 1 << idBits - 1

  /// - Parameters:
  ///   - ratingsCount: two steps for each doubling, so that one more rating seldom moves a book.
  ///   - titleWords: how many words the title has.
  init(ratingsCount: Int?, titleWords: Int) {
    let count = Double(max(0, ratingsCount ?? 0)) + 1
    let popularity = min(63, 2 * Int64(count.exponent) + (count.significand >= 2.0.squareRoot() ? 1 : 0))
    value = (63 - popularity) << 4 | Int64(min(max(titleWords, 1), 16) - 1)
  }

  func rowid(of book: Int64) -> Int64 { value << Self.idBits | book }

  /// How many words the title of a row's book has; 16 stands for any more.
  static func titleWords(ofRow rowid: Int64) -> Int { Int(rowid >> idBits & 15) + 1 }

  /// The number of a row of the same rank for another book.
  static func rowid(_ rowid: Int64, of book: Int64) -> Int64 { rowid & ~idMask | book }

  static func book(ofRow rowid: Int64) -> Int64 { rowid & idMask }
}
