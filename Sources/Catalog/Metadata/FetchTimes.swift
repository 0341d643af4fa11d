/// The durations of fetching, in seconds.
enum FetchTimes {
  static let day = 86_400.0
  /// The longest that a request takes before it has failed.
  static let request = 25.0
  /// The duration of a claim: the row is anybody's again when its outcome was not stored by then.
  static let claim = 30.0
  /// The longest that a row waits for anything: an answer “not known” after the third time, and its jitter.
  static let longest = 200 * day
  /// The longest that a server may ask to be left alone.
  static let longestBlock = day
  /// The number of failures in a row that trip a host's circuit breaker.
  static let failuresToTrip: Int64 = 5
  /// The number of answers that cannot be used after which a row is parked.
  static let attemptsToPark: Int64 = 8
  static let parked = 30 * day
  /// The longest backoff before that.
  static let longestRetry = 21_600.0

  /// A time in milliseconds, so many seconds later.
  static func time(_ time: Int64, plus seconds: Double) -> Int64 { time + Int64(seconds * 1000) }

  /// How long an answer holds: as the provider says, from an hour to 180 days, else thirty days; a tenth more or less, so
  /// that what was fetched together is not asked for together.
  static func answer(maxAge: Duration?, using generator: inout some RandomNumberGenerator) -> Double {
    min(max(maxAge?.seconds ?? 30 * day, 3_600), 180 * day) * Double.random(in: 0.9...1.1, using: &generator)
  }

  /// How long “not known” holds: thirty days, doubled each time, up to 180.
  static func missing(attempts: Int64, using generator: inout some RandomNumberGenerator) -> Double {
    min(30 * day * power(attempts - 1), 180 * day) * Double.random(in: 0.9...1.1, using: &generator)
  }

  /// The backoff of a row whose answer could not be used, exponential with full jitter: from two seconds to four times as
  /// long as the longest before, six hours at most.
  static func backoff(attempts: Int64, using generator: inout some RandomNumberGenerator) -> Double {
    guard attempts < attemptsToPark else { return parked }
    return Double.random(in: 2...longestBackoff(attempts: max(attempts, 1)), using: &generator)
  }

  /// How long a circuit breaker stays open: thirty seconds, doubled with each trip, up to fifteen minutes.
  static func openDuration(trips: Int64) -> Double { min(30 * power(trips - 1), 900) }

  /// How long a host wants to be left alone, as it says: a second to a day.
  static func block(_ seconds: Double) -> Double { min(max(seconds, 1), longestBlock) }

  /// The longest backoff after so many answers that could not be used.
  static func longestBackoff(attempts: Int64) -> Double {
    guard attempts > 0 else { return 0 }
    return attempts < attemptsToPark ? min(2 * power(2 * attempts), longestRetry) : parked
  }

  private static func power(_ exponent: Int64) -> Double {
    var result = 1.0
    for _ in 0..<min(max(exponent, 0), 40) { result *= 2 }
    return result
  }
}
