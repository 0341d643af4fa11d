/// The clocks and random numbers of a fetcher. Tests substitute their own.
struct FetchEnvironment: Sendable {
  var sleep: @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
  /// The time in seconds of a monotonic clock, which does not change when the system time is set.
  var uptime: @Sendable () -> Double = { (ContinuousClock.now - began) / .seconds(1) }
  var generator: @Sendable () -> any RandomNumberGenerator & Sendable = { SystemRandomNumberGenerator() }

  private static let began = ContinuousClock.now
}
