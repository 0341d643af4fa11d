extension UserReadingStatement {
  /// Combines the user's statements about the readings of several books that are being merged.
  ///
  /// The user's state of the first book is kept, unless another book has a later reading. Every other reading that
  /// began becomes an earlier reading, and equal readings are combined (``Readings``).
  ///
  /// - Parameter statements: The statements about the books, in order of precedence.
  /// - Returns: The combined statement; `nil` if `statements` is empty.
  package static func merged(_ statements: [UserReadingStatement]) -> UserReadingStatement? {
    guard let first = statements.first else { return nil }
    guard statements.count > 1 else { return first }
    let together = Readings(
      statements.enumerated().map { index, statement in
        let current = statement.current ?? CurrentReading()
        return ReadingStatement(
          source: Int64(index), state: current.state, started: current.started, finished: current.finished,
          earlier: statement.earlier ?? [])
      })
    var (current, earlier) = (together.current, together.earlier)
    if let mine = statements.lazy.compactMap(\.current).first, !mine.state.hasEnded, mine.state != current.state {
      if current.state.hasEnded || current.state.isOpen && current.started != nil {
        // An open reading that is not the current one counts as paused.
        let outcome = current.state.hasEnded ? current.state : .paused
        earlier = earlier.adding(Reading(started: current.started, finished: current.finished, outcome: outcome))
      }
      current = mine
      earlier.removeAll { !$0.isUndated && $0.started == mine.started && $0.finished == mine.finished }
    }
    // A first day that the user set for any of the books is kept if it fits.
    if current.started == nil, let end = current.finished {
      let days = ReadingPeriod(Reading(finished: end))
      current.started =
        statements.lazy.compactMap(\.current).first { other in
          other.started.map { !$0.isEntirely(after: end) } == true
            && days.fit(ReadingPeriod(Reading(started: other.started, finished: other.finished))) != nil
        }?.started
    }
    let kept = earlier + [Reading(started: current.started, finished: current.finished)]
    let replaced = statements.flatMap(\.replaced).filter { reading in
      !kept.contains { $0.started == reading.started && $0.finished == reading.finished }
    }
    return UserReadingStatement(
      current: statements.contains { $0.current != nil } ? current : nil,
      earlier: earlier.isEmpty && statements.allSatisfy { $0.earlier == nil } ? nil : earlier,
      replaced: replaced, progress: ProgressChange.merged(statements.compactMap(\.progress)),
      statedOn: statements.map(\.statedOn).max() ?? first.statedOn)
  }
}
