/// The difference between the sets of the search index and a book, caused by edits since the sets were written.
struct PostingChange: Equatable, Sendable {
  let book: Int64
  /// The terms whose sets contain the book although it no longer has them.
  private(set) var removed: Set<Term> = []
  /// The terms whose sets do not contain the book yet.
  private(set) var inserted: Set<Term> = []

  init(_ book: Int64) { self.book = book }

  /// Creates a change from the terms of a book.
  ///
  /// - Parameters:
  ///   - old: The terms in the sets; `nil` for none.
  ///   - new: The terms of the book; `nil` if it is now hidden.
  init(_ book: Int64, from old: SearchTerms?, to new: SearchTerms?) {
    self.book = book
    (removed, inserted) = SearchTerms.difference(from: old, to: new)
  }

  /// Creates a change from lists of terms.
  ///
  /// - Parameters:
  ///   - old: The terms of some kinds in the sets.
  ///   - new: The terms of the book.
  init(_ book: Int64, from old: [Term], to new: [Term]) {
    self.book = book
    (removed, inserted) = (Set(old).subtracting(new), Set(new).subtracting(old))
  }

  /// The number of sets that have to change.
  var count: Int { removed.count + inserted.count }

  var isEmpty: Bool { count == 0 }

  /// Adds the changes of a later edit.
  mutating func append(_ next: PostingChange) {
    let (undone, redone) = (inserted.intersection(next.removed), removed.intersection(next.inserted))
    inserted = inserted.subtracting(undone).union(next.inserted.subtracting(redone))
    removed = removed.subtracting(redone).union(next.removed.subtracting(undone))
  }
}

// MARK: Storage

extension PostingChange {
  /// The stored form. Each term is four bytes, little-endian, with twice the length of the term in bytes, plus one if
  /// it is inserted, followed by the bytes of the term. Removed terms come first; both groups are in term order.
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

  /// Calls the body with the range of each term in stored bytes, and true if the term is inserted, until the body
  /// returns false.
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
