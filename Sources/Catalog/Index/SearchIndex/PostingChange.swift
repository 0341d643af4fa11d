/// The difference between the search terms that are stored for a book in `posting` and the book's current terms. It
/// exists if the book was edited after its terms were stored there.
struct PostingChange: Equatable, Sendable {
  let book: Int64
  /// The terms that are stored for the book in `posting`, although the book no longer has them.
  private(set) var removed: Set<Term> = []
  /// The terms that the book has, although they are not stored for it in `posting` yet.
  private(set) var inserted: Set<Term> = []

  init(_ book: Int64) { self.book = book }

  /// Creates a change from the old and new terms of a book.
  ///
  /// - Parameters:
  ///   - old: The terms stored in the index, or `nil` if there are none.
  ///   - new: The current terms, or `nil` if the book is now hidden.
  init(_ book: Int64, from old: SearchTerms?, to new: SearchTerms?) {
    self.book = book
    (removed, inserted) = SearchTerms.difference(from: old, to: new)
  }

  /// Creates a change from old and new terms of certain kinds.
  ///
  /// - Parameters:
  ///   - old: The terms of these kinds that the index stores for the book.
  ///   - new: The book's current terms of the same kinds.
  init(_ book: Int64, from old: [Term], to new: [Term]) {
    self.book = book
    (removed, inserted) = (Set(old).subtracting(new), Set(new).subtracting(old))
  }

  /// The number of terms to remove or insert.
  var count: Int { removed.count + inserted.count }

  var isEmpty: Bool { count == 0 }

  /// Combines this change with a later change of the same book.
  mutating func append(_ next: PostingChange) {
    let (undone, redone) = (inserted.intersection(next.removed), removed.intersection(next.inserted))
    inserted = inserted.subtracting(undone).union(next.inserted.subtracting(redone))
    removed = removed.subtracting(redone).union(next.removed.subtracting(undone))
  }
}

// MARK: Storage

extension PostingChange {
  /// The stored form of the change. Each term is stored as a four-byte little-endian number, followed by the term's
  /// bytes. The number is twice the length in bytes, plus one if the term is to be inserted. Terms to be removed come
  /// first. Each of the two groups is sorted.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for (terms, mark) in [(removed, UInt32(0)), (inserted, 1)] {
      for term in terms.sorted() {
        let head = UInt32(truncatingIfNeeded: term.text.utf8.count) << 1 | mark
        withUnsafeBytes(of: head.littleEndian) { bytes += $0 }
        bytes += term.text.utf8
      }
    }
    return bytes
  }

  /// Creates a change from its stored form.
  ///
  /// - Returns: `nil` if the bytes are not a valid change.
  init?(_ book: Int64, _ bytes: UnsafeRawBufferPointer) {
    self.book = book
    let isWhole = Self.forEachTerm(of: bytes) { range, isInserted in
      guard let text = String(validating: bytes[range], as: UTF8.self) else { return false }
      let term = Term(text: text)
      return isInserted ? inserted.insert(term).inserted : removed.insert(term).inserted
    }
    guard isWhole, !isEmpty, removed.isDisjoint(with: inserted) else { return nil }
  }

  /// Calls the body for each term in the stored form of a change, until the body returns false. The body receives the
  /// range of the term's bytes, and true if the term is to be inserted.
  ///
  /// - Returns: True if the stored form is valid and was read to its end.
  static func forEachTerm(of bytes: UnsafeRawBufferPointer, _ body: (Range<Int>, Bool) -> Bool) -> Bool {
    var start = 0
    while start < bytes.count {
      guard bytes.count - start > 4 else { return false }
      let head = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
      let length = Int(head >> 1)
      start += 4
      guard length > 0, length <= bytes.count - start, body(start..<(start + length), head & 1 == 1) else {
        return false
      }
      start += length
    }
    return true
  }
}
