import FoundationEssentials

/// Whether a host may be asked now: its rate, its wishes and its failures, in the file, so that all processes keep to them
/// together. Used inside one transaction.
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

  let connection: Connection
  let host: String
  let limits: MetadataLimits
  let settings: Int64
  /// Who this is to other processes.
  let holder: String

  private var table: HostStateTable { HostStateTable(connection: connection) }
  private var places: LeaseTable { LeaseTable(connection: connection) }

  /// Takes the right to make one request, if there is one now.
  ///
  /// - Parameter held: the places that are ours already.
  func take(held: Set<String>, now: Date) throws -> Verdict {
    let stored = try table.row(host)
    var row = clamped(stored, now)
    if let denied = row.denied {
      if denied == settings { return .rests(failure(.denied, row, "it does not want to be asked by us"), until: nil) }
      (row.denied, row.error) = (nil, nil)
    }
    let time = now.milliseconds
    if row.blockedUntil > time {
      let seconds = Double(row.blockedUntil - time) / 1000
      let failure = failure(.busy, row, "it wants to be left alone", retryAfter: seconds)
      return .rests(failure, until: Date(milliseconds: row.blockedUntil))
    }
    if row.openUntil > time {
      return .rests(failure(.unreachable, row, "it does not answer"), until: Date(milliseconds: row.openUntil))
    }
    // A host that was given up is tried by one request.
    let parallel = row.openings > 0 ? 1 : limits.parallel
    guard held.count < parallel else { return .wait(until: nil) }
    if let rate = limits.rate {
      let interval = 1000 / rate
      let spent = max(time, row.spent)
      let earliest = spent - Int64((Double(limits.burst - 1) * interval).rounded(.down))
      guard earliest <= time else { return .wait(until: Date(milliseconds: earliest)) }
      row.spent = spent + Int64(interval.rounded(.up))
    }
    guard let place = try place(among: parallel, held: held, now: now) else {
      return .wait(until: now.addingTimeInterval(0.5))
    }
    if row != stored { try table.write(row) }
    return .go(place: place)
  }

  func giveBack(_ place: String) throws { try places.release(place, holder: holder) }

  /// Notes that the host answered, whatever it said.
  func succeed() throws {
    var row = try table.row(host)
    guard row.failures != 0 || row.openings != 0 || row.error != nil else { return }
    (row.failures, row.openings, row.openUntil, row.error) = (0, 0, 0, nil)
    try table.write(row)
  }

  /// Notes that a request failed by the host's fault.
  ///
  /// - Returns: until when the host is not asked; `nil` where it may be asked at once, or not before its settings change.
  func fail(_ failure: SourceFailure, now: Date) throws -> Date? {
    var row = try clamped(table.row(host), now)
    row.error = failure.cause + (failure.hint.map { " (\($0))" } ?? "")
    if failure.code == .denied {
      row.denied = settings
      try table.write(row)
      return nil
    }
    if let seconds = failure.retryAfter {
      let until = now.addingTimeInterval(min(max(seconds, 1), FetchTimes.longestBlock)).milliseconds
      row.blockedUntil = max(row.blockedUntil, until)
      try table.write(row)
      return Date(milliseconds: row.blockedUntil)
    }
    row.failures += 1
    // Requests that were under way when the host was given up tell nothing new.
    let isTrial = row.openings > 0 && row.openUntil <= now.milliseconds
    if isTrial || (row.openings == 0 && row.failures >= FetchTimes.failuresToOpen) {
      row.openings += 1
      row.openUntil = now.addingTimeInterval(FetchTimes.opened(times: row.openings)).milliseconds
    }
    try table.write(row)
    return row.openUntil > now.milliseconds ? Date(milliseconds: row.openUntil) : nil
  }

  /// Lets a host be asked again at once, since a person wants it.
  func reopen() throws {
    var row = try table.row(host)
    guard row.denied != nil || row.openings > 0 else { return }
    (row.denied, row.openUntil) = (nil, 0)
    try table.write(row)
  }

  /// What stands in the way, with what the host said or did last.
  private func failure(
    _ code: SourceFailure.Code, _ row: HostStateTable.Row, _ cause: String, retryAfter: Double? = nil
  ) -> SourceFailure {
    SourceFailure(code, host, cause: row.error ?? cause, retryAfter: retryAfter)
  }

  private func place(among parallel: Int, held: Set<String>, now: Date) throws -> String? {
    for number in 0..<parallel {
      let name = "host \(host) \(number)"
      if held.contains(name) { continue }
      if case .held = try places.acquire(name, holder: holder, epoch: nil, now: now) { return name }
    }
    return nil
  }

  /// Times that lie further ahead than they can were written by a clock that has been set back since.
  private func clamped(_ row: HostStateTable.Row, _ now: Date) -> HostStateTable.Row {
    var row = row
    let time = now.milliseconds
    func isPossible(_ until: Int64, _ longest: Double) -> Bool { until <= time + Int64(longest * 1000) }
    if let rate = limits.rate, !isPossible(row.spent, Double(limits.burst + 1) / rate + 1) { row.spent = time }
    if !isPossible(row.blockedUntil, FetchTimes.longestBlock) { row.blockedUntil = time }
    if !isPossible(row.openUntil, FetchTimes.opened(times: row.openings)) { row.openUntil = time }
    return row
  }
}
