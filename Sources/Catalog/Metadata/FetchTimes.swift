/// How long things last, in seconds.
enum FetchTimes {
  static let day = 86_400.0
  /// A request that takes longer has failed.
  static let request = 25.0
  /// Who has not said by then what came of a row will not: the row is anybody's again.
  static let claim = 30.0
  /// The longest that a row waits for anything: an answer “not known” after the third time, and its jitter.
  static let longest = 200 * day
  /// A server may ask to be left alone for so long.
  static let longestBlock = day
  /// After so many failures in a row a host is given up for a while.
  static let failuresToOpen: Int64 = 5
  /// After so many answers that cannot be used a row is left alone for long.
  static let attemptsToPark: Int64 = 8
  static let parked = 30 * day
  /// The longest that a row waits before that.
  static let longestRetry = 21_600.0

  /// How long an answer holds: as the provider says, from an hour to 180 days, else thirty days; a tenth more or less, so
  /// that what was fetched together is not asked for together.
  static func answer(maxAge: Double?, using generator: inout some RandomNumberGenerator) -> Double {
    // Providers are written by many: one may say what is no number.
    let age = maxAge.flatMap { $0.isNaN ? nil : $0 } ?? 30 * day
    return min(max(age, 3_600), 180 * day) * Double.random(in: 0.9...1.1, using: &generator)
  }

  /// How long “not known” holds: thirty days, doubled each time, up to 180.
  static func missing(attempts: Int64, using generator: inout some RandomNumberGenerator) -> Double {
    min(30 * day * power(attempts - 1), 180 * day) * Double.random(in: 0.9...1.1, using: &generator)
  }

  /// When a row is tried again whose answer could not be used: at any time from two seconds to four times as long as the
  /// time before, six hours at most.
  static func retry(attempts: Int64, using generator: inout some RandomNumberGenerator) -> Double {
    guard attempts < attemptsToPark else { return parked }
    return Double.random(in: 2...longestWait(attempts: max(attempts, 1)), using: &generator)
  }

  /// How long a host is given up: thirty seconds, doubled each time, up to fifteen minutes.
  static func opened(times: Int64) -> Double { min(30 * power(times - 1), 900) }

  /// How long a host wants to be left alone, as it says: a second to a day.
  static func block(_ seconds: Double) -> Double { seconds.isNaN ? 1 : min(max(seconds, 1), longestBlock) }

  /// The longest that a row waits after so many answers that could not be used.
  static func longestWait(attempts: Int64) -> Double {
    guard attempts > 0 else { return 0 }
    return attempts < attemptsToPark ? min(2 * power(2 * attempts), longestRetry) : parked
  }

  private static func power(_ exponent: Int64) -> Double {
    var result = 1.0
    for _ in 0..<min(max(exponent, 0), 40) { result *= 2 }
    return result
  }
}
