import CatalogDatabase

/// The changes that are not in the main table of the search index yet (``PostingChangeTable``). A reader applies them
/// to the sets of books in the main table. Every search scans these changes, so they are kept in their stored form and
/// not decoded.
struct PostingOverlay {
  /// A change to one term of one book.
  private struct Entry {
    /// The range of the term in ``bytes``.
    let term: Range<Int>
    let book: Int64
    let isInserted: Bool
  }

  /// The changes to the books that a key finds.
  struct Changes {
    /// The books that were added to any term of the key.
    fileprivate(set) var inserted: [Int64] = []
    /// The books that were removed from each term.
    fileprivate(set) var removed: [Term: [Int64]] = [:]
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// The books that were added to at least one term.
  private(set) var books: Set<Int64> = []

  /// Reads all changes.
  ///
  /// - Throws: ``CatalogError/Code/damaged`` if a row is not a valid change.
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

  /// Returns the changes to the books that a key finds.
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

  /// Returns the books that were added to, or removed from, each term in a range.
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

  /// Returns the first term in a range to which a book was added.
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
