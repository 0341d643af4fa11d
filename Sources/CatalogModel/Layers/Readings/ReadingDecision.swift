/// The algorithm that decides the ``Readings`` of a book: the current reading and the earlier readings.
struct ReadingDecision {
  private typealias Group = ReadingGroups.Group

  /// The statements about readings by the user and by sources. The user's statement comes first, if there is one.
  private let statements: [StatedReadings]
  private let user: UserReadingStatement?
  /// True if ``statements`` begins with the user's statement.
  private let hasUser: Bool
  private let groups: [Group]
  private let hidden: [Group]
  private let faces: [ReadingFace]
  /// For each outcome, the number of undated readings that cannot be the same as a dated reading.
  private var rest: [ReadState: Int] = [:]
  /// For each statement, the index of the group that contains the statement's current reading; `nil` if there is no
  /// such group.
  private let currentGroups: [Int?]

  init(_ sources: [ReadingStatement], user: UserReadingStatement?) {
    let users = user.flatMap(StatedReadings.init)
    let statements = (users.map { [$0] } ?? []) + sources.map(StatedReadings.init)
    (self.statements, self.user, hasUser) = (statements, user, users != nil)
    let replaced = (user?.replaced ?? []).filter { !$0.isUndated }
    let all = ReadingGroups(statements, replaced: replaced).groups
    func isHidden(_ group: Group) -> Bool {
      group.contains(nil) && !(users != nil && group.contains(0))
    }
    hidden = all.filter(isHidden)
    let groups = all.filter { !isHidden($0) }
    self.groups = groups
    faces = groups.map { ReadingFace($0, statements, hasUser: users != nil) }
    currentGroups = statements.enumerated().map { index, statement in
      guard let current = statement.current else { return nil }
      return groups.firstIndex { $0.members.contains { $0.statement == index && $0.index == current } }
    }
    rest = undatedRest()
  }

  // MARK: The parties' knowledge of a group

  private func knows(_ statement: Int, _ group: Int) -> Bool {
    groups[group].members.contains { $0.statement.map { statements[$0].party } == statements[statement].party }
  }

  private func lastDay(_ group: Int) -> Int { faces[group].end?.daySpan.upperBound ?? .min }

  private func count(_ outcome: ReadState, of party: StatedReadings.Party) -> Int {
    statements.reduce(0) { $0 + ($1.party == party ? $1.undated[outcome] ?? 0 : 0) }
  }

  /// Returns, for each outcome, the number of undated readings that cannot be the same as a dated reading. The number
  /// is computed for the user and for each source: their undated readings, minus the dated readings that only others
  /// report. The largest of these numbers is returned.
  private func undatedRest() -> [ReadState: Int] {
    var rest: [ReadState: Int] = [:]
    var seen: Set<StatedReadings.Party> = []
    for (index, statement) in statements.enumerated() where seen.insert(statement.party).inserted {
      for outcome in Reading.outcomes {
        var count = count(outcome, of: statement.party)
        guard count > 0 else { continue }
        if let user, user.earlier != nil, hasUser, index > 0,
          statedDay(statement.party) <= user.statedOn.daySpan.upperBound
        {
          continue
        }
        count -= groups.indices.count { group in
          !knows(index, group)
            && groups[group].members.contains { $0.statement != nil && $0.reading.outcome == outcome }
        }
        if count > rest[outcome] ?? 0 { rest[outcome] = count }
      }
    }
    return rest
  }

  private func statedDay(_ party: StatedReadings.Party) -> Int {
    statements.lazy.filter { $0.party == party }.map(\.statedDay).max() ?? .min
  }

  // MARK: The current reading

  /// The choice of the current reading: the group of statements that describe it, or only a read state.
  private typealias Choice = (group: Int?, state: ReadState, statement: Int?)

  private var choice: Choice {
    guard hasUser, user?.current != nil else {
      return decide(Array(statements.indices)) ?? (nil, .unread, nil)
    }
    let mine = statements[0]
    let day = mine.current.flatMap { mine.dated[$0].finished }?.daySpan.upperBound ?? mine.statedDay
    let news = statements.indices.dropFirst().filter { isNews($0, after: day) }
    // The group of the user's open reading, if a source reports that this reading has ended.
    let overtaken = currentGroups[0].flatMap { mine.state.isOpen && faces[$0].hasEnded ? $0 : nil }
    return decide(Array(news), beside: overtaken) ?? (currentGroups[0], mine.state, 0)
  }

  /// Returns true if a source reports a reading that is later than the user's statement.
  private func isNews(_ index: Int, after day: Int) -> Bool {
    let statement = statements[index]
    guard statement.state.hasEnded || statement.state.isOpen else { return false }
    // A state without a day counts as news only if the source reported it after the user's statement.
    guard let current = statement.current else {
      return statement.state.isOpen && statement.statedDay > max(day, statements[0].statedDay)
    }
    guard let group = currentGroups[index], group != currentGroups[0] else { return false }
    let reading = statement.dated[current]
    return (reading.finished ?? reading.started)?.daySpan.lowerBound ?? .min > day
  }

  /// Returns the current reading, judged by some of the statements.
  ///
  /// - Parameters:
  ///   - indices: The indices of the statements.
  ///   - other: A further group that may describe the current reading.
  /// - Returns: The current reading; `nil` if the statements contain none.
  private func decide(_ indices: [Int], beside other: Int? = nil) -> Choice? {
    // If the source knows every reading, its state “want” means that the user wants to read the book again.
    if !groups.isEmpty || !rest.isEmpty,
      let wanting = indices.first(where: { statements[$0].state == .want && knowsAll($0) })
    {
      return (nil, .want, wanting)
    }
    var own = other.map { [$0] } ?? []
    for index in indices { if let group = currentGroups[index], !own.contains(group) { own.append(group) } }
    func chosen(_ group: Int) -> Choice { (group, faces[group].reading.outcome, faces[group].statement) }
    let open = own.filter { !faces[$0].hasEnded && !isOver($0) }
    if let last = open.max(by: { (lastDay($0), $0) < (lastDay($1), $1) }) { return chosen(last) }
    let undated = indices.filter {
      statements[$0].state.isOpen && statements[$0].current == nil && !hasEndedSince($0)
    }
    if let first = undated.first(where: { statements[$0].state == .reading }) ?? undated.first {
      return (nil, statements[first].state, first)
    }
    func isEarlier(_ one: Int, _ other: Int) -> Bool {
      let (precision, others) = (faces[one].end?.precision ?? 0, faces[other].end?.precision ?? 0)
      return (lastDay(one), precision, one) < (lastDay(other), others, other)
    }
    if let last = own.filter({ faces[$0].hasEnded }).max(by: isEarlier) { return chosen(last) }
    for state in [ReadState.read, .abandoned] where rest[state] ?? 0 > 0 {
      if let statement = indices.first(where: { statements[$0].state == state && statements[$0].current == nil }) {
        return (nil, state, statement)
      }
    }
    // A state without a day refers to a reading whose days are in another statement.
    if indices.contains(where: { statements[$0].state.hasEnded || statements[$0].state.isOpen }),
      let last = groups.indices.filter({ faces[$0].hasEnded }).max(by: isEarlier)
    {
      return chosen(last)
    }
    return indices.first { statements[$0].state == .want }.map { (nil, .want, $0) }
      ?? indices.first { statements[$0].strayStart != nil }.map { (nil, .unread, $0) }
  }

  private func knowsAll(_ index: Int) -> Bool {
    groups.indices.allSatisfy { knows(index, $0) }
      && rest.allSatisfy { count($0.key, of: statements[index].party) >= $0.value }
  }

  /// Returns true if a reading that some statements report as open must be over. This is the case if another reading
  /// ended after this one began, and none of these statements contain the other reading.
  private func isOver(_ group: Int) -> Bool {
    let reporting = statements.indices.filter { currentGroups[$0] == group && statements[$0].state.isOpen }
    return groups.indices.contains { ended in
      faces[ended].hasEnded && lastDay(ended) >= lastDay(group) && !reporting.contains { knows($0, ended) }
    }
  }

  /// Returns true if a statement reports an open reading without a day, and the reading must be over. This is the case
  /// if a reading that the statement does not contain ended after the statement was made.
  private func hasEndedSince(_ index: Int) -> Bool {
    groups.indices.contains { ended in
      faces[ended].hasEnded && !knows(index, ended)
        && faces[ended].end?.daySpan.lowerBound ?? .min > statements[index].statedDay
    }
  }

  // MARK: The result

  var readings: Readings {
    let choice = choice
    var rest = rest
    var current = CurrentReading(choice.state)
    if let group = choice.group {
      (current.started, current.finished) = (faces[group].reading.started, faces[group].reading.finished)
    } else if let start = choice.statement.flatMap({ statements[$0].strayStart }) {
      current.started = start
    } else if choice.state.hasEnded, let count = rest[choice.state], count > 0 {
      rest[choice.state] = count - 1
    }
    let dated = groups.indices.compactMap { index -> Reading? in
      var reading = faces[index].reading
      if index == choice.group {
        // If several readings have these days, one of them is the current reading.
        guard reading.times > 1 else { return nil }
        reading.times -= 1
      }
      // An open reading that is not the current one counts as paused.
      if !faces[index].hasEnded { reading.outcome = .paused }
      return reading
    }
    let ordered = dated.enumerated().map { (ReadingOrder(ReadingPeriod($1), $1.outcome, $0), $1) }
      .sorted { $0.0 < $1.0 }.map(\.1)
    let undated = [ReadState.abandoned, .paused, .read].compactMap { outcome in
      (rest[outcome] ?? 0) > 0 ? Reading(outcome: outcome, times: min(rest[outcome] ?? 0, Reading.timesLimit)) : nil
    }
    return Readings(
      current: current, earlier: ordered + undated, origin: choice.statement.map(origin),
      overridden: overridden(beside: choice))
  }

  private func origin(_ statement: Int) -> Readings.Origin {
    hasUser ? statement == 0 ? .user : .statement(statement - 1) : .statement(statement)
  }

  private func overridden(beside choice: Choice) -> [Readings.OverriddenStatement] {
    var overridden: [Readings.OverriddenStatement] = []
    func add(
      _ statement: Int, _ reading: Reading, _ reason: Readings.OverriddenStatement.Reason, contradicts: Bool = false
    ) {
      guard case .statement(let index) = origin(statement) else { return }
      overridden.append(
        Readings.OverriddenStatement(
          statement: index, state: reading.outcome, started: reading.started, finished: reading.finished,
          reason: reason,
          contradictsUser: contradicts))
    }
    for (index, group) in groups.enumerated() {
      let face = faces[index]
      let shown = face.reading
      for member in group.members {
        guard let statement = member.statement, statement != face.statement else { continue }
        let reading = member.reading
        if ReadingPeriod(reading) == ReadingPeriod(shown), reading.outcome == shown.outcome { continue }
        let isOther = reading.outcome.hasEnded && shown.outcome.hasEnded && reading.outcome != shown.outcome
        add(
          statement, reading, .sameReading(origin(face.statement)),
          contradicts: isOther && origin(face.statement) == .user && isLater(statement))
      }
    }
    for group in hidden {
      for member in group.members {
        if let index = member.statement { add(index, member.reading, .replaced, contradicts: isLater(index)) }
      }
    }
    for (index, statement) in statements.enumerated() where statement.current == nil {
      if let start = statement.strayStart {
        if choice.group == nil, choice.statement == index { continue }
        add(index, Reading(started: start, outcome: statement.state), .notBegun)
      } else if statement.state != choice.state, statement.state != .unread {
        add(index, Reading(outcome: statement.state), .lessKnown)
      }
    }
    return overridden.enumerated().sorted { ($0.element.statement, $0.offset) < ($1.element.statement, $1.offset) }.map(
      \.element)
  }

  /// Returns true if a source made its statement after the user did. The user knew all earlier statements, so they do
  /// not contradict the user's statement.
  private func isLater(_ index: Int) -> Bool {
    user.map { statements[index].statedDay > $0.statedOn.daySpan.upperBound } ?? false
  }
}
