/// Counts the multi-byte sequences of a text that is given piece by piece, to decide whether the text is UTF-8.
struct UTF8Census {
  /// The number of valid non-ASCII characters so far.
  private(set) var wellFormed = 0
  /// The number of ill-formed sequences so far.
  private(set) var illFormed = 0

  /// Counts the sequences of the next piece.
  ///
  /// Returns the number of bytes that were counted. Up to three bytes at the end of the piece are not counted if they
  /// begin an incomplete sequence. The caller must put these bytes at the start of the next piece, or call
  /// `countTruncatedSequence` at the end of the text.
  mutating func count(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    // Local counters stay in registers. This matters because the loop visits every byte of a text in a non-Latin
    // script.
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

  /// Counts a sequence that the end of the text cut off.
  mutating func countTruncatedSequence() { illFormed += 1 }

  /// True if the text should be read as UTF-8 rather than as a single-byte encoding. The majority decides: a single
  /// stray byte in a UTF-8 file must not turn every accented letter into two wrong letters.
  var suggestsUTF8: Bool { illFormed == 0 || wellFormed > illFormed }

  /// Returns true if `remaining` further bytes cannot change `suggestsUTF8`. In the extreme case, each of these bytes
  /// is ill-formed, or every two of them form a character.
  func isDecided(remaining: Int) -> Bool {
    wellFormed - illFormed > remaining || illFormed > 0 && illFormed - wellFormed >= remaining / 2
  }
}
