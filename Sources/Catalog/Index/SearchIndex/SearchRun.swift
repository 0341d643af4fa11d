import Bitmaps
import CatalogDatabase

/// The books of a bulk load, grouped by search term. The books of many transactions are collected and then written
/// together, so that each set of books is rewritten less often. In the groups, a book is represented by its index in
/// ``books``, a four-byte number.
struct SearchRun: Sendable {
  /// The ids of the books, in ascending order.
  private var books: [Int64] = []
  /// The parts of the id range (``PostingTable``) that contain books, each with the index of its first book in
  /// ``books``.
  private var parts: [(part: Int64, start: Int)] = []
  fileprivate var ranks: [Int64] = []
  /// The books that have each term, as indexes in ``books``. Terms for prefixes of words are computed when the groups
  /// are written.
  private var postings: [Term: [UInt32]] = [:]
  /// The books that contain each word pair, as indexes in ``books``. The array is indexed by the number of the pair.
  private var pairs: [[UInt32]] = []
  private var postingCount = 0
  /// Ranges of book ids. The terms of every pending book in these ranges are included.
  private(set) var ids: [ClosedRange<Int64>] = []

  var count: Int { books.count }
  /// The approximate memory use in bytes.
  var size: Int { postingCount * 6 + postings.count * 96 + books.count * 16 }

  mutating func append(_ book: Int64, _ terms: SearchTerms) {
    let number = UInt32(truncatingIfNeeded: books.count)
    begin(partOf: book)
    books.append(book)
    ranks.append(terms.rank.value)
    for term in terms.terms { postings[term, default: []].append(number) }
    if pairs.isEmpty { pairs = Array(repeating: [], count: WordPair.count) }
    for pair in terms.pairs { pairs[Int(pair)].append(number) }
    postingCount += terms.terms.count + terms.pairs.count
  }

  /// Adds the books and terms of a transaction. Their ids must be higher than those of all books added before.
  mutating func append(_ deferred: DeferredTerms) {
    for (book, terms) in deferred.books { append(book, terms) }
    for range in deferred.ids { add(range) }
  }

  private mutating func begin(partOf book: Int64) {
    let part = NumberSet.part(of: book)
    if parts.last?.part != part { parts.append((part, books.count)) }
  }

  /// Records that the terms of all pending books in a range of ids are included. Ranges must be added in ascending
  /// order.
  mutating func add(_ range: ClosedRange<Int64>) { ids.appendJoining(range) }

  /// Returns the sets of books to write, in the order of the index. There is one set for each term, and one for each
  /// prefix of a word that has its own term.
  fileprivate func items() -> (lists: [[UInt32]], items: [SearchRunWriter.Item]) {
    let sorted = postings.sorted { $0.key < $1.key }
    let terms = sorted.map(\.key)
    var items: [SearchRunWriter.Item] = []
    items.reserveCapacity(terms.count * 2)
    // The terms are sorted, so words with the same prefix are adjacent.
    var open: [(term: Term, start: Int)] = []
    func close(_ count: Int, at end: Int) {
      while open.count > count {
        let last = open.removeLast()
        items.append(SearchRunWriter.Item(term: last.term, books: .words(last.start..<end)))
      }
    }
    for (index, term) in terms.enumerated() {
      items.append(SearchRunWriter.Item(term: term, books: .words(index..<(index + 1))))
      let beginnings = term.beginnings
      let shared = zip(beginnings, open).prefix { $0 == $1.term }.count
      close(shared, at: index)
      for beginning in beginnings.dropFirst(shared) { open.append((beginning, index)) }
    }
    close(0, at: terms.count)
    for (number, books) in pairs.enumerated() where !books.isEmpty {
      items.append(SearchRunWriter.Item(term: WordPair.term(UInt16(number)), books: .pair(number)))
    }
    items.sort { $0.term < $1.term }
    return (sorted.map(\.value), items)
  }

  /// Returns the books in a set to be written.
  ///
  /// - Parameter lists: The books of each term, as indexes in ``books``.
  fileprivate func books(of item: SearchRunWriter.Item, _ lists: [[UInt32]]) -> NumberSet {
    var union = NumberUnion()
    switch item.books {
    case .words(let range): for list in lists[range] { insert(list, into: &union) }
    case .pair(let number): insert(pairs[number], into: &union)
    }
    return union.finish()
  }

  /// Adds books to a union.
  ///
  /// - Parameter numbers: The books' indexes in ``books``, in ascending order. Books in the same part of the id range
  ///   are therefore adjacent.
  private func insert(_ numbers: [UInt32], into union: inout NumberUnion) {
    var offsets: [UInt16] = []
    var (next, part) = (0, parts.startIndex)
    while next < numbers.count {
      while part + 1 < parts.endIndex, parts[part + 1].start <= Int(numbers[next]) { part += 1 }
      let end = part + 1 < parts.endIndex ? parts[part + 1].start : books.count
      offsets.removeAll(keepingCapacity: true)
      while next < numbers.count, Int(numbers[next]) < end {
        offsets.append(UInt16(truncatingIfNeeded: books[Int(numbers[next])]))
        next += 1
      }
      union.insert(offsets, part: parts[part].part)
    }
  }

  fileprivate func rankedBooks(_ range: Range<Int>) -> [(book: Int64, rank: Int64?)] {
    range.map { (books[$0], ranks[$0]) }
  }
}

/// Writes collected search terms to the index, in several transactions. Between two of them, a user may change one of
/// the books. That change is written to the index immediately, so the book is no longer pending, and the writer skips
/// it.
struct SearchRunWriter: BatchedWork {
  /// A set of books to be written for one term.
  fileprivate struct Item {
    enum Books {
      /// All books of the terms in a range of indexes.
      case words(Range<Int>)
      case pair(Int)
    }

    let term: Term
    let books: Books
  }

  private let run: SearchRun
  /// The books of each term, in the order of the terms.
  private let lists: [[UInt32]]
  private let items: [Item]
  private var written = 0
  private var ranked = 0
  private(set) var isFinished = false

  private static let ranksAtOnce = 4_096

  init(_ run: consuming SearchRun) {
    (lists, items) = run.items()
    self.run = run
  }

  /// Continues writing, inside one transaction, until everything is written or the transaction has to end.
  mutating func next(_ connection: Connection, isToStop: () -> Bool) throws {
    let pending = try stillPending(connection)
    var postings = PostingTable(connection: connection).insertion()
    let vocabulary = WordTable(connection: connection)
    let begun = written
    while written < items.count {
      let item = items[written]
      var books = run.books(of: item, lists)
      if let pending { books.formIntersection(pending) }
      try postings.insert(books, under: item.term)
      try vocabulary.insert(wordsOf: CollectionOfOne(item.term))
      written += 1
      if (written - begun) % 16 == 0, isToStop() { return }
    }
    let ranks = RankTable(connection: connection)
    while ranked < run.count {
      let end = min(ranked + Self.ranksAtOnce, run.count)
      try ranks.write(run.rankedBooks(ranked..<end).filter { pending?.contains($0.book) ?? true })
      ranked = end
      if ranked < run.count, isToStop() { return }
    }
    for ids in run.ids { try DerivedPending(connection: connection).remove(ids) }
    // Observers are notified, because searches now find books that they did not find before.
    connection.changedBooks.insertMany()
    isFinished = true
  }

  /// Returns the collected books that are still pending, or `nil` if all of them are. Books that were changed in the
  /// meantime are no longer pending.
  private func stillPending(_ connection: Connection) throws -> NumberSet? {
    let pending = DerivedPending(connection: connection)
    var books = NumberSet()
    var isWhole = true
    for ids in run.ids {
      let ranges = try pending.books(in: ids).map { $0.clamped(to: ids) }
      isWhole = isWhole && ranges == [ids]
      for range in ranges { books.formUnion(NumberSet(range)) }
    }
    return isWhole ? nil : books
  }
}
