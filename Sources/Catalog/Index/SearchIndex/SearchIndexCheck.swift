import Bitmaps
import CatalogDatabase

/// A check that compares the search index with the books. It compares two checksums that do not depend on order, one of
/// the stored terms and one of the expected terms, so neither has to be kept in memory.
struct SearchIndexCheck {
  private let connection: Connection
  private var expected = Sum()
  private var expectedRanks = Sum()

  init(connection: Connection) { self.connection = connection }

  /// Adds a book that the index should contain.
  mutating func expect(_ book: Book) {
    let terms = SearchTerms(book)
    for term in terms.all { expected.add(term.fingerprint, book.id.rawValue) }
    expectedRanks.add(UInt64(terms.rank.value), book.id.rawValue)
  }

  /// Adds a person's values for a book to the terms that the index should contain.
  mutating func expect(_ mark: Mark, of book: Book.ID, by person: Person.ID) {
    for term in Set(MarkTerms(person: person).terms(of: mark)) { expected.add(term.fingerprint, book.rawValue) }
  }

  /// Returns descriptions of the problems found. Must be called after everything that the index should contain was
  /// added.
  ///
  /// - Parameter pending: The ids of books to ignore, because the index may not contain their current terms yet.
  mutating func findings(_ pending: [ClosedRange<Int64>]) throws -> [String] {
    var findings: [String] = []
    var stored = Sum()
    var damage: String?
    var unknown: Set<Substring> = []
    var last: (term: Term, fingerprint: UInt64)?
    // The books in the row with the part number -1, which is used for terms with few books. This row comes before the
    // rows of the other parts. A book must not be in both.
    var smallSet = NumberSet()
    let words = WordTable(connection: connection)
    try PostingTable(connection: connection).forEachRow { term, part, row in
      if last?.term != term {
        last = (term, term.fingerprint)
        if term.kind?.isVocabulary == true, try !words.contains(String(term.value)) {
          unknown.insert(term.value)
        }
        smallSet = NumberSet()
      }
      switch row {
      case .damaged(let reason): damage = damage ?? "“\(term.text)”, part \(part): \(reason)"
      case .books(let books):
        if part == PostingTable.smallSetPart { smallSet = books }
        let isTwice = part != PostingTable.smallSetPart && !smallSet.intersection(books).isEmpty
        if isTwice { damage = damage ?? "“\(term.text)”, part \(part): it contains books of another row" }
        guard let fingerprint = last?.fingerprint else { return }
        books.forEachNumber { id in
          if pending.isEmpty || !pending.contain(id) { stored.add(fingerprint, id) }
          return true
        }
      }
    }
    do {
      for change in try PostingChangeTable(connection: connection).all()
      where pending.isEmpty || !pending.contain(change.book) {
        for term in change.removed { expected.add(term.fingerprint, change.book) }
        for term in change.inserted { expected.remove(term.fingerprint, change.book) }
      }
    } catch let error as CatalogError where error.code == .damaged {
      damage = damage ?? error.cause
    }
    var ranks = Sum()
    let isWhole = try RankTable(connection: connection).forEachStored { id, rank in
      if pending.isEmpty || !pending.contain(id) { ranks.add(UInt64(rank), id) }
    }
    if let damage { findings.append("the search index is damaged: \(damage)") }
    if damage == nil, stored != expected { findings.append("the search index does not match the words of the books") }
    if !isWhole || ranks != expectedRanks { findings.append("the search index does not match the ranks of the books") }
    if !unknown.isEmpty { findings.append("words missing from the vocabulary of the search index: \(unknown.count)") }
    return findings
  }

  /// A checksum of pairs, each consisting of a number and a book id.
  private struct Sum: Equatable {
    private var value: UInt64 = 0
    private var count = 0

    mutating func add(_ number: UInt64, _ book: Int64) {
      value &+= Self.mix(number, book)
      count += 1
    }

    mutating func remove(_ number: UInt64, _ book: Int64) {
      value &-= Self.mix(number, book)
      count -= 1
    }

    /// Returns a hash of a number and a book id (SplitMix64).
    private static func mix(_ number: UInt64, _ book: Int64) -> UInt64 {
      var mixed = number ^ (UInt64(bitPattern: book) &* 0x9E37_79B9_7F4A_7C15)
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      return mixed ^ (mixed >> 27)
    }
  }
}

extension Term {
  fileprivate var fingerprint: UInt64 { UInt64(bitPattern: Fingerprint.of(text.utf8)) }
}
