/// Counts the multi-byte sequences of a text that is handed over piece by piece, to tell whether it is UTF-8.
struct UTF8Census {
  /// The characters outside ASCII seen so far.
  private(set) var wellFormed = 0
  /// The places seen so far where no UTF-8 character stands.
  private(set) var illFormed = 0

  /// Looks at the next piece.
  ///
  /// Returns how many of its bytes were counted: all, or all but up to three that start a sequence. These must stand at
  /// the start of the next piece; at the end of the text, `countTruncatedSequence` says that nothing follows.
  mutating func count(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    // The counters stay in registers: this loop runs over every byte of a text in a script outside ASCII.
    var (wellFormed, illFormed) = (0, 0)
    defer {
      self.wellFormed += wellFormed
      self.illFormed += illFormed
    }
    var index = 0
    while index < bytes.count {
      if base[index] < 0x80 {
        index = UTF8Bytes.endOfASCII(base, from: index, to: bytes.count)
        continue
      }
      switch UTF8Bytes.sequence(at: base + index, available: bytes.count - index) {
      case .wellFormed(let length):
        wellFormed += 1
        index += length
      case .illFormed(let length):
        illFormed += 1
        index += length
      case .truncated: return index
      }
    }
    return index
  }

  /// The text ended inside a sequence.
  mutating func countTruncatedSequence() { illFormed += 1 }

  /// Whether the text is better read as UTF-8 than as a single-byte encoding. A single stray byte in a UTF-8 file must
  /// not turn every accented letter of the others into two wrong ones: the majority decides.
  var suggestsUTF8: Bool { illFormed == 0 || wellFormed > illFormed }

  /// Whether `remaining` further bytes cannot change `suggestsUTF8`: each may be ill-formed, or every two a character.
  func isDecided(remaining: Int) -> Bool {
    wellFormed - illFormed > remaining || illFormed > 0 && illFormed - wellFormed >= remaining / 2
  }
}
