import FoundationEssentials

extension SyncCore {
  /// The maximum pause in seconds before a failed source is read again.
  static let maxRest = 86_400.0

  /// Handles a failure.
  ///
  /// - Parameter request: The request that failed; `nil` if something other than a request failed.
  mutating func fail(
    _ failure: SourceFailure, _ request: SourceRequest?, _ now: Date, _ generator: inout some RandomNumberGenerator
  ) -> [Effect] {
    if failure.code == .cursorRefused, !wasReset, position.cursor != nil {
      wasReset = true
      phase = .resetting
      return [.cancelFetch, .reset(from: position, to: beginning(isReplacing: position.decoder.isReplacing))]
    }
    if failure.isTransient, let request, failedAttempts < Self.attempts - 1 {
      failedAttempts += 1
      let pause = failure.retryAfter?.seconds ?? Self.pause(after: failedAttempts, &generator)
      if pause <= Self.maxPause {
        phase = .pausing(request)
        return [.wait(failure, seconds: pause)]
      }
    }
    var effects = [Effect.cancelFetch]
    // The missing records were not removed, so the next refresh must enumerate the source again.
    if case .sweeping = phase {
      effects.append(.reset(from: position, to: beginning(isReplacing: position.decoder.isReplacing)))
    }
    let rest = failure.retryAfter.map { min(max($0.seconds, 1), Self.maxRest) } ?? rest(&generator)
    return effects + [.fail(failure, next: now.addingTimeInterval(rest))] + end(.failed(failure))
  }

  /// Returns the pause between two attempts, in seconds. It is random (“full jitter”) but has a minimum, so that many
  /// clients do not retry at the same time.
  static func pause(after attempts: Int, _ generator: inout some RandomNumberGenerator) -> Double {
    let limit = 0.5 * Double(1 << min(attempts, 5))
    return Double.random(in: 0.1...limit, using: &generator)
  }

  /// Returns the pause after a failed refresh, in seconds. It grows with the number of consecutive failures, from at
  /// least half a minute to at most six hours.
  func rest(_ generator: inout some RandomNumberGenerator) -> Double {
    let limit = min(60 * Double(1 << min(health.failures, 9)), 21_600)
    return Double.random(in: limit / 2...limit, using: &generator)
  }
}
