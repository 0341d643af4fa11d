/// Durations, in seconds, and other limits for fetching metadata.
enum FetchTimes {
  static let day = 86_400.0
  /// The time limit of a request.
  static let request = 25.0
  /// The duration of a claim. If no outcome is stored within this time, another process can claim the row.
  static let claim = 30.0
  /// The longest time until a row is due again: 180 days for a row that was not found four times, plus a random part.
  static let maxWait = 200 * day
  /// The longest pause that a server can demand.
  static let maxBlock = day
  /// The number of consecutive failures that trip a host's circuit breaker.
  static let failuresToTrip: Int64 = 5
  /// The number of unusable answers after which a row is parked.
  static let attemptsToPark: Int64 = 8
  static let parked = 30 * day
  /// The longest backoff before a row is parked.
  static let maxRetry = 21_600.0

  /// Returns a time in milliseconds, plus a number of seconds.
  static func time(_ time: Int64, plus seconds: Double) -> Int64 { time + Int64(seconds * 1000) }

  /// Returns the number of seconds for which an answer is valid: the provider's max-age, but at least an hour and at
  /// most 180 days, or thirty days by default. It varies by up to a tenth, so that rows fetched together do not expire
  /// together.
  static func answer(maxAge: Duration?, using generator: inout some RandomNumberGenerator) -> Double {
    min(max(maxAge?.seconds ?? 30 * day, 3_600), 180 * day) * Double.random(in: 0.9...1.1, using: &generator)
  }

  /// Returns the number of seconds for which a “not found” answer is valid: thirty days, doubled with each attempt, up
  /// to 180 days. It varies by up to a tenth.
  static func missing(attempts: Int64, using generator: inout some RandomNumberGenerator) -> Double {
    min(30 * day * power(attempts - 1), 180 * day) * Double.random(in: 0.9...1.1, using: &generator)
  }

  /// Returns the backoff after an unusable answer: a random time from two seconds to a maximum (full jitter). The
  /// maximum quadruples with each attempt, up to six hours.
  static func backoff(attempts: Int64, using generator: inout some RandomNumberGenerator) -> Double {
    guard attempts < attemptsToPark else { return parked }
    return Double.random(in: 2...maxBackoff(attempts: max(attempts, 1)), using: &generator)
  }

  /// Returns the number of seconds for which a circuit breaker stays open: thirty seconds, doubled with each trip, up
  /// to fifteen minutes.
  static func openDuration(trips: Int64) -> Double { min(30 * power(trips - 1), 900) }

  /// Returns the pause that a host demands, but at least a second and at most a day.
  static func block(_ seconds: Double) -> Double { min(max(seconds, 1), maxBlock) }

  /// Returns the longest backoff after a number of unusable answers.
  static func maxBackoff(attempts: Int64) -> Double {
    guard attempts > 0 else { return 0 }
    return attempts < attemptsToPark ? min(2 * power(2 * attempts), maxRetry) : parked
  }

  private static func power(_ exponent: Int64) -> Double {
    var result = 1.0
    for _ in 0..<min(max(exponent, 0), 40) { result *= 2 }
    return result
  }
}
