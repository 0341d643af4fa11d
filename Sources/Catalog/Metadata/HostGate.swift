import FoundationEssentials

/// Whether a host may be asked now: its rate, its wishes and its failures, in the file, so that all processes keep to them
/// together. Used inside one transaction: what stands in the file is read at its beginning and written at its end.
struct HostGate {
  /// What stands in the way of a request.
  enum Verdict: Equatable {
    /// Ask. The place among the parallel requests is to be given back when the answer is there.
    case go(place: String)
    /// Not before then; `nil`: when one of our own answers is there.
    case wait(until: Date?)
    /// It wants to be left alone, or was given up, or refuses these settings: not before then; `nil`: not before the settings
    /// change.
    case rests(SourceFailure, until: Date?)
  }

  private let connection: Connection
  private let facts: FetchDesk.Facts
  private let now: Date
  private let stored: HostStateTable.Row
  private var row: HostStateTable.Row

  init(_ connection: Connection, _ facts: FetchDesk.Facts, now: Date) throws {
    (self.connection, self.facts, self.now) = (connection, facts, now)
    stored = try HostStateTable(connection: connection).row(facts.host)
    row = stored
    clamp()
  }

  /// Takes the right to make one request, if there is one now.
  ///
  /// - Parameter places: those that are ours already.
  mutating func admit(_ places: inout HostPlaces) throws -> Verdict {
    if let denied = row.denied {
      if denied == facts.settings {
        return .rests(failure(.denied, "it does not want to be asked by us"), until: nil)
      }
      (row.denied, row.error) = (nil, nil)
    }
    let time = now.milliseconds
    if row.blockedUntil > time {
      let seconds = Double(row.blockedUntil - time) / 1000
      let failure = failure(.busy, "it wants to be left alone", retryAfter: seconds)
      return .rests(failure, until: Date(milliseconds: row.blockedUntil))
    }
    if row.openUntil > time {
      return .rests(failure(.unreachable, "it does not answer"), until: Date(milliseconds: row.openUntil))
    }
    // A host that was given up is tried by one request.
    let parallel = row.openings > 0 ? 1 : facts.limits.parallel
    guard places.inUse < parallel else { return .wait(until: nil) }
    var arrival = row.arrival
    if let rate = facts.limits.rate {
      let interval = 1000 / rate
      arrival = max(time, arrival)
      let earliest = arrival - Int64((Double(facts.limits.burst - 1) * interval).rounded(.down))
      guard earliest <= time else { return .wait(until: Date(milliseconds: earliest)) }
      arrival += Int64(interval.rounded(.up))
    }
    guard let place = try places.take(among: parallel, LeaseTable(connection: connection), now: now) else {
      return .wait(until: now.addingTimeInterval(0.5))
    }
    row.arrival = arrival
    return .go(place: place)
  }

  /// Notes that the host answered, whatever it said.
  mutating func succeed() {
    guard row.failures != 0 || row.openings != 0 || row.error != nil else { return }
    (row.failures, row.openings, row.openUntil, row.error) = (0, 0, 0, nil)
  }

  /// Notes that a request failed by the host's fault.
  ///
  /// - Returns: until when the host is not asked; `nil` where it may be asked at once, or not before its settings change.
  mutating func fail(_ failure: SourceFailure) -> Date? {
    row.error = failure.cause + (failure.hint.map { " (\($0))" } ?? "")
    if failure.code == .denied {
      row.denied = facts.settings
      return nil
    }
    if let seconds = failure.retryAfter {
      let until = now.addingTimeInterval(FetchTimes.block(seconds)).milliseconds
      row.blockedUntil = max(row.blockedUntil, until)
      return Date(milliseconds: row.blockedUntil)
    }
    row.failures += 1
    // Requests that were under way when the host was given up tell nothing new.
    let isTrial = row.openings > 0 && row.openUntil <= now.milliseconds
    if isTrial || (row.openings == 0 && row.failures >= FetchTimes.failuresToOpen) {
      row.openings += 1
      row.openUntil = now.addingTimeInterval(FetchTimes.opened(times: row.openings)).milliseconds
    }
    return row.openUntil > now.milliseconds ? Date(milliseconds: row.openUntil) : nil
  }

  /// Lets a host be asked again at once, since a person wants it.
  mutating func reopen() {
    guard row.denied != nil || row.openings > 0 else { return }
    (row.denied, row.openUntil) = (nil, 0)
  }

  /// Writes what has changed.
  func finish() throws {
    if row != stored { try HostStateTable(connection: connection).write(row) }
  }

  /// What stands in the way, with what the host said or did last.
  private func failure(_ code: SourceFailure.Code, _ cause: String, retryAfter: Double? = nil) -> SourceFailure {
    SourceFailure(code, facts.host, cause: row.error ?? cause, retryAfter: retryAfter)
  }

  /// Times that lie further ahead than they can were written by a clock that has been set back since.
  private mutating func clamp() {
    let time = now.milliseconds
    func isPossible(_ until: Int64, _ longest: Double) -> Bool { until <= time + Int64(longest * 1000) }
    let limits = facts.limits
    if let rate = limits.rate, !isPossible(row.arrival, Double(limits.burst + 1) / rate + 1) { row.arrival = time }
    if !isPossible(row.blockedUntil, FetchTimes.longestBlock) { row.blockedUntil = time }
    if !isPossible(row.openUntil, FetchTimes.opened(times: row.openings)) { row.openUntil = time }
  }
}
