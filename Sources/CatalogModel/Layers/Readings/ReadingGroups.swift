/// The statements by the user and by sources, grouped by the reading that they describe.
///
/// The order of the statements does not affect the groups. Two readings from one source are always in different groups.
struct ReadingGroups {
  /// One statement about a reading, by the user or by a source.
  struct Member {
    /// The index of the statement among all statements; `nil` for a reading that the user replaced.
    let statement: Int?
    /// The index of the reading among the statement's dated readings.
    let index: Int
    let reading: Reading
  }

  /// All statements about one reading.
  struct Group {
    var members: [Member]
    /// The distinct pairs of first and last days in the members' statements; never empty.
    fileprivate var days: [ReadingPeriod]
    fileprivate let order: ReadingOrder
    /// The day on which the user marked the reading as in progress; `nil` if the user did not mark it. A reading that
    /// ended on or before that day is a different reading.
    fileprivate var openUntil: Int?

    func contains(_ statement: Int?) -> Bool { members.contains { $0.statement == statement } }
  }

  private(set) var groups: [Group]

  /// The maximum number of dated readings per source that are matched with similar readings of other sources. Any
  /// further readings match only if their days are equal. Without the limit, a hostile file could make the comparison
  /// slow.
  private static let comparedPerSource = 200

  /// Groups the statements.
  ///
  /// - Parameters:
  ///   - statements: The statements by the user and by sources. The user's statement comes first, if there is one.
  ///   - replaced: The shown readings that the user changed or removed.
  init(_ statements: [StatedReadings], replaced: [Reading]) {
    groups = Self.ofEqualDays(statements, replaced)
    joinAlike(statements)
  }

  // MARK: Equal days

  private struct Slot: Hashable {
    let days: ReadingPeriod
    let outcome: ReadState
    /// The number of equal readings that precede this one in the same source.
    let number: Int
  }

  private static func ofEqualDays(_ statements: [StatedReadings], _ replaced: [Reading]) -> [Group] {
    var groupIndices: [Slot: Int] = [:]
    var groups: [Group] = []
    func put(_ readings: [Reading], of statement: Int?) {
      var counts: [Slot: Int] = [:]
      for (index, reading) in readings.enumerated() {
        let outcome = reading.finished != nil || reading.outcome.hasEnded ? reading.outcome : .paused
        let first = Slot(days: ReadingPeriod(reading), outcome: outcome, number: 0)
        let number = counts[first, default: 0]
        counts[first] = number + 1
        let slot = Slot(days: first.days, outcome: outcome, number: number)
        let member = Member(statement: statement, index: index, reading: reading)
        if let group = groupIndices[slot] {
          groups[group].members.append(member)
        } else {
          groupIndices[slot] = groups.count
          groups.append(
            Group(members: [member], days: [slot.days], order: ReadingOrder(slot.days, outcome, number)))
        }
        if let statement, statements[statement].isOpenOfUser, statements[statement].current == index {
          groups[groupIndices[slot] ?? 0].openUntil = statements[statement].statedDay
        }
      }
    }
    for (index, statement) in statements.enumerated() { put(statement.dated, of: index) }
    put(replaced, of: nil)
    return groups.sorted { $0.order < $1.order }
  }

  // MARK: Similar days

  private struct Pair: Comparable {
    let fit: ReadingPeriod.Fit
    let haveOtherOutcomes: Bool
    /// The number of days between the beginnings of the two readings; 0 if either is unknown.
    let startGap: Int
    let first: Int
    let second: Int

    static func < (one: Pair, other: Pair) -> Bool {
      if one.fit.vagueness != other.fit.vagueness { return one.fit.vagueness < other.fit.vagueness }
      if one.haveOtherOutcomes != other.haveOtherOutcomes { return other.haveOtherOutcomes }
      return (one.fit.gap, one.startGap, one.first, one.second)
        < (other.fit.gap, other.startGap, other.first, other.second)
    }
  }

  /// Joins groups that may describe the same reading, starting with the groups that match best.
  private mutating func joinAlike(_ statements: [StatedReadings]) {
    func party(_ member: Member) -> StatedReadings.Party? { member.statement.map { statements[$0].party } }
    func areOfOneSource(_ one: Group, _ other: Group) -> Bool {
      one.members.contains { mine in other.members.contains { party($0) == party(mine) } }
    }
    let pairs = pairs(areOfOneSource, compared: comparedGroups(party))
    guard !pairs.isEmpty else { return }
    var joined = groups.map(Optional.some)
    var roots = Array(groups.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while roots[index] != index { index = roots[index] }
      return index
    }
    for pair in pairs.sorted() {
      let (one, other) = (root(pair.first), root(pair.second))
      guard one != other, var first = joined[one], let second = joined[other], !areOfOneSource(first, second),
        Self.mayBeOne(first, second)
      else { continue }
      first.days += second.days
      first.members += second.members
      first.openUntil = first.openUntil ?? second.openUntil
      (joined[one], joined[other], roots[other]) = (first, nil, one)
    }
    groups = joined.compactMap(\.self)
  }

  /// Returns a flag for each group: true to compare the group with other groups. If a source has too many readings,
  /// only the readings that ended last are compared.
  private func comparedGroups(_ party: (Member) -> StatedReadings.Party?) -> [Bool] {
    var counts: [StatedReadings.Party?: Int] = [:]
    var areCompared = [Bool](repeating: true, count: groups.count)
    for index in groups.indices.reversed() {
      for party in Set(groups[index].members.map(party)) {
        counts[party, default: 0] += 1
        if counts[party, default: 0] > Self.comparedPerSource { areCompared[index] = false }
      }
    }
    return areCompared
  }

  private func pairs(_ areOfOneSource: (Group, Group) -> Bool, compared: [Bool]) -> [Pair] {
    var pairs: [Pair] = []
    for (first, one) in groups.enumerated() where compared[first] {
      for second in (first + 1)..<max(first + 1, groups.count) where compared[second] {
        let other = groups[second]
        // Groups are sorted by their ends; groups without an end are last.
        if one.days[0].finished != nil, other.days[0].finished != nil,
          other.order.end.lowerBound - one.order.end.upperBound > ReadingPeriod.tolerance
        {
          continue
        }
        guard let fit = one.days[0].fit(other.days[0]), !areOfOneSource(one, other) else { continue }
        let starts = (one.days[0].started?.daySpan, other.days[0].started?.daySpan)
        let startGap = if let start = starts.0, let otherStart = starts.1 { start.gap(to: otherStart) } else { 0 }
        pairs.append(
          Pair(
            fit: fit, haveOtherOutcomes: one.order.outcome != other.order.outcome, startGap: startGap, first: first,
            second: second))
      }
    }
    return pairs
  }

  /// Returns true if two groups may describe the same reading. At least one statement in one group must match a
  /// statement in the other, and no two of their statements may be too far apart. Two groups are never joined merely
  /// because both match a third group.
  private static func mayBeOne(_ one: Group, _ other: Group) -> Bool {
    for (group, another) in [(one, other), (other, one)] {
      if let open = group.openUntil, let end = another.days.compactMap(\.finished).map(\.daySpan.upperBound).max(),
        end <= open
      {
        return false
      }
      // A reading without an end can be recognised only by its beginning.
      if group.days.allSatisfy({ $0.finished == nil }) {
        for days in group.days {
          for others in another.days where others.started != nil && others.areInOrder && days.fit(others) == nil {
            return false
          }
        }
      }
    }
    var fits = false
    for days in one.days {
      for others in other.days {
        if days.fit(others, isLoose: true) == nil { return false }
        fits = fits || days.fit(others) != nil
      }
    }
    return fits
  }
}

extension StatedReadings {
  /// True if the user marked the current reading as in progress or paused.
  fileprivate var isOpenOfUser: Bool { party == .user && state.isOpen }
}

/// The sort order of readings: by end, then by beginning, with more precise dates first. Readings without an end are
/// last.
struct ReadingOrder: Comparable {
  let end: ClosedRange<Int>
  private let start: ClosedRange<Int>
  private let precision: (end: Int, start: Int)
  let outcome: ReadState
  private let number: Int

  private static let unknown = Int.max...Int.max

  init(_ days: ReadingPeriod, _ outcome: ReadState, _ number: Int = 0) {
    end = days.finished?.daySpan ?? Self.unknown
    start = days.started?.daySpan ?? Self.unknown
    precision = (days.finished?.precision ?? 0, days.started?.precision ?? 0)
    (self.outcome, self.number) = (outcome, number)
  }

  private var bounds: (Int, Int, Int, Int) { (end.lowerBound, end.upperBound, start.lowerBound, start.upperBound) }
  private var rest: (Int, Int, String, Int) { (-precision.end, -precision.start, outcome.rawValue, number) }

  static func < (one: ReadingOrder, other: ReadingOrder) -> Bool {
    one.bounds != other.bounds ? one.bounds < other.bounds : one.rest < other.rest
  }

  static func == (one: ReadingOrder, other: ReadingOrder) -> Bool {
    one.bounds == other.bounds && one.rest == other.rest
  }
}
