/// Divides books that look alike into groups of duplicates.
///
/// Likeness is not transitive: “Dune” is like “Dune: A Novel” and like “Dune: The Graphic Novel”, but these two are not
/// like each other. Therefore all books of a group must be like each other, and a book that is like two different books
/// is in no group. If those two books are editions of one work, or the user marked them as different, the book joins
/// the one that it resembles more.
struct LikenessGroups {
  typealias Grade = DuplicateGroup.Grade

  /// A group of duplicates with their differences.
  struct Group {
    let grade: Grade
    let differences: Set<DuplicateGroup.Difference>
    let books: [AlikeBook]
  }

  /// The maximum number of books to compare at once, which is the number of bits in a set.
  static let limit = 64

  private typealias Bits = UInt64

  private let books: [AlikeBook]
  /// The likeness of each pair of books. The likeness of books `i` and `j` is at index `i * books.count + j`.
  private var likenesses: [Likeness?]
  /// For each book, the set of books that the user marked as different from that book.
  private var distinct: [Bits]

  /// - Parameters:
  ///   - books: The books in the order of their ids, at most ``limit``.
  ///   - pairs: The pairs that the user marked as different.
  init(_ books: [AlikeBook], distinct pairs: Set<DistinctBooks.Pair>) {
    self.books = books
    likenesses = Array(repeating: nil, count: books.count * books.count)
    distinct = Array(repeating: 0, count: books.count)
    for one in books.indices {
      for other in books.indices where other > one {
        if !pairs.isEmpty, pairs.contains(DistinctBooks.Pair(books[one].id, books[other].id)) {
          distinct[one] |= 1 << Bits(other)
          distinct[other] |= 1 << Bits(one)
          continue
        }
        let likeness = Likeness(books[one], books[other])
        likenesses[one * books.count + other] = likeness
        likenesses[other * books.count + one] = likeness
      }
    }
  }

  /// Returns the groups, most certain first.
  func groups() -> [Group] {
    guard books.count > 1 else { return [] }
    let alike = bits(upTo: .likely)
    let (cliques, unclear) = Self.cliques(alike, among: all)
    let sure = bits(upTo: .sure)
    var reported: [Grade: [Bits]] = [:]
    for clique in cliques {
      let parts = Self.cliques(sure, among: clique).cliques
      reported[.sure, default: []] += parts
      if parts != [clique] { reported[.likely, default: []].append(clique) }
    }
    reported[.likely, default: []] += doubtful(unclear, alike: alike, sure: sure)
    let editions = Self.cliques(bits(upTo: .edition), among: all).cliques
    reported[.edition] = editions.filter { edition in members(edition).contains { alike[$0] & edition != edition } }
    return Grade.allCases.flatMap { grade in reported[grade, default: []].map { group($0, grade) } }
  }

  /// Returns groups for books that are like two different books.
  private func doubtful(_ unclear: Bits, alike: [Bits], sure: [Bits]) -> [Bits] {
    var byBest: [Int: Bits] = [:]
    for index in members(unclear) {
      let others = alike[index] & ~(1 << Bits(index))
      guard isDivided(others, alike) else { continue }
      let best = members(others).filter { others & ~alike[$0] != 0 }.max { one, other in
        (books[index].agreement(with: books[one]), books[other].id)
          < (books[index].agreement(with: books[other]), books[one].id)
      }
      if let best { byBest[best, default: 0] |= 1 << Bits(index) }
    }
    var groups = byBest.sorted { $0.key < $1.key }.flatMap { best, some -> [Bits] in
      let own: Bits = 1 << Bits(best)
      let whole = own | some
      if members(whole).allSatisfy({ alike[$0] & whole == whole }) { return [whole] }
      return members(some).map { index -> Bits in own | 1 << Bits(index) }
    }
    // Books with the same spelling are duplicates, even if it is unclear to which of the other books they belong.
    groups += Self.cliques(sure, among: unclear).cliques.filter { clique in
      !groups.contains { $0 & clique == clique }
    }
    // Two books may be the best match for each other, which would result in the same group twice.
    return groups.reduce(into: []) { reported, group in
      if !reported.contains(group) { reported.append(group) }
    }
  }

  /// Returns true if each pair of these books is alike, consists of editions of one work, or was marked as different.
  private func isDivided(_ some: Bits, _ alike: [Bits]) -> Bool {
    members(some).allSatisfy { one in
      members(some & ~alike[one]).allSatisfy { other in
        likenesses[one * books.count + other]?.grade == .edition || distinct[one] & (1 << Bits(other)) != 0
      }
    }
  }

  private var all: Bits { books.count == Self.limit ? .max : (1 << Bits(books.count)) - 1 }

  /// Returns one set for each book: the books that are the same book with at least the given certainty, including the
  /// book itself.
  private func bits(upTo grade: Grade) -> [Bits] {
    books.indices.map { one in
      books.indices.reduce(1 << Bits(one)) { bits, other in
        guard let likeness = likenesses[one * books.count + other], likeness.grade <= grade else { return bits }
        return bits | 1 << Bits(other)
      }
    }
  }

  private func members(_ bits: Bits) -> [Int] { Self.members(bits) }

  private static func members(_ bits: Bits) -> [Int] {
    var (members, rest) = ([Int](), bits)
    while rest != 0 {
      members.append(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    return members
  }

  /// Returns sets of at least two books that are all like each other, and the set of books that are like two different
  /// books.
  private static func cliques(_ alike: [Bits], among some: Bits) -> (cliques: [Bits], unclear: Bits) {
    var unclear: Bits = 0
    for index in members(some) {
      let own = alike[index] & some
      if members(own).contains(where: { alike[$0] & own != own }) { unclear |= 1 << Bits(index) }
    }
    var cliques: [Bits] = []
    var rest = some & ~unclear
    while rest != 0 {
      let clique = alike[rest.trailingZeroBitCount] & some & ~unclear
      rest &= ~clique
      if clique.nonzeroBitCount > 1 { cliques.append(clique) }
    }
    return (cliques, unclear)
  }

  private func group(_ bits: Bits, _ grade: Grade) -> Group {
    let members = members(bits)
    var differences: Set<DuplicateGroup.Difference> = []
    for one in members {
      for other in members where other > one {
        differences.formUnion(likenesses[one * books.count + other]?.differences ?? [])
      }
    }
    return Group(grade: grade, differences: differences, books: members.map { books[$0] })
  }
}
