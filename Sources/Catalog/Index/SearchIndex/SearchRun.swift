import Bitmaps

/// The books of a load, grouped by their search terms. Books are collected over many transactions, so that each set is
/// written once for many books. A book is represented by a four-byte number, its index in ``books``.
struct SearchRun: Sendable {
  /// The ids of the books, in ascending order.
  private var books: [Int64] = []
  /// The parts of the sets (``PostingTable``), each with the index in ``books`` at which it begins.
  private var parts: [(part: Int64, start: Int)] = []
  fileprivate var ranks: [Int64] = []
  /// The numbers of the books by term. The terms of word beginnings are left out, since they are derived from these
  /// terms.
  private var postings: [Term: [UInt32]] = [:]
  /// The numbers of the books that contain a word pair, indexed by the number of the pair.
  private var pairs: [[UInt32]] = []
  private var postingCount = 0
  /// The ranges of book ids for which the run contains the terms of all pending books.
  private(set) var ids: [ClosedRange<Int64>] = []

  var count: Int { books.count }
  /// The approximate size in memory, in bytes.
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

  /// Adds the deferred terms of a transaction. Its books must have higher ids than all books added before.
  mutating func append(_ deferred: DeferredTerms) {
    for (book, terms) in deferred.books { append(book, terms) }
    for range in deferred.ids { add(range) }
  }

  private mutating func begin(partOf book: Int64) {
    let part = NumberSet.part(of: book)
    if parts.last?.part != part { parts.append((part, books.count)) }
  }

  /// Records that the run contains all pending books with ids in a range, which must be after earlier ranges.
  mutating func add(_ range: ClosedRange<Int64>) { ids.appendJoining(range) }

  /// Returns the sets to write, in the order of the index: one for each term of the books, and one for each beginning
  /// of their words.
  fileprivate func items() -> (lists: [[UInt32]], items: [SearchRunWriter.Item]) {
    let sorted = postings.sorted { $0.key < $1.key }
    let terms = sorted.map(\.key)
    var items: [SearchRunWriter.Item] = []
    items.reserveCapacity(terms.count * 2)
    // Words with the same beginning are adjacent.
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

  /// Returns the books of a set to write. `lists` contains the numbers of the books for each word.
  fileprivate func books(of item: SearchRunWriter.Item, _ lists: [[UInt32]]) -> NumberSet {
    var union = NumberUnion()
    switch item.books {
    case .words(let range): for list in lists[range] { insert(list, into: &union) }
    case .pair(let number): insert(pairs[number], into: &union)
    }
    return union.finish()
  }

  /// Adds the books with some numbers to a union. The numbers are in ascending order, so the books of one part are
  /// adjacent.
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

/// Writes a run to the search index, one portion per transaction. Between transactions, a user may change books of the
/// run. Such a change is written to the index at once, and its book is no longer pending, so the run skips the book.
struct SearchRunWriter: BatchedWork {
  /// A set to write.
  fileprivate struct Item {
    enum Books {
      /// The words whose lists are in this range of indexes.
      case words(Range<Int>)
      case pair(Int)
    }

    let term: Term
    let books: Books
  }

  private let run: SearchRun
  /// The books of each word, in word order.
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

  /// Continues writing inside one transaction, until the run is finished or the transaction has to end.
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
    // Searches can find the books only from now on.
    connection.changedBooks.insertMany()
    isFinished = true
  }

  /// Returns the books of the run that have not changed since they were collected, or `nil` if none has changed.
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
