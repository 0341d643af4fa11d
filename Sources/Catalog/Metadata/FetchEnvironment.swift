/// The clocks and random numbers of a fetcher; tests give it others.
struct FetchEnvironment: Sendable {
  var sleep: @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
  /// Seconds that pass by whatever time people set.
  var uptime: @Sendable () -> Double = { (ContinuousClock.now - began) / .seconds(1) }
  var generator: @Sendable () -> any RandomNumberGenerator & Sendable = { SystemRandomNumberGenerator() }

  private static let began = ContinuousClock.now
}
