import FoundationEssentials

/// Limits the requests to a host, for all processes together: a rate limiter, concurrency slots and a circuit breaker, whose
/// state is in the file. It is used inside one transaction: the state is read at its beginning and written at its end.
///
/// The rate limiter is GCRA (the generic cell rate algorithm): it keeps the theoretical arrival time of the next request and
/// admits one that comes earlier by no more than the burst allows. The circuit breaker trips after
/// ``FetchTimes/failuresToTrip`` failures in a row and stays open for longer each time; when that is over it is half open:
/// one request tries the host.
struct HostLimiter {
  private let connection: Connection
  private let profile: ProviderProfile
  private let now: Date
  private let stored: HostState
  private var state: HostState

  init(_ connection: Connection, _ profile: ProviderProfile, now: Date) throws {
    (self.connection, self.profile, self.now) = (connection, profile, now)
    stored = try HostStateTable(connection: connection).state(of: profile.host)
    state = stored
    clamp()
  }

  /// Acquires the right to make one request, if there is one now.
  ///
  /// - Parameter slots: those that are ours already.
  mutating func acquire(from slots: inout HostSlots) throws -> HostAdmission {
    if let denied = state.denied {
      if denied == profile.settings {
        return refused(.denied, "it does not want to be asked by us", until: nil)
      }
      (state.denied, state.error) = (nil, nil)
    }
    let time = now.milliseconds
    if state.blockedUntil > time {
      let rest = Duration.milliseconds(state.blockedUntil - time)
      return refused(.busy, "it wants to be left alone", retryAfter: rest, until: state.blockedUntil)
    }
    if state.openUntil > time { return refused(.unreachable, "it does not answer", until: state.openUntil) }
    let parallel = state.trips > 0 ? 1 : profile.limits.parallel
    guard slots.inUse < parallel else { return .limited(until: nil) }
    var arrival = state.theoreticalArrival
    if let rate = profile.limits.rate {
      let interval = 1000 / rate
      arrival = max(time, arrival)
      let earliest = arrival - Int64((Double(profile.limits.burst - 1) * interval).rounded(.down))
      guard earliest <= time else { return .limited(until: Date(milliseconds: earliest)) }
      arrival += Int64(interval.rounded(.up))
    }
    guard let slot = try slots.take(among: parallel, LeaseTable(connection: connection), now: now) else {
      return .limited(until: now.addingTimeInterval(0.5))
    }
    state.theoreticalArrival = arrival
    return .admitted(slot: slot)
  }

  /// Notes that the host answered, in whatever way: closes the circuit breaker.
  mutating func succeed() {
    guard state.failures != 0 || state.trips != 0 || state.error != nil else { return }
    (state.failures, state.trips, state.openUntil, state.error) = (0, 0, 0, nil)
  }

  /// Notes that a request failed by the host's fault.
  ///
  /// - Returns: until when the host is not asked; `nil` where it may be asked at once, or not before its settings change.
  mutating func fail(_ failure: SourceFailure) -> Date? {
    state.error = failure.cause + (failure.hint.map { " (\($0))" } ?? "")
    if failure.code == .denied {
      state.denied = profile.settings
      return nil
    }
    if let rest = failure.retryAfter {
      let until = now.addingTimeInterval(FetchTimes.block(rest.seconds)).milliseconds
      state.blockedUntil = max(state.blockedUntil, until)
      return Date(milliseconds: state.blockedUntil)
    }
    state.failures += 1
    // Requests that were under way when the breaker tripped tell nothing new.
    let isHalfOpen = state.trips > 0 && state.openUntil <= now.milliseconds
    if isHalfOpen || (state.trips == 0 && state.failures >= FetchTimes.failuresToTrip) {
      state.trips += 1
      state.openUntil = now.addingTimeInterval(FetchTimes.openDuration(trips: state.trips)).milliseconds
    }
    return state.openUntil > now.milliseconds ? Date(milliseconds: state.openUntil) : nil
  }

  /// Lets one request try the host at once, since a person wants it.
  mutating func halfOpen() {
    guard state.denied != nil || state.trips > 0 else { return }
    (state.denied, state.openUntil) = (nil, 0)
  }

  /// Writes the state where it has changed.
  func save() throws {
    if state != stored { try HostStateTable(connection: connection).write(state) }
  }

  /// - Parameter cause: what is wrong, where the host itself gave no reason.
  private func refused(
    _ code: SourceFailure.Code, _ cause: String, retryAfter: Duration? = nil, until: Int64?
  ) -> HostAdmission {
    let failure = SourceFailure(code, profile.host, cause: state.error ?? cause, retryAfter: retryAfter)
    return .refused(HostWait(failure: failure, until: until.map { Date(milliseconds: $0) }))
  }

  /// Times that lie further ahead than they can were written by a clock that has been set back since.
  private mutating func clamp() {
    let time = now.milliseconds
    func isPossible(_ until: Int64, _ longest: Double) -> Bool { until <= FetchTimes.time(time, plus: longest) }
    let limits = profile.limits
    if let rate = limits.rate, !isPossible(state.theoreticalArrival, Double(limits.burst + 1) / rate + 1) {
      state.theoreticalArrival = time
    }
    if !isPossible(state.blockedUntil, FetchTimes.longestBlock) { state.blockedUntil = time }
    if !isPossible(state.openUntil, FetchTimes.openDuration(trips: state.trips)) { state.openUntil = time }
  }
}

/// Whether a request to a host is admitted.
enum HostAdmission: Equatable {
  /// It may be made. Its concurrency slot is to be given back when the response is there.
  case admitted(slot: String)
  /// The rate or the slots do not allow it before then; `nil`: before one of our own responses is there.
  case limited(until: Date?)
  /// The host wants to be left alone, or the circuit breaker is open, or it refuses these settings.
  case refused(HostWait)
}
