/// The position up to which a feed was read. It consists of the feed's own cursor, and of the data needed to interpret
/// the feed's response to that cursor. As text, it is a letter for the phase, the position within a long response, a
/// space and the feed's cursor: `w 17`, `c500/9ae16a3b2f90404f 17`, `e`.
struct FeedCursor: Equatable {
  enum Phase: Character {
    /// A list of everything in the feed has been read in part.
    case enumeration = "w"
    /// A list of changes has been read in part.
    case changes = "c"
    /// The feed was read to its end. The next request starts another refresh.
    case end = "e"
  }

  var phase: Phase
  /// The feed's own cursor, or `nil` to request everything.
  var feeds: String?
  /// The number of items already taken from the response to this cursor. A feed may send more items than requested.
  var taken = 0
  /// The fingerprint of the response from which the items were taken.
  var answer: UInt64 = 0

  /// The cursor for reading a feed for the first time.
  static let beginning = FeedCursor(phase: .enumeration)

  /// True if the response lists everything in the feed.
  var isEnumeration: Bool { phase == .enumeration || feeds == nil }

  var text: String {
    String(phase.rawValue) + (taken == 0 ? "" : "\(taken)/\(String(answer, radix: 16))")
      + (feeds.map { " \($0)" } ?? "")
  }
}

extension FeedCursor {
  /// Parses a cursor. Returns `nil` if the text was not written by ``text``.
  init?(_ text: String) {
    guard let letter = text.first, let phase = Phase(rawValue: letter) else { return nil }
    self.init(phase: phase)
    let parts = text.dropFirst().split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 { feeds = String(parts[1]) }
    guard let position = parts.first, !position.isEmpty else { return }
    let numbers = position.split(separator: "/")
    guard numbers.count == 2, let taken = Int(numbers[0]), taken > 0, let answer = UInt64(numbers[1], radix: 16) else {
      return nil
    }
    (self.taken, self.answer) = (taken, answer)
  }
}
