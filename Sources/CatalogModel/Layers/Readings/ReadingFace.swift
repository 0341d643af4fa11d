/// The form in which a reading is shown, chosen from the statements about it.
struct ReadingFace {
  /// The index of the chosen statement among all statements about the book's readings.
  let statement: Int
  private(set) var reading: Reading
  /// The end of the reading, for sorting: the most precise end in any statement, and the earliest of equally precise
  /// ends. If no statement contains an end, the beginning is used.
  let end: PartialDate?

  var hasEnded: Bool { reading.outcome.hasEnded || reading.finished != nil }

  /// Chooses the statement to show: the user's statement, if there is one. Otherwise, the statements are compared by
  /// these criteria, in order: the most precise end, an end that is not before the beginning, the most precise
  /// beginning, the earliest beginning of an open reading, the order of the sources.
  init(_ group: ReadingGroups.Group, _ statements: [StatedReadings], hasUser: Bool) {
    let members = group.members.compactMap { member in member.statement.map { (index: $0, reading: member.reading) } }
    func rank(_ member: (index: Int, reading: Reading)) -> [Int] {
      let reading = member.reading
      let opening = reading.finished == nil ? reading.started?.daySpan.lowerBound ?? 0 : 0
      return [
        -(reading.finished?.precision ?? 0), ReadingPeriod(reading).areInOrder ? 0 : 1,
        -(reading.started?.precision ?? 0), opening, member.index,
      ]
    }
    let users = hasUser ? members.first { $0.index == 0 } : nil
    var shown = members.min { rank($0).lexicographicallyPrecedes(rank($1)) } ?? (0, Reading())
    // If the reading is open according to the user but a source knows its end, the source's statement is shown.
    if let users, users.reading.finished != nil || shown.reading.finished == nil { shown = users }
    var reading = shown.reading
    // A beginning that the user set is kept, unless it is after the end.
    if let start = users?.reading.started, shown.index != 0, !start.isEntirely(after: reading.finished) {
      reading.started = start
    }
    // The reading has ended, although no statement contains the day.
    if reading.finished == nil, reading.outcome.isOpen,
      let ended = members.filter({ $0.reading.outcome.hasEnded }).min(by: { $0.index < $1.index })
    {
      reading.outcome = ended.reading.outcome
    }
    (statement, self.reading) = (shown.index, reading)
    let ends = members.compactMap(\.reading.finished)
    end =
      ends.min { one, other in
        let (first, second) = (one.daySpan, other.daySpan)
        return [-one.precision, first.lowerBound, first.upperBound]
          .lexicographicallyPrecedes([-other.precision, second.lowerBound, second.upperBound])
      } ?? reading.started
  }
}
