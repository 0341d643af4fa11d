/// The difference between the terms under which the search index stores a book and the book's current terms. It results
/// from edits made since the sets of the index were written.
struct PostingChange: Equatable, Sendable {
  let book: Int64
  /// The terms whose sets contain the book although the book no longer has these terms.
  private(set) var removed: Set<Term> = []
  /// The terms of the book whose sets do not contain it yet.
  private(set) var inserted: Set<Term> = []

  init(_ book: Int64) { self.book = book }

  /// Creates a change from the terms of a book.
  ///
  /// - Parameters:
  ///   - old: The terms whose sets contain the book; `nil` if there are none.
  ///   - new: The current terms of the book; `nil` if it is now hidden.
  init(_ book: Int64, from old: SearchTerms?, to new: SearchTerms?) {
    self.book = book
    (removed, inserted) = SearchTerms.difference(from: old, to: new)
  }

  /// Creates a change from lists of terms.
  ///
  /// - Parameters:
  ///   - old: The terms whose sets contain the book, limited to some kinds of terms.
  ///   - new: The current terms of the book, limited to the same kinds.
  init(_ book: Int64, from old: [Term], to new: [Term]) {
    self.book = book
    (removed, inserted) = (Set(old).subtracting(new), Set(new).subtracting(old))
  }

  /// The number of sets that have to change.
  var count: Int { removed.count + inserted.count }

  var isEmpty: Bool { count == 0 }

  /// Adds the changes made by a later edit.
  mutating func append(_ next: PostingChange) {
    let (undone, redone) = (inserted.intersection(next.removed), removed.intersection(next.inserted))
    inserted = inserted.subtracting(undone).union(next.inserted.subtracting(redone))
    removed = removed.subtracting(redone).union(next.removed.subtracting(undone))
  }
}

// MARK: Storage

extension PostingChange {
  /// The stored form. Each term consists of a four-byte little-endian number and the bytes of the term. The number is
  /// twice the length of the term in bytes, plus one if the term is inserted. Removed terms come first; both groups are
  /// in term order.
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

  /// Calls the body for each term in stored bytes until the body returns false. The body receives the range of the
  /// term's bytes, and true if the term is inserted.
  ///
  /// - Returns: True if all bytes were read and are valid.
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
