/// The changes that are not in the sets of the search index yet (``PostingChangeTable``), by their terms: what a reader puts
/// into the sets it reads. They are looked through as they are stored, since each search does it.
struct PostingOverlay {
  /// A book that came to a term, or left it.
  private struct Entry {
    /// The bytes of the term.
    let term: Range<Int>
    let book: Int64
    let isInserted: Bool
  }

  /// What changes in the sets of one key.
  struct Changes {
    /// The books that the sets lack.
    fileprivate(set) var inserted: [Int64] = []
    /// Those that they should not have.
    fileprivate(set) var removed: [Term: [Int64]] = [:]
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// The books that came to some term.
  private(set) var books: Set<Int64> = []

  /// - Throws: ``CatalogError/Code/damaged`` where a row is no change.
  init(connection: Connection) throws {
    try PostingChangeTable(connection: connection).forEachRow { book, stored in
      let start = bytes.count
      bytes += stored
      return PostingChange.forEachTerm(of: stored) { term, isInserted in
        if isInserted { books.insert(book) }
        entries.append(
          Entry(
            term: (start + term.lowerBound)..<(start + term.upperBound), book: book, isInserted: isInserted))
        return true
      }
    }
  }

  /// What changes in the sets of a key.
  func changes(of key: PostingKey) -> Changes {
    var changes = Changes()
    forEachEntry(of: key) { entry, term in
      if entry.isInserted {
        changes.inserted.append(entry.book)
      } else {
        changes.removed[term(), default: []].append(entry.book)
      }
    }
    return changes
  }

  /// What changes in the sets of a range of terms, by the terms.
  func changes(byTermsOf terms: Range<Term>) -> (inserted: [Term: [Int64]], removed: [Term: [Int64]]) {
    var (inserted, removed): ([Term: [Int64]], [Term: [Int64]]) = ([:], [:])
    forEachEntry(of: .range(terms.lowerBound, terms.upperBound)) { entry, term in
      if entry.isInserted {
        inserted[term(), default: []].append(entry.book)
      } else {
        removed[term(), default: []].append(entry.book)
      }
    }
    return (inserted, removed)
  }

  /// The first term of a range to which a book came.
  func first(from start: Term, before end: Term) -> Term? {
    var first: Term?
    forEachEntry(of: .range(start, end)) { entry, term in
      if entry.isInserted { first = first.map { min($0, term()) } ?? term() }
    }
    return first
  }

  private func forEachEntry(of key: PostingKey, _ body: (Entry, () -> Term) -> Void) {
    guard !entries.isEmpty else { return }
    var (start, end): (String, String?) =
      switch key {
      case .term(let term): (term.text, nil)
      case .range(let first, let end): (first.text, end.text)
      }
    let endBytes = end.map { Array($0.utf8) }
    let letters = (start.utf8.first ?? 0)...max(start.utf8.first ?? 0, endBytes?.first ?? 0)
    start.withUTF8 { start in
      bytes.withUnsafeBufferPointer { bytes in
        for entry in entries where letters.contains(bytes[entry.term.lowerBound]) {
          let term = bytes[entry.term]
          if let endBytes {
            guard !term.lexicographicallyPrecedes(start), term.lexicographicallyPrecedes(endBytes) else { continue }
          } else {
            guard term.elementsEqual(start) else { continue }
          }
          body(entry) { Term(text: String(decoding: term, as: UTF8.self)) }
        }
      }
    }
  }
}
