import CatalogDatabase
import FoundationEssentials

/// Limits the requests of all processes to a host, with a rate limiter, concurrency slots and a circuit breaker. Their
/// state is stored in the catalog's file. A limiter is used inside one transaction: it reads the state at the beginning
/// and writes it at the end.
///
/// The rate limiter uses GCRA (the generic cell rate algorithm). It stores the theoretical arrival time of the next
/// request. A request that arrives earlier is admitted only within the burst size. The circuit breaker trips after
/// ``FetchTimes/failuresToTrip`` consecutive failures and stays open for longer each time. After that time, the breaker
/// is half open: a single request tests the host.
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

  /// Acquires permission for one request, if the limits allow it now.
  ///
  /// - Parameter slots: The slots that this process already holds.
  mutating func acquire(from slots: inout HostSlots) throws -> HostAdmission {
    if let refusal = refusal() { return refusal }
    let parallel = state.trips > 0 ? 1 : profile.limits.parallel
    guard slots.inUse < parallel else { return .limited(until: nil) }
    let next = arrival()
    if let until = next.limitedUntil { return .limited(until: until) }
    guard let slot = try slots.take(among: parallel, LeaseTable(connection: connection), now: now) else {
      return .limited(until: now.addingTimeInterval(0.5))
    }
    state.theoreticalArrival = next.arrival
    return .admitted(slot: slot)
  }

  /// Acquires permission for one request that needs no slot of this host.
  ///
  /// - Returns: The time until which the request must wait; `nil` if it may be made now.
  mutating func acquireRate() -> Date? {
    if case .refused(let wait)? = refusal() { return wait.until ?? now.addingTimeInterval(FetchTimes.maxBlock) }
    let next = arrival()
    if next.limitedUntil == nil { state.theoreticalArrival = next.arrival }
    return next.limitedUntil
  }

  /// Returns the refusal if the host must not be contacted now; `nil` if it may be.
  private mutating func refusal() -> HostAdmission? {
    if let denied = state.denied {
      if denied == profile.settings {
        return refused(.denied, "it refuses requests from this program", until: nil)
      }
      (state.denied, state.error) = (nil, nil)
    }
    let time = now.milliseconds
    if state.blockedUntil > time {
      let rest = Duration.milliseconds(state.blockedUntil - time)
      return refused(.busy, "it asked for a pause between requests", retryAfter: rest, until: state.blockedUntil)
    }
    if state.openUntil > time { return refused(.unreachable, "it does not respond", until: state.openUntil) }
    return nil
  }

  /// Returns the theoretical arrival time after one more request, and the time until which the rate limit delays this
  /// request, if it does.
  private func arrival() -> (arrival: Int64, limitedUntil: Date?) {
    guard let rate = profile.limits.rate else { return (state.theoreticalArrival, nil) }
    let (time, interval) = (now.milliseconds, 1000 / rate)
    let arrival = max(time, state.theoreticalArrival)
    let earliest = arrival - Int64((Double(profile.limits.burst - 1) * interval).rounded(.down))
    return (arrival + Int64(interval.rounded(.up)), earliest > time ? Date(milliseconds: earliest) : nil)
  }

  /// Records that the host sent any response, and closes the circuit breaker.
  mutating func succeed() {
    guard state.failures != 0 || state.trips != 0 || state.error != nil else { return }
    (state.failures, state.trips, state.openUntil, state.error) = (0, 0, 0, nil)
  }

  /// Records that a request failed because of the host.
  ///
  /// - Returns: The time until which the host receives no requests; `nil` if requests may continue, or if they must
  ///   wait for the settings to change.
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
    // Requests that were already running when the breaker tripped do not trip it again.
    let isHalfOpen = state.trips > 0 && state.openUntil <= now.milliseconds
    if isHalfOpen || (state.trips == 0 && state.failures >= FetchTimes.failuresToTrip) {
      state.trips += 1
      state.openUntil = now.addingTimeInterval(FetchTimes.openDuration(trips: state.trips)).milliseconds
    }
    return state.openUntil > now.milliseconds ? Date(milliseconds: state.openUntil) : nil
  }

  /// Allows a request to test the host immediately, because a person requested it.
  mutating func halfOpen() {
    guard state.denied != nil || state.trips > 0 else { return }
    (state.denied, state.openUntil) = (nil, 0)
  }

  /// Writes the state if it has changed.
  func save() throws {
    if state != stored { try HostStateTable(connection: connection).write(state) }
  }

  /// Creates a refusal.
  ///
  /// - Parameter cause: The cause to report if the host itself did not give a reason.
  private func refused(
    _ code: SourceFailure.Code, _ cause: String, retryAfter: Duration? = nil, until: Int64?
  ) -> HostAdmission {
    let failure = SourceFailure(code, profile.host, cause: state.error ?? cause, retryAfter: retryAfter)
    return .refused(HostWait(failure: failure, until: until.map { Date(milliseconds: $0) }))
  }

  /// Resets times that are too far in the future. They were written before the clock was set back.
  private mutating func clamp() {
    let time = now.milliseconds
    func isPossible(_ until: Int64, _ maxDelay: Double) -> Bool { until <= FetchTimes.time(time, plus: maxDelay) }
    let limits = profile.limits
    if let rate = limits.rate, !isPossible(state.theoreticalArrival, Double(limits.burst + 1) / rate + 1) {
      state.theoreticalArrival = time
    }
    if !isPossible(state.blockedUntil, FetchTimes.maxBlock) { state.blockedUntil = time }
    if !isPossible(state.openUntil, FetchTimes.openDuration(trips: state.trips)) { state.openUntil = time }
  }
}

/// The decision about a request to a host.
enum HostAdmission: Equatable {
  /// The request may be made. Its slot must be returned when the request has ended.
  case admitted(slot: String)
  /// The rate limit or the number of slots does not allow a request before this time; `nil` if one of this process's
  /// running requests must end first.
  case limited(until: Date?)
  /// The host demands a pause, the circuit breaker is open, or the host denies requests with the current settings.
  case refused(HostWait)
}
