/// How the sets of the search index differ from what a book is: what its edits have changed since they were written.
struct PostingChange: Equatable, Sendable {
  let book: Int64
  /// The terms whose sets hold the book, though it has them no more.
  private(set) var removed: Set<Term> = []
  /// The terms whose sets do not hold it yet.
  private(set) var inserted: Set<Term> = []

  init(_ book: Int64) { self.book = book }

  /// - Parameters:
  ///   - old: what the sets hold; `nil` for nothing.
  ///   - new: what the book is; `nil` where it is not shown any more.
  init(_ book: Int64, from old: SearchTerms?, to new: SearchTerms?) {
    self.book = book
    (removed, inserted) = SearchTerms.difference(from: old, to: new)
  }

  /// - Parameters:
  ///   - old: the terms that the sets hold of some kinds.
  ///   - new: those of the book as it is.
  init(_ book: Int64, from old: [Term], to new: [Term]) {
    self.book = book
    (removed, inserted) = (Set(old).subtracting(new), Set(new).subtracting(old))
  }

  /// How many sets are not as they should be.
  var count: Int { removed.count + inserted.count }

  var isEmpty: Bool { count == 0 }

  /// Takes in what a further edit has changed.
  mutating func append(_ next: PostingChange) {
    let (undone, redone) = (inserted.intersection(next.removed), removed.intersection(next.inserted))
    inserted = inserted.subtracting(undone).union(next.inserted.subtracting(redone))
    removed = removed.subtracting(redone).union(next.removed.subtracting(undone))
  }
}

// MARK: Stored

extension PostingChange {
  /// As it is stored: for each term four bytes, the lowest first, with twice the number of its bytes, and one more where it
  /// is inserted; then its bytes. In the order of terms, those removed first.
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

  /// - Returns: `nil` where the bytes are of no change.
  init?(_ book: Int64, _ bytes: UnsafeRawBufferPointer) {
    self.book = book
    let isWhole = Self.forEachTerm(of: bytes) { place, isInserted in
      guard let text = String(validating: bytes[place], as: UTF8.self) else { return false }
      let term = Term(text: text)
      return isInserted ? inserted.insert(term).inserted : removed.insert(term).inserted
    }
    guard isWhole, !isEmpty, removed.isDisjoint(with: inserted) else { return nil }
  }

  /// Calls the body with the place of each term among stored bytes, and whether it is inserted, until it says stop.
  ///
  /// - Returns: whether it came to the end, and the bytes are of terms.
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
