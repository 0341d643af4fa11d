/// Some books, of which each may be one with any other: which of them are.
///
/// That two are alike is no equivalence: “Dune” is like “Dune: A Novel” and like “Dune: The Graphic Novel”. So a group is
/// told where each of its books is like each other one, and a book that is like two that are not is told with neither; but
/// where these are two editions, or the user has said that they are not the same, it is told with the one that agrees
/// with it best.
struct LikenessGroups {
  typealias Grade = DuplicateGroup.Grade

  /// Books that are one, and what they say otherwise.
  struct Group {
    let grade: Grade
    let differences: Set<DuplicateGroup.Difference>
    let books: [AlikeBook]
  }

  /// So many books are compared with each other at once: one a bit.
  static let limit = 64

  private typealias Bits = UInt64

  private let books: [AlikeBook]
  /// Of each two, by the first one's place times the number of books and the other's.
  private var likenesses: [Likeness?]
  /// Of each book, those of which the user has said that they are others.
  private var distinct: [Bits]

  /// - Parameters:
  ///   - books: at most ``limit``, in the order of their ids.
  ///   - pairs: those of which the user has said that they are not the same.
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

  /// The groups, the surest first.
  func groups() -> [Group] {
    guard books.count > 1 else { return [] }
    let alike = bits(upTo: .likely)
    let (cliques, unclear) = Self.cliques(alike, among: all)
    let sure = bits(upTo: .sure)
    var told: [Grade: [Bits]] = [:]
    for clique in cliques {
      let parts = Self.cliques(sure, among: clique).cliques
      told[.sure, default: []] += parts
      if parts != [clique] { told[.likely, default: []].append(clique) }
    }
    told[.likely, default: []] += doubtful(unclear, alike: alike, sure: sure)
    let editions = Self.cliques(bits(upTo: .edition), among: all).cliques
    told[.edition] = editions.filter { edition in members(edition).contains { alike[$0] & edition != edition } }
    return Grade.allCases.flatMap { grade in told[grade, default: []].map { group($0, grade) } }
  }

  /// Groups of books that are like two that are not one.
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
    // What is written the same is the same, though nobody knows which of the others.
    groups += Self.cliques(sure, among: unclear).cliques.filter { clique in
      !groups.contains { $0 & clique == clique }
    }
    // Two may be the best for each other.
    return groups.reduce(into: []) { told, group in
      if !told.contains(group) { told.append(group) }
    }
  }

  /// Whether those of some books that are not alike are editions, or distinct as the user says.
  private func isDivided(_ some: Bits, _ alike: [Bits]) -> Bool {
    members(some).allSatisfy { one in
      members(some & ~alike[one]).allSatisfy { other in
        likenesses[one * books.count + other]?.grade == .edition || distinct[one] & (1 << Bits(other)) != 0
      }
    }
  }

  private var all: Bits { books.count == Self.limit ? .max : (1 << Bits(books.count)) - 1 }

  /// Of each book, those that are one with it by a grade or a surer one, itself among them.
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

  /// Sets of at least two books of which each is like each other one; and those that are like two that are not.
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
