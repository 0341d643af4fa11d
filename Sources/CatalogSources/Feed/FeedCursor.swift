/// Where a feed was read to: the feed's own cursor, and what an answer to it means. As text, a letter for the phase, how
/// much of a long answer was taken already, a space and the feed's cursor: `w 17`, `c500/9ae16a3b2f90404f 17`, `e`.
struct FeedCursor: Equatable {
  enum Phase: Character {
    /// In the middle of a list of all that the feed has.
    case enumeration = "w"
    /// In the middle of what has changed.
    case changes = "c"
    /// There was nothing more: what comes next begins another refresh.
    case end = "e"
  }

  var phase: Phase
  /// As the feed gave it; `nil` asks for everything.
  var feeds: String?
  /// How many items of the answer to this cursor were taken already: a feed may send more than it was asked for.
  var taken = 0
  /// The fingerprint of the answer that they were taken from.
  var answer: UInt64 = 0

  /// The cursor of who knows nothing of the feed.
  static let beginning = FeedCursor(phase: .enumeration)

  /// Whether an answer lists everything that the feed has.
  var isEnumeration: Bool { phase == .enumeration || feeds == nil }

  var text: String {
    String(phase.rawValue) + (taken == 0 ? "" : "\(taken)/\(String(answer, radix: 16))")
      + (feeds.map { " \($0)" } ?? "")
  }
}

extension FeedCursor {
  /// - Returns: `nil` for a text that ``text`` did not write.
  init?(_ text: String) {
    guard let letter = text.first, let phase = Phase(rawValue: letter) else { return nil }
    self.init(phase: phase)
    let parts = text.dropFirst().split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 { feeds = String(parts[1]) }
    guard let place = parts.first, !place.isEmpty else { return }
    let numbers = place.split(separator: "/")
    guard numbers.count == 2, let taken = Int(numbers[0]), taken > 0, let answer = UInt64(numbers[1], radix: 16) else {
      return nil
    }
    (self.taken, self.answer) = (taken, answer)
  }
}
